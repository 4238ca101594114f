//! All answers of a campaign, from the complete lines in the files of its workers.

use std::collections::HashMap;

use othello_core::search::Oracle;
use othello_core::{Progress, Symmetry};
use serde::Serialize;

use super::folder::Campaign;
use super::lines::{AnswerLine, Case, ScoreBounds, lines_files};
use super::{CampaignError, Result};
use crate::storage::{ensure, read_whole};

/// All answers of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answers {
    /// Each answer with its file and line.
    #[serde(skip)]
    all: Vec<(String, AnswerLine)>,
    #[serde(skip)]
    known: HashMap<Case, ScoreBounds>,
    /// The number of answers. Repeated answers count each time.
    pub answers: usize,
    /// The number of positions searched.
    pub nodes: u64,
    /// Lines that are not answers to questions of the campaign, and the reasons.
    pub unusable: Vec<String>,
}

impl Answers {
    /// The answers in the folder of a campaign, which do not contradict each other.
    pub(super) fn read(campaign: &Campaign) -> Result<Self> {
        let mut answers = Self::default();
        for path in lines_files(&campaign.folder.join("answers"))? {
            let text = read_whole(&path)?;
            for (number, line) in (1..).zip(text.split_inclusive(|&byte| byte == b'\n')) {
                // The file of a killed worker may end with an incomplete line.
                if !line.ends_with(b"\n") {
                    break;
                }
                let place = format!("{}:{number}", path.display());
                match read_answer(line, campaign) {
                    Ok(answer) => answers.add(place, answer),
                    Err(reason) => answers.unusable.push(format!("{place}: {reason}")),
                }
            }
        }
        let mut found = Vec::new();
        for (place, AnswerLine { case, bounds: ScoreBounds { lower, upper }, .. }) in &answers.all {
            let bounds = answers.bounds(*case);
            if bounds.lower > bounds.upper {
                found.push(format!("{place}: {} is worth {lower:+} to {upper:+}", case.position));
            }
        }
        agreed(found).map(|()| answers)
    }

    fn add(&mut self, place: String, answer: AnswerLine) {
        let known = self.known.entry(answer.case).or_insert(answer.bounds);
        *known = known.and(answer.bounds);
        self.answers += 1;
        self.nodes = self.nodes.saturating_add(answer.nodes);
        self.all.push((place, answer));
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
        for (place, AnswerLine { case, bounds: ScoreBounds { lower, upper }, .. }) in &self.all {
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
            for (bound, expected) in [(*lower, true), (*upper + 1, false)] {
                // Nothing is claimed by the least and the greatest value of the board.
                if bound == widest.lower || bound > widest.upper {
                    continue;
                }
                let is_reached = oracle.at_least(image, bound, progress);
                if is_reached.ok_or(CampaignError::Stopped)? != expected {
                    wrong.push(place.clone());
                }
            }
        }
        agreed(wrong).map(|()| checked)
    }
}

/// An error that lists answers that are contradicted, if there are any.
fn agreed(answers: Vec<String>) -> Result<()> {
    if answers.is_empty() { Ok(()) } else { Err(CampaignError::Contradiction(answers)) }
}

/// The answer on a line, or the reason why the line is not an answer.
fn read_answer(line: &[u8], campaign: &Campaign) -> Result<AnswerLine, String> {
    let answer: AnswerLine = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let case = campaign.admit(answer.case, answer.at_least)?;
    let AnswerLine { at_least, bounds, .. } = answer;
    let is_possible = bounds.lower <= bounds.upper && bounds.and(campaign.widest()) == bounds;
    ensure!(is_possible && bounds.settle(at_least), "its bounds do not answer the question");
    Ok(AnswerLine { case, ..answer })
}
