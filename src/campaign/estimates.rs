//! Estimates of positions about which nothing is known yet, kept from plan to plan.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use othello_core::board::kernel::Discs;
use othello_core::board::{Size, Square, Turn};
use othello_core::game::{Position, Rules, Score};
use othello_core::progress::Progress;
use othello_core::search::{SearchOptions, ranked_moves, search, selective_value};
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use super::lines::{Subject, form, to_line};
use super::terms::Terms;
use crate::storage::{FileError, write_whole};

/// The estimate of a position of the frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Estimate {
    pub(super) value: Score,
    /// About how long a question takes: the number of positions searched to rank its moves.
    pub(super) cost: u64,
}

/// The order in which a search would try the moves of positions, and the estimates of positions of
/// the frontier. They are kept from plan to plan, because they take long to make and do not change:
/// if each of the 21 plans of a campaign of 4×9 made them again, that would take more positions
/// than the answers.
pub(super) struct Estimates<'a> {
    path: PathBuf,
    terms: Terms,
    moves: HashMap<Discs, Box<[Square]>, FxBuildHasher>,
    frontier: HashMap<Discs, Estimate, FxBuildHasher>,
    /// The number of positions searched for those that were not kept.
    pub(super) nodes: u64,
    pub(super) progress: &'a dyn Progress,
}

/// The file of estimates: the moves and the frontier.
type Kept = (Vec<(Discs, Box<[Square]>)>, Vec<(Discs, Estimate)>);

impl<'a> Estimates<'a> {
    /// The estimates that are kept in the folder of a campaign. They decide what is asked first,
    /// and no more, so a file that cannot be read is left out, and so is an impossible estimate.
    pub(super) fn open(folder: &Path, terms: Terms, progress: &'a dyn Progress) -> Self {
        let path = folder.join("estimates.json");
        let text = fs::read(&path).unwrap_or_default();
        let (moves, frontier): Kept = serde_json::from_slice(&text).unwrap_or_default();
        let is_value = |it: &(_, Estimate)| terms.check_value(it.1.value, "the estimate").is_ok();
        let (moves, frontier) = (moves.into_iter(), frontier.into_iter().filter(is_value));
        Self {
            path,
            moves: moves.collect(),
            frontier: frontier.collect(),
            terms,
            nodes: 0,
            progress,
        }
    }

    /// Keeps the estimates in the folder.
    pub(super) fn write(&self) -> Result<(), FileError> {
        let kept = (Vec::from_iter(&self.moves), Vec::from_iter(&self.frontier));
        write_whole(&self.path, to_line(&kept).as_bytes())
    }

    /// The positions after the moves of a position, those first that a search would try first, or
    /// after the pass. Of moves that lead to images of one position there is the first.
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
        let mut after = Vec::new();
        // The file lacks some, which are added.
        for square in ranked.iter().copied().chain(position.moves()) {
            if let Ok(next) = position.play(square).map(form)
                && !after.contains(&next)
            {
                after.push(next);
            }
        }
        after.into()
    }

    /// The estimate of a position of the frontier.
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

/// The value of a start by selective searches of the positions after its moves, where such searches
/// take the place of games. One search of the start itself is farther off: +13, +8 and -8 for 5×6
/// and, from the parallel start, 5×6 and 6×5, against +10, +8 and -11.
pub(super) fn of_start(start: Subject, progress: &dyn Progress) -> Option<Score> {
    let Subject { position, rules } = start;
    if position.empties() > SELECTIVE {
        return None;
    }
    let mut best = None;
    for next in position.after_moves().map(Position::after_forced_pass) {
        let (value, took) = selective_value(next, rules, HASH)?;
        progress.advance(took);
        best = best.max(Some(position.side().sees(value, next.side())));
    }
    best
}

/// A game is played for this number of plies to estimate a value, and its end is solved. A question
/// takes thousands of times as long. On 4x12 the guess is then right, +48; it is +31 if games are
/// played down to ten empty squares.
const PLAYED: u32 = 10;

/// A game with no more empty squares than this is solved at once.
const SOLVED: u32 = 10;

/// With more empty squares than this, a game is played on. On boards of five rows and more the end
/// of a game takes a second to solve with 22.
fn most_solved(size: Size) -> u32 {
    if size.short_side() <= 4 { 22 } else { 16 }
}

/// With no more empty squares than this, a selective search takes the place of all that, where
/// there is a trained evaluation. A campaign of 6x6 then takes 1.5 times the nodes of one search,
/// and 1.9 times if six plies are played before it, although the guess is the better one.
const SELECTIVE: u32 = 26;

/// The size of the table of a selective search, in bytes.
const HASH: usize = 16 << 20;

/// An estimate of the value for the side to move, and the number of positions searched. The
/// estimate is the value of the end of a game in which both sides play the move that a search would
/// try first. Where moves are ranked `shallower`, because there are many positions, the end is
/// searched two plies later for each ply.
pub(super) fn estimate(start: Position, rules: Rules, shallower: u32) -> (Score, u64) {
    let (mut position, mut nodes) = (start.after_forced_pass(), 0);
    let later = 2 * shallower;
    let solved = position.empties().saturating_sub(PLAYED + later);
    let solved = solved.clamp(SOLVED, most_solved(start.size()));
    let selective = position.empties().saturating_sub(later).min(SELECTIVE);
    while position.empties() > solved && position.turn() == Turn::Place {
        if position.empties() <= selective
            && let Some((value, took)) = selective_value(position, rules, HASH)
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
