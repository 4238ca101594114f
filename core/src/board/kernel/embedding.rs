//! The placement of a board on a grid.

use super::{Bitboard, Discs, Isa, Position, Shape, mirror::Mirror};
use crate::board::{Images, Size, Square, SquareSet, Symmetry, Turn};

/// The most squares of a board that is placed on a small grid.
pub const SMALL_SQUARES: u32 = 24;

/// The placement of a board on the grid `G`.
#[derive(Clone, Debug)]
pub struct Embedding<G: Shape> {
    /// The size of the board.
    pub size: Size,
    /// The board's squares on the grid.
    pub squares: Bitboard<G>,
    /// Whether the board's columns are the grid's rows.
    pub transposed: bool,
    /// The grid column and row where the board begins.
    pub origin: (u32, u32),
}

impl<G: Shape> Embedding<G> {
    /// A board in the middle of the grid, on its side if it is too high to stand upright.
    pub fn new(size: Size) -> Self {
        let transposed = size.height() > G::HEIGHT;
        let mut board = Self { size, squares: Bitboard::empty(), transposed, origin: (0, 0) };
        let (width, height) = board.sides();
        board.origin = ((G::WIDTH - width) / 2, (G::HEIGHT - height) / 2);
        board.squares = SquareSet::all(size).iter().map(|square| board.to_grid(square)).collect();
        board
    }

    /// The numbers of grid columns and rows that the board covers.
    pub fn sides(&self) -> (u32, u32) {
        let (width, height) = (self.size.width(), self.size.height());
        if self.transposed { (height, width) } else { (width, height) }
    }

    /// The grid square for a square of the board.
    pub fn to_grid(&self, square: Square) -> Square {
        let (column, row) = (square.column(), square.row());
        let (column, row) = if self.transposed { (row, column) } else { (column, row) };
        Square::at(self.origin.0 + column, self.origin.1 + row)
    }

    /// The square of the board for a grid square.
    pub fn to_board(&self, square: Square) -> Square {
        let (column, row) = (square.column() - self.origin.0, square.row() - self.origin.1);
        let (column, row) = if self.transposed { (row, column) } else { (column, row) };
        Square::at(column, row)
    }

    /// The position on the grid with these discs of the board.
    pub fn position(&self, discs: Discs) -> Position<G> {
        Position::of(self.spread(discs.own), self.spread(discs.opponent))
    }

    /// The grid squares of a set of squares of the board.
    fn spread(&self, bits: u64) -> Bitboard<G> {
        SquareSet::of(self.size, bits).iter().map(|square| self.to_grid(square)).collect()
    }

    /// The discs on the board of a position on the grid.
    pub fn discs(&self, position: Position<G>) -> Discs {
        Discs { own: self.bits(position.own()), opponent: self.bits(position.opponent()) }
    }

    /// A set of grid squares as a set of squares of the board: bit 0 is the board's `a1`.
    pub fn bits(&self, set: Bitboard<G>) -> u64 {
        if !self.transposed && self.origin == (0, 0) && self.size.width() == G::WIDTH {
            // Each square has the same bit on the board and on the grid.
            return set.bits().into();
        }
        set.into_iter().fold(0, |bits, square| bits | 1 << self.size.index(self.to_board(square)))
    }

    /// The board's lines through a grid square, in the order of [`Shape::AXES`].
    pub fn lines(&self, square: Square) -> [Bitboard<G>; 4] {
        let (column, row) = (square.column(), square.row());
        let mut lines = [Bitboard::empty(); 4];
        for other in self.squares {
            let (x, y) = (other.column(), other.row());
            let on = [y == row, x == column, x + row == y + column, x + y == column + row];
            for (line, _) in lines.iter_mut().zip(on).filter(|&(_, is_on)| is_on) {
                *line = *line | Bitboard::only(other);
            }
        }
        lines
    }

    /// The board's squares without a disc.
    #[inline(always)]
    pub fn empty(&self, position: Position<G>) -> Bitboard<G> {
        let empty = position.empty();
        if G::IS_COVERED { empty } else { self.squares & empty }
    }

    /// The legal moves.
    #[inline(always)]
    pub fn moves<I: Isa>(&self, isa: I, position: Position<G>) -> Bitboard<G> {
        isa.moves(position) & self.squares
    }

    /// Whether the player to move places a disc or passes, or the game is over.
    #[inline(always)]
    pub fn turn<I: Isa>(&self, isa: I, position: Position<G>) -> Turn {
        Turn::of(!self.moves(isa, position).is_empty(), || {
            !self.moves(isa, position.pass()).is_empty()
        })
    }

    /// The position that represents this one and all its reflections and rotations: the least of
    /// them.
    #[inline]
    pub fn canonical(&self, position: Position<G>) -> Position<G> {
        position.least_image(self.size.is_square(), self.beyond())
    }

    /// A position after the board is mirrored or rotated. If the board lies on its side, left and
    /// right refer to the grid.
    #[inline]
    pub fn image(&self, position: Position<G>, symmetry: Symmetry) -> Position<G> {
        let beyond = self.beyond();
        Position::of(
            position.own().reflected(symmetry, beyond),
            position.opponent().reflected(symmetry, beyond),
        )
    }

    /// The least image of two sets of squares, one in each half of a word, and the first symmetry
    /// that gives it. The sets must have at most 24 squares.
    #[inline(always)]
    pub fn least_image(&self, pair: u64) -> (u64, Symmetry) {
        const { assert!(G::SQUARES <= SMALL_SQUARES) };
        // The bits of both sets, followed by the index of the symmetry.
        let mut least = u64::MAX;
        self.each_image(pair, |pair, symmetry| least = least.min(pair << 3 | u64::from(symmetry)));
        (least >> 3, Symmetry::from_index(least.to_le_bytes()[0] & 7))
    }

    /// The symmetries that do not change two sets of squares, one in each half of a word.
    pub fn own_images(&self, pair: u64) -> Images {
        let mut own = 0;
        self.each_image(pair, |image, symmetry| own |= u8::from(image == pair) << symmetry);
        Images(own)
    }

    /// Calls `each` with every image of two sets of squares, one in each half of a word, and the
    /// index of its symmetry. The grid must have at most 32 squares.
    #[inline(always)]
    pub fn each_image(&self, pair: u64, mut each: impl FnMut(u64, u8)) {
        const { assert!(G::SQUARES <= 32) };
        let mirror = const { Mirror::new(G::WIDTH, G::HEIGHT) };
        // On a grid that is not square this is false at compile time. Square boards have square
        // grids.
        let is_square = G::WIDTH == G::HEIGHT && self.size.is_square();
        mirror.each_image([pair], 1 << 32 | 1, is_square, self.beyond(), |[pair], symmetry| {
            each(pair, symmetry);
        });
    }

    /// How many columns and rows too far a reflection of the grid moves the board: one if the board
    /// is off centre.
    #[inline(always)]
    fn beyond(&self) -> (u32, u32) {
        let (width, height) = self.sides();
        (G::WIDTH - width - 2 * self.origin.0, G::HEIGHT - height - 2 * self.origin.1)
    }
}
