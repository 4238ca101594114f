//! A campaign and its folder.

use std::fs;
use std::path::{Path, PathBuf};

use othello_core::{Position, Score, Turn, ensure};
use serde::{Deserialize, Serialize};

use super::lines::{Case, QuestionLine, ScoreBounds, lines_files};
use super::{CampaignError, Result};
use crate::results::to_line;
use crate::storage::{FileError, read_whole, shown, write_whole};

/// A campaign: the contents of `campaign.json`. Editing that file proves nothing false, because every
/// question and every answer names its board, its rules and its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Campaign {
    /// The name and version of this format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = Self::SCHEMA)))]
    pub schema: String,
    /// The position to be solved, and the rules.
    #[serde(flatten)]
    pub start: Case,
    /// Questions are about positions with this number of empty squares.
    pub empties: u32,
    /// The guess of the value, seen by the side to move. The first questions are about it.
    pub guess: Score,
    #[serde(skip)]
    pub(super) folder: PathBuf,
}

impl Campaign {
    /// The name and version of the format.
    pub const SCHEMA: &str = "othello-solver/campaign/3";

    /// The file that marks a folder as a campaign.
    pub(super) const FILE: &str = "campaign.json";

    /// The campaign in a folder.
    ///
    /// # Errors
    ///
    /// If there is none, or if its file is damaged.
    pub fn open(folder: &Path) -> Result<Self> {
        let path = folder.join(Self::FILE);
        let text = read_whole(&path)?;
        let read = serde_json::from_slice::<Self>(&text).map_err(|error| error.to_string());
        let campaign = read.and_then(Self::checked).map_err(|reason| {
            CampaignError::Input(format!("{} cannot be used: {reason}", shown(&path)))
        })?;
        Ok(Self { folder: folder.to_owned(), ..campaign })
    }

    /// Checks that there are positions to ask about, and that the guess is a possible value.
    pub(super) fn checked(self) -> Result<Self, String> {
        ensure!(self.schema == Self::SCHEMA, "its schema is not '{}'", Self::SCHEMA);
        let start = self.start.position.empties();
        let is_below = (1..start).contains(&self.empties);
        ensure!(is_below, "--empties must be at least 1 and less than the {start} of the start");
        let is_possible = self.start.widest().contain(self.guess);
        ensure!(is_possible, "the guess is not a value of a game on this board");
        Ok(self)
    }

    /// The form of a line in a file, or the reason why the line does not belong to the campaign. The
    /// rules must match the campaign's, except that the winner may get the empty squares.
    pub(super) fn admit(&self, case: Case, at_least: Score) -> Result<Case, String> {
        let (size, rules, own) = (case.position.size(), case.rules, self.start);
        let allowed = [own.rules, own.with_empties().rules];
        let is_own = size == own.position.size() && allowed.contains(&rules);
        ensure!(is_own, "it is about {size}, {rules}, which is not the campaign's board or rules");
        let (is_asked, empties) = (self.is_frontier(case.position), self.empties);
        ensure!(is_asked, "its position does not have {empties} empty squares and a legal move");
        let is_possible = case.widest().contain(at_least);
        ensure!(is_possible, "its bound is not a value of a game on this board");
        Ok(case.form(case.position))
    }

    /// Whether a position belongs to the frontier.
    pub(super) fn is_frontier(&self, position: Position) -> bool {
        position.empties() == self.empties && position.turn() == Turn::Place
    }

    /// The score of a full board next to an estimate, within bounds, as nearly all values are. Most
    /// estimates are too close to 0.
    pub(super) fn likely(&self, estimate: Score, within: ScoreBounds) -> Score {
        let farther = if estimate < 0 { -1 } else { 1 };
        let ScoreBounds { upper: full, .. } = self.start.widest();
        let mut near = [estimate, estimate + farther, estimate - farther].into_iter();
        let likely = near.find(|score| (score - full) % 2 == 0 && within.contain(*score));
        likely.unwrap_or(estimate)
    }

    /// Replaces the files of questions. The questions are dealt to at most `jobs` files, which take
    /// about the same time.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write_questions(&self, questions: &[QuestionLine], jobs: usize) -> Result<()> {
        let folder = self.folder.join("questions");
        for path in lines_files(&folder)? {
            fs::remove_file(&path).map_err(FileError::of("remove", &path))?;
        }
        for first in 0..jobs.min(questions.len()) {
            let lines: String = questions[first..].iter().step_by(jobs).map(to_line).collect();
            write_whole(&folder.join(format!("{:05}.jsonl", first + 1)), lines.as_bytes())?;
        }
        Ok(())
    }

    /// The questions on the lines of a text from the file at `path`.
    ///
    /// # Errors
    ///
    /// If a line is not a question about a position of the frontier. The error names the line.
    pub fn questions(&self, text: &str, path: &Path) -> Result<Vec<QuestionLine>> {
        let questions = (1..).zip(text.lines()).map(|(number, line)| {
            let read = serde_json::from_str::<QuestionLine>(line).map_err(|it| it.to_string());
            let question = read.and_then(|it| self.admit(it.case, it.at_least).map(|_| it));
            question.map_err(|it| CampaignError::Input(format!("{}:{number}: {it}", shown(path))))
        });
        questions.collect()
    }
}
