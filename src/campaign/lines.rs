//! The lines of a campaign's files: questions and answers.

use std::path::{Path, PathBuf};
use std::{fs, io};

use itertools::Itertools;
use othello_core::board::kernel::Discs;
use othello_core::notation::{ReadError, read_position};
use othello_core::{Position, Rules, Score, Scoring, Size};
use serde::{Deserialize, Serialize};

use crate::storage::FileError;

/// A position and the rules for its value.
///
/// In a file it has four keys, `size`, `score`, `objective` and `position`, so that each line can be
/// read on its own: the cells of a position do not distinguish 4×5 from 5×4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "RawSubject", into = "RawSubject")]
pub struct Subject {
    /// The position.
    pub position: Position,
    /// How games are scored.
    pub rules: Rules,
}

/// A subject in a file.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct RawSubject {
    /// The board.
    size: Size,
    #[serde(flatten)]
    rules: Rules,
    #[cfg_attr(feature = "schema", schemars(with = "Position"))]
    position: String,
}

impl From<Subject> for RawSubject {
    fn from(Subject { position, rules }: Subject) -> Self {
        Self { size: position.size(), rules, position: position.to_string() }
    }
}

impl TryFrom<RawSubject> for Subject {
    type Error = ReadError;

    fn try_from(RawSubject { size, rules, position }: RawSubject) -> Result<Self, ReadError> {
        Ok(Self { position: read_position(size, &position)?, rules })
    }
}

/// The discs that represent a position and all its mirror images and rotations.
pub(super) fn form(position: Position) -> Discs {
    position.canonical().own_and_opponent()
}

/// The subject of answers: the discs that represent a position, and the scoring.
pub(super) type Node = (Scoring, Discs);

/// The same position under the other scoring.
pub(super) fn other((scoring, discs): Node) -> Node {
    let other = match scoring {
        Scoring::Discs => Scoring::EmptiesToWinner,
        Scoring::EmptiesToWinner => Scoring::Discs,
    };
    (other, discs)
}

/// Bounds of a value, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreBounds {
    /// The value is at least this, seen by the side to move.
    pub lower: Score,
    /// The value is at most this, seen by the side to move.
    pub upper: Score,
}

impl ScoreBounds {
    /// The value, if it is known.
    pub fn value(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The bounds of a value that has both.
    pub(super) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The lower bound if the value is at least `bound`, the upper bound if it is less, and `None` if
    /// that is not known.
    pub(super) fn settle(self, bound: Score) -> Option<Score> {
        let Self { lower, upper } = self;
        if lower >= bound { Some(lower) } else { (upper < bound).then_some(upper) }
    }

    /// A guess adjusted to the bounds. If they refute it, it moves a step beyond the bound that does.
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
    /// The bound in question, seen by the side to move.
    pub at_least: Score,
    /// Whether the answer is likely to be yes.
    pub likely: bool,
    /// An estimate of how long it takes, in an arbitrary unit.
    pub cost: u64,
}

impl Question {
    /// The node and the bound.
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
    /// The bound in question, seen by the side to move.
    pub at_least: Score,
    /// The resulting bounds of the value.
    #[serde(flatten)]
    pub bounds: ScoreBounds,
    /// The number of positions searched.
    pub nodes: u64,
    /// The version of the search: the number of positions that `bench` searches.
    pub signature: u64,
}

/// The JSON Lines files in a folder, sorted. Empty if the folder is missing.
pub(super) fn lines_files(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(FileError::of("read", folder))?,
    };
    let is_lines = |path: &PathBuf| path.extension().is_some_and(|end| end == "jsonl");
    let files = entries.flatten().map(|entry| entry.path()).filter(is_lines);
    Ok(files.filter(|path| path.is_file()).sorted_unstable().collect())
}

/// A document on one line.
pub(super) fn to_line(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("all keys are strings") + "\n"
}
