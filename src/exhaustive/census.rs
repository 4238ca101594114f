//! How many positions and games there are, and how the games end.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::counts::PositionCounts;
use super::solution::Solution;
use crate::board::kernel::{self, Embedding, Isa, Kernel, Portable, Shape, on_small_grid};
use crate::board::{Color, Turn};
use crate::game::Position;

/// The whole game tree below a position, counted.
///
/// A position counts once for each player to move, however often it occurs in the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// The positions, one entry for each number of empty squares, from many to few.
    pub positions: Vec<PositionCounts>,
    /// The number of games by how they end: Black's discs and White's.
    pub endings: BTreeMap<(u32, u32), u64>,
    /// The number of games in which both players always play a best move.
    pub optimal: u64,
    /// The number of nodes of the game tree, including passes and the root.
    pub nodes: u64,
}

/// The number of ways that lead from the root to a position.
#[derive(Clone, Copy, Default)]
struct Ways {
    /// All of them.
    all: u64,
    /// Those along which both players always play a best move.
    optimal: u64,
}

impl Ways {
    fn add(&mut self, more: Self) {
        self.all += more.all;
        self.optimal += more.optimal;
    }
}

impl Census {
    /// Counts the tree below a position.
    ///
    /// The best moves are those of `solution`. The result is `None` if it does not contain all
    /// positions of the tree.
    pub fn new(root: Position, solution: &Solution) -> Option<Self> {
        on_small_grid(root.size(), Count { root, solution }).ok()?
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.endings.values().sum()
    }
}

/// Counts the tree below a position, one number of empty squares after the other: each position
/// passes the number of ways that lead to it on to its successors.
struct Count<'a> {
    root: Position,
    solution: &'a Solution,
}

/// The ways to positions that have the same number of empty squares.
type Reached<G> = FxHashMap<(kernel::Position<G>, Color), Ways>;

impl Kernel for Count<'_> {
    type Output = Option<Census>;

    fn run<G: Shape, I: Isa>(self, _: I, board: &Embedding<G>) -> Option<Census> {
        let Self { root, solution } = self;
        let mut census = Census::default();
        let root = (board.position(root.own_and_opponent()), root.side());
        let mut reached = Reached::from_iter([(root, Ways { all: 1, optimal: 1 })]);
        while !reached.is_empty() {
            reached = census.add_layer(board, reached, solution)?;
        }
        Some(census)
    }
}

impl Census {
    /// Counts the positions that were reached, and returns those with one more disc.
    fn add_layer<G: Shape>(
        &mut self,
        board: &Embedding<G>,
        mut reached: Reached<G>,
        solution: &Solution,
    ) -> Option<Reached<G>> {
        // A pass leaves the discs as they are. It leads to a position that may also be reached
        // otherwise, and has a legal move.
        let passes: Vec<_> = reached
            .iter()
            .filter(|((position, _), _)| board.turn(Portable, *position) == Turn::Pass)
            .map(|(&(position, side), &ways)| ((position.pass(), !side), ways))
            .collect();
        for (passed, ways) in passes {
            reached.entry(passed).or_default().add(ways);
        }

        let mut counts = PositionCounts::default();
        let mut next = Reached::<G>::default();
        for (&(position, side), &ways) in &reached {
            counts.empties = board.empty(position).len();
            self.nodes += ways.all;
            match board.turn(Portable, position) {
                Turn::Place => {
                    counts.decision += 1;
                    // Few positions are on a line of best play.
                    let best = if ways.optimal > 0 {
                        let discs = board.discs(position);
                        solution.best_moves(Position::from_discs(board.size, discs, side))?
                    } else {
                        Vec::new()
                    };
                    for square in board.moves(Portable, position) {
                        let is_best = best.contains(&board.to_board(square));
                        let optimal = if is_best { ways.optimal } else { 0 };
                        let after = (position.play_unchecked(square), !side);
                        next.entry(after).or_default().add(Ways { all: ways.all, optimal });
                    }
                }
                Turn::Pass => counts.pass += 1,
                Turn::Over => {
                    counts.over += 1;
                    let [own, opponent] = [position.own().len(), position.opponent().len()];
                    let discs = side.choose((own, opponent), (opponent, own));
                    *self.endings.entry(discs).or_default() += ways.all;
                    self.optimal += ways.optimal;
                }
            }
        }
        let distinct: FxHashSet<_> = reached.keys().map(|&(position, _)| position).collect();
        let canonical: FxHashSet<_> =
            distinct.iter().map(|&position| board.canonical(position)).collect();
        counts.total = reached.len() as u64;
        counts.distinct = distinct.len() as u64;
        counts.canonical = canonical.len() as u64;
        self.positions.push(counts);
        Some(next)
    }
}
