//! A protocol for users' own programs: a position or a JSON object on each line, and JSON in return.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, from_str, from_value, to_string};

use super::protocol::{EngineOptions, Protocol};
use crate::analysis::{Basis, Forecast, MoveValue, Outlook, search_within};
use crate::board::{Square, Turn};
use crate::evaluation::Evaluation;
use crate::game::{Game, Position, Score};
use crate::notation::Reader;
use crate::progress::Progress;
use crate::results::NoAnswer;
use crate::search::{Find, SearchOptions};

/// The memory for the table, in bytes.
const HASH: usize = 64 << 20;

/// An engine that answers each line with one line of JSON. A line is a position or a game in any
/// notation of files of positions, on the board of the options or, if it fills another board, on
/// that one; or a JSON object with a position in such a notation, with moves from it, or with both.
/// The answer has the `id` of the object, if it has one. The answer to a line that cannot be read,
/// or that has no position, is an `error`.
#[derive(Clone, Debug)]
pub struct Lines {
    options: EngineOptions,
}

/// A line that is a JSON object.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    #[serde(default, rename = "command")]
    _command: Command,
    position: Option<String>,
    moves: Option<String>,
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
pub(super) struct WithId<A> {
    /// The `id` of the request, whatever it is, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    #[serde(flatten)]
    answer: A,
}

impl<A: Serialize> WithId<A> {
    fn to_line(&self) -> String {
        to_string(self).expect("it is JSON") + "\n"
    }
}

/// The answer. Values are seen by the side to move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Answer {
    position: Position,
    /// The value, seen by the side to move.
    value: Score,
    /// How the values are known, and the number of plies searched if they are not exact.
    #[serde(flatten)]
    basis: Basis,
    /// How many discs the values are usually off by, as the root mean square, if they are forecasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    usual_error: Option<f64>,
    /// What is proved of the value, unless it is exact.
    #[serde(flatten)]
    proved: Option<Proved>,
    /// The moves with the greatest value, in the order of squares. There are none if the side to move
    /// must pass or the game is over.
    best_moves: Vec<Square>,
    /// Every legal move and its value, the best first.
    moves: Vec<AnsweredMove>,
}

/// A move and its value.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct AnsweredMove {
    /// Where the disc is placed.
    #[serde(rename = "move")]
    square: Square,
    /// The value of the move, seen by the side that makes it.
    value: Score,
    /// What is proved of the value, unless it is exact.
    #[serde(flatten)]
    proved: Option<Proved>,
}

/// What is proved of a value.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Proved {
    /// The value is at least this, seen by the side to move.
    lower: Score,
    /// The value is at most this, seen by the side to move.
    upper: Score,
}

impl Proved {
    /// The same, seen by the opponent.
    fn reversed(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

impl Lines {
    /// An engine for transcripts of the board and start that the options name.
    pub fn new(options: EngineOptions) -> Self {
        Self { options }
    }

    /// The position of a line or of a text in a request.
    fn read(&self, text: &str) -> Result<Position, String> {
        let EngineOptions { size, start, .. } = self.options;
        let entry = Reader::new(None, size, start).read(text).map_err(|error| error.to_string())?;
        let position = entry.map(|entry| entry.position());
        position
            .ok_or_else(|| "the line is empty: write a position, a game or a JSON object".into())
    }

    /// The position that a request asks about, and the time that the answer may take.
    fn requested(&self, request: Value) -> Result<(Position, Duration), String> {
        let Request { position, moves, seconds, .. } =
            from_value(request).map_err(|error| error.to_string())?;
        if position.is_none() && moves.is_none() {
            return Err("it has neither a position nor moves".to_owned());
        }
        let position = match position {
            Some(text) => self.read(&text).map_err(|error| format!("position: {error}"))?,
            None => self.options.begin(),
        };
        let time = match seconds.map(Duration::try_from_secs_f64) {
            None => self.options.time,
            Some(Ok(time)) => time,
            Some(Err(error)) => return Err(format!("seconds: {error}")),
        };
        let game = Game::parse(position, moves.as_deref().unwrap_or_default());
        game.map(|game| (game.end(), time)).map_err(|error| format!("moves: {error}"))
    }

    /// What is known about a position after this time.
    fn know(&self, position: Position, time: Duration, progress: &dyn Progress) -> Answer {
        let next = position.after_forced_pass();
        let is_passed = next != position;
        let rules = self.options.rules;
        let options =
            SearchOptions { rules, hash: HASH, find: Find::EveryMove, ..SearchOptions::default() };
        // Where there is no evaluation, half of the time goes to counting discs some plies ahead.
        let has_evaluation = Evaluation::exists(next.size(), rules);
        let time = if has_evaluation { time } else { time / 2 };
        let found = search_within(next, &options, time, progress);
        let (outlook, error, bounds) = match found {
            Ok(found) => {
                let moves = found.moves.iter();
                let moves = moves.map(|of| MoveValue { square: of.square, value: of.value });
                (Outlook::exact(moves), None, None)
            }
            Err(mut bounds) => match bounds.forecast.take() {
                Some(Forecast { depth, error, moves, .. }) => {
                    let basis = Basis::Forecast { depth };
                    (Outlook { moves, basis }, Some(error), Some(bounds))
                }
                None => (Outlook::new(next, rules, time, progress), None, Some(bounds)),
            },
        };
        let Outlook { moves, basis } = outlook;
        let bounds = bounds.filter(|_| basis != Basis::Exact);
        // What is proved is surer than a forecast.
        let proved_of = |square| {
            let of = bounds.as_ref()?.moves.iter().find(|of| of.square == square)?;
            Some(Proved { lower: of.lower, upper: of.upper })
        };
        let moves = moves.into_iter().map(|MoveValue { square, value }| {
            let proved = proved_of(square);
            let value = proved.map_or(value, |of| value.clamp(of.lower, of.upper));
            AnsweredMove { square, value, proved }
        });
        let mut moves: Vec<_> = moves.collect();
        moves.sort_by_key(|of| (Reverse(of.value), of.square));
        let best = moves.first().map_or(0, |best| best.value);
        let value = match position.turn() {
            Turn::Place => best,
            Turn::Pass => -best,
            Turn::Over => position.score(rules),
        };
        if is_passed {
            moves.clear();
        }
        let best_moves = moves.iter().filter(|of| of.value == best).map(|of| of.square);
        let best_moves = best_moves.collect();
        let proved = bounds.as_ref().map(|of| Proved { lower: of.lower, upper: of.upper });
        let proved = if is_passed { proved.map(Proved::reversed) } else { proved };
        let value = proved.map_or(value, |of| value.clamp(of.lower, of.upper));
        Answer { position, value, basis, usual_error: error, proved, best_moves, moves }
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
            (None, self.read(line).map(|position| (position, self.options.time)))
        };
        ControlFlow::Continue(match asked {
            Ok((position, time)) => {
                WithId { id, answer: self.know(position, time, progress) }.to_line()
            }
            Err(error) => WithId { id, answer: NoAnswer { error } }.to_line(),
        })
    }

    fn refuse(&self, reason: &str) -> String {
        WithId { id: None, answer: NoAnswer { error: reason.to_owned() } }.to_line()
    }
}
