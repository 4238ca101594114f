//! othello-solver for browsers and JavaScript.
//!
//! Questions and answers are JSON: the parameters and the documents of the API of
//! `othello-solver serve`. An error is a document, too. The scripts in `js/` check all other arguments. Calls
//! block until the answer is known; to stop a search from outside, end its worker.

mod listener;

use std::fmt::Display;
use std::time::Duration;

use othello_core::analysis::{self, TABLE};
use othello_core::answer::{self, EXHAUSTIVE_SQUARES, Limits, Lines, Question, Sources};
use othello_core::documents::{AnswerDocument, Index, PerftDocument, PlyCount};
use othello_core::requests::{
    Contents, Parameters, PlanRequest, Problem, READ_PARAMETERS, ReviewRequest, SearchRequest,
    ShowRequest, files,
};
use othello_core::{Find, Progress, TimeLimit, perft as lines};
use serde_json::from_str;
use wasm_bindgen::prelude::wasm_bindgen;

use listener::{Callback, Listener, clock, json};

/// The memory for the table of a search, in bytes: small enough for phones.
const HASH: usize = 64 << 20;

/// The form of the parameters.
const FORM: &str = "the parameters as a JSON object, such as {\"size\": \"6x6\"}";

/// A document, or the document of a problem.
type DocumentText = Result<String, String>;

/// Reads the parameters and answers. Only the parameters in `names` are accepted.
fn answer(
    parameters: &str,
    names: &str,
    work: impl FnOnce(Parameters) -> Result<String, Problem>,
) -> DocumentText {
    Parameters::of_object(from_str(parameters), FORM, names)
        .and_then(work)
        .map_err(|problem| json(&problem))
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(message: &str);
}

/// A number of seconds as a time. A remaining time may have become negative.
fn time(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX)
}

/// Makes panics report their location, because WebAssembly only stops.
#[wasm_bindgen(start)]
fn begin() {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
}

/// Solves a position: the answer of `/api/v1/solve`. The function is called with bounds as they are
/// proved, and the search stops once it returns true. A search that is stopped, or takes longer than a
/// number of seconds, answers with the bounds proved by then.
///
/// # Errors
///
/// If a parameter is wrong.
#[wasm_bindgen]
pub fn solve(parameters: &str, seconds: f64, callback: Callback) -> DocumentText {
    answer(parameters, SearchRequest::PARAMETERS, |parameters| {
        let (request, _) = SearchRequest::read(&parameters)?;
        let small = request.question.position.size().squares() <= EXHAUSTIVE_SQUARES;
        let listener = Listener::new(request, time(seconds), callback);
        let quick = Sources { enumeration: false, known: !small, ..Sources::LOOKUPS };
        listener.open.pursue(&quick, &Limits::single(0), &listener).map_err(failed)?;
        if let Some(answer) = request.settled(&listener.open) {
            return Ok(json(&answer));
        }
        listener.tell();
        if !listener.is_stopped() {
            listener.forecast().map_err(failed)?;
            listener.tell();
        }
        let search = !listener.is_stopped();
        let sources = Sources { search, forecast: false, ..Sources::ALL };
        listener.open.pursue(&sources, &Limits::single(HASH), &listener).map_err(failed)?;
        let answer = request.settled(&listener.open).map(|answer| json(&answer));
        Ok(answer.unwrap_or_else(|| listener.last_document()))
    })
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
pub fn review(parameters: &str) -> DocumentText {
    answer(parameters, ReviewRequest::PARAMETERS, |parameters| {
        let ReviewRequest { game, rules, time } = ReviewRequest::read(&parameters)?;
        let review = analysis::review(&game, rules, &TimeLimit::new(&(), &clock, time));
        Ok(json(&review.map_err(failed)?))
    })
}

/// Makes a plan that secures the value of a position: the answer of `/api/v1/plan`, or `null` if it takes
/// longer than a number of seconds.
///
/// # Errors
///
/// If a parameter is wrong, or the plan would be too large.
#[wasm_bindgen]
pub fn plan(parameters: &str, seconds: f64) -> DocumentText {
    answer(parameters, PlanRequest::PARAMETERS, |parameters| {
        let limit = TimeLimit::new(&(), &clock, time(seconds));
        Ok(json(&PlanRequest::read(&parameters)?.answer(HASH, &limit)?))
    })
}

/// The forecast for a position, which takes a number of seconds, or `null` if there are no weights
/// for its board.
///
/// # Errors
///
/// If a parameter is wrong.
#[wasm_bindgen]
pub fn forecast(parameters: &str, seconds: f64) -> DocumentText {
    answer(parameters, SearchRequest::PARAMETERS, |parameters| {
        let (request, _) = SearchRequest::read(&parameters)?;
        Ok(json(&request.forecast(TABLE, &TimeLimit::new(&(), &clock, time(seconds)))))
    })
}

/// Known facts about a position, without a search, or `null` if there are none: the document of
/// `othello-solver lookup`.
///
/// # Errors
///
/// If a parameter is wrong.
#[wasm_bindgen]
pub fn known(parameters: &str) -> DocumentText {
    answer(parameters, SearchRequest::PARAMETERS, |parameters| {
        let (SearchRequest { question, .. }, _) = SearchRequest::read(&parameters)?;
        let (find, lines) = (Find::AllMoves, Lines::One);
        let everything = Question { find, lines, counts: false, ..question };
        let sources = Sources { enumeration: false, ..Sources::LOOKUPS };
        let known = answer::answer(&everything, &sources, &Limits::single(0), &());
        let known = known.map_err(failed)?;
        Ok(json(&known.value().map(|_| AnswerDocument::new(&everything, &known))))
    })
}

/// The solved boards: the answer of `/api/v1/results`.
#[wasm_bindgen]
pub fn results() -> String {
    json(&Index::of_known())
}

/// Counts the lines of play up to a number of plies: the document of `othello-solver perft`.
///
/// # Errors
///
/// If a parameter is wrong.
#[wasm_bindgen]
pub fn perft(parameters: &str, depth: u32, passes: &str) -> DocumentText {
    answer(parameters, SearchRequest::PARAMETERS, |parameters| {
        let (SearchRequest { question, start }, _) = SearchRequest::read(&parameters)?;
        let position = question.position;
        let wrong = |error| Problem::of_field("passes", &error).accepted("ply, free");
        let passes = passes.parse().map_err(wrong)?;
        // From the end of the longest game on, the number of lines stays the same.
        let depths = 1..=depth.min(position.most_plies().max(1));
        let lines = |depth| lines(position, depth, passes, &()).unwrap_or_default();
        let count = |depth| PlyCount { depth, count: lines(depth), unique: None };
        let depths = depths.map(count).collect();
        let size = position.size();
        Ok(json(&PerftDocument { size, start, position, passes, depths, moves: None }))
    })
}

/// Reads a position or a game in any notation, and writes it in all of them.
///
/// # Errors
///
/// If it cannot be read.
#[wasm_bindgen]
pub fn show(parameters: &str) -> DocumentText {
    let request = read_show(parameters);
    request.and_then(|request| Ok(json(&request.answer()?))).map_err(|problem| json(&problem))
}

fn read_show(parameters: &str) -> Result<ShowRequest, Problem> {
    from_str(parameters).map_err(|error| Problem::bad_request(error.to_string()))
}

/// Finds the positions and games in a text, in any notation: the answer of `/api/v1/read`.
///
/// # Errors
///
/// If a parameter is wrong, or the text has no position or game.
#[wasm_bindgen]
pub fn read(parameters: &str) -> DocumentText {
    answer(parameters, READ_PARAMETERS, |parameters| {
        Contents::read(&parameters).map(|contents| json(&contents))
    })
}

/// The files that would help to answer a request, one per line: the opening that may have its
/// position, and the weights for its board.
#[wasm_bindgen(js_name = missingFiles)]
pub fn missing_files(parameters: &str) -> String {
    let board = read_show(parameters).and_then(|request| request.board());
    let Ok((position, rules)) = board else { return String::new() };
    files::missing(position, rules).join("\n")
}

/// Accepts a file with this name.
///
/// # Errors
///
/// If the name or the contents are wrong.
#[wasm_bindgen(js_name = handIn)]
pub fn hand_in(name: &str, contents: Vec<u8>) -> Result<(), String> {
    files::hand_in(name, contents)
}
