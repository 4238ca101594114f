//! othello-solver for browsers and JavaScript.
//!
//! Questions and answers are JSON: the parameters and the documents of the API of
//! `othello-solver serve`. An error is a document, too. Calls block until the answer is
//! known, so in a browser make them in a Web Worker. To stop a search, end the worker: nothing is lost, because
//! the transposition table belongs to one search in any case.

mod clock;
mod listener;

use std::fmt::Display;
use std::time::Duration;

use itertools::Itertools;
use othello_core::analysis::{AnalysisOptions, Forecast, TABLE, review_with};
use othello_core::answer::{
    self, EXHAUSTIVE_SQUARES, Limits, Lines, OpenQuestion, Question, Sources,
};
use othello_core::documents::{Index, Lookup, SolvedBoard, Variant};
use othello_core::evaluation::{self, Evaluation};
use othello_core::known::{self, KnownOpening};
use othello_core::notation::{PositionRow, Reader, read_position, to_ggf, to_hex};
use othello_core::requests::{
    Contents, Parameters, PlanRequest, Problem, READ_PARAMETERS, ReviewRequest, SearchRequest,
};
use othello_core::{
    Color, Find, Game, Objective, Passes, Position, Rules, Scoring, Size, Square, SquareSet, Start,
    TimeLimit, Turn, perft as lines,
};
use serde::{Deserialize, Serialize};
use serde_json::from_str;
use wasm_bindgen::prelude::wasm_bindgen;

use clock::clock;
use listener::{Callback, Listener};

/// The memory for the table of a search, in bytes. Phones have it, too.
const HASH: usize = 64 << 20;

/// The default board.
const DEFAULT_SIZE: Size = Size::new(4, 4).expect("there is a 4x4 board");

/// The form of the parameters.
const FORM: &str = "the parameters as a JSON object, such as {\"size\": \"6x6\"}";

/// A document, or the document of a problem.
type Answer = Result<String, String>;

fn json(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("it can be written as JSON")
}

/// Reads the parameters and answers. Only the parameters in `names` are accepted.
fn answer(
    parameters: &str,
    names: &str,
    work: impl FnOnce(Parameters) -> Result<String, Problem>,
) -> Answer {
    Parameters::of_object(from_str(parameters), FORM, names)
        .and_then(work)
        .map_err(|problem| json(&problem))
}

/// Reads the parameters of a search, and answers.
fn answer_search(
    parameters: &str,
    work: impl FnOnce(SearchRequest) -> Result<String, Problem>,
) -> Answer {
    answer(parameters, SearchRequest::PARAMETERS, |parameters| {
        let (request, _) = SearchRequest::read(&parameters)?;
        work(request)
    })
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(message: &str);
}

/// Has panics say where they happened, because WebAssembly only stops.
#[wasm_bindgen(start)]
fn begin() {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
}

/// Solves a position: the answer of `/api/v1/solve`. The function hears of bounds as they are
/// proved. If the search takes longer than a number of seconds, the answer is the bounds proved by
/// then.
///
/// # Errors
///
/// If a parameter is wrong.
#[wasm_bindgen]
pub fn solve(parameters: &str, seconds: Option<f64>, callback: Option<Callback>) -> Answer {
    answer_search(parameters, |request| {
        let limit = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        solved(&request, limit.unwrap_or(Duration::MAX), callback)
    })
}

fn solved(
    request: &SearchRequest,
    time: Duration,
    callback: Option<Callback>,
) -> Result<String, Problem> {
    let small = request.question.position.size().squares() <= EXHAUSTIVE_SQUARES;
    let listener = Listener::new(request, time, callback);
    let quick = Sources { enumeration: false, known: !small, ..Sources::LOOKUPS };
    listener.open.pursue(&quick, &Limits::single(0), &listener).map_err(failed)?;
    if let Some(document) = settled(request, &listener.open) {
        return Ok(document);
    }
    listener.tell();
    if !time.is_zero() {
        listener.forecast(request).map_err(failed)?;
        listener.tell();
    }
    let sources = Sources { forecast: false, ..Sources::ALL };
    listener.open.pursue(&sources, &Limits::single(HASH), &listener).map_err(failed)?;
    Ok(settled(request, &listener.open).unwrap_or_else(|| listener.last_document()))
}

/// The document of an answer that settles the question.
fn settled(request: &SearchRequest, open: &OpenQuestion) -> Option<String> {
    if !open.is_settled() {
        return None;
    }
    let board = SolvedBoard::of_answer(&request.question, &open.answer())?;
    Some(json(&board.of_start(request.start)))
}

fn failed(error: impl Display) -> Problem {
    Problem::with_status(500, "Internal Server Error", error.to_string())
}

/// Shows what each move of a game gave away, like `/api/v1/review`.
///
/// # Errors
///
/// If a parameter is wrong.
#[wasm_bindgen]
pub fn review(parameters: &str) -> Answer {
    answer(parameters, ReviewRequest::PARAMETERS, |parameters| {
        let ReviewRequest { game, rules, time } = ReviewRequest::read(&parameters)?;
        let review = review_with(&game, rules, TABLE, &TimeLimit::new(&(), clock, time));
        Ok(json(&review.map_err(failed)?))
    })
}

/// Makes a plan that secures the value of a position: the answer of `/api/v1/plan`.
///
/// # Errors
///
/// If a parameter is wrong, or the plan would be too large.
#[wasm_bindgen]
pub fn plan(parameters: &str) -> Answer {
    answer(parameters, PlanRequest::PARAMETERS, |parameters| {
        let plan = PlanRequest::read(&parameters)?.answer(HASH, &());
        Ok(json(&plan.map_err(|error| Problem::too_large(error.to_string()))?))
    })
}

/// A forecast as deep as the time allows.
fn deepest(rules: Rules) -> AnalysisOptions {
    AnalysisOptions { rules, depth: u32::MAX, hash: TABLE }
}

/// The forecast for a position, which takes a number of seconds, or `null` if there are no weights
/// for its board.
///
/// # Errors
///
/// If a parameter is wrong.
#[wasm_bindgen]
pub fn forecast(parameters: &str, seconds: f64) -> Answer {
    answer_search(parameters, |SearchRequest { question, .. }| {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let limit = TimeLimit::new(&(), clock, time);
        Ok(json(&Forecast::new(question.position, &deepest(question.rules), &limit)))
    })
}

/// Known facts about a position, without a search, or `null` if there are none: the document of
/// `othello-solver lookup`.
///
/// # Errors
///
/// If a parameter is wrong.
#[wasm_bindgen]
pub fn known(parameters: &str) -> Answer {
    answer_search(parameters, |SearchRequest { question, .. }| {
        let (find, lines) = (Find::AllMoves, Lines::One);
        let everything = Question { find, lines, counts: false, ..question };
        let sources = Sources { enumeration: false, ..Sources::LOOKUPS };
        let known = answer::answer(&everything, &sources, &Limits::single(0), &());
        Ok(json(&Lookup::of_answer(&known.map_err(failed)?)))
    })
}

/// The solved boards: the answer of `/api/v1/results`.
#[wasm_bindgen]
pub fn results() -> String {
    json(&Index::of_known())
}

/// How many lines of play there are: the document of `othello-solver perft`.
#[derive(Serialize)]
struct Counts {
    size: Size,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
    position: Position,
    passes: Passes,
    depths: Vec<Count>,
}

#[derive(Serialize)]
struct Count {
    depth: u32,
    count: u64,
}

/// Counts the lines of play up to a number of plies: the document of `othello-solver perft`.
///
/// # Errors
///
/// If a parameter is wrong.
#[wasm_bindgen]
pub fn perft(parameters: &str, depth: u32, passes: Option<String>) -> Answer {
    answer(parameters, SearchRequest::PARAMETERS, |parameters| {
        let (SearchRequest { question, start }, _) = SearchRequest::read(&parameters)?;
        let position = question.position;
        let wrong = |error| Problem::of_field("passes", &error).accepted("ply, free");
        let passes = passes.map_or(Ok(Passes::Ply), |passes| passes.parse().map_err(wrong))?;
        // From the end of the longest game on, the number of lines stays the same.
        let depths = 1..=depth.min(position.most_plies().max(1));
        let count = |depth| Count { depth, count: lines(position, depth, passes, &()) };
        let depths = depths.map(count).collect();
        Ok(json(&Counts { size: position.size(), start, position, passes, depths }))
    })
}

/// A position or a game in any notation.
#[derive(Deserialize, Serialize)]
struct Text {
    size: Option<String>,
    start: Option<String>,
    /// A position, a game, or the moves after the start.
    #[serde(alias = "game", alias = "moves")]
    position: Option<String>,
    objective: Option<String>,
}

impl Text {
    fn read(text: &str) -> Result<Self, Problem> {
        from_str(text).map_err(|error| Problem::bad_request(error.to_string()))
    }

    fn parameters(&self) -> Result<Parameters, Problem> {
        Parameters::of_object(from_str(&json(self)), FORM, "size, start, position, objective")
    }

    fn game(&self) -> Result<Game, Problem> {
        let parameters = self.parameters()?;
        let (size, start) = parameters.board()?;
        if self.position.as_deref().unwrap_or_default().is_empty() {
            return Ok(Game::new(Position::start(size.unwrap_or(DEFAULT_SIZE), start)));
        }
        parameters.game("position", Reader::new(size, DEFAULT_SIZE, start))
    }
}

/// A position in every notation: the document of `othello-solver show`, and more.
#[derive(Serialize)]
struct Shown {
    size: Size,
    position: Position,
    game: Game,
    moves: Vec<Flips>,
    /// A line of an OBF file.
    obf: String,
    /// A game record with the moves.
    ggf: String,
    /// The discs as hexadecimal words.
    hex: String,
}

#[derive(Serialize)]
struct Flips {
    #[serde(rename = "move")]
    square: Square,
    flips: SquareSet,
}

/// Reads a position or a game in any notation, and writes it in all of them.
///
/// # Errors
///
/// If it cannot be read.
#[wasm_bindgen]
pub fn show(parameters: &str) -> Answer {
    let shown = Text::read(parameters).and_then(|text| text.game()).map(|game| {
        let end = game.end();
        let tournament = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
        let score = || Color::Black.sees(end.score(tournament), end.side());
        let result = (end.turn() == Turn::Over).then(score);
        let moves = end.moves().into_iter();
        json(&Shown {
            size: end.size(),
            position: end,
            moves: moves.map(|square| Flips { square, flips: end.flips(square) }).collect(),
            obf: format!("{end};"),
            ggf: to_ggf(&game, result),
            hex: to_hex(end),
            game,
        })
    });
    shown.map_err(|problem| json(&problem))
}

/// Finds the positions and games in a text, in any notation: the answer of `/api/v1/read`.
///
/// # Errors
///
/// If a parameter is wrong, or there is nothing in the text.
#[wasm_bindgen]
pub fn read(parameters: &str) -> Answer {
    answer(parameters, READ_PARAMETERS, |parameters| {
        Contents::read(&parameters).map(|contents| json(&contents))
    })
}

/// The files that would help to answer a request, one per line: the opening that may have its
/// position, and the weights for its board.
#[wasm_bindgen(js_name = missingFiles)]
pub fn missing_files(parameters: &str) -> String {
    let read = |text: Text| Ok((text.game()?.start(), text.parameters()?.rules()?));
    let Ok((position, rules)) = Text::read(parameters).and_then(read) else { return String::new() };
    let opening = KnownOpening::missing(position, rules).map(|opening| {
        let &KnownOpening { size, start, .. } = opening;
        let rules = Rules::new(Scoring::Discs, rules.objective);
        format!("openings/{size}{}-opening.txt", Variant { start, rules }.file_name())
    });
    opening.into_iter().chain(missing_weights(position.size(), rules)).join("\n")
}

fn missing_weights(size: Size, rules: Rules) -> Option<String> {
    // No weights at all are too few for any board that has some.
    let error = evaluation::hand_in(size, rules.objective, Vec::new()).err()?;
    let is_missing = error.expected.is_some() && !Evaluation::exists(size, rules);
    let (long, short) = (size.width().max(size.height()), size.short_side());
    let fewest = if rules.objective == Objective::Fewest { "-fewest" } else { "" };
    is_missing.then(|| format!("weights/{long}x{short}{fewest}.weights"))
}

/// Accepts a file with this name.
///
/// # Errors
///
/// If the name or the contents are wrong.
#[wasm_bindgen(js_name = handIn)]
pub fn hand_in(name: &str, contents: Vec<u8>) -> Result<(), String> {
    let (_, file) = name.split_once('/').unwrap_or_default();
    let opening = file.strip_suffix("-opening.txt");
    let board = opening.or(file.strip_suffix(".weights")).and_then(Variant::of_file);
    let (size, Variant { start, rules }) = board.ok_or("this is not the name of any file")?;
    if opening.is_none() {
        let handed_in = evaluation::hand_in(size, rules.objective, contents);
        return handed_in.map_err(|error| error.to_string());
    }
    let text = String::from_utf8(contents).map_err(|error| error.to_string())?;
    let rows = text.lines().map(|line| row(size, line).ok_or("this is not a row of an opening"));
    let table = rows.process_results(|mut rows| rows.join("\n"))?;
    let table = format!("{}\n{table}\n", PositionRow::HEADER);
    known::hand_in(size, start, rules.objective, table).map_err(|error| error.to_string())
}

/// A row of a table from its short form, which has only the cells and the values of the moves.
fn row(size: Size, line: &str) -> Option<PositionRow> {
    let (cells, values) = line.split_once(' ')?;
    let position = read_position(size, &format!("{cells} X")).ok()?;
    let values: Vec<_> =
        values.split(' ').map(|value| value.parse().ok()).collect::<Option<_>>()?;
    // A pass has no square.
    let squares: Vec<_> = position.moves().into_iter().map(Some).pad_using(1, |_| None).collect();
    let value = *values.iter().max().filter(|_| squares.len() == values.len())?;
    Some(PositionRow { position, value, moves: squares.into_iter().zip(values).collect() })
}
