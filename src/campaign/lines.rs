//! The lines of the files of a campaign: questions, and answers to them.

use std::path::{Path, PathBuf};
use std::{fs, io};

use othello_core::board::Size;
use othello_core::board::kernel::Discs;
use othello_core::game::{Position, Rules, Score, Scoring};
use othello_core::notation::ReadError;
use serde::{Deserialize, Serialize};

use crate::storage::FileError;

/// A position and the rules by which its value is counted.
///
/// In a file it takes four keys, `size`, `score`, `objective` and `position`, so that a line can be
/// read without anything else: the cells of a position do not tell 4×5 from 5×4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Keys", into = "Keys")]
pub struct Subject {
    /// The position.
    pub position: Position,
    /// How games are scored.
    pub rules: Rules,
}

/// The keys of a subject in a file.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Keys {
    /// The board.
    size: Size,
    #[serde(flatten)]
    rules: Rules,
    #[cfg_attr(feature = "schema", schemars(with = "Position"))]
    position: String,
}

impl From<Subject> for Keys {
    fn from(Subject { position, rules }: Subject) -> Self {
        Self { size: position.size(), rules, position: position.to_string() }
    }
}

impl TryFrom<Keys> for Subject {
    type Error = ReadError;

    fn try_from(Keys { size, rules, position }: Keys) -> Result<Self, ReadError> {
        Ok(Self { position: Position::parse(size, &position)?, rules })
    }
}

/// The discs that stand for a position and all its mirror images and rotations.
pub(super) fn form(position: Position) -> Discs {
    position.canonical().own_and_opponent()
}

/// What answers are about: the discs that stand for a position, and how games are scored.
pub(super) type Node = (Scoring, Discs);

/// Bounds of a value, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bounds {
    /// The value is at least this, seen by the side to move.
    pub lower: Score,
    /// The value is at most this, seen by the side to move.
    pub upper: Score,
}

impl Bounds {
    /// The bounds when nothing is known but the size of the board.
    pub(super) fn widest(size: Size) -> Self {
        let most = size.squares().cast_signed();
        Self { lower: -most, upper: most }
    }

    /// The value, if it is known.
    pub fn value(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// If it is known whether the value is at least `bound`: the lower bound if it is, and the upper
    /// bound if it is not.
    pub(super) fn settle(self, bound: Score) -> Option<Score> {
        let Self { lower, upper } = self;
        if lower >= bound { Some(lower) } else { (upper < bound).then_some(upper) }
    }

    /// A guess moved to where the bounds allow it. One that they refute is moved beyond the bound
    /// that refutes it, by this step.
    pub(super) fn correct(self, guess: Score, step: Score) -> Score {
        let Self { lower, upper } = self;
        let nearest = guess.clamp(lower, upper);
        (nearest + step * (nearest - guess).signum()).clamp(lower, upper)
    }
}

/// A line of a file of questions: is the value of a position at least this bound?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Question {
    /// The position and the rules.
    #[serde(flatten)]
    pub subject: Subject,
    /// The bound that is asked about, seen by the side to move.
    pub at_least: Score,
    /// Whether the answer is likely to be yes.
    pub likely: bool,
    /// An estimate of how long it takes, in an arbitrary unit.
    pub cost: u64,
}

impl Question {
    /// What the question is about, and the bound.
    pub(super) fn key(&self) -> (Node, Score) {
        let Subject { position, rules } = self.subject;
        ((rules.scoring, form(position)), self.at_least)
    }
}

/// The answer to a question: a line of a file of answers. Values are seen by the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The position and the rules.
    #[serde(flatten)]
    pub subject: Subject,
    /// The bound that was asked about, seen by the side to move.
    pub at_least: Score,
    /// The bounds of the value that were found.
    #[serde(flatten)]
    pub bounds: Bounds,
    /// The number of positions that the search took.
    pub nodes: u64,
    /// The version of the search: the number of positions that `bench` searches.
    pub signature: u64,
}

impl Answer {
    /// Checks that the bounds answer the question.
    pub(super) fn check(&self) -> Result<(), String> {
        let Self { subject, at_least, bounds: Bounds { lower, upper }, .. } = *self;
        let widest = Bounds::widest(subject.position.size());
        let is_answer = lower >= at_least || upper < at_least;
        let is_one = is_answer && widest.lower <= lower && lower <= upper && upper <= widest.upper;
        is_one.then_some(()).ok_or_else(|| "its bounds do not answer the question".to_owned())
    }
}

/// The regular files in a folder with a JSON document on each line, in order. A missing folder has
/// none.
pub(super) fn lines_files(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(FileError::of("read", folder))?,
    };
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "jsonl") && path.is_file());
    files.sort_unstable();
    Ok(files)
}

/// A line with a document.
pub(super) fn to_line(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("all keys are texts") + "\n"
}
