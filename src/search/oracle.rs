//! Questions about positions of one board, answered one after the other with a common table.

use super::root::{SELECTIVE, at_least, ranked};
use super::{Context, Region, Search, Stop, Table};
use crate::board::Square;
use crate::board::kernel::Embedding;
use crate::board::kernel::grid::{Kernel, on_grid};
use crate::board::kernel::simd::Isa;
use crate::board::kernel::{Discs, Shape};
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
    shallower: u32,
}

/// The answer to a question about a position. Values are seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    /// The value is at least this.
    pub(crate) lower: Score,
    /// The value is at most this.
    pub(crate) upper: Score,
    /// The move that reaches the lower bound, or the most promising one if the value is below the
    /// bound that was asked about.
    pub(crate) best_move: Square,
    /// The number of positions looked at.
    pub(crate) nodes: u64,
}

impl Oracle {
    /// A searcher for positions of at most `empties` empty squares, with a table
    /// of at most `hash` bytes. All questions must be about boards of one size.
    pub fn new(rules: Rules, hash: usize, empties: u32) -> Self {
        Self { rules, table: Table::new(hash, empties), shallower: 0 }
    }

    /// The same searcher with another order of moves: it reaches the same answers through other
    /// trees.
    #[must_use]
    pub fn reordered(self) -> Self {
        Self { shallower: 1, ..self }
    }

    /// A search of a position with this many empty squares, in the table.
    fn search<'a, G: Shape, I: Isa>(
        &'a self,
        isa: I,
        region: &'a Region<G>,
        stop: &'a Stop<'a>,
        empties: u32,
    ) -> Search<'a, G, I> {
        let Self { rules, table, shallower } = self;
        let search = Search::new(Context::new(isa, region, *rules), table, stop);
        Search { shallower: *shallower, ..search.with_evaluation(empties) }
    }

    /// Whether the value for the side to move is `bound` or more, or `None` if the
    /// listener stops the search before that is known.
    pub fn at_least(&self, game: Position, bound: Score, progress: &dyn Progress) -> Option<bool> {
        let discs = game.own_and_opponent();
        on_grid(game.size(), AtLeast { oracle: self, discs, bound, progress })
    }

    /// Whether the value for the side to move is `bound` or more, with the bound that
    /// was found, a move, and the cost. `None` if the listener stops the search before
    /// that is known, or if there is no legal move.
    pub(crate) fn ask(
        &self,
        game: Position,
        bound: Score,
        progress: &dyn Progress,
    ) -> Option<Reply> {
        let discs = game.own_and_opponent();
        on_grid(game.size(), Ask(AtLeast { oracle: self, discs, bound, progress }))
    }
}

/// The legal moves of a position, in the order in which a search would try them, and the number of
/// positions that were looked at to rank them. The searches that rank them are `shallower` plies
/// shallower than usual.
pub(crate) fn ranked_moves(game: Position, rules: Rules, shallower: u32) -> (Vec<Square>, u64) {
    let oracle = Oracle { rules, table: Table::new(0, 0), shallower };
    on_grid(game.size(), Ranked { oracle, game })
}

/// About what a position is worth to the side to move, by a selective search with a table of
/// `hash` bytes, and the number of positions that were looked at. `None` if there is no trained
/// evaluation for the board, or if so few squares are empty that one does not pay.
pub(crate) fn selective_value(game: Position, rules: Rules, hash: usize) -> Option<(Score, u64)> {
    (game.empties() >= SELECTIVE).then(|| on_grid(game.size(), Selective { game, rules, hash }))?
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
        let position = board.position(self.discs);
        let (region, stop) = (Region::new(board), Stop::new(self.progress));
        let mut search = self.oracle.search(isa, &region, &stop, board.empty(position).len());
        let value = search.null_window(position, self.bound - 1);
        (!search.is_stopped()).then_some(value >= self.bound)
    }
}

struct Ask<'a>(AtLeast<'a>);

impl Kernel for Ask<'_> {
    type Output = Option<Reply>;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Option<Reply> {
        let AtLeast { oracle, discs, bound, progress } = self.0;
        let position = board.position(discs);
        let (region, stop) = (Region::new(board), Stop::new(progress));
        let mut search = oracle.search(isa, &region, &stop, board.empty(position).len());
        let moves = ranked(&mut search, position);
        let (value, best) = at_least(&mut search, position, &moves, bound);
        let best_move = board.to_board(*moves.get(best)?);
        let most = region.count.cast_signed();
        let (lower, upper) = if value >= bound { (value, most) } else { (-most, value) };
        let reply = Reply { lower, upper, best_move, nodes: search.nodes };
        (!search.is_stopped()).then_some(reply)
    }
}

/// How far from the window a shallow value has to be to be believed when a value is only to be
/// estimated, in the unit of [`DISC`](super::shallow::DISC): two discs. With four, the guess of
/// 6x6 takes ten times as long and is no better.
const ROUGH: i32 = 200;

struct Selective {
    game: Position,
    rules: Rules,
    hash: usize,
}

impl Kernel for Selective {
    type Output = Option<(Score, u64)>;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Self::Output {
        let Self { game, rules, hash } = self;
        // Most boards have none, and need no table.
        Evaluation::find(board, rules)?;
        let oracle = Oracle::new(rules, hash, game.empties());
        let (region, stop) = (Region::new(board), Stop::new(&()));
        let mut search = oracle.search(isa, &region, &stop, game.empties());
        let position = board.position(game.own_and_opponent());
        let guess = search.estimate(position);
        search.margin = Some(ROUGH);
        let value = search.value(position, guess);
        Some((value, search.nodes))
    }
}

struct Ranked {
    oracle: Oracle,
    game: Position,
}

impl Kernel for Ranked {
    type Output = (Vec<Square>, u64);

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Self::Output {
        let Self { oracle, game } = self;
        let (region, stop) = (Region::new(board), Stop::new(&()));
        let mut search = oracle.search(isa, &region, &stop, game.empties());
        let moves = ranked(&mut search, board.position(game.own_and_opponent()));
        (moves.into_iter().map(|square| board.to_board(square)).collect(), search.nodes)
    }
}
