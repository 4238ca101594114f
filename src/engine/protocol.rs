//! An engine takes a line and returns the answer: the common part of the protocols.

use std::time::Duration;

use crate::analysis::Outlook;
use crate::board::Size;
use crate::game::{Position, Rules, Start};
use crate::progress::Progress;

/// The options of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineOptions {
    /// The board until the other program asks for another.
    pub size: Size,
    /// How games start.
    pub start: Start,
    /// How games are scored.
    pub rules: Rules,
    /// The most time for a move.
    pub time: Duration,
}

impl EngineOptions {
    pub(super) fn begin(&self) -> Position {
        Position::start(self.size, self.start)
    }

    /// What an engine knows about the moves of a position after its time.
    pub(super) fn outlook(&self, position: Position, progress: &dyn Progress) -> Outlook {
        Outlook::new(position, self.rules, self.time, progress)
    }
}

/// An engine's reply to a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The text to be written, which ends with a newline unless it is empty.
    pub text: String,
    /// Whether the other program has ended the session.
    pub is_last: bool,
}

impl Reply {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_last: false }
    }
}

/// A protocol in which another program talks to the engine.
///
/// ```
/// # use std::time::Duration;
/// # use othello_solver::engine::{EngineOptions, Gtp, Protocol};
/// # use othello_solver::{Rules, Size, Start};
/// let (size, start) = (Size::new(4, 4).unwrap(), Start::Diagonal);
/// let time = Duration::from_secs(60);
/// let mut engine = Gtp::new(EngineOptions { size, start, rules: Rules::default(), time });
/// assert_eq!(engine.answer("1 genmove black", &()).text, "=1 b1\n\n");
/// assert_eq!(engine.answer("play black b1", &()).text, "? it is White's turn\n\n");
/// assert!(engine.answer("quit", &()).is_last);
/// ```
pub trait Protocol {
    /// Answers a line, which may take as long as the engine may think. The listener receives the
    /// number of positions searched.
    fn answer(&mut self, line: &str, progress: &dyn Progress) -> Reply;
}
