//! The lines of a campaign's files: questions and answers.

use std::fs;
use std::path::{Path, PathBuf};

use othello_core::notation::{ReadError, read_position};
use othello_core::{Position, Rules, Score, Scoring, Size, Turn};
use serde::{Deserialize, Serialize};

use crate::storage::{FileError, create_folder};

/// A position and the rules for its value.
///
/// In a file it has four keys, `size`, `score`, `objective` and `position`, so that each line can be
/// read on its own: the cells of a position do not distinguish 4×5 from 5×4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "RawCase", into = "RawCase")]
pub struct Case {
    /// The position.
    pub position: Position,
    /// How games are scored.
    pub rules: Rules,
}

/// A case in a file.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct RawCase {
    /// The board.
    size: Size,
    #[serde(flatten)]
    rules: Rules,
    #[cfg_attr(feature = "schema", schemars(with = "Position"))]
    position: String,
}

impl From<Case> for RawCase {
    fn from(Case { position, rules }: Case) -> Self {
        Self { size: position.size(), rules, position: position.to_string() }
    }
}

impl TryFrom<RawCase> for Case {
    type Error = ReadError;

    fn try_from(RawCase { size, rules, position }: RawCase) -> Result<Self, ReadError> {
        Ok(Self { position: read_position(size, &position)?, rules })
    }
}

impl Case {
    /// The case that stands for a position and all its mirror images, with Black to move.
    pub(super) fn form(self, position: Position) -> Self {
        Self { position: position.canonical().black_to_move(), ..self }
    }

    /// The forms after the moves or the pass, in the order of squares.
    pub(super) fn after(self) -> Vec<Self> {
        if self.position.turn() == Turn::Pass {
            return vec![self.form(self.position.pass())];
        }
        self.position.after_moves().map(|next| self.form(next)).collect()
    }

    /// The same position if the winner also counts the empty squares.
    pub(super) fn with_empties(self) -> Self {
        Self { rules: Rules { scoring: Scoring::EmptiesToWinner, ..self.rules }, ..self }
    }

    /// The same position under the other scoring.
    pub(super) fn rescored(self) -> Self {
        Self { rules: self.rules.rescored(), ..self }
    }

    /// The bounds that follow from the size of the board.
    pub(super) fn widest(self) -> ScoreBounds {
        let most = self.position.size().squares().cast_signed();
        ScoreBounds { lower: -most, upper: most }
    }
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
    pub(super) fn value(self) -> Option<Score> {
        if self.lower == self.upper { Some(self.lower) } else { None }
    }

    /// The bounds of a value that has both.
    pub(super) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Whether a value is within them.
    pub(super) fn contain(self, value: Score) -> bool {
        (self.lower..=self.upper).contains(&value)
    }

    /// Whether they settle that the value is at least `bound`, or that it is less.
    pub(super) fn settle(self, bound: Score) -> bool {
        self.lower >= bound || self.upper < bound
    }

    /// A guess adjusted to the bounds. If they refute it, it moves a step beyond the bound that does.
    pub(super) fn correct(self, guess: Score, step: Score) -> Score {
        let Self { lower, upper } = self;
        let nearest = guess.clamp(lower, upper);
        (nearest + step * (nearest - guess).signum()).clamp(lower, upper)
    }

    /// The bounds under the other scoring that follow from bounds for this case: the winner is the same,
    /// and counting the empty squares never reduces the margin.
    pub(super) fn rescored(self, Case { position, rules }: Case) -> Self {
        let (Self { lower, upper }, squares) = (self, position.size().squares());
        if rules.scoring == Scoring::EmptiesToWinner {
            return Self { lower: lower.min(1), upper: upper.max(-1) };
        }
        let (lower, _) = Scoring::Discs.bounds_with_empties(lower, squares);
        let (_, upper) = Scoring::Discs.bounds_with_empties(upper, squares);
        Self { lower, upper }
    }
}

/// A line of a file of questions: is the value of a position at least this bound?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuestionLine {
    /// The position and the rules.
    #[serde(flatten)]
    pub case: Case,
    /// The bound in question, seen by the side to move.
    pub at_least: Score,
    /// Whether the answer is likely to be yes.
    pub likely: bool,
    /// An estimate of how long it takes, in an arbitrary unit.
    pub cost: u64,
}

/// The answer to a question: a line of a file of answers. Values are seen by the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerLine {
    /// The position and the rules.
    #[serde(flatten)]
    pub case: Case,
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

/// The JSON Lines files in a folder, sorted. The folder is created if it is missing.
pub(super) fn lines_files(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    create_folder(folder).map_err(FileError::of("make", folder))?;
    let entries = fs::read_dir(folder).map_err(FileError::of("read", folder))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "jsonl") && path.is_file());
    files.sort_unstable();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use othello_core::Start;

    use super::*;

    #[test]
    fn bounds_under_one_scoring_hold_under_the_other() {
        let position = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
        for (own, opponent) in (0..=16).flat_map(|own| (0..=16 - own).map(move |it| (own, it))) {
            let scores = [Scoring::Discs, Scoring::EmptiesToWinner].map(|scoring| {
                let rules = Rules { scoring, ..Rules::default() };
                (Case { position, rules }, rules.score(own, opponent, 16 - own - opponent))
            });
            let [discs, with_empties] = scores;
            for ((case, here), (_, there)) in [(discs, with_empties), (with_empties, discs)] {
                for (lower, upper) in
                    (-16..=here).flat_map(|it| (here..=16).map(move |to| (it, to)))
                {
                    let implied = ScoreBounds { lower, upper }.rescored(case);
                    assert!(implied.contain(there), "{own}–{opponent}");
                }
            }
        }
    }
}
