//! An answer to a question of a campaign.

use serde::{Deserialize, Serialize};

use super::bounds::Bounds;
use super::subject::Subject;
use crate::board::Square;
use crate::game::Score;
use crate::search::{OracleAnswer, SIGNATURE};

/// The answer to a question: a line of a file of answers. Values are seen by the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The position and the rules.
    #[serde(flatten)]
    pub subject: Subject,
    /// The bound that was asked about.
    pub at_least: Score,
    /// The bounds of the value that were found.
    #[serde(flatten)]
    pub bounds: Bounds,
    /// The move that reaches the lower bound, or the most promising one if the value is below the
    /// bound that was asked about.
    pub best_move: Square,
    /// The number of positions that the search took.
    pub nodes: u64,
    /// The version of the search: see [`SIGNATURE`].
    pub signature: u64,
}

impl Answer {
    /// The answer that a search has found.
    pub(super) fn new(subject: Subject, at_least: Score, answer: OracleAnswer) -> Self {
        let OracleAnswer { lower, upper, best_move, nodes } = answer;
        let bounds = Bounds { lower, upper };
        Self { subject, at_least, bounds, best_move, nodes, signature: SIGNATURE }
    }

    /// Checks that the bounds answer the question and that the move is legal.
    pub(super) fn check(&self) -> Result<(), String> {
        let Self { subject, at_least, bounds: Bounds { lower, upper }, best_move, .. } = *self;
        let widest = Bounds::widest(subject.position.size());
        let is_answer = lower >= at_least || upper < at_least;
        if !(is_answer && widest.lower <= lower && lower <= upper && upper <= widest.upper) {
            return Err("its bounds do not answer the question".to_owned());
        }
        if !subject.position.is_legal(best_move) {
            return Err(format!("{best_move} is not a legal move there"));
        }
        Ok(())
    }
}
