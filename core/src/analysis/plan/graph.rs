//! The AND/OR graph of a game: the positions that a plan can reach, and its choices there.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::board::{Color, error_text};
use crate::game::{Game, Position};
use crate::progress::Progress;

/// The maximum number of replies to a move.
const MOST_REPLIES: usize = 500;

/// Why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanError {
    /// The listener stopped the search.
    Stopped,
    /// The plan would have more than this number of positions.
    TooLarge(usize),
    /// The plan, or one of its moves, would have more than this number of replies.
    TooManyReplies(usize),
}

error_text!(PlanError, |it, f| {
    let (most, what) = match it {
        Self::Stopped => return f.write_str("stopped"),
        Self::TooLarge(most) => (most, "positions"),
        Self::TooManyReplies(most) => (most, "replies, because its player has to pass often"),
    };
    write!(f, "the plan would have more than {most} {what}")
});

/// All plans by which a player keeps a score. The nodes are the positions with this player to move.
/// Reflections and rotations share a node.
#[derive(Debug)]
pub(super) struct Graph {
    /// The nodes that the opponent can reach before the player's first move.
    pub(super) roots: Vec<u32>,
    /// The successors of each node after each of its choices, sorted and without duplicates.
    pub(super) choices: Vec<Vec<Vec<u32>>>,
    /// The index of each canonical position in `choices`.
    pub(super) places: FxHashMap<Position, u32>,
    /// Whether every move that keeps the score is a choice.
    pub(super) complete: bool,
}

impl Graph {
    /// The graph below a position, with at most `breadth` choices at each node. `keeps` decides whether
    /// the player has kept the score in a position after the player's move, and returns `None` to stop.
    ///
    /// # Errors
    ///
    /// If the graph has more than `limit` nodes or a move too many replies, or if `keeps` or the listener
    /// stops the work.
    pub(super) fn explore(
        root: Position,
        player: Color,
        breadth: usize,
        limit: usize,
        keeps: &mut dyn FnMut(Position) -> Option<bool>,
        progress: &dyn Progress,
    ) -> Result<Self, PlanError> {
        let mut nodes = Nodes::default();
        let roots = nodes.of(successors(root, player)?);
        let (mut all_choices, mut complete) = (Vec::new(), true);
        while let Some(position) = nodes.waiting.pop_front() {
            if progress.is_stopped() {
                return Err(PlanError::Stopped);
            }
            let mut choices = Vec::new();
            // The move with the smallest expected plan is the first.
            let mut all_after: Vec<_> = position.after_moves().collect();
            all_after.sort_by_cached_key(|&next| expected_size(next));
            for after in all_after {
                if choices.len() == breadth {
                    complete = false;
                    break;
                }
                if keeps(after).ok_or(PlanError::Stopped)? {
                    choices.push(nodes.of(successors(after, player)?));
                }
            }
            if nodes.places.len() > limit {
                return Err(PlanError::TooLarge(limit));
            }
            // If one choice's successors are a superset of another's, the plan never needs it.
            choices.sort_by_key(Vec::len);
            let mut useful: Vec<Vec<u32>> = Vec::new();
            for choice in choices {
                if !useful.iter().any(|other| other.iter().all(|node| choice.contains(node))) {
                    useful.push(choice);
                }
            }
            all_choices.push(useful);
        }
        Ok(Self { roots, choices: all_choices, places: nodes.places, complete })
    }
}

/// The nodes found so far.
#[derive(Default)]
struct Nodes {
    places: FxHashMap<Position, u32>,
    /// The nodes without choices yet, in the order of their indices.
    waiting: VecDeque<Position>,
}

impl Nodes {
    /// The nodes of these positions, sorted and without duplicates.
    fn of(&mut self, positions: Vec<Position>) -> Vec<u32> {
        let mut nodes = Vec::new();
        for position in positions {
            let (position, count) = (position.canonical(), self.places.len());
            nodes.push(*self.places.entry(position).or_insert_with(|| {
                self.waiting.push_back(position);
                u32::try_from(count).expect("the number of nodes is limited")
            }));
        }
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }
}

/// The next positions with `player` to move, one for each way the opponent can get there.
///
/// # Errors
///
/// If there are too many ways.
pub(super) fn successors(position: Position, player: Color) -> Result<Vec<Position>, PlanError> {
    let games = replies(position, player)?;
    let ends = games.iter().map(Game::end);
    Ok(ends.filter(|end| !end.is_over()).collect())
}

/// The opponent's play up to the next move of `player` or the end of the game, in every way.
///
/// # Errors
///
/// If there are too many ways, because `player` has to pass again and again.
pub(super) fn replies(position: Position, player: Color) -> Result<Vec<Game>, PlanError> {
    let (mut replies, mut waiting) = (Vec::new(), vec![Game::new(position)]);
    while let Some(mut game) = waiting.pop() {
        game.take_forced_pass();
        let end = game.end();
        if end.side() == player || end.is_over() {
            replies.push(game);
            if replies.len() > MOST_REPLIES {
                return Err(PlanError::TooManyReplies(MOST_REPLIES));
            }
            continue;
        }
        let begin = waiting.len();
        for square in end.moves() {
            let mut game = game.clone();
            game.play(square).expect("it is legal");
            waiting.push(game);
        }
        waiting[begin..].reverse();
    }
    Ok(replies)
}

/// With at least this number of empty squares, the size of a plan is estimated four plies ahead, and
/// with fewer two plies ahead.
const FAR: u32 = 15;

/// An estimate of the number of positions in a plan for the player who has just moved.
///
/// Estimating it from the opponent's immediate moves alone makes plans twice as large on 5x6 and
/// larger boards.
pub fn expected_size(position: Position) -> u64 {
    positions_below(position, if position.empties() >= FAR { 2 } else { 1 })
}

/// An estimate from this number of moves of each side ahead, with the opponent to move. Every reply
/// counts, but only the cheapest move.
fn positions_below(position: Position, moves: u32) -> u64 {
    let replies = position.moves();
    if moves == 0 {
        return u64::from(replies.len()) + 1;
    }
    if replies.is_empty() {
        return 1;
    }
    let fewest = position.after_moves().map(|reply| {
        let below = reply.after_moves().map(|next| positions_below(next, moves - 1));
        below.min().unwrap_or(1)
    });
    fewest.sum()
}
