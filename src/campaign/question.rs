//! A question of a campaign.

use serde::{Deserialize, Serialize};

use super::subject::Subject;
use super::terms::form;
use crate::board::kernel::Discs;
use crate::game::Score;

/// A line of a file of questions: is the value of a position at least this bound?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The position and the rules.
    #[serde(flatten)]
    pub subject: Subject,
    /// The bound that is asked about, seen by the side to move.
    pub at_least: Score,
    /// The guess of the answer.
    pub expected: bool,
    /// An estimate of how long it takes, in an arbitrary unit.
    pub cost: u64,
}

impl Question {
    /// The discs that stand for the position, and the bound.
    pub(super) fn key(&self) -> (Discs, Score) {
        (form(self.subject.position), self.at_least)
    }
}
