//! Solving a small board by visiting every reachable position once.
//!
//! [`Solution::solve`] is a negamax search without pruning. It stores each position with its values
//! and the moves to its successors. Everything else reads what it has stored, for example the
//! [`Census`](super::Census) to count games.

use std::{collections::BTreeMap, ops::Range};

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::ValueCounts;
use crate::board::kernel::{
    self, Discs, Embedding, Isa, Kernel, Portable, SMALL_SQUARES, Shape, on_small_grid,
};
use crate::board::{Color, Images, Square, Symmetry, TooBig, Turn};
use crate::game::{Game, Position, Rules, Score, Scoring};
use crate::progress::Progress;

/// A strongly solved board: the exact value of every position that can be reached from a given one.
///
/// It comes from a negamax search without pruning. Reflections and rotations share one position,
/// which is stored with its value under both ways of scoring. Values are seen by the player to
/// move.
///
/// Memory and time grow with the number of positions. Each of the 12,351 positions of 4×4 takes
/// about 60 bytes and 1,200 instructions. Boards of 24 squares or more have far too many positions.
///
/// ```
/// # use othello_core::{Position, Rules, Size, Solution, Start};
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let solution = Solution::new(start, Rules::default()).unwrap();
/// assert_eq!(solution.value(start), Some(-8));
/// let best: Vec<_> = solution.best_moves(start).unwrap().iter().map(|m| m.to_string()).collect();
/// assert_eq!(best, ["b1", "a2", "d3", "c4"]);
/// ```
#[derive(Clone, Debug)]
pub struct Solution {
    pub(super) root: Position,
    pub(super) rules: Rules,
    /// Every canonical position, after all of its successors. The root comes last.
    pub(super) nodes: Vec<Node>,
    /// The moves and passes of all positions.
    steps: Vec<Step>,
    /// The index of each position in `nodes`.
    places: FxHashMap<Key, u32>,
}

/// A canonical position and its values.
#[derive(Clone, Debug)]
pub(super) struct Node {
    key: Key,
    pub(super) turn: Turn,
    /// The value under each [`Scoring`]. A score fits into a byte.
    values: [i8; 2],
    /// The symmetries that map the position to itself.
    pub(super) own_images: Images,
    /// The range of its moves in `steps`, in the order of squares, or of its pass.
    steps: Range<u32>,
}

/// A move or a pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The index of the canonical position after it.
    pub(super) to: u32,
    /// A symmetry that maps the position after it to the canonical one.
    pub(super) symmetry: Symmetry,
}

/// The moves of a position, or its pass.
type Steps = ArrayVec<Step, { Solution::MAX_SQUARES as usize }>;

/// A position with at most 32 squares in one word: own discs, then the opponent's.
type Key = u64;

fn key(discs: Discs) -> Key {
    discs.own << 32 | discs.opponent
}

fn discs(key: Key) -> Discs {
    Discs { own: key >> 32, opponent: key & 0xFFFF_FFFF }
}

impl Solution {
    /// The most squares of a board that can be solved in memory.
    pub const MAX_SQUARES: u32 = SMALL_SQUARES;

    /// Solves a position and every position that can follow it.
    ///
    /// # Errors
    ///
    /// If the board has more than [`MAX_SQUARES`](Self::MAX_SQUARES) squares.
    #[expect(clippy::missing_panics_doc, reason = "nothing stops it")]
    pub fn new(root: Position, rules: Rules) -> Result<Self, TooBig> {
        Self::unless_stopped(root, rules, &()).map(|solved| solved.expect("nothing stops it"))
    }

    /// Like [`new`](Self::new), but returns `None` if the listener stops it.
    ///
    /// # Errors
    ///
    /// Like [`new`](Self::new).
    pub fn unless_stopped(
        root: Position,
        rules: Rules,
        progress: &dyn Progress,
    ) -> Result<Option<Self>, TooBig> {
        let (nodes, steps, places) = (Vec::new(), Vec::new(), FxHashMap::default());
        let solution = Self { root, rules, nodes, steps, places };
        on_small_grid(root.size(), Solve { solution, progress })
    }

    /// The number of positions, up to symmetry.
    #[expect(clippy::len_without_is_empty, reason = "the root is one of them")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The value of a position, seen by the player to move. `None` if it cannot be reached.
    pub fn value(&self, position: Position) -> Option<Score> {
        self.value_by(self.rules.scoring, position)
    }

    /// The value under this scoring, which may differ from the solution's own.
    pub fn value_by(&self, scoring: Scoring, position: Position) -> Option<Score> {
        let key = key(position.canonical().own_and_opponent());
        let place = self.places.get(&key).filter(|_| position.size() == self.root.size())?;
        Some(self.node(*place).value(scoring))
    }

    /// Each legal move with its value for the player who makes it, in the order of squares. `None`
    /// if the position cannot be reached.
    pub fn moves(&self, position: Position) -> Option<Vec<(Square, Score)>> {
        let after = |square| Some((square, -self.value(position.play(square).ok()?)?));
        self.value(position)?;
        position.moves().into_iter().map(after).collect()
    }

    /// The legal moves that keep the value, in the order of squares. `None` if the position cannot
    /// be reached.
    pub fn best_moves(&self, position: Position) -> Option<Vec<Square>> {
        let value = self.value(position)?;
        let best = self.moves(position)?.into_iter().filter(|&(_, after)| after == value);
        Some(best.map(|(square, _)| square).collect())
    }

    /// A game where both players play best from here: always the first of the best moves, in the
    /// order of squares. `None` if the position cannot be reached.
    pub fn line(&self, position: Position) -> Option<Game> {
        let mut game = Game::new(position);
        self.value(position)?;
        while let Some(&square) = self.best_moves(game.end().after_forced_pass())?.first() {
            game.play(square).ok()?;
        }
        Some(game)
    }

    /// The number of canonical positions with each value, by the number of empty squares, full
    /// boards first.
    pub fn by_empties(&self) -> Vec<ValueCounts> {
        let mut layers = BTreeMap::<u32, (Vec<i8>, u64, u64)>::new();
        for node in &self.nodes {
            let (values, pass, over) = layers.entry(self.empties(node)).or_default();
            values.push(node.values[self.rules.scoring as usize]);
            match node.turn {
                Turn::Place => {}
                Turn::Pass => *pass += 1,
                Turn::Over => *over += 1,
            }
        }
        let count = |(empties, (values, pass, over)): (_, (Vec<_>, _, _))| {
            ValueCounts::count(empties, &values, pass, over)
        };
        layers.into_iter().map(count).collect()
    }

    /// The canonical positions and their values, with Black to move. They are ordered from many
    /// empty squares to few, and then by the own and the opponent's discs.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Score)> {
        let mut nodes: Vec<_> = self.nodes.iter().collect();
        nodes.sort_unstable_by_key(|node| (node.key.count_ones(), node.key));
        nodes.into_iter().map(|node| {
            let position = Position::from_discs(self.root.size(), node.discs(), Color::Black);
            (position, node.value(self.rules.scoring))
        })
    }

    /// Solves a position and every position that can follow it. Returns the step to it, or `None`
    /// if the listener stops the walk.
    fn solve<G: Shape>(
        &mut self,
        board: &Embedding<G>,
        position: kernel::Position<G>,
        progress: &dyn Progress,
    ) -> Option<Step> {
        let (pair, symmetry) = board.least_image(key(position.into()));
        let position = kernel::Position::from(discs(pair));
        let key = key(board.discs(position));
        if let Some(&to) = self.places.get(&key) {
            return Some(Step { to, symmetry });
        }
        if self.nodes.len().is_multiple_of(INTERVAL) && progress.is_stopped() {
            return None;
        }
        let turn = board.turn(Portable, position);
        let steps: Steps = match turn {
            Turn::Place => {
                let moves = board.moves(Portable, position).into_iter();
                let after = moves.map(|square| position.play_unchecked(square));
                after.map(|next| self.solve(board, next, progress)).collect::<Option<_>>()?
            }
            Turn::Pass => Steps::from_iter([self.solve(board, position.pass(), progress)?]),
            Turn::Over => Steps::new(),
        };
        let value = |scoring| {
            let best = steps.iter().map(|step| -self.node(step.to).value(scoring)).max();
            let value = best.unwrap_or_else(|| {
                let end = Position::from_discs(board.size, discs(key), Color::Black);
                end.score(Rules::new(scoring, self.rules.objective))
            });
            i8::try_from(value).expect("a board has at most 64 squares")
        };
        let values = [value(Scoring::Discs), value(Scoring::EmptiesToWinner)];
        let (to, begin) = (end(&self.nodes), end(&self.steps));
        self.steps.extend_from_slice(&steps);
        let steps = begin..end(&self.steps);
        self.nodes.push(Node { key, turn, values, own_images: board.own_images(pair), steps });
        self.places.insert(key, to);
        Some(Step { to, symmetry })
    }

    pub(super) fn node(&self, place: u32) -> &Node {
        &self.nodes[place as usize]
    }

    pub(super) fn steps(&self, node: &Node) -> &[Step] {
        &self.steps[node.steps.start as usize..node.steps.end as usize]
    }

    pub(super) fn empties(&self, node: &Node) -> u32 {
        self.root.size().squares() - node.key.count_ones()
    }
}

impl Node {
    pub(super) fn discs(&self) -> Discs {
        discs(self.key)
    }

    pub(super) fn value(&self, scoring: Scoring) -> Score {
        self.values[scoring as usize].into()
    }
}

/// The work of solving the root and every position that can follow it.
struct Solve<'a> {
    solution: Solution,
    progress: &'a dyn Progress,
}

/// After this many new positions, the walk checks whether to stop.
const INTERVAL: usize = 1 << 14;

impl Kernel for Solve<'_> {
    type Output = Option<Solution>;

    fn run<G: Shape, I: Isa>(self, _: I, board: &Embedding<G>) -> Option<Solution> {
        let Self { mut solution, progress } = self;
        let root = board.position(solution.root.own_and_opponent());
        solution.solve(board, root, progress)?;
        Some(solution)
    }
}

/// The index of the next entry in a list.
fn end<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).expect("there is no memory for that many positions")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::game::Start;

    #[test]
    fn each_position_is_expanded_once_and_after_those_that_follow_it() {
        for (start, positions) in [(Start::Diagonal, 12_351), (Start::Parallel, 19_859)] {
            let root = Position::start(Size::new(4, 4).unwrap(), start);
            let solution = Solution::new(root, Rules::default()).unwrap();
            assert_eq!(solution.nodes.len(), positions);
            assert_eq!(solution.places.len(), positions);
            let mut steps = 0;
            for (place, node) in solution.nodes.iter().enumerate() {
                assert_eq!(solution.places[&node.key] as usize, place);
                let position = Position::from_discs(root.size(), node.discs(), Color::Black);
                let next: Vec<_> = match position.turn() {
                    Turn::Place => position.after_moves().collect(),
                    Turn::Pass => vec![position.pass()],
                    Turn::Over => Vec::new(),
                };
                let stored = solution.steps(node);
                assert_eq!(stored.len(), next.len());
                for (step, next) in stored.iter().zip(next) {
                    assert!((step.to as usize) < place);
                    let form = next.transformed(step.symmetry).own_and_opponent();
                    assert_eq!(solution.node(step.to).discs(), form);
                }
                steps += stored.len();
            }
            assert_eq!(solution.steps.len(), steps);
        }
    }
}
