//! Some questions asked again, in another way.

use super::{Answers, Campaign, Source};
use crate::board::Symmetry;
use crate::progress::Progress;
use crate::search::Oracle;

/// The result of asking questions again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recheck {
    /// The number of questions.
    pub asked: u64,
    /// Answers that differ from the second search: one of the two is wrong.
    pub wrong: Vec<Source>,
    /// The number of positions that were looked at.
    pub nodes: u64,
    /// Whether all of the questions were asked; the listener may have stopped the job.
    pub complete: bool,
}

/// Asks a share of the questions again, such as 0.01, and at least one: each with an empty table of
/// at most `hash` bytes, on the mirrored board, and with another order of moves.
pub fn recheck(
    campaign: &Campaign,
    answers: &Answers,
    share: f64,
    hash: usize,
    progress: &dyn Progress,
) -> Recheck {
    let mut found = Recheck { complete: true, ..Recheck::default() };
    let image = Symmetry::all(campaign.terms.size).last().unwrap_or_default();
    let mut due = 1.0;
    for (discs, bound, holds, source) in answers.answered() {
        due += share;
        if due < 1.0 {
            continue;
        }
        due -= 1.0;
        let oracle = Oracle::new(campaign.rules(), hash, campaign.terms.empties).reordered();
        let game = campaign.game(discs).transformed(image);
        let Some(reply) = oracle.ask(game, bound, progress) else {
            return Recheck { complete: false, ..found };
        };
        found.asked += 1;
        found.nodes += reply.nodes;
        if (reply.lower >= bound) != holds {
            found.wrong.push(source);
        }
    }
    found
}
