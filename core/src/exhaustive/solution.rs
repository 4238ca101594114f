//! Small boards, solved by visiting every reachable position once.
//!
//! [`negamax`] walks the board without pruning. Everything else reads the table that it fills: a
//! [`Solution`] looks positions up, and the [`Census`](super::Census) counts games.

use std::collections::BTreeMap;

use super::ValueCounts;
use super::table::{SolvedPositions, WalkTable, pair};
use super::walk::negamax;
use crate::board::kernel::{Embedding, Isa, Kernel, SMALL_SQUARES, Shape, on_small_grid};
use crate::board::{Color, Square, TooBig, Turn};
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
    pub(super) solved: SolvedPositions,
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
        let solved = on_small_grid(root.size(), WholeBoard { root, rules, progress })?;
        Ok(solved.map(|solved| Self { root, rules, solved }))
    }

    /// The number of positions, up to symmetry.
    #[expect(clippy::len_without_is_empty, reason = "the root is one of them")]
    pub fn len(&self) -> usize {
        self.solved.list.len()
    }

    /// The value of a position, seen by the player to move. `None` if it cannot be reached.
    pub fn value(&self, position: Position) -> Option<Score> {
        self.value_by(self.rules.scoring, position)
    }

    /// The value under this scoring, which may differ from the solution's own.
    pub fn value_by(&self, scoring: Scoring, position: Position) -> Option<Score> {
        if position.size() != self.root.size() {
            return None;
        }
        let canonical = position.canonical();
        let discs = pair(canonical.own().bits(), canonical.opponent().bits());
        Some(self.solved.find(discs)?.value.by(scoring))
    }

    /// Each legal move with its value for the player who makes it, in the order of squares. `None`
    /// if the position cannot be reached.
    pub fn moves(&self, position: Position) -> Option<Vec<(Square, Score)>> {
        self.value(position)?;
        let moves = position.moves().into_iter();
        moves.map(|square| Some((square, -self.value(position.play(square).ok()?)?))).collect()
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
        let mut layers = BTreeMap::<u32, ValueCounts>::new();
        for one in &self.solved.list {
            let empties = self.root.size().squares() - one.discs.count_ones();
            let layer = layers.entry(empties).or_default();
            *layer.by_value.entry(one.value.by(self.rules.scoring)).or_default() += 1;
            match one.turn {
                Turn::Place => {}
                Turn::Pass => layer.pass += 1,
                Turn::Over => layer.over += 1,
            }
        }
        let all = layers.into_iter();
        all.map(|(empties, it)| ValueCounts::new(empties, it.by_value, it.pass, it.over)).collect()
    }

    /// The canonical positions and their values, with Black to move. They are ordered from many
    /// empty squares to few, and then by the own and the opponent's discs.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Score)> {
        let mut list: Vec<_> = self.solved.list.iter().collect();
        list.sort_unstable_by_key(|one| (one.discs.count_ones(), one.discs));
        list.into_iter().map(|one| {
            (one.position(self.root.size(), Color::Black), one.value.by(self.rules.scoring))
        })
    }
}

/// The walk of a board from a position on.
struct WholeBoard<'a> {
    root: Position,
    rules: Rules,
    progress: &'a dyn Progress,
}

impl Kernel for WholeBoard<'_> {
    type Output = Option<SolvedPositions>;

    fn run<G: Shape, I: Isa>(self, _: I, board: &Embedding<G>) -> Option<SolvedPositions> {
        let Self { root, rules, progress } = self;
        let mut table = WalkTable { board, rules, progress, solved: SolvedPositions::default() };
        negamax(board.position(root.own_and_opponent()), &mut table)?;
        Some(table.solved)
    }
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
            let solved = &solution.solved;
            assert_eq!(solved.list.len(), positions);
            for (place, one) in solved.list.iter().enumerate() {
                assert!(std::ptr::eq(solved.find(one.discs).unwrap(), one));
                let position = one.position(root.size(), Color::Black);
                assert_eq!(one.turn, position.turn());
                let next: Vec<_> = match position.turn() {
                    Turn::Place => position.after_moves().collect(),
                    Turn::Pass => vec![position.pass()],
                    Turn::Over => Vec::new(),
                };
                let replies = solved.replies(one);
                assert_eq!(replies.len(), next.len());
                for (reply, next) in replies.iter().zip(next) {
                    assert!((reply.place as usize) < place);
                    let there = &solved.list[reply.place as usize];
                    let image = next.transformed(reply.symmetry);
                    assert_eq!(there.position(root.size(), Color::White), image);
                    assert_eq!(there.value, reply.value);
                }
            }
        }
    }
}
