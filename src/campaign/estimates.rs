//! Estimates for positions without answers, which are kept from plan to plan.

use std::collections::{BTreeMap, BTreeSet};
use std::{fs, mem};

use itertools::Itertools;
use othello_core::answer::{Limits, Question, Sources, answer};
use othello_core::board::kernel::Discs;
use othello_core::search::{ranked_moves, selective_value};
use othello_core::{Position, Progress, Rules, Score, Square, Turn};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::folder::Campaign;
use super::lines::Case;
use super::{CampaignError, Result};
use crate::results::to_line;
use crate::storage::{FileError, write_whole};

/// An estimate for a position. Estimates are kept from plan to plan, because they are expensive and do
/// not change: in a 4×9 campaign, making them again for each of the 21 plans would search more
/// positions than answering the questions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Estimate {
    /// Above the frontier, the moves in the order in which a search would try them.
    moves: Vec<Square>,
    /// At the frontier, the value.
    pub(super) value: Score,
    /// The number of positions searched to rank the moves. At the frontier, this is a measure of how
    /// long a question takes.
    pub(super) cost: u64,
}

/// The estimates of a campaign, which are made when they are needed.
#[derive(Debug)]
pub(super) struct Estimates<'a> {
    pub(super) campaign: &'a Campaign,
    pub(super) progress: &'a dyn Progress,
    known: BTreeMap<Discs, Estimate>,
    /// The number of positions searched for new estimates.
    pub(super) nodes: u64,
}

const FILE: &str = "estimates.json";

impl<'a> Estimates<'a> {
    /// The estimates in the folder of a campaign. They only affect which questions come first, so an
    /// unreadable file and impossible estimates are ignored.
    pub(super) fn open(campaign: &'a Campaign, progress: &'a dyn Progress) -> Self {
        let text = fs::read(campaign.folder.join(FILE)).unwrap_or_default();
        let kept: Vec<(Discs, Estimate)> = serde_json::from_slice(&text).unwrap_or_default();
        let known = kept.into_iter().filter(|(_, it)| campaign.start.widest().contain(it.value));
        Self { campaign, progress, known: known.collect(), nodes: 0 }
    }

    /// Saves the estimates in the folder of the campaign.
    pub(super) fn write(&self) -> Result<(), FileError> {
        let path = self.campaign.folder.join(FILE);
        write_whole(&path, to_line(&self.known.iter().collect_vec()).as_bytes())
    }

    /// The estimate for a position with a legal move.
    pub(super) fn get(&mut self, case: Case) -> Result<&Estimate> {
        self.make([case])?;
        Ok(&self.known[&case.position.own_and_opponent()])
    }

    /// Whether the estimate for a position is missing. Positions without a legal move need none.
    pub(super) fn lacks(&self, Case { position, .. }: Case) -> bool {
        position.turn() == Turn::Place && !self.known.contains_key(&position.own_and_opponent())
    }

    /// The forms after the moves of a position, in the order in which a search would try them, or
    /// after the pass. Images of the same position appear once.
    pub(super) fn after(&mut self, case: Case) -> Result<Vec<Case>> {
        self.make([case])?;
        let known = self.known.get(&case.position.own_and_opponent());
        let ranked = known.into_iter().flat_map(|estimate| &estimate.moves);
        let after = ranked.filter_map(|&square| case.position.play(square).ok());
        // Moves missing in the file are added.
        Ok(after.map(|next| case.form(next)).chain(case.after()).unique().collect())
    }

    /// Makes the missing estimates for these positions in parallel, with all threads of the current
    /// pool, and then those along the first moves from them, which the trees need as well.
    pub(super) fn make(&mut self, cases: impl IntoIterator<Item = Case>) -> Result<()> {
        let mut missing = BTreeSet::from_iter(cases);
        while !missing.is_empty() {
            missing.retain(|&case| self.lacks(case));
            let made = mem::take(&mut missing).into_par_iter().map(|case| {
                if self.progress.is_stopped() {
                    return Err(CampaignError::Stopped);
                }
                self.progress.advance(1);
                Ok((case, estimate(case.position, self.campaign)))
            });
            for (case, (estimate, nodes)) in made.collect::<Result<Vec<_>>>()? {
                self.nodes += nodes;
                self.known.insert(case.position.own_and_opponent(), estimate);
                if !self.campaign.is_frontier(case.position) {
                    missing.extend(self.after(case)?.first());
                }
            }
        }
        Ok(())
    }
}

/// With more plies than this between the start and the frontier, moves are ranked by shallower
/// searches because there are many positions to rank.
const THOROUGH: u32 = 10;

/// An estimate, and the number of positions searched for it.
fn estimate(position: Position, campaign: &Campaign) -> (Estimate, u64) {
    let Case { position: start, rules } = campaign.start;
    let shallower = (start.empties() - campaign.empties).saturating_sub(THOROUGH);
    if !campaign.is_frontier(position) {
        let (moves, cost) = ranked_moves(position, rules, shallower);
        return (Estimate { moves, value: 0, cost }, cost);
    }
    let (_, cost) = ranked_moves(position, rules, 1);
    let (value, nodes) = estimated_value(position, rules, shallower);
    (Estimate { moves: Vec::new(), value, cost }, cost + nodes)
}

/// An estimate of the start's value from selective searches after each move, if the board is small
/// enough for them. A single selective search of the start is less accurate: for 5×6, and for 5×6 and
/// 6×5 from the parallel start, it gives +13, +8 and -8, but the values are +10, +8 and -11.
pub(super) fn of_start(Case { position, rules }: Case) -> Option<Score> {
    if position.empties() > SELECTIVE {
        return None;
    }
    let mut best = None;
    for next in position.after_moves().map(Position::after_forced_pass) {
        let (value, _) = selective_value(next, rules, TABLE_OF_AN_ESTIMATE)?;
        best = best.max(Some(position.side().sees(value, next.side())));
    }
    best
}

/// To estimate a value, a game is played for this number of plies and then solved. A question takes
/// thousands of times as long. With this, the guess for 4x12 is correct, +48. If games are played
/// down to ten empty squares, it is +31.
const PLAYED: u32 = 10;

/// Positions with at most this number of empty squares are solved immediately.
const SOLVED: u32 = 10;

/// With at most this number of empty squares, a selective search is used instead, on boards with a
/// trained evaluation. A campaign for 6x6 then takes 1.5 times the nodes of one search. Playing six
/// plies first gives a better guess, but takes 1.9 times the nodes.
const SELECTIVE: u32 = 26;

/// The size of the transposition table for a selective search, in bytes.
const TABLE_OF_AN_ESTIMATE: usize = 16 << 20;

/// An estimate of the value for the side to move, and the number of positions searched. It is the
/// value at the end of a game in which both sides play the move that a search would try first. For
/// each ply by which moves are ranked `shallower`, the game is played two plies longer.
fn estimated_value(start: Position, rules: Rules, shallower: u32) -> (Score, u64) {
    let (mut position, mut nodes) = (start.after_forced_pass(), 0);
    let later = 2 * shallower;
    // On boards with five or more rows, solving a position with 22 empty squares takes a second.
    let most_solved = if start.size().short_side() <= 4 { 22 } else { 16 };
    let solved = position.empties().saturating_sub(PLAYED + later).clamp(SOLVED, most_solved);
    let selective = position.empties().saturating_sub(later).min(SELECTIVE);
    while position.empties() > solved && position.turn() == Turn::Place {
        if position.empties() <= selective
            && let Some((value, took)) = selective_value(position, rules, TABLE_OF_AN_ESTIMATE)
        {
            return (start.side().sees(value, position.side()), nodes + took);
        }
        let (moves, took) = ranked_moves(position, rules, 0);
        position = position.play(moves[0]).expect("the moves are legal").after_forced_pass();
        nodes += took;
    }
    let question = Question::usual(position, rules);
    let found = answer(&question, &Sources::SEARCH, &Limits::single(1 << 20), &());
    let answer = found.expect("a small table and no listener");
    let value = answer.value().expect("nothing stops the search");
    (start.side().sees(value, position.side()), nodes + answer.nodes())
}
