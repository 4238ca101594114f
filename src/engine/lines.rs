//! A protocol for users' own programs: a position or a JSON object on each line, and JSON in return.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use serde_json::{Value, from_str, from_value, to_string};

use super::protocol::{EngineOptions, Protocol};
use crate::analysis::{Basis, MoveValue, Outlook};
use crate::board::{Square, Turn};
use crate::game::{Game, Position, Score};
use crate::notation::Reader;
use crate::progress::Progress;
use crate::results::NoAnswer;

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
    /// The moves with the greatest value, in the order of squares. There are none if the side to move
    /// must pass or the game is over.
    best_moves: Vec<Square>,
    /// Every legal move and its value, the best first.
    moves: Vec<MoveValue>,
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

    /// The position that a request asks about.
    fn requested(&self, request: Value) -> Result<Position, String> {
        let Request { position, moves, .. } =
            from_value(request).map_err(|error| error.to_string())?;
        if position.is_none() && moves.is_none() {
            return Err("it has neither a position nor moves".to_owned());
        }
        let position = match position {
            Some(text) => self.read(&text).map_err(|error| format!("position: {error}"))?,
            None => self.options.begin(),
        };
        let game = Game::parse(position, moves.as_deref().unwrap_or_default());
        game.map(|game| game.end()).map_err(|error| format!("moves: {error}"))
    }

    /// What is known about a position.
    fn know(&self, position: Position, progress: &dyn Progress) -> Answer {
        let next = position.after_forced_pass();
        let Outlook { mut moves, basis } = self.options.outlook(next, progress);
        let best = moves.first().map_or(0, |best| best.value);
        let value = match position.turn() {
            Turn::Place => best,
            Turn::Pass => -best,
            Turn::Over => position.score(self.options.rules),
        };
        if next != position {
            moves.clear();
        }
        let best_moves = moves.iter().filter(|of| of.value == best).map(|of| of.square).collect();
        Answer { position, value, basis, best_moves, moves }
    }
}

impl Protocol for Lines {
    fn answer(&mut self, line: &str, progress: &dyn Progress) -> ControlFlow<String, String> {
        let (id, position) = if line.trim_start().starts_with('{') {
            match from_str::<Value>(line) {
                Ok(request) => (request.get("id").cloned(), self.requested(request)),
                Err(error) => (None, Err(format!("it is not JSON: {error}"))),
            }
        } else {
            (None, self.read(line))
        };
        ControlFlow::Continue(match position {
            Ok(position) => WithId { id, answer: self.know(position, progress) }.to_line(),
            Err(error) => WithId { id, answer: NoAnswer { error } }.to_line(),
        })
    }

    fn refuse(&self, reason: &str) -> String {
        WithId { id: None, answer: NoAnswer { error: reason.to_owned() } }.to_line()
    }
}
