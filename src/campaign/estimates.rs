//! Estimates for positions without answers, which are kept from plan to plan.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use itertools::Itertools;
use othello_core::board::kernel::Discs;
use othello_core::search::{ranked_moves, selective_value};
use othello_core::{Position, Progress, Rules, Score, SearchOptions, Square, Turn, search};
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use super::lines::{Subject, form, to_line};
use super::terms::Terms;
use crate::storage::{FileError, write_whole};

/// The estimate for a position of the frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Estimate {
    pub(super) value: Score,
    /// A measure of how long a question takes: the number of positions searched to rank the moves.
    pub(super) cost: u64,
}

/// The order in which a search would try the moves of positions, and the estimates for positions of
/// the frontier. They are kept from plan to plan, because they are expensive and do not change:
/// making them again in each of the 21 plans of a 4×9 campaign would search more positions than the
/// answers.
pub(super) struct Estimates<'a> {
    path: PathBuf,
    terms: Terms,
    moves: HashMap<Discs, Box<[Square]>, FxBuildHasher>,
    frontier: HashMap<Discs, Estimate, FxBuildHasher>,
    /// The number of positions searched for new estimates.
    pub(super) nodes: u64,
    pub(super) progress: &'a dyn Progress,
}

impl<'a> Estimates<'a> {
    /// The estimates in the folder of a campaign. They only affect which questions come first, so an
    /// unreadable file and impossible estimates are ignored.
    pub(super) fn open(folder: &Path, terms: Terms, progress: &'a dyn Progress) -> Self {
        let path = folder.join("estimates.json");
        let text = fs::read(&path).unwrap_or_default();
        let (moves, frontier): (Vec<_>, Vec<_>) = serde_json::from_slice(&text).unwrap_or_default();
        let is_value = |it: &(_, Estimate)| terms.check_value(it.1.value, "the estimate").is_ok();
        let frontier = frontier.into_iter().filter(is_value).collect();
        Self { path, moves: moves.into_iter().collect(), frontier, terms, nodes: 0, progress }
    }

    /// Saves the estimates in the folder.
    pub(super) fn write(&self) -> Result<(), FileError> {
        let kept = (Vec::from_iter(&self.moves), Vec::from_iter(&self.frontier));
        write_whole(&self.path, to_line(&kept).as_bytes())
    }

    /// The positions after the moves of a position, in the order in which a search would try them, or
    /// the position after the pass. Images of the same position appear once.
    pub(super) fn after(&mut self, position: Position) -> Box<[Discs]> {
        if position.turn() == Turn::Pass {
            return [form(position.pass())].into();
        }
        let Self { moves, nodes, terms, progress, .. } = self;
        let ranked = moves.entry(position.own_and_opponent()).or_insert_with(|| {
            let (moves, took) = ranked_moves(position, terms.start.rules, terms.shallower());
            *nodes += took;
            progress.advance(took);
            moves.into()
        });
        // Moves missing in the file are added.
        let squares = ranked.iter().copied().chain(position.moves());
        squares.filter_map(|square| position.play(square).ok().map(form)).unique().collect()
    }

    /// The estimate for a position of the frontier.
    pub(super) fn frontier(&mut self, discs: Discs) -> Estimate {
        let Self { frontier, nodes, terms, progress, .. } = self;
        *frontier.entry(discs).or_insert_with(|| {
            let (position, rules) = (terms.position(discs), terms.start.rules);
            let (value, took) = estimate(position, rules, terms.shallower());
            let (_, cost) = ranked_moves(position, rules, 1);
            *nodes += took + cost;
            progress.advance(took + cost);
            Estimate { value, cost }
        })
    }
}

/// An estimate of the start's value from selective searches after each move, if the board is small
/// enough for them. A single selective search of the start is less accurate: for 5×6, and for 5×6 and
/// 6×5 from the parallel start, it gives +13, +8 and -8, but the values are +10, +8 and -11.
pub(super) fn of_start(start: Subject, progress: &dyn Progress) -> Option<Score> {
    let Subject { position, rules } = start;
    if position.empties() > SELECTIVE {
        return None;
    }
    let mut best = None;
    for next in position.after_moves().map(Position::after_forced_pass) {
        let (value, took) = selective_value(next, rules, TABLE_OF_AN_ESTIMATE)?;
        progress.advance(took);
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
pub(super) fn estimate(start: Position, rules: Rules, shallower: u32) -> (Score, u64) {
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
    let options = SearchOptions { rules, hash: 1 << 20, ..SearchOptions::default() };
    let result = search(position, &options, &());
    (start.side().sees(result.lower, position.side()), nodes + result.nodes)
}
