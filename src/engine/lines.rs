//! A plain protocol for users' own programs: a position on each line, and JSON in return.

use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::to_string;

use super::protocol::{EngineOptions, Protocol};
use crate::analysis::{Basis, MoveValue, Outlook};
use crate::board::{Square, Turn};
use crate::game::{Position, Score};
use crate::notation::Reader;
use crate::progress::Progress;
use crate::results::NoAnswer;

/// An engine that answers each line with one line of JSON. A line is a position or a game in any
/// notation of files of positions, on the board of the options or, if it fills another board, on
/// that one. An empty line or a comment has no answer; the answer to a line that cannot be read is
/// an `error`.
#[derive(Clone, Debug)]
pub struct Lines {
    options: EngineOptions,
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

    /// What is known about the position of a line, if there is one, or why it cannot be read.
    fn know(&self, line: &str, progress: &dyn Progress) -> Result<Option<Answer>, String> {
        let EngineOptions { size, start, .. } = self.options;
        let read = Reader::new(None, size, start).read(line).map_err(|error| error.to_string());
        let Some(position) = read?.map(|entry| entry.position()) else { return Ok(None) };
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
        Ok(Some(Answer { position, value, basis, best_moves, moves }))
    }
}

impl Protocol for Lines {
    fn answer(&mut self, line: &str, progress: &dyn Progress) -> ControlFlow<String, String> {
        ControlFlow::Continue(match self.know(line, progress) {
            Ok(Some(answer)) => to_string(&answer).expect("it is JSON") + "\n",
            Ok(None) => String::new(),
            Err(reason) => self.refuse(&reason),
        })
    }

    fn refuse(&self, reason: &str) -> String {
        to_string(&NoAnswer { error: reason.to_owned() }).expect("it is JSON") + "\n"
    }
}
