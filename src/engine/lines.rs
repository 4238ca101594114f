//! A protocol for users' own programs: each line is a position or a JSON object, and each answer is
//! JSON.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::time::Duration;

use othello_core::analysis::{
    Basis, Forecast, MoveValue, Outlook, PositionBounds, TABLE, answer_within,
};
use othello_core::evaluation::Evaluation;
use othello_core::notation::{Reader, read_game};
use othello_core::search::ValuedMove;
use othello_core::{
    Find, Game, Position, Progress, Score, SearchOptions, SearchResult, Square, TimeLimit,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_str, from_value, to_string};

use super::{EngineOptions, Protocol};
use crate::clock::clock;
use crate::results::{NoAnswer, usual_question};

/// An engine that answers each line with a line of JSON. A line can be a position or a game in any
/// notation accepted in files of positions. Its board is inferred, or else the one in the options. Or
/// a line can be a JSON object with a position in such a notation, with moves, or with both. The
/// answer repeats the `id` of the object, if it has one. If a line cannot be read or has no position,
/// the answer is an `error`.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The board and the start of transcripts, and how the engine answers.
    pub options: EngineOptions,
}

/// A position, what to find, and the time limit.
type JsonQuestion = (Position, Find, Duration);

/// A JSON object as a request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    #[serde(default, rename = "command")]
    _command: Command,
    position: Option<String>,
    moves: Option<String>,
    find: Option<Find>,
    seconds: Option<f64>,
    #[serde(rename = "id")]
    _id: Option<Value>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Command {
    #[default]
    Solve,
}

/// An answer with the `id` of the request.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WithId<A> {
    /// The `id` of the request, if it has one. It can be any JSON value.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    #[serde(flatten)]
    answer: A,
}

/// The line with an answer.
fn to_line(id: Option<Value>, answer: impl Serialize) -> String {
    to_string(&WithId { id, answer }).expect("it is JSON") + "\n"
}

/// The schema of an answer.
#[cfg(feature = "schema")]
pub fn schemas() -> [(&'static str, Value); 1] {
    use crate::schema::{Or, schema};
    [("engine", schema::<Or<WithId<JsonAnswer>, WithId<NoAnswer>>>())]
}

/// An answer. Values are from the point of view of the side to move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct JsonAnswer {
    position: Position,
    /// The value, from the point of view of the side to move.
    value: Score,
    /// The basis of the values, and the number of plies searched if they are not exact.
    #[serde(flatten)]
    basis: Basis,
    /// The usual error of the values in discs, as the root mean square, if they are forecasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    usual_error: Option<f64>,
    /// The proved bounds of the value, unless it is exact.
    #[serde(flatten)]
    proved: Option<Proved>,
    /// A best move; `null` if the side to move must pass or the game is over.
    best_move: Option<Square>,
    /// All best moves in the order of squares, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_moves: Option<Vec<Square>>,
    /// Every legal move and its value, the best first, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<AnsweredMove>>,
    /// A line of best play that begins with `best_move`, if the value is exact and the line is known
    /// to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Game>,
}

/// A move and its value.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct AnsweredMove {
    /// The square of the new disc.
    #[serde(rename = "move")]
    square: Square,
    /// The value of the move, from the point of view of the side that plays it.
    value: Score,
    /// The proved bounds of the value, unless it is exact.
    #[serde(flatten)]
    proved: Option<Proved>,
}

/// The proved bounds of a value.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Proved {
    /// The lower bound, from the point of view of the side to move.
    lower: Score,
    /// The upper bound, from the point of view of the side to move.
    upper: Score,
}

impl Lines {
    /// The position of a line, or of the text in a request.
    fn read(&self, text: &str) -> Result<Position, String> {
        let EngineOptions { size, start, .. } = self.options;
        let entry = Reader::new(None, size, start).read(text).map_err(|error| error.to_string())?;
        let empty = "the line is empty: write a position, a game or a JSON object";
        entry.map(|entry| entry.position()).ok_or_else(|| empty.to_owned())
    }

    /// The question in a request.
    fn requested(&self, request: Value) -> Result<JsonQuestion, String> {
        let Request { position, moves, find, seconds, .. } =
            from_value(request).map_err(|error| error.to_string())?;
        if position.is_none() && moves.is_none() {
            return Err("it has neither a position nor moves".to_owned());
        }
        let begin = position.map_or(Ok(self.options.begin()), |text| self.read(&text));
        let begin = begin.map_err(|error| format!("position: {error}"))?;
        let time = seconds.map_or(Ok(self.options.time), Duration::try_from_secs_f64);
        let time = time.map_err(|error| format!("seconds: {error}"))?;
        let game = read_game(begin, moves.as_deref().unwrap_or_default());
        let position = game.map_err(|error| format!("moves: {error}"))?.end();
        Ok((position, find.unwrap_or_else(|| usual_question(position.size())), time))
    }

    /// The answer that the engine finds within the time limit.
    fn search(&self, (position, find, time): JsonQuestion, progress: &dyn Progress) -> JsonAnswer {
        let next = position.after_forced_pass();
        let (rules, hash) = (self.options.rules, TABLE);
        let options = SearchOptions { rules, hash, find, ..SearchOptions::default() };
        // On boards without a trained evaluation, half of the time is for counting discs some plies
        // ahead.
        let time = if Evaluation::exists(next.size(), rules) { time } else { time / 2 };
        let limit = || TimeLimit::new(progress, clock, time);
        let mut answer = match answer_within(next, &options, &limit()) {
            Ok(found) => JsonAnswer::of_search(found),
            // Only the line is missing.
            Err(bounds) if bounds.answered() >= Some(find) => {
                JsonAnswer::of_bounds(&bounds, bounds.outlook(), None)
            }
            Err(mut bounds) => {
                let (outlook, error) = match bounds.forecast.take() {
                    Some(Forecast { depth, moves, error, .. }) => {
                        (Outlook { moves, basis: Basis::Forecast { depth } }, Some(error))
                    }
                    None => (Outlook::new(next, rules, Find::AllMoves, &limit()), None),
                };
                JsonAnswer::of_bounds(&bounds, outlook, error)
            }
        };
        if next != position {
            answer = answer.before_pass(position);
        }
        answer.best_moves = answer.best_moves.filter(|_| find >= Find::BestMoves);
        answer.moves = answer.moves.filter(|_| find >= Find::AllMoves);
        answer
    }
}

impl JsonAnswer {
    fn of_search(found: SearchResult) -> Self {
        let SearchResult { best_move, best_moves, moves, line, lower: value, .. } = found;
        let exact =
            |mv: ValuedMove| AnsweredMove { square: mv.square, value: mv.value, proved: None };
        Self {
            position: line.start(),
            value,
            basis: Basis::Exact,
            usual_error: None,
            proved: None,
            best_move,
            best_moves,
            moves: Some(moves.into_iter().map(exact).collect()),
            line: Some(line),
        }
    }

    /// The proved values, and forecasts within the proved bounds for the rest.
    fn of_bounds(bounds: &PositionBounds, outlook: Outlook, usual_error: Option<f64>) -> Self {
        let Outlook { moves, basis } = outlook;
        let proved = |lower, upper| (basis != Basis::Exact).then_some(Proved { lower, upper });
        let answered = |MoveValue { square, value }| {
            let bounds = bounds.moves.iter().find(|mv| mv.square == square);
            let proved = bounds.and_then(|mv| proved(mv.lower, mv.upper));
            let value = proved.map_or(value, |it| value.clamp(it.lower, it.upper));
            AnsweredMove { square, value, proved }
        };
        let mut moves: Vec<_> = moves.into_iter().map(answered).collect();
        moves.sort_by_key(|mv| (Reverse(mv.value), mv.square));
        let best = moves.first().map(|best| best.value);
        let value = bounds.value.or(best).unwrap_or_default().clamp(bounds.lower, bounds.upper);
        let best_moves = moves.iter().filter(|mv| Some(mv.value) == best).map(|mv| mv.square);
        let best_moves: Vec<_> = best_moves.collect();
        Self {
            position: bounds.position,
            value,
            basis,
            usual_error,
            proved: proved(bounds.lower, bounds.upper),
            best_move: bounds.best_move.or_else(|| best_moves.first().copied()),
            best_moves: Some(best_moves),
            moves: Some(moves),
            line: None,
        }
    }

    /// The answer for the position before a forced pass.
    fn before_pass(self, position: Position) -> Self {
        Self {
            position,
            value: -self.value,
            proved: self.proved.map(|it| Proved { lower: -it.upper, upper: -it.lower }),
            best_move: None,
            best_moves: Some(Vec::new()),
            moves: Some(Vec::new()),
            line: self.line.map(|line| Game::known(position, line.moves().iter().copied())),
            ..self
        }
    }
}

impl Protocol for Lines {
    fn answer(&mut self, line: &str, progress: &dyn Progress) -> ControlFlow<String, String> {
        let (id, asked) = if line.trim_start().starts_with('{') {
            match from_str::<Value>(line) {
                Ok(request) => (request.get("id").cloned(), self.requested(request)),
                Err(error) => (None, Err(format!("it is not JSON: {error}"))),
            }
        } else {
            let time = self.options.time;
            let asked = |position: Position| (position, usual_question(position.size()), time);
            (None, self.read(line).map(asked))
        };
        ControlFlow::Continue(match asked {
            Ok(question) => to_line(id, self.search(question, progress)),
            Err(error) => to_line(id, NoAnswer { error }),
        })
    }

    fn refuse(&self, reason: &str) -> String {
        to_line(None, NoAnswer { error: reason.to_owned() })
    }
}
