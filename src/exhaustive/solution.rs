//! The value of every position that can be reached.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::counts::ValueCounts;
use crate::board::kernel::{
    self, Discs, Embedding, Isa, Kernel, Portable, SMALL_SQUARES, Shape, on_small_grid,
};
use crate::board::{Color, Size, Square, TooBig, Turn};
use crate::game::{Game, Position, Rules, Score};
use crate::progress::Progress;

/// A strongly solved board: the exact value of every position that can be reached from a given one.
///
/// It is found by a negamax search that prunes nothing and keeps the value of each position, one
/// for all its mirror images and rotations. A value is seen by the player to move.
///
/// Memory and time grow with the number of positions: about 10 bytes and 100 ns for each of the
/// 12,351 positions of the 4×4 board. From 24 squares on there are far too many.
///
/// ```
/// # use othello_solver::{Position, Rules, Size, Solution, Start};
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let solution = Solution::new(start, Rules::default()).unwrap();
/// assert_eq!(solution.value(start), Some(-8));
/// let best: Vec<_> = solution.best_moves(start).unwrap().iter().map(|m| m.to_string()).collect();
/// assert_eq!(best, ["b1", "a2", "d3", "c4"]);
/// ```
#[derive(Clone, Debug)]
pub struct Solution {
    size: Size,
    /// The values of canonical positions. A score fits into a byte.
    values: FxHashMap<Key, i8>,
}

/// A position of at most 32 squares in one word: own discs, then the opponent's.
type Key = u64;

fn key(discs: Discs) -> Key {
    discs.own << 32 | discs.opponent
}

fn discs(key: Key) -> Discs {
    Discs { own: key >> 32, opponent: key & 0xFFFF_FFFF }
}

impl Solution {
    /// The most squares of a board that can be solved strongly in memory.
    pub const MAX_SQUARES: u32 = SMALL_SQUARES;

    /// Solves a position and all that can come after it.
    ///
    /// # Errors
    ///
    /// If the board has more than [`MAX_SQUARES`](Self::MAX_SQUARES) squares.
    pub fn new(root: Position, rules: Rules) -> Result<Self, TooBig> {
        Self::unless_stopped(root, rules, &()).map(|solved| solved.expect("nothing stops it"))
    }

    /// As [`new`](Self::new), but `None` if the listener stops it.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn unless_stopped(
        root: Position,
        rules: Rules,
        progress: &dyn Progress,
    ) -> Result<Option<Self>, TooBig> {
        let (size, values) = (root.size(), FxHashMap::default());
        let root = root.own_and_opponent();
        let solve = Solve { root, rules, values, progress, is_stopped: false };
        Ok(on_small_grid(size, solve)?.map(|values| Self { size, values }))
    }

    /// The value of a position, seen by the player to move, or `None` if it cannot be reached.
    pub fn value(&self, position: Position) -> Option<Score> {
        let key = key(position.canonical().own_and_opponent());
        let value = self.values.get(&key).filter(|_| position.size() == self.size);
        value.copied().map(Score::from)
    }

    /// Each legal move, in the order of squares, with its value for the player who makes it, or
    /// `None` if the position cannot be reached.
    pub fn moves(&self, position: Position) -> Option<Vec<(Square, Score)>> {
        let after = |square| Some((square, -self.value(position.play(square).ok()?)?));
        self.value(position)?;
        position.moves().into_iter().map(after).collect()
    }

    /// The legal moves that keep the value, in the order of squares, or `None` if the position
    /// cannot be reached.
    pub fn best_moves(&self, position: Position) -> Option<Vec<Square>> {
        let value = self.value(position)?;
        let best = self.moves(position)?.into_iter().filter(|&(_, of_move)| of_move == value);
        Some(best.map(|(square, _)| square).collect())
    }

    /// A game in which both players play best from here on: always the first of the best moves in
    /// the order of squares. `None` if the position cannot be reached.
    pub fn line(&self, position: Position) -> Option<Game> {
        let mut game = Game::new(position);
        self.value(position)?;
        while let Some(&square) = self.best_moves(game.end().after_forced_pass())?.first() {
            game.play(square).ok()?;
        }
        Some(game)
    }

    /// The number of canonical positions of each value, by the number of empty squares, the full
    /// boards first.
    pub fn by_empties(&self) -> Vec<ValueCounts> {
        let mut layers = BTreeMap::<u32, (Vec<i8>, u64, u64)>::new();
        for (&key, &value) in &self.values {
            let position = Position::from_discs(self.size, discs(key), Color::Black);
            let (values, pass, over) = layers.entry(position.empties()).or_default();
            values.push(value);
            match position.turn() {
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

    /// The canonical positions and their values, with the player to move as Black, from many empty
    /// squares to few and then in the order of the own and the opponent's discs.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Score)> {
        let mut positions: Vec<_> = self.values.iter().map(|(&key, &value)| (key, value)).collect();
        positions.sort_unstable_by_key(|&(key, _)| (key.count_ones(), key));
        positions.into_iter().map(|(key, value)| {
            (Position::from_discs(self.size, discs(key), Color::Black), value.into())
        })
    }
}

/// Solves a position and all that can come after it.
struct Solve<'a> {
    root: Discs,
    rules: Rules,
    values: FxHashMap<Key, i8>,
    progress: &'a dyn Progress,
    is_stopped: bool,
}

/// After this many new positions the listener is asked whether to stop.
const INTERVAL: usize = 1 << 14;

impl Kernel for Solve<'_> {
    type Output = Option<FxHashMap<Key, i8>>;

    fn run<G: Shape, I: Isa>(mut self, _: I, board: &Embedding<G>) -> Self::Output {
        self.solve(board, board.position(self.root));
        (!self.is_stopped).then_some(self.values)
    }
}

impl Solve<'_> {
    /// The value of a position. It is meaningless if the listener has stopped the job.
    fn solve<G: Shape>(&mut self, board: &Embedding<G>, position: kernel::Position<G>) -> Score {
        let position = board.canonical(position);
        let key = key(board.discs(position));
        if let Some(&value) = self.values.get(&key) {
            return value.into();
        }
        if self.values.len().is_multiple_of(INTERVAL) {
            self.is_stopped |= self.progress.is_stopped();
        }
        if self.is_stopped {
            return 0;
        }
        let value = match board.turn(Portable, position) {
            Turn::Place => board
                .moves(Portable, position)
                .into_iter()
                .map(|square| -self.solve(board, position.play_unchecked(square)))
                .max()
                .expect("a turn to place a disc has a move"),
            Turn::Pass => -self.solve(board, position.pass()),
            Turn::Over => {
                let [own, opponent] = [position.own().len(), position.opponent().len()];
                self.rules.score(own, opponent, board.empty(position).len())
            }
        };
        self.values.insert(key, i8::try_from(value).expect("a board has at most 64 squares"));
        value
    }
}
