//! The grids that boards are searched on.

use super::region::Region;
use super::root::Problem;
use super::{SearchMonitor, SearchOptions, SearchResult};
use crate::board::isa::{Isa, Kernel, Portable, dispatch};
use crate::board::{Bitboard, Position, Rect, Shape, Square};

/// Searches `position` in the middle of the grid chosen for its shape.
///
/// Two grids hold nearly every board and are compiled for all instruction
/// sets: 8×8 and, for what is long, 16×4. The others are rare.
pub(super) fn search<S: Shape>(
    position: Position<S>,
    moves: &[Square<S>],
    options: &SearchOptions,
    monitor: &SearchMonitor,
) -> SearchResult<S> {
    let task = Task { position, moves, options, monitor, transposed: S::HEIGHT > 8 };
    let (short, long) =
        if S::WIDTH < S::HEIGHT { (S::WIDTH, S::HEIGHT) } else { (S::HEIGHT, S::WIDTH) };
    match (long, short) {
        (..=8, _) => dispatch(OnGrid::<_, Rect<u64, 8, 8>>::new(task)),
        (..=16, ..=4) => dispatch(OnGrid::<_, Rect<u64, 16, 4>>::new(task)),
        (..=9, _) => OnGrid::<_, Rect<u64, 9, 7>>::new(task).run(Portable),
        (..=10, _) => OnGrid::<_, Rect<u64, 10, 6>>::new(task).run(Portable),
        (..=12, _) => OnGrid::<_, Rect<u64, 12, 5>>::new(task).run(Portable),
        (..=21, _) => OnGrid::<_, Rect<u64, 21, 3>>::new(task).run(Portable),
        _ => OnGrid::<_, Rect<u64, 32, 2>>::new(task).run(Portable),
    }
}

/// A position to search.
#[derive(Clone, Copy)]
struct Task<'a, S: Shape> {
    position: Position<S>,
    moves: &'a [Square<S>],
    options: &'a SearchOptions,
    monitor: &'a SearchMonitor,
    /// Whether columns and rows change places on the grid.
    transposed: bool,
}

/// The task, to be done on the grid `H`.
struct OnGrid<'a, S: Shape, H> {
    task: Task<'a, S>,
    grid: std::marker::PhantomData<H>,
}

impl<'a, S: Shape, H: Shape> OnGrid<'a, S, H> {
    fn new(task: Task<'a, S>) -> Self {
        Self { task, grid: std::marker::PhantomData }
    }

    /// The width and height of the board on the grid.
    fn size(&self) -> (u32, u32) {
        if self.task.transposed { (S::HEIGHT, S::WIDTH) } else { (S::WIDTH, S::HEIGHT) }
    }

    fn to_grid(&self, square: Square<S>) -> Square<H> {
        let (width, height) = self.size();
        let (left, upper) = Region::<H>::origin(width, height);
        let (column, row) = if self.task.transposed {
            (square.row(), square.column())
        } else {
            (square.column(), square.row())
        };
        Square::from_index((upper + row) * H::WIDTH + left + column)
    }

    fn of_grid(&self, square: Square<H>) -> Square<S> {
        let (width, height) = self.size();
        let (left, upper) = Region::<H>::origin(width, height);
        let (column, row) = (square.column() - left, square.row() - upper);
        let (column, row) = if self.task.transposed { (row, column) } else { (column, row) };
        Square::from_index(row * S::WIDTH + column)
    }
}

impl<S: Shape, H: Shape> Kernel for OnGrid<'_, S, H> {
    type Output = SearchResult<S>;

    fn run<I: Isa>(self, isa: I) -> SearchResult<S> {
        let (width, height) = self.size();
        let spread =
            |set: Bitboard<S>| set.into_iter().map(|square| self.to_grid(square)).collect();
        let position = self.task.position;
        let problem = Problem {
            isa,
            region: Region::<H>::new(width, height),
            position: Position::of(spread(position.own()), spread(position.opponent())),
            moves: self.task.moves.iter().map(|&square| self.to_grid(square)).collect(),
            transposed: self.task.transposed,
            options: self.task.options,
            monitor: self.task.monitor,
        };
        let result = problem.solve();
        let squares = |set: Vec<Square<H>>| {
            set.into_iter().map(|square| self.of_grid(square)).collect::<Vec<_>>()
        };
        SearchResult {
            lower: result.lower,
            upper: result.upper,
            best_moves: squares(result.best_moves),
            line: squares(result.line),
            nodes: result.nodes,
        }
    }
}
