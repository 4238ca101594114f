//! Which questions of an old plan are still needed.

use std::collections::HashSet;

use super::answers::Answers;
use super::error::CampaignError;
use super::estimates::Estimates;
use super::plan::plan;
use super::question::Question;
use super::terms::Terms;
use crate::board::kernel::Discs;
use crate::game::Score;
use crate::progress::Progress;

/// At most one part in this number of the work is spent on finding out which questions are still
/// needed.
const SHARE: u64 = 4;

/// Looking at a position of the trees takes about as long as searching this number of positions.
const PACE: u64 = 100;

/// The questions that are still needed, by a plan that is made again from time to time after
/// unexpected answers. Without it, one worker that answers plan after plan takes 1.4 times as many
/// positions on boards of 30 to 36 squares.
#[derive(Debug)]
pub(super) struct Needed {
    estimates: Estimates,
    /// The questions of the last plan that was made here.
    questions: Option<HashSet<(Discs, Score)>>,
    /// Whether there was an unexpected answer since then.
    is_surprised: bool,
    /// The number of positions searched, less the number to which the plans were equivalent.
    credit: i64,
}

impl Needed {
    pub(super) fn new(estimates: Estimates) -> Self {
        Self { estimates, questions: None, is_surprised: false, credit: 0 }
    }

    /// Takes note of an answer, for which `nodes` positions were searched.
    pub(super) fn note(&mut self, is_surprise: bool, nodes: u64) {
        self.is_surprised |= is_surprise;
        self.credit = self.credit.saturating_add_unsigned(nodes);
    }

    /// Whether a question still serves to settle the value of the start.
    pub(super) fn contains(
        &mut self,
        question: (Discs, Score),
        terms: &Terms,
        answers: &Answers,
        progress: &dyn Progress,
    ) -> Result<bool, CampaignError> {
        if self.is_surprised && self.credit >= 0 {
            let plan = plan(terms, answers, &mut self.estimates, progress)?;
            let price = SHARE * (plan.nodes + PACE * plan.positions as u64);
            self.credit = self.credit.saturating_sub_unsigned(price);
            self.is_surprised = false;
            self.questions = Some(plan.questions.iter().map(Question::key).collect());
        }
        Ok(self.questions.as_ref().is_none_or(|questions| questions.contains(&question)))
    }
}
