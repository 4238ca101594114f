//! The program as an engine for other programs. Each protocol is a state machine that takes a line
//! and returns the answer; the caller reads and writes the lines. [`kit`] tests other engines.

mod gtp;
pub mod kit;
mod lines;
mod nboard;
mod plain;

use std::ops::ControlFlow;
use std::time::Duration;

use othello_core::analysis::{self, Outlook};
use othello_core::{Find, Position, Progress, Rules, Size, Start, TimeLimit, named};

use crate::clock::clock;

pub use gtp::Gtp;
pub use lines::JsonLines;
#[doc(hidden)]
pub use lines::{EngineAnswer, WithId};
pub use nboard::NBoard;
pub use plain::Plain;

/// The options of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineOptions {
    /// The board until the other program selects another.
    pub size: Size,
    /// The start of games.
    pub start: Start,
    /// The rules by which games are scored.
    pub rules: Rules,
    /// The time limit for a move.
    pub time: Duration,
}

impl EngineOptions {
    fn begin(&self) -> Position {
        Position::start(self.size, self.start)
    }

    /// The values of the moves of a position, as far as the engine finds them in time.
    fn outlook(
        &self,
        position: Position,
        find: Find,
        progress: &dyn Progress,
    ) -> Result<Outlook, String> {
        let limit = TimeLimit::new(progress, &clock, self.time);
        analysis::outlook(position, self.rules, find, &limit).map_err(|error| error.to_string())
    }
}

/// The protocols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// The plain protocol of `docs/test-engine.md`.
    #[default]
    Plain,
    /// The Go Text Protocol, version 2.
    Gtp,
    /// The protocol of NBoard, version 2.
    Nboard,
    /// A JSON object on each line, answered with a line of JSON.
    Json,
}

named! { Language { Plain = "plain", Gtp = "gtp", Nboard = "nboard", Json = "json" } }

impl Language {
    /// The boards on which engines are tested: the smallest, odd and even ones, one that is not square,
    /// and the usual one. In GTP, `boardsize` is a single number, and the centre is undefined if the
    /// number of columns is odd. NBoard only has 8x8.
    pub fn boards(self) -> Vec<Size> {
        let sides: &[_] = match self {
            Self::Plain | Self::Json => &[(2, 2), (3, 3), (4, 4), (6, 4), (5, 5), (6, 6), (8, 8)],
            Self::Gtp => &[(2, 2), (4, 4), (6, 6), (8, 8)],
            Self::Nboard => &[(8, 8)],
        };
        sides.iter().filter_map(|&(width, height)| Size::new(width, height)).collect()
    }
}

/// A protocol in which another program talks to the engine.
///
/// ```
/// # use std::ops::ControlFlow::Continue;
/// # use std::time::Duration;
/// # use othello_core::{Rules, Size, Start};
/// # use othello_solver::engine::{EngineOptions, Gtp, Protocol};
/// let (size, start) = (Size::new(4, 4).unwrap(), Start::Diagonal);
/// let time = Duration::from_secs(60);
/// let mut engine = Gtp::new(EngineOptions { size, start, rules: Rules::default(), time });
/// assert_eq!(engine.answer("1 genmove black", &()), Continue("=1 b1\n\n".into()));
/// assert_eq!(engine.answer("play black b1", &()), Continue("? it is White's turn\n\n".into()));
/// assert!(engine.answer("quit", &()).is_break());
/// ```
pub trait Protocol {
    /// Answers a line, which may take as long as the engine is allowed to think. The answer is text
    /// that is empty or ends with a newline, in a `Break` if the other program has ended the session.
    /// The listener receives the number of positions searched.
    fn answer(&mut self, line: &str, progress: &dyn Progress) -> ControlFlow<String, String>;

    /// The answer to a line that could not be read, for this reason.
    fn refuse(&self, reason: &str) -> String;
}
