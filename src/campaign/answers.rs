//! All answers of a campaign, from the complete lines in the files of its workers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::PathBuf;

use othello_core::search::Oracle;
use othello_core::{Progress, Symmetry};
use rustc_hash::FxBuildHasher;
use serde::Serialize;

use super::folder::Campaign;
use super::lines::{AnswerLine, Case, ScoreBounds, lines_files};
use super::{CampaignError, Result};
use crate::storage::{FileError, ensure};

/// All answers of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answers {
    /// Each answer with its file and line.
    #[serde(skip)]
    all: Vec<(String, AnswerLine)>,
    #[serde(skip)]
    known: HashMap<Case, ScoreBounds, FxBuildHasher>,
    /// The number of answers. Repeated answers count each time.
    pub answers: usize,
    /// The number of positions searched.
    pub nodes: u64,
    /// The number of answers from each version of the search.
    pub signatures: BTreeMap<u64, usize>,
    /// The files that end with an incomplete line, such as files of killed workers.
    pub torn: BTreeSet<PathBuf>,
    /// Lines that are not answers to questions of the campaign, and the reasons.
    pub unusable: Vec<String>,
}

impl Answers {
    /// The answers in the folder of a campaign.
    pub(super) fn read(campaign: &Campaign) -> Result<Self, FileError> {
        let mut answers = Self::default();
        for path in lines_files(&campaign.folder.join("answers"))? {
            let text = fs::read(&path).map_err(FileError::of("read", &path))?;
            for (number, line) in (1..).zip(text.split_inclusive(|&byte| byte == b'\n')) {
                if line.ends_with(b"\n") {
                    answers.add(line, format!("{}:{number}", path.display()), campaign);
                } else {
                    answers.torn.insert(path.clone());
                }
            }
        }
        Ok(answers)
    }

    /// Adds the answer on a line, unless it cannot be used.
    pub(super) fn add(&mut self, line: &[u8], place: String, campaign: &Campaign) {
        match read_answer(line, campaign) {
            Ok(answer) => {
                let known = self.known.entry(answer.case).or_insert(answer.bounds);
                *known = known.and(answer.bounds);
                *self.signatures.entry(answer.signature).or_default() += 1;
                self.answers += 1;
                self.nodes = self.nodes.saturating_add(answer.nodes);
                self.all.push((place, answer));
            }
            Err(reason) => self.unusable.push(format!("{place}: {reason}")),
        }
    }

    /// The bounds of a value by the answers about this position and scoring alone.
    pub(super) fn own_bounds(&self, case: Case) -> ScoreBounds {
        let known = self.known.get(&case).copied();
        known.unwrap_or_else(|| ScoreBounds::of_size(case.position.size()))
    }

    /// The bounds that follow from the answers under both scorings.
    pub(super) fn bounds(&self, case: Case) -> ScoreBounds {
        let (scoring, squares) = (case.rules.scoring, case.position.size().squares());
        self.own_bounds(case).and(self.own_bounds(case.rescored()).implied(scoring, squares))
    }

    /// Checks that no answers contradict each other.
    pub(super) fn check(&self) -> Result<()> {
        let mut found = Vec::new();
        for (place, AnswerLine { case, bounds: ScoreBounds { lower, upper }, .. }) in &self.all {
            let bounds = self.bounds(*case);
            if bounds.lower > bounds.upper {
                found.push(format!("{place}: {} is worth {lower:+} to {upper:+}", case.position));
            }
        }
        agreed("each other", found)
    }

    /// Searches again for a share, such as 0.01, of the answers, and for at least one if there are
    /// any. Each search starts with an empty table of at most `hash` bytes and uses the mirrored board
    /// and another order of moves. Returns the number of answers checked.
    ///
    /// # Errors
    ///
    /// If the second search disagrees, or the listener stops it.
    pub fn recheck(&self, share: f64, hash: usize, progress: &dyn Progress) -> Result<usize> {
        progress.begin("searching again", None);
        let (mut checked, mut wrong, mut due) = (0, Vec::new(), 1.0);
        for (place, AnswerLine { case, bounds, .. }) in &self.all {
            due += share;
            if due < 1.0 {
                continue;
            }
            due -= 1.0;
            checked += 1;
            let (size, empties) = (case.position.size(), case.position.empties());
            let widest = ScoreBounds::of_size(size);
            let image = case.position.transformed(Symmetry::all(size).last().unwrap_or_default());
            let oracle = Oracle::new(case.rules, hash, empties).reordered();
            let at_least =
                |bound| oracle.at_least(image, bound, progress).ok_or(CampaignError::Stopped);
            let is_wrong = bounds.lower > widest.lower && !at_least(bounds.lower)?
                || bounds.upper < widest.upper && at_least(bounds.upper + 1)?;
            if is_wrong {
                wrong.push(place.clone());
            }
        }
        agreed("a second search", wrong).map(|()| checked)
    }
}

/// An error that lists answers that contradict something, if there are any.
fn agreed(against: &'static str, answers: Vec<String>) -> Result<()> {
    if answers.is_empty() { Ok(()) } else { Err(CampaignError::Contradiction { against, answers }) }
}

/// The answer on a line, or the reason why the line is not an answer.
fn read_answer(line: &[u8], campaign: &Campaign) -> Result<AnswerLine, String> {
    let answer: AnswerLine = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let case = campaign.admit(answer.case, answer.at_least)?;
    let ScoreBounds { lower, upper } = answer.bounds;
    let is_possible = lower <= upper && answer.bounds.and(campaign.widest()) == answer.bounds;
    let is_answer = lower >= answer.at_least || upper < answer.at_least;
    ensure!(is_possible && is_answer, "its bounds do not answer the question");
    Ok(AnswerLine { case, ..answer })
}
