//! Estimates for positions without answers, which are kept from plan to plan.

use std::collections::{BTreeMap, BTreeSet};
use std::{fs, mem};

use itertools::Itertools;
use othello_core::answer::{Limits, Lines, Question, Sources, answer};
use othello_core::board::kernel::Discs;
use othello_core::search::{ranked_moves, selective_value};
use othello_core::{Color, Find, Position, Progress, Rules, Score, Square, Turn};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::folder::Campaign;
use super::lines::{Case, to_line};
use super::{CampaignError, Result};
use crate::storage::{FileError, write_whole};

/// What is expected of a position. It is kept from plan to plan, because it is expensive and does not
/// change: making all estimates again in each of the 21 plans of a 4×9 campaign would search more
/// positions than the answers.
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

/// The estimates of a campaign. Missing ones are noted, and then made together, in parallel.
#[derive(Debug)]
pub(super) struct Estimates {
    known: BTreeMap<Position, Estimate>,
    pub(super) missing: BTreeSet<Position>,
    /// The number of positions searched for new estimates.
    pub(super) nodes: u64,
}

const FILE: &str = "estimates.json";

impl Estimates {
    /// The estimates in the folder of a campaign. They only affect which questions come first, so an
    /// unreadable file and impossible estimates are ignored.
    pub(super) fn open(campaign: &Campaign) -> Self {
        let text = fs::read(campaign.folder.join(FILE)).unwrap_or_default();
        let kept: Vec<(Discs, Estimate)> = serde_json::from_slice(&text).unwrap_or_default();
        let size = campaign.start.position.size();
        let mut known = BTreeMap::new();
        for (discs, estimate) in kept {
            if campaign.is_value(estimate.value) {
                known.insert(Position::from_discs(size, discs, Color::Black), estimate);
            }
        }
        Self { known, missing: BTreeSet::new(), nodes: 0 }
    }

    /// Saves the estimates in the folder.
    pub(super) fn write(&self, campaign: &Campaign) -> Result<(), FileError> {
        let kept = self.known.iter().map(|(position, it)| (position.own_and_opponent(), it));
        let text = to_line(&kept.collect_vec());
        write_whole(&campaign.folder.join(FILE), text.as_bytes())
    }

    /// The estimate for a position. `None` if it is missing.
    pub(super) fn get(&mut self, position: Position) -> Option<&Estimate> {
        let found = self.known.get(&position);
        if found.is_none() {
            self.missing.insert(position);
        }
        found
    }

    /// The forms after the moves of a position, in the order in which a search would try them, or
    /// after the pass. Images of the same position appear once. `None` if the order is missing.
    pub(super) fn after(&mut self, case: Case) -> Option<Vec<Case>> {
        let position = case.position;
        if position.turn() != Turn::Place {
            return Some(case.after());
        }
        // Moves missing in the file are added.
        let squares = self.get(position)?.moves.iter().copied().chain(position.moves());
        let after = squares.filter_map(|square| position.play(square).ok());
        Some(after.map(|position| case.form(position)).unique().collect())
    }

    /// Makes the missing estimates, with all threads of the current pool, and returns whether there
    /// were any.
    pub(super) fn make(&mut self, campaign: &Campaign, progress: &dyn Progress) -> Result<bool> {
        let missing = mem::take(&mut self.missing);
        let made = missing.par_iter().filter_map(|&position| {
            if progress.is_stopped() {
                return None;
            }
            progress.advance(1);
            Some((position, estimate(position, campaign)))
        });
        for (position, (estimate, nodes)) in made.collect::<Vec<_>>() {
            self.known.insert(position, estimate);
            self.nodes += nodes;
        }
        if progress.is_stopped() { Err(CampaignError::Stopped) } else { Ok(!missing.is_empty()) }
    }
}

/// An estimate, and the number of positions searched for it.
fn estimate(position: Position, campaign: &Campaign) -> (Estimate, u64) {
    let (rules, shallower) = (campaign.start.rules, campaign.shallower());
    if campaign.is_frontier(position) {
        let (_, cost) = ranked_moves(position, rules, 1);
        let (value, nodes) = estimated_value(position, rules, shallower);
        return (Estimate { value, cost, ..Estimate::default() }, cost + nodes);
    }
    let (moves, cost) = ranked_moves(position, rules, shallower);
    (Estimate { moves, cost, ..Estimate::default() }, cost)
}

/// An estimate of the start's value from selective searches after each move, if the board is small
/// enough for them. A single selective search of the start is less accurate: for 5×6, and for 5×6 and
/// 6×5 from the parallel start, it gives +13, +8 and -8, but the values are +10, +8 and -11.
pub(super) fn of_start(start: Case) -> Option<Score> {
    let Case { position, rules } = start;
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
    let (find, lines) = (Find::BestMove, Lines::One);
    let question = Question { position, rules, find, lines, counts: false };
    let found = answer(&question, &Sources::SEARCH, &Limits::single(1 << 20), &());
    let answer = found.expect("a small table and no listener");
    let value = answer.value().expect("nothing stops the search");
    (start.side().sees(value, position.side()), nodes + answer.nodes())
}
