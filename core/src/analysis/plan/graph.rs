//! The positions that a plan may lead to, and the moves it may choose from.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::PlanError;
use crate::board::kernel::Discs;
use crate::board::{Color, Size, SquareSet, Turn};
use crate::game::{Game, Position};
use crate::progress::Progress;

/// Everything that a plan for one player can consist of. Positions with this player to move are
/// nodes. Reflections and rotations share a node.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// The nodes that a plan has to answer first.
    pub(super) roots: Vec<u32>,
    /// For each node, the nodes that can follow each of its choices: sorted, and without repetition.
    pub(super) choices: Vec<Vec<Vec<u32>>>,
    /// Each canonical position, with its place in `choices`.
    pub(super) places: FxHashMap<Position, u32>,
    /// Whether every move that keeps the score is a choice.
    pub(super) complete: bool,
}

impl Graph {
    /// The graph of all positions that can follow `root` while the moves of `player` keep the score.
    /// `keeps` says whether they do, for a position after a move of `player`, or `None` if it was
    /// stopped. Each node has at most `breadth` choices. Breaks with an error if the graph has
    /// more than `limit` nodes.
    pub(super) fn explore(
        root: Position,
        player: Color,
        breadth: usize,
        limit: usize,
        keeps: &mut dyn FnMut(Position) -> Option<bool>,
        progress: &dyn Progress,
    ) -> ControlFlow<PlanError, Self> {
        let mut graph = Self { complete: true, ..Self::default() };
        let mut waiting = VecDeque::new();
        graph.roots = graph.follow(root, player, &mut waiting);
        while let Some(position) = waiting.pop_front() {
            if progress.is_stopped() {
                return ControlFlow::Break(PlanError::Stopped);
            }
            let mut choices = Vec::new();
            for after in by_size_of_plan(position) {
                if choices.len() == breadth {
                    graph.complete = false;
                    break;
                }
                match keeps(after) {
                    None => return ControlFlow::Break(PlanError::Stopped),
                    Some(false) => {}
                    Some(true) => choices.push(graph.follow(after, player, &mut waiting)),
                }
            }
            if graph.places.len() > limit {
                return ControlFlow::Break(PlanError::TooLarge);
            }
            // Choices after which fewer positions can follow make others superfluous.
            choices.sort_by_key(Vec::len);
            let mut useful: Vec<Vec<u32>> = Vec::new();
            for choice in choices {
                let is_within = |less: &Vec<u32>| less.iter().all(|node| choice.contains(node));
                if !useful.iter().any(is_within) {
                    useful.push(choice);
                }
            }
            graph.choices.push(useful);
        }
        ControlFlow::Continue(graph)
    }

    /// The nodes that follow a position; those that are new are added to `waiting`, in order.
    fn follow(
        &mut self,
        position: Position,
        player: Color,
        waiting: &mut VecDeque<Position>,
    ) -> Vec<u32> {
        let mut nodes = Vec::new();
        each_reply(Game::new(position), player, &mut |game| {
            let next = game.end().canonical();
            if next.turn() == Turn::Over {
                return;
            }
            let count = self.places.len();
            let node = *self.places.entry(next).or_insert_with(|| {
                waiting.push_back(next);
                u32::try_from(count).expect("the number of nodes is limited")
            });
            nodes.push(node);
        });
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }
}

/// Calls a function with each game that can follow until `player` has to move, or until it is over.
pub(super) fn each_reply(mut game: Game, player: Color, then: &mut dyn FnMut(Game)) {
    game.take_forced_pass();
    let end = game.end();
    if end.side() == player || end.turn() == Turn::Over {
        return then(game);
    }
    for square in end.moves() {
        let mut game = game.clone();
        game.play(square).expect("it is legal");
        each_reply(game, player, then);
    }
}

/// The positions after each move, those first whose plans are expected to be smallest.
fn by_size_of_plan(position: Position) -> Vec<Position> {
    let mut after: Vec<_> = position.after_moves().collect();
    after.sort_by_cached_key(|&next| expected_size(next));
    after
}

/// With at least this number of empty squares, the size of a plan is estimated four plies ahead, and
/// with fewer two plies ahead.
const FAR: u32 = 15;

/// An estimate of the number of positions in a plan for the player who has just moved.
///
/// Estimating it from the opponent's immediate moves alone makes plans twice as large on 5x6 and
/// larger boards.
pub fn expected_size(position: Position) -> u64 {
    let moves = if position.empties() >= FAR { 2 } else { 1 };
    positions_below(position.own_and_opponent(), position.size(), moves)
}

/// An estimate from this number of moves of each side ahead, with the opponent to move. Every reply
/// counts, but only the cheapest move.
fn positions_below(discs: Discs, size: Size, moves: u32) -> u64 {
    let replies = discs.moves(size);
    if moves == 0 {
        return u64::from(replies.count_ones()) + 1;
    }
    if replies == 0 {
        return 1;
    }
    let fewest = |reply: Discs| {
        let below = |next| positions_below(next, size, moves - 1);
        each_after(reply, size).map(below).min().unwrap_or(1)
    };
    each_after(discs, size).map(fewest).sum()
}

/// The discs after each move, seen by the player who is to move then.
fn each_after(discs: Discs, size: Size) -> impl Iterator<Item = Discs> {
    let moves = SquareSet::of(size, discs.moves(size)).into_iter();
    moves.filter_map(move |square| discs.play(size, square))
}
