//! An engine takes a line and returns the answer: the common part of the protocols.

use std::ops::ControlFlow;
use std::time::Duration;

use othello_core::analysis::Outlook;
use othello_core::board::Size;
use othello_core::game::{Position, Rules, Start};
use othello_core::progress::{Progress, TimeLimit};
use othello_core::search::Find;

use crate::clock::clock;

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
    pub(super) fn outlook(
        &self,
        position: Position,
        find: Find,
        progress: &dyn Progress,
    ) -> Outlook {
        let limit = TimeLimit::new(progress, clock, self.time);
        Outlook::new(position, self.rules, find, &limit)
    }
}

/// A protocol in which another program talks to the engine.
///
/// ```
/// # use std::ops::ControlFlow::Continue;
/// # use std::time::Duration;
/// # use othello_solver::engine::{EngineOptions, Gtp, Protocol};
/// # use othello_core::{Rules, Size, Start};
/// let (size, start) = (Size::new(4, 4).unwrap(), Start::Diagonal);
/// let time = Duration::from_secs(60);
/// let mut engine = Gtp::new(EngineOptions { size, start, rules: Rules::default(), time });
/// assert_eq!(engine.answer("1 genmove black", &()), Continue("=1 b1\n\n".into()));
/// assert_eq!(engine.answer("play black b1", &()), Continue("? it is White's turn\n\n".into()));
/// assert!(engine.answer("quit", &()).is_break());
/// ```
pub trait Protocol {
    /// Answers a line, which may take as long as the engine may think. The answer is text that ends
    /// with a newline unless it is empty, in a `Break` if the other program has ended the session.
    /// The listener receives the number of positions searched.
    fn answer(&mut self, line: &str, progress: &dyn Progress) -> ControlFlow<String, String>;

    /// The answer to a line that could not be read, for this reason.
    fn refuse(&self, reason: &str) -> String;
}
