//! The grids that boards are searched on.

use super::region::Region;
use crate::board::isa::{Isa, Kernel, Portable, dispatch};
use crate::board::{Bitboard, Discs, Position, Rect, Shape, Square};

/// Work on a board that lies in the middle of a grid.
///
/// It knows nothing of the board's shape at compile time, so it is compiled for
/// the few grids and not for every shape.
pub(super) trait OnGrid {
    /// What the work results in.
    type Output;

    /// Does the work.
    fn run<H: Shape, I: Isa>(self, isa: I, frame: &Frame<H>) -> Self::Output;
}

/// Does the work on the grid chosen for the shape `S`.
///
/// Two grids hold nearly every board and are compiled for all instruction
/// sets: 8×8 and, for what is long, 16×4. The others are rare. The conditions
/// are constants, so that a program without such boards has no code for them.
pub(super) fn on_grid<S: Shape, W: OnGrid>(work: W) -> W::Output {
    let size = (S::WIDTH, S::HEIGHT);
    if const { fits::<S>(8, 8) } {
        dispatch(Placed::<_, Rect<u64, 8, 8>>::new(size, work))
    } else if const { fits::<S>(16, 4) } {
        dispatch(Placed::<_, Rect<u64, 16, 4>>::new(size, work))
    } else if const { fits::<S>(9, 7) } {
        Placed::<_, Rect<u64, 9, 7>>::new(size, work).run(Portable)
    } else if const { fits::<S>(10, 6) } {
        Placed::<_, Rect<u64, 10, 6>>::new(size, work).run(Portable)
    } else if const { fits::<S>(12, 5) } {
        Placed::<_, Rect<u64, 12, 5>>::new(size, work).run(Portable)
    } else if const { fits::<S>(21, 3) } {
        Placed::<_, Rect<u64, 21, 3>>::new(size, work).run(Portable)
    } else {
        Placed::<_, Rect<u64, 32, 2>>::new(size, work).run(Portable)
    }
}

/// Whether boards of shape `S` fit into a grid, upright or lying.
const fn fits<S: Shape>(width: u32, height: u32) -> bool {
    (S::WIDTH <= width && S::HEIGHT <= height) || (S::HEIGHT <= width && S::WIDTH <= height)
}

/// Work that will be done on the grid `H`.
struct Placed<W, H: Shape> {
    work: W,
    frame: Frame<H>,
}

impl<W, H: Shape> Placed<W, H> {
    fn new((width, height): (u32, u32), work: W) -> Self {
        Self { work, frame: Frame::new(width, height) }
    }
}

impl<W: OnGrid, H: Shape> Kernel for Placed<W, H> {
    type Output = W::Output;

    fn run<I: Isa>(self, isa: I) -> W::Output {
        self.work.run(isa, &self.frame)
    }
}

/// Where a board lies on the grid `H`. A square of the board is known by its
/// number there.
#[derive(Debug)]
pub(super) struct Frame<H: Shape> {
    /// The board's width, as it was before it was transposed.
    width: u32,
    /// The column and row of the grid in which it begins.
    origin: (u32, u32),
    /// Whether the board's columns are the grid's rows.
    pub(super) transposed: bool,
    pub(super) region: Region<H>,
}

impl<H: Shape> Frame<H> {
    fn new(width: u32, height: u32) -> Self {
        let transposed = height > H::HEIGHT;
        let (across, down) = if transposed { (height, width) } else { (width, height) };
        Self {
            width,
            origin: Region::<H>::origin(across, down),
            transposed,
            region: Region::new(across, down),
        }
    }

    /// The square of the grid that holds a square of the board.
    pub(super) fn square(&self, index: u32) -> Square<H> {
        let (column, row) = (index % self.width, index / self.width);
        let (column, row) = if self.transposed { (row, column) } else { (column, row) };
        let (left, upper) = self.origin;
        Square::from_index((upper + row) * H::WIDTH + left + column)
    }

    /// The number on the board of a square of the grid.
    pub(super) fn index(&self, square: Square<H>) -> u32 {
        let (left, upper) = self.origin;
        let (column, row) = (square.column() - left, square.row() - upper);
        let (column, row) = if self.transposed { (row, column) } else { (column, row) };
        row * self.width + column
    }

    /// A position of the board on the grid.
    pub(super) fn position(&self, discs: Discs) -> Position<H> {
        let spread = |bits: u64| -> Bitboard<H> {
            let squares = (0..u64::BITS).filter(|index| bits >> index & 1 == 1);
            squares.map(|index| self.square(index)).collect()
        };
        Position::of(spread(discs.own), spread(discs.opponent))
    }
}
