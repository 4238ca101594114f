//! A test kit for other engines. It starts an engine, asks it about positions on the chosen boards,
//! and compares the answers with the rules.

mod asking;
mod house_rules;
mod process;
mod question;
mod run;

use std::collections::BTreeMap;
use std::time::Duration;

use othello_core::{Rules, Size, Square};
use serde::Serialize;

use super::Language;

pub use question::{EngineQuestion, Subject};
pub use run::run;

/// The options of a test.
#[derive(Clone, Debug)]
pub struct Test {
    /// The engine and its arguments.
    pub command: Vec<String>,
    /// The protocol that the engine speaks.
    pub language: Language,
    /// The boards.
    pub sizes: Vec<Size>,
    /// The rules by which the engine scores games.
    pub rules: Rules,
    /// The time limit for each answer.
    pub time: Duration,
}

/// The report on an engine.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineReport {
    /// The command that starts the engine.
    pub engine: String,
    /// The protocol of the test.
    pub protocol: Language,
    /// The verdict.
    pub verdict: EngineVerdict,
    /// The first fault other than a wrong answer, worded to follow *the engine*. After a fault, the
    /// engine is started again, unless this is its third fault.
    pub fault: Option<String>,
    /// Whether the engine passes by itself where it must, and refuses to be told.
    pub takes_no_passes: bool,
    /// The comparisons on each board, for each subject.
    pub counts: Vec<Count>,
    /// The subjects about which it gave no answer, and why, worded to follow *the engine*.
    pub untested: BTreeMap<String, String>,
    /// All wrong answers, the most telling first: legal moves before flips, passes, ends, perft and
    /// values, few plies of perft before more, small boards before large ones, and short games before
    /// long ones. In protocols in which the engine plays the moves of a game, the length of the game
    /// counts most.
    pub differences: Vec<WrongAnswer>,
}

/// The verdict on an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Verdict"))]
#[serde(rename_all = "lowercase")]
pub enum EngineVerdict {
    /// All its answers are right.
    #[default]
    Right,
    /// None of its answers is wrong, but it gave none about some subject that its protocol has
    /// questions about.
    Incomplete,
    /// Some of its answers are wrong.
    Wrong,
    /// It understands none of the questions, so nothing was compared.
    Mute,
    /// It cannot be started.
    Missing,
    /// It does not answer in time.
    Silent,
    /// It exited early.
    Dead,
    /// It writes far too much.
    Flooding,
}

/// The numbers of answers about a subject on a board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Count {
    /// The board.
    pub size: Size,
    /// The subject of the questions.
    pub subject: Subject,
    /// The number of answers that were compared.
    pub compared: usize,
    /// The number of compared answers that were wrong.
    pub wrong: usize,
    /// The number of questions without an answer.
    pub unanswered: usize,
}

/// Squares with arrows for directions.
type Arrows = BTreeMap<Square, String>;

/// A wrong answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrongAnswer {
    /// The question.
    #[serde(flatten)]
    pub asked: EngineQuestion,
    /// The lines that the engine was sent.
    pub requests: Vec<String>,
    /// The right answer.
    pub right: String,
    /// The answer of the engine.
    pub answer: String,
    /// The missing squares: legal moves, or squares whose discs should be flipped. Each has the
    /// directions in which the move flips discs, or in which the disc is from the new one, as arrows.
    pub missing: Arrows,
    /// The squares that should not be there, with their directions by the mistakes.
    pub extra: Arrows,
    /// The mistakes that lead to this answer, worded to follow *the engine*, if they are known. If
    /// others lead to it too, these lead to the most answers.
    pub explanation: Option<String>,
}
