//! One question after the other about a board, all with one table.

use super::{Context, Region, Search, Stop, Table};
use crate::board::grid::{Embedding, Kernel, on_grid};
use crate::board::simd::Isa;
use crate::board::{Discs, Shape};
use crate::game::{Game, Rules, Score};
use crate::progress::Progress;

/// A searcher that remembers what it has found for the next question.
///
/// ```
/// # use othello_solver::{Game, Oracle, Rules, Size, Start};
/// let start = Game::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let oracle = Oracle::new(Rules::default(), 1 << 20, start.empties());
/// assert_eq!(oracle.at_least(start, -8, &()), Some(true));
/// assert_eq!(oracle.at_least(start, -7, &()), Some(false));
/// ```
#[derive(Debug)]
pub struct Oracle {
    rules: Rules,
    table: Table,
}

impl Oracle {
    /// A searcher for positions of at most `empties` empty squares, with a table
    /// of at most `hash` bytes. All questions must be about boards of one size.
    pub fn new(rules: Rules, hash: usize, empties: u32) -> Self {
        Self { rules, table: Table::new(hash, empties) }
    }

    /// Whether the value for the side to move is `bound` or more, or `None` if the
    /// listener stops the search before that is known.
    pub fn at_least(&self, game: Game, bound: Score, progress: &dyn Progress) -> Option<bool> {
        let discs = game.own_and_opponent();
        on_grid(game.size(), AtLeast { oracle: self, discs, bound, progress })
    }
}

struct AtLeast<'a> {
    oracle: &'a Oracle,
    discs: Discs,
    bound: Score,
    progress: &'a dyn Progress,
}

impl Kernel for AtLeast<'_> {
    type Output = Option<bool>;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Option<bool> {
        let Oracle { rules, table } = self.oracle;
        let position = board.position(self.discs);
        let (region, stop) = (Region::new(board), Stop::new(self.progress));
        let mut search = Search::new(Context::new(isa, &region, *rules), table, &stop)
            .with_evaluation(board.empty(position).len());
        let value = search.null_window(position, self.bound - 1);
        (!search.is_stopped()).then_some(value >= self.bound)
    }
}
