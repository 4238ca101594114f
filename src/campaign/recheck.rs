//! The bounds that are used, searched for again in another way.

use super::answers::{Answers, Claim};
use super::error::CampaignError;
use super::folder::Campaign;
use crate::board::Symmetry;
use crate::progress::Progress;
use crate::search::Oracle;

/// The result of asking again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recheck {
    /// The number of bounds that were asked about.
    pub asked: u64,
    /// The file and the line of each answer that differs from the second search: one of the two is
    /// wrong.
    pub wrong: Vec<String>,
}

/// Asks again about a share, such as 0.01, of the bounds that answers give and conclusions rest on,
/// and at least about one: is the value at least the lower bound, and is it not above the upper
/// one? Each is asked with an empty table of at most `hash` bytes, on the mirrored board, and with
/// another order of moves.
///
/// # Errors
///
/// If the listener stops the search.
pub fn recheck(
    campaign: &Campaign,
    answers: &Answers,
    share: f64,
    hash: usize,
    progress: &dyn Progress,
) -> Result<Recheck, CampaignError> {
    let terms = campaign.terms();
    let image = Symmetry::all(terms.start.position.size()).last().unwrap_or_default();
    let mut found = Recheck::default();
    let mut due = 1.0;
    for Claim { discs, at_least, holds, source } in answers.claims() {
        due += share;
        if due < 1.0 {
            continue;
        }
        due -= 1.0;
        let oracle = Oracle::new(terms.rules(), hash, terms.empties).reordered();
        let position = terms.position(discs).transformed(image);
        let found_again = oracle.at_least(position, at_least, progress);
        found.asked += 1;
        if found_again.ok_or(CampaignError::Stopped)? != holds {
            found.wrong.push(source);
        }
    }
    Ok(found)
}
