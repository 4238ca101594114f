//! From a position of any board to the search that is compiled for its grid.

use super::tree::{Context, Region, Search, State, Stop, Table};
use super::window::Window;
use crate::board::Square;
use crate::board::kernel::{self, Embedding, Isa, Kernel, Shape, on_grid};
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
    pub(crate) rules: Rules,
    pub(super) table: Table,
    /// Whether several threads search.
    pub(super) parallel: bool,
    /// How many plies less than usual moves are searched before they are ranked.
    pub(super) reduction: u32,
}

impl Oracle {
    /// A searcher for positions of at most `empties` empty squares, with a table of at most `hash`
    /// bytes. All questions must be about boards of one size.
    pub fn new(rules: Rules, hash: usize, empties: u32) -> Self {
        Self { rules, table: Table::new(hash, empties), parallel: false, reduction: 0 }
    }

    /// Does the work with a search of this position.
    pub(super) fn run<R>(
        &self,
        position: Position,
        progress: &dyn Progress,
        work: impl FnOnce(&mut (dyn Tree + '_)) -> R,
    ) -> R {
        let (mut work, mut result) = (Some(work), None);
        let work = &mut |tree: &mut (dyn Tree + '_)| {
            result = work.take().map(|work| work(tree));
        };
        let empties = position.empties();
        on_grid(position.size(), OnGrid { oracle: self, empties, progress, work });
        result.expect("the work was done")
    }
}

/// The one kernel that contains the search, so that it is compiled once for each grid.
struct OnGrid<'a> {
    oracle: &'a Oracle,
    /// The number of empty squares of the position that is searched.
    empties: u32,
    progress: &'a dyn Progress,
    work: &'a mut dyn FnMut(&mut (dyn Tree + '_)),
}

impl Kernel for OnGrid<'_> {
    type Output = ();

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) {
        let Oracle { rules, ref table, parallel, reduction } = *self.oracle;
        let (region, stop) = (Region::new(board), Stop::new(self.progress));
        let search = Search::new(Context::new(isa, &region, rules), table, &stop);
        let mut search = search.with_evaluation(self.empties);
        (search.parallel, search.reduction) = (parallel, reduction);
        (self.work)(&mut search);
    }
}

/// A search on some grid, asked about positions of the board.
pub(super) trait Tree: Send {
    /// The part of the search that changes in its course.
    fn state(&mut self) -> &mut State;

    /// Whether the search was stopped or pauses. Its last result is then meaningless.
    fn is_stopped(&self) -> bool;

    /// Whether the listener has asked the search to stop.
    fn is_stopped_for_good(&self) -> bool;

    /// Whether there is a trained evaluation of the board.
    fn has_evaluation(&self) -> bool;

    /// As [`Search::null_window`].
    fn null_window(&mut self, position: Position, alpha: Score) -> Score;

    /// The legal moves, the most promising first.
    fn ranked(&mut self, position: Position) -> Vec<Square>;

    /// An estimate of the value of a position, as a score; 0 if nothing is known.
    fn estimate(&mut self, position: Position) -> Score;
}

impl<G: Shape, I: Isa> Search<'_, G, I> {
    fn to_grid(&self, position: Position) -> kernel::Position<G> {
        self.context.region.board.position(position.own_and_opponent())
    }
}

impl<G: Shape, I: Isa> Tree for Search<'_, G, I> {
    fn state(&mut self) -> &mut State {
        &mut self.state
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped()
    }

    fn is_stopped_for_good(&self) -> bool {
        self.stop.is_stopped()
    }

    fn has_evaluation(&self) -> bool {
        self.evaluation.is_some()
    }

    fn null_window(&mut self, position: Position, alpha: Score) -> Score {
        *self = self.clone().on_this_thread();
        self.null_window(self.to_grid(position), alpha)
    }

    fn ranked(&mut self, position: Position) -> Vec<Square> {
        let ranked = self.ranked(self.to_grid(position));
        let board = &self.context.region.board;
        ranked.into_iter().map(|square| board.to_board(square)).collect()
    }

    fn estimate(&mut self, position: Position) -> Score {
        self.estimate(self.to_grid(position))
    }
}

impl dyn Tree + '_ {
    /// A bound of the value, a lower bound if it is `bound` or more and an upper bound otherwise,
    /// and the place among `moves` of the move that reaches it.
    pub(super) fn at_least(
        &mut self,
        position: Position,
        moves: &[Square],
        bound: Score,
    ) -> (Score, usize) {
        let mut best = (Score::MIN, 0);
        for (place, &square) in moves.iter().enumerate() {
            let next = position.play(square).expect("the move is legal");
            let value = -self.null_window(next, -bound);
            if value > best.0 {
                best = (value, place);
            }
            if value >= bound || self.is_stopped() {
                break;
            }
        }
        best
    }

    /// The value of `position`. The better the guess, the sooner it is found. It is meaningless if
    /// the search was stopped.
    pub(super) fn value(&mut self, position: Position, guess: Score) -> Score {
        let most = position.size().squares().cast_signed();
        let ask = |bound| Some(self.null_window(position, bound - 1));
        Window::new((-most, most), guess).closed(ask).lower
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::board::kernel::{Board8x8, Portable};
    use crate::game::Start;

    /// The value of a position, by a selective search with this margin and then by an exact one in
    /// the table that the first has filled.
    fn values(position: Position, margin: Option<i32>) -> [Score; 2] {
        let oracle = &Oracle::new(Rules::default(), 1 << 20, 20);
        let mut values = [0; 2];
        let work = &mut |tree: &mut (dyn Tree + '_)| {
            values = [margin, None].map(|margin| {
                tree.state().margin = margin;
                tree.value(position, 0)
            });
        };
        // One grid is enough, and soon compiled.
        let board = Embedding::<Board8x8>::new(position.size());
        OnGrid { oracle, empties: 20, progress: &(), work }.run(Portable, &board);
        values
    }

    /// A margin below zero makes a selective search believe nonsense.
    #[test]
    fn what_a_selective_search_stores_answers_no_exact_question() {
        let mut position = Position::start(Size::new(6, 6).unwrap(), Start::Diagonal);
        for number in 0..15 {
            let moves = position.moves();
            position = position.play(moves.iter().cycle().nth(number * 5).unwrap()).unwrap();
        }
        let [_, exact] = values(position, None);
        let misled = [-20_000, -1_000, 0].map(|margin| {
            let [selective, value] = values(position, Some(margin));
            assert_eq!(value, exact, "after a margin of {margin}");
            selective != exact
        });
        assert!(misled.contains(&true), "the selective search is wrong now and then");
    }
}
