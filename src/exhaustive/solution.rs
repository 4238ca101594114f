//! The value of every position that can be reached.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::board::{Bitboard, Position, Shape, Square, Turn};
use crate::formats::Values;
use crate::score::{Rules, Score};

/// A board solved strongly: the exact value of every position that can be
/// reached from one.
///
/// It is found by a negamax search that prunes nothing and keeps the value of
/// each position, one for all its mirror images and turns. A value is seen by
/// the player to move.
///
/// Memory and time grow with the number of positions: about 6 bytes and 100 ns
/// for each of the 12,351 of the 4×4 board, and far too many of them from 24
/// squares on.
///
/// ```
/// # use othello_solver::{Board4x4, Position, Rules, Solution, Start};
/// let start = Position::<Board4x4>::start(Start::Diagonal);
/// let solution = Solution::new(start, Rules::default());
/// assert_eq!(solution.value(start), Some(-8));
/// assert_eq!(solution.best_moves(start).unwrap().to_string(), "b1 a2 d3 c4");
/// ```
#[derive(Clone, Debug)]
pub struct Solution<S: Shape> {
    rules: Rules,
    /// The values of canonical positions. A score fits into a byte.
    values: FxHashMap<Position<S>, i8>,
}

impl<S: Shape> Solution<S> {
    /// Solves `position` and all that can come after it.
    pub fn new(position: Position<S>, rules: Rules) -> Self {
        let mut solution = Self { rules, values: FxHashMap::default() };
        solution.solve(position);
        solution
    }

    fn solve(&mut self, position: Position<S>) -> Score {
        let position = position.canonical();
        if let Some(&value) = self.values.get(&position) {
            return value.into();
        }
        let value = match position.turn() {
            Turn::Place(moves) => moves
                .into_iter()
                .map(|square| -self.solve(position.play(square)))
                .max()
                .expect("a turn to place a disc has a move"),
            Turn::Pass => -self.solve(position.pass()),
            Turn::Over => self.rules.final_score(position),
        };
        self.values.insert(position, i8::try_from(value).expect("a board has at most 64 squares"));
        value
    }

    /// The rules by which games are scored.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The value of a position, seen by the player to move, or `None` if it
    /// cannot be reached.
    pub fn value(&self, position: Position<S>) -> Option<Score> {
        self.values.get(&position.canonical()).copied().map(Score::from)
    }

    /// Each legal move, in the order of squares, with its value for the player
    /// who makes it, or `None` if the position cannot be reached.
    pub fn moves(&self, position: Position<S>) -> Option<Vec<(Square<S>, Score)>> {
        let after = |square| Some((square, -self.value(position.play(square))?));
        self.value(position)?;
        position.moves().into_iter().map(after).collect()
    }

    /// The legal moves that keep the value, or `None` if the position cannot be
    /// reached.
    pub fn best_moves(&self, position: Position<S>) -> Option<Bitboard<S>> {
        let value = self.value(position)?;
        let moves = self.moves(position)?.into_iter();
        Some(moves.filter(|&(_, of_move)| of_move == value).map(|(square, _)| square).collect())
    }

    /// The squares of a game in which both players play best from `position`
    /// on: always the first of the best moves in the order of squares. Passes
    /// are left out. `None` if the position cannot be reached.
    pub fn line(&self, mut position: Position<S>) -> Option<Vec<Square<S>>> {
        let mut line = Vec::new();
        loop {
            match position.turn() {
                Turn::Place(_) => {
                    let square = self.best_moves(position)?.into_iter().next()?;
                    line.push(square);
                    position = position.play(square);
                }
                Turn::Pass => position = position.pass(),
                Turn::Over => return self.value(position).map(|_| line),
            }
        }
    }

    /// How many canonical positions have which value, by the number of empty
    /// squares, the full boards first.
    pub fn by_empties(&self) -> Vec<Values> {
        let mut layers = BTreeMap::<u32, (Vec<i8>, u64, u64)>::new();
        for (position, &value) in &self.values {
            let (values, pass, over) = layers.entry(position.empty().len()).or_default();
            values.push(value);
            match position.turn() {
                Turn::Place(_) => {}
                Turn::Pass => *pass += 1,
                Turn::Over => *over += 1,
            }
        }
        let count = |(empties, (values, pass, over)): (_, (Vec<_>, _, _))| {
            Values::count(empties, &values, pass, over)
        };
        layers.into_iter().map(count).collect()
    }

    /// The canonical positions, from many empty squares to few and in the order
    /// of their discs.
    pub fn positions(&self) -> Vec<Position<S>> {
        // Numbers are sorted and not positions, so that the code is the same for
        // every shape.
        let mut positions: Vec<(u32, u64, u64)> = self
            .values
            .keys()
            .map(|&position| {
                let discs = position.own() | position.opponent();
                (discs.len(), position.own().bits().into(), position.opponent().bits().into())
            })
            .collect();
        positions.sort_unstable();
        let position = |(_, own, opponent)| Position::of(Bitboard::of(own), Bitboard::of(opponent));
        positions.into_iter().map(position).collect()
    }
}
