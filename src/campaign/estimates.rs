//! What positions look like before anything is known about them.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::PathBuf;

use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use super::{Bounds, Campaign, form};
use crate::board::kernel::Discs;
use crate::board::{Size, Square, Turn};
use crate::game::{Position, Rules, Score};
use crate::progress::Progress;
use crate::search::{SearchOptions, ranked_moves, search, selective_value};
use crate::storage::{FileError, write_whole};

/// What positions look like: the order in which a search would try their moves, and the
/// estimates of positions of the frontier. They are kept from plan to plan, because they take
/// long to make and do not change.
#[derive(Debug, Default)]
pub struct Estimates {
    after: HashMap<Discs, Box<[(Square, Discs)]>, FxBuildHasher>,
    pub(super) frontier: HashMap<Discs, Estimate, FxBuildHasher>,
    /// The number of positions that were looked at for those that were not kept.
    pub(super) nodes: u64,
}

/// What a position of the frontier looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Estimate {
    pub(super) value: Score,
    /// About how long a question takes: the number of positions looked at to rank its moves.
    pub(super) cost: u64,
}

/// A line of the file of estimates.
#[derive(Serialize, Deserialize)]
struct Line {
    /// The cells row by row from `a1`, and the side to move.
    position: String,
    #[serde(flatten)]
    look: Look,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Look {
    Frontier(Estimate),
    Above { moves: Vec<String> },
}

impl Estimates {
    /// The most positions of a plan: it then takes a few gigabytes of memory.
    pub(super) const MOST: usize = 20_000_000;

    /// The positions after the moves of a position, those first that a search would try
    /// first.
    pub(super) fn after(
        &mut self,
        campaign: &Campaign,
        game: Position,
        progress: &dyn Progress,
    ) -> Box<[Discs]> {
        let Self { after, nodes, .. } = self;
        let after = after.entry(game.own_and_opponent()).or_insert_with(|| {
            let (moves, took) = ranked_moves(game, campaign.rules(), campaign.shallower());
            *nodes += took;
            progress.advance(took);
            distinct(game, &moves)
        });
        after.iter().map(|&(_, next)| next).collect()
    }

    /// What a position of the frontier looks like.
    pub(super) fn frontier(
        &mut self,
        campaign: &Campaign,
        discs: Discs,
        progress: &dyn Progress,
    ) -> Estimate {
        let Self { frontier, nodes, .. } = self;
        *frontier.entry(discs).or_insert_with(|| {
            let (game, rules) = (campaign.game(discs), campaign.rules());
            let (value, took) = estimate(game, rules, campaign.shallower());
            let (_, cost) = ranked_moves(game, rules, 1);
            *nodes += took + cost;
            progress.advance(took + cost);
            Estimate { value, cost }
        })
    }

    /// The value of the start by selective searches of the positions after its moves, where such
    /// searches take the place of games. One search of the start itself is farther off: +13, +8 and
    /// -8 for 5×6 and, from the parallel start, 5×6 and 6×5, against +10, +8 and -11.
    pub(super) fn of_start(
        &mut self,
        campaign: &Campaign,
        progress: &dyn Progress,
    ) -> Option<Score> {
        let start = campaign.start;
        if start.empties() > SELECTIVE {
            return None;
        }
        let mut best = None;
        for square in start.moves() {
            let next = start.play(square).expect("the moves are legal").after_forced_pass();
            let (value, took) = selective_value(next, campaign.rules(), HASH)?;
            self.nodes += took;
            progress.advance(took);
            best = best.max(Some(seen_from(start, next, value)));
        }
        best
    }
}

/// The moves and the positions after them. Of moves that lead to images of one position
/// there is the first.
fn distinct(game: Position, moves: &[Square]) -> Box<[(Square, Discs)]> {
    let mut after: Vec<(Square, Discs)> = Vec::new();
    for &square in moves {
        let next = game.play(square).map(form);
        if let Ok(next) = next
            && after.iter().all(|&(_, other)| other != next)
        {
            after.push((square, next));
        }
    }
    after.into()
}

impl Campaign {
    fn estimates_file(&self) -> PathBuf {
        self.folder.join("estimates.jsonl")
    }

    /// The estimates that were kept in the folder. They say what to ask first, and no more:
    /// what a line lacks is added, and one that cannot be read is left out.
    pub fn read_estimates(&self) -> Estimates {
        let mut estimates = Estimates::default();
        let text = fs::read_to_string(self.estimates_file()).unwrap_or_default();
        for Line { position, look } in text.lines().flat_map(serde_json::from_str) {
            let Ok(game) = Position::parse(self.terms.size, &position) else { continue };
            let discs = game.own_and_opponent();
            match look {
                Look::Frontier(Estimate { value, cost }) => {
                    let Bounds { lower, upper } = self.unbounded();
                    let (value, cost) = (value.clamp(lower, upper), cost.min(1 << 32));
                    estimates.frontier.insert(discs, Estimate { value, cost });
                }
                Look::Above { moves } => {
                    let ranked = moves.iter().flat_map(|name| name.parse());
                    let moves: Vec<_> = ranked.chain(game.moves()).collect();
                    estimates.after.insert(discs, distinct(game, &moves));
                }
            }
        }
        estimates
    }

    /// Keeps the estimates in the folder.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write_estimates(&self, estimates: &Estimates) -> Result<(), FileError> {
        let path = self.estimates_file();
        let Estimates { after, frontier, .. } = estimates;
        let above = after.iter().map(|(&discs, after)| {
            let moves = after.iter().map(|(square, _)| square.to_string()).collect();
            (discs, Look::Above { moves })
        });
        let frontier = frontier.iter().map(|(&discs, &it)| (discs, Look::Frontier(it)));
        let mut lines: Vec<_> = above.chain(frontier).collect();
        lines.sort_unstable_by_key(|&(discs, _)| discs);
        let mut text = String::new();
        for (discs, look) in lines {
            let line = Line { position: self.game(discs).to_string(), look };
            let line = serde_json::to_string(&line).map_err(io::Error::from);
            text += &(line.map_err(FileError::of("write", &path))? + "\n");
        }
        write_whole(&path, text.as_bytes())
    }
}

/// A game is played for this number of plies to estimate a value, and its end is solved. A
/// question takes thousands of times as long. On 4x12 the guess is then right, +48; it is +31
/// if games are played down to ten empty squares.
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

/// The value of a later position, seen by the side to move at the start.
fn seen_from(start: Position, game: Position, value: Score) -> Score {
    start.side().sees(value, game.side())
}

/// An estimate of the value for the side to move, and the number of positions that were looked
/// at. The estimate is the value of the end of a game in which both sides play the move that a
/// search would try first. Where moves are ranked `shallower`, because there are many positions,
/// the end is searched two plies later for each ply.
fn estimate(start: Position, rules: Rules, shallower: u32) -> (Score, u64) {
    let (mut game, mut nodes) = (start.after_forced_pass(), 0);
    let later = 2 * shallower;
    let solved = game.empties().saturating_sub(PLAYED + later);
    let solved = solved.clamp(SOLVED, most_solved(start.size()));
    let selective = game.empties().saturating_sub(later).min(SELECTIVE);
    while game.empties() > solved && game.turn() == Turn::Place {
        if game.empties() <= selective
            && let Some((value, took)) = selective_value(game, rules, HASH)
        {
            return (seen_from(start, game, value), nodes + took);
        }
        let (moves, took) = ranked_moves(game, rules, 0);
        game = game.play(moves[0]).expect("the moves are legal").after_forced_pass();
        nodes += took;
    }
    let options = SearchOptions { rules, hash: 1 << 20, ..SearchOptions::default() };
    let result = search(game, &options, &());
    (seen_from(start, game, result.lower), nodes + result.nodes)
}
