//! Questions about positions of one board, answered one after the other with a common table.

use super::root::SELECTIVE;
use super::searcher::{Searcher, Tree};
use super::tree::Table;
use crate::board::Square;
use crate::evaluation::Evaluation;
use crate::game::{Position, Rules, Score};
use crate::progress::Progress;

/// A searcher that keeps its transposition table from one question to the next.
///
/// ```
/// # use othello_solver::{Position, Rules, Size, Start};
/// # use othello_solver::search::Oracle;
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let oracle = Oracle::new(Rules::default(), 1 << 20, start.empties());
/// assert_eq!(oracle.at_least(start, -8, &()), Some(true));
/// assert_eq!(oracle.at_least(start, -7, &()), Some(false));
/// ```
#[derive(Debug)]
pub struct Oracle {
    rules: Rules,
    table: Table,
    /// How many plies less than usual moves are searched before they are ranked.
    reduction: u32,
}

/// The answer to a question about a position. Values are seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OracleAnswer {
    /// The value is at least this.
    pub(crate) lower: Score,
    /// The value is at most this.
    pub(crate) upper: Score,
    /// The move that reaches the lower bound, or the most promising one if the value is below the
    /// bound that was asked about.
    pub(crate) best_move: Square,
    /// The number of positions searched.
    pub(crate) nodes: u64,
}

impl Oracle {
    /// A searcher for positions of at most `empties` empty squares, with a table of at most `hash`
    /// bytes. All questions must be about boards of one size.
    pub fn new(rules: Rules, hash: usize, empties: u32) -> Self {
        Self { rules, table: Table::new(hash, empties), reduction: 0 }
    }

    /// The same searcher with another order of moves: it reaches the same answers through other
    /// trees.
    #[must_use]
    pub fn reordered(self) -> Self {
        Self { reduction: 1, ..self }
    }

    /// Does the work with a search of this position, in the table.
    fn run<R>(
        &self,
        position: Position,
        progress: &dyn Progress,
        work: impl FnOnce(&mut (dyn Tree + '_)) -> R,
    ) -> R {
        let Self { rules, ref table, reduction } = *self;
        let searcher = Searcher::new(rules, table, position.empties());
        Searcher { reduction, ..searcher }.run(position.size(), progress, work)
    }

    /// Whether the value for the side to move is `bound` or more, or `None` if the listener stops
    /// the search before that is known.
    pub fn at_least(
        &self,
        position: Position,
        bound: Score,
        progress: &dyn Progress,
    ) -> Option<bool> {
        self.run(position, progress, |tree| {
            let value = tree.null_window(position, bound - 1);
            (!tree.is_stopped()).then_some(value >= bound)
        })
    }

    /// Whether the value for the side to move is `bound` or more, with the bound that was found, a
    /// move, and the cost. `None` if the listener stops the search before that is known, or if
    /// there is no legal move.
    pub(crate) fn ask(
        &self,
        position: Position,
        bound: Score,
        progress: &dyn Progress,
    ) -> Option<OracleAnswer> {
        self.run(position, progress, |tree| {
            let moves = tree.ranked(position);
            let (value, best) = tree.at_least(position, &moves, bound);
            let best_move = *moves.get(best)?;
            let most = position.size().squares().cast_signed();
            let (lower, upper) = if value >= bound { (value, most) } else { (-most, value) };
            let answer = OracleAnswer { lower, upper, best_move, nodes: tree.state().nodes };
            (!tree.is_stopped()).then_some(answer)
        })
    }
}

/// The legal moves of a position, in the order in which a search would try them, and the number of
/// positions searched to rank them. The searches that rank them are `reduction` plies shallower
/// than usual.
pub(crate) fn ranked_moves(position: Position, rules: Rules, reduction: u32) -> (Vec<Square>, u64) {
    let oracle = Oracle { rules, table: Table::new(0, 0), reduction };
    oracle.run(position, &(), |tree| (tree.ranked(position), tree.state().nodes))
}

/// How far from the window a shallow value has to be to be believed when a value is only to be
/// estimated, in the unit of shallow searches: two discs.
const ROUGH: i32 = 200;

/// About what a position is worth to the side to move, by a selective search with a table of `hash`
/// bytes, and the number of positions searched. `None` if there is no trained evaluation for the
/// board, or if so few squares are empty that one does not pay.
pub(crate) fn selective_value(
    position: Position,
    rules: Rules,
    hash: usize,
) -> Option<(Score, u64)> {
    if position.empties() < SELECTIVE || !Evaluation::exists(position.size(), rules) {
        return None;
    }
    let oracle = Oracle::new(rules, hash, position.empties());
    oracle.run(position, &(), |tree| {
        let guess = tree.estimate(position);
        tree.state().margin = Some(ROUGH);
        let value = tree.value(position, guess);
        Some((value, tree.state().nodes))
    })
}
