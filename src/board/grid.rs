//! From boards as values to the shapes that kernels are compiled for.
//!
//! A board of any size lies in the middle of one of a few grids, so that the program has few copies
//! of the code that walks millions of positions. Squares of the grid that lie outside the board
//! never have a disc. Runs of discs, and with them moves and flips, are therefore right without
//! regard to the board; only code that looks at empty squares has to ask which of them are on the
//! board.

use super::rules::Discs;
use super::simd::{self, Isa, Portable};
#[cfg(feature = "files")]
use super::symmetry::reflected;
use super::{Bitboard, Position, Rect, Shape, Size, Square, Symmetry, Turn};

/// Work on a board that lies on a grid. It is compiled for each grid and, on the
/// common ones, for each instruction set.
pub(crate) trait Kernel {
    /// What the work results in.
    type Output;

    /// Does the work.
    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Self::Output;
}

/// Does the work on the grid for a size, upright or lying.
///
/// Two grids hold nearly every board and are compiled for all instruction sets: 8×8 and, for long
/// boards, 16×4. The others are rare.
pub(crate) fn on_grid<K: Kernel>(size: Size, kernel: K) -> K::Output {
    match () {
        () if fits(size, 8, 8) => fastest::<Rect<u64, 8, 8>, K>(size, kernel),
        () if fits(size, 16, 4) => fastest::<Rect<u64, 16, 4>, K>(size, kernel),
        () if fits(size, 9, 7) => portable::<Rect<u64, 9, 7>, K>(size, kernel),
        () if fits(size, 10, 6) => portable::<Rect<u64, 10, 6>, K>(size, kernel),
        () if fits(size, 12, 5) => portable::<Rect<u64, 12, 5>, K>(size, kernel),
        () if fits(size, 21, 3) => portable::<Rect<u64, 21, 3>, K>(size, kernel),
        () => portable::<Rect<u64, 32, 2>, K>(size, kernel),
    }
}

/// The most squares of a board that is put on a small grid.
pub(crate) const SMALL_SQUARES: u32 = 24;

/// Does the work on the small grid for a size, upright and without special
/// instructions: the order of squares is that of the board. `None` if the board has more
/// than [`SMALL_SQUARES`].
pub(crate) fn on_small_grid<K: Kernel>(size: Size, kernel: K) -> Option<K::Output> {
    let holds = |width, height| size.width() <= width && size.height() <= height;
    Some(match () {
        () if holds(4, 4) => portable::<Rect<u16, 4, 4>, K>(size, kernel),
        () if holds(4, 6) => portable::<Rect<u32, 4, 6>, K>(size, kernel),
        () if holds(6, 4) => portable::<Rect<u32, 6, 4>, K>(size, kernel),
        () if holds(3, 8) => portable::<Rect<u32, 3, 8>, K>(size, kernel),
        () if holds(8, 3) => portable::<Rect<u32, 8, 3>, K>(size, kernel),
        () if holds(2, 12) => portable::<Rect<u32, 2, 12>, K>(size, kernel),
        () if holds(12, 2) => portable::<Rect<u32, 12, 2>, K>(size, kernel),
        () => return None,
    })
}

/// Does the work on the grid `G`, without special instructions.
fn portable<G: Shape, K: Kernel>(size: Size, kernel: K) -> K::Output {
    kernel.run(Portable, &Embedding::<G>::new(size))
}

/// Does the work on the grid `G`, with the best instructions of the processor.
fn fastest<G: Shape, K: Kernel>(size: Size, kernel: K) -> K::Output {
    simd::dispatch(kernel, &Embedding::<G>::new(size))
}

/// Whether a board fits onto a grid, upright or lying.
fn fits(size: Size, width: u32, height: u32) -> bool {
    let (across, down) = (size.width(), size.height());
    (across <= width && down <= height) || (down <= width && across <= height)
}

/// Where a board lies on the grid `G`.
#[derive(Clone, Debug)]
pub(crate) struct Embedding<G: Shape> {
    pub(crate) size: Size,
    /// The board's squares on the grid.
    pub(crate) squares: Bitboard<G>,
    /// Whether the board's columns are the grid's rows.
    pub(crate) transposed: bool,
    /// The column and row of the grid in which the board begins.
    origin: (u32, u32),
}

impl<G: Shape> Embedding<G> {
    /// A board in the middle of the grid, lying if it is too high for it.
    pub(crate) fn new(size: Size) -> Self {
        let transposed = size.height() > G::HEIGHT;
        let mut board = Self { size, squares: Bitboard::empty(), transposed, origin: (0, 0) };
        let (width, height) = board.sides();
        board.origin = ((G::WIDTH - width) / 2, (G::HEIGHT - height) / 2);
        board.squares = size.squares_of(size.mask()).map(|square| board.to_grid(square)).collect();
        board
    }

    /// The numbers of columns and rows of the grid that the board fills.
    pub(crate) fn sides(&self) -> (u32, u32) {
        let (width, height) = (self.size.width(), self.size.height());
        if self.transposed { (height, width) } else { (width, height) }
    }

    /// The column and row of the grid in which the board begins.
    pub(crate) fn origin(&self) -> (u32, u32) {
        self.origin
    }

    /// The square of the grid that holds a square of the board.
    pub(crate) fn to_grid(&self, square: Square) -> Square {
        let (column, row) = (square.column(), square.row());
        let (column, row) = if self.transposed { (row, column) } else { (column, row) };
        Square::at(self.origin.0 + column, self.origin.1 + row)
    }

    /// The square of the board that a square of the grid holds.
    pub(crate) fn to_board(&self, square: Square) -> Square {
        let (column, row) = (square.column() - self.origin.0, square.row() - self.origin.1);
        let (column, row) = if self.transposed { (row, column) } else { (column, row) };
        Square::at(column, row)
    }

    /// Whether the squares of the board have the same bits on the grid.
    fn has_same_bits(&self) -> bool {
        !self.transposed && self.origin == (0, 0) && self.size.width() == G::WIDTH
    }

    /// A position of the board on the grid.
    pub(crate) fn position(&self, discs: Discs) -> Position<G> {
        let spread = |bits: u64| -> Bitboard<G> {
            if self.has_same_bits() {
                return Bitboard::of(bits);
            }
            self.size.squares_of(bits).map(|square| self.to_grid(square)).collect()
        };
        Position::of(spread(discs.own), spread(discs.opponent))
    }

    /// A position of the grid on the board.
    pub(crate) fn discs(&self, position: Position<G>) -> Discs {
        Discs { own: self.bits(position.own()), opponent: self.bits(position.opponent()) }
    }

    /// A set of squares of the grid as one of the board: bit 0 is its `a1`.
    pub(crate) fn bits(&self, set: Bitboard<G>) -> u64 {
        if self.has_same_bits() {
            return set.bits().into();
        }
        set.into_iter().fold(0, |bits, square| bits | 1 << self.size.index(self.to_board(square)))
    }

    /// The board's squares without a disc.
    #[inline(always)]
    pub(crate) fn empty(&self, position: Position<G>) -> Bitboard<G> {
        self.squares - (position.own() | position.opponent())
    }

    /// The squares on which the player to move may place a disc.
    #[inline(always)]
    pub(crate) fn moves<I: Isa>(&self, isa: I, position: Position<G>) -> Bitboard<G> {
        isa.moves(position) & self.squares
    }

    /// What the player to move may do.
    #[inline(always)]
    pub(crate) fn turn<I: Isa>(&self, isa: I, position: Position<G>) -> Turn {
        if !self.moves(isa, position).is_empty() {
            Turn::Place
        } else if !self.moves(isa, position.pass()).is_empty() {
            Turn::Pass
        } else {
            Turn::Over
        }
    }

    /// The one position that stands for this one and all its mirror images and rotations: the least
    /// of them.
    #[inline]
    pub(crate) fn canonical(&self, position: Position<G>) -> Position<G> {
        position.least_image(self.size.is_square(), self.beyond())
    }

    /// A position after the board is mirrored or rotated. On a board that lies on its side, left
    /// and right are those of the grid.
    #[inline]
    pub(crate) fn image(&self, position: Position<G>, symmetry: Symmetry) -> Position<G> {
        let image = |set: Bitboard<G>| set.reflected(symmetry, self.beyond());
        Position::of(image(position.own()), image(position.opponent()))
    }

    /// Two sets of squares, one in each half of a word, after the board is mirrored or rotated. The
    /// grid must have at most 32 squares.
    #[cfg(feature = "files")]
    #[inline(always)]
    pub(crate) fn transformed_pair(&self, pair: u64, symmetry: Symmetry) -> u64 {
        const { assert!(G::SQUARES <= 32) };
        reflected::<G>(pair, 1 << 32 | 1, symmetry, self.beyond())
    }

    /// By how many columns and rows a reflection of the grid takes the board too
    /// far: by one where its middle is not that of the grid.
    #[inline(always)]
    fn beyond(&self) -> (u32, u32) {
        let (width, height) = self.sides();
        (G::WIDTH - width - 2 * self.origin.0, G::HEIGHT - height - 2 * self.origin.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that positions on the grid are those of the board, and so are their
    /// images.
    struct Check;

    impl Kernel for Check {
        type Output = ();

        fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) {
            let size = board.size;
            assert_eq!(board.squares.len(), size.squares());
            for number in 0..20_u64 {
                let bits = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let own = bits & bits.rotate_left(9) & size.mask();
                let opponent = !bits & bits.rotate_left(23) & size.mask();
                let discs = Discs { own, opponent };
                let position = board.position(discs);
                assert_eq!(board.discs(position), discs);
                assert_eq!(board.bits(board.moves(isa, position)), size.moves(discs), "{size}");
                for square in board.moves(isa, position) {
                    let flips = board.bits(isa.flips(position, square));
                    assert_eq!(flips, size.flips(discs, board.to_board(square)));
                }
                let image = |set: u64, symmetry| {
                    let squares = size.squares_of(set);
                    let images = squares.map(|square| square.transformed(size, symmetry));
                    images.fold(0, |set, square| set | 1 << size.index(square))
                };
                let mut expected: Vec<_> = Symmetry::all(size)
                    .map(|it| Discs { own: image(own, it), opponent: image(opponent, it) })
                    .collect();
                let images_on_grid = || Symmetry::all(size).map(|it| board.image(position, it));
                let mut images: Vec<_> = images_on_grid().map(|image| board.discs(image)).collect();
                if !board.transposed {
                    assert_eq!(images, expected, "{size}");
                    let least = expected.iter().min().copied();
                    assert_eq!(Some(board.discs(board.canonical(position))), least, "{size}");
                }
                images.sort_unstable();
                expected.sort_unstable();
                assert_eq!(images, expected, "{size}");
                let mut forms = images_on_grid().map(|image| board.canonical(image));
                assert!(forms.all(|form| form == board.canonical(position)));
            }
        }
    }

    #[test]
    fn a_board_of_any_size_is_the_same_on_its_grid() {
        for size in Size::all() {
            on_grid(size, Check);
            assert_eq!(on_small_grid(size, Check).is_some(), size.squares() <= SMALL_SQUARES);
        }
    }
}
