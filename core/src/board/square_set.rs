//! Sets of squares on a board of any size.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

use super::{Size, Square, Symmetry, square};

/// A set of squares on a board.
///
/// The operators `&`, `|` and `-` give the intersection, the union and the difference of two sets on
/// the same board, and `!` gives the other squares of the board. With debug assertions, sets on
/// different boards panic.
///
/// ```
/// # use othello_core::{Position, Size, Square, SquareSet, Start};
/// let size = Size::new(4, 4).unwrap();
/// let moves = Position::start(size, Start::Diagonal).moves();
/// assert_eq!(moves.to_string(), "b1 a2 d3 c4");
/// assert_eq!(moves, SquareSet::new(size, 0x4812).unwrap());
/// assert!(moves.contains(Square::D3) && !(!moves).contains(Square::D3));
/// assert_eq!((moves - SquareSet::from_squares(size, [Square::D3])).to_string(), "b1 a2 c4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareSet {
    size: Size,
    bits: u64,
}

impl SquareSet {
    /// The squares whose bits are set: bit 0 is `a1`, and bits run row by row. `None` if any of
    /// them is off the board.
    pub const fn new(size: Size, bits: u64) -> Option<Self> {
        if bits & !size.mask() == 0 { Some(Self { size, bits }) } else { None }
    }

    /// The squares of `bits` that are on the board.
    pub const fn of(size: Size, bits: u64) -> Self {
        Self { size, bits: bits & size.mask() }
    }

    /// All squares of a board.
    pub const fn all(size: Size) -> Self {
        Self { size, bits: size.mask() }
    }

    /// The set of these squares.
    ///
    /// # Panics
    ///
    /// If one of them is off the board.
    pub fn from_squares(size: Size, squares: impl IntoIterator<Item = Square>) -> Self {
        let bits = squares.into_iter().fold(0, |bits, square| bits | 1 << size.index(square));
        Self { size, bits }
    }

    /// The board's size.
    pub const fn size(self) -> Size {
        self.size
    }

    /// One bit for each square: bit 0 is `a1`, and bits run row by row.
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// The number of squares in the set.
    pub const fn len(self) -> u32 {
        self.bits.count_ones()
    }

    /// Whether the set has no squares.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether a square is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.size.contains(square) && self.bits >> self.size.index(square) & 1 == 1
    }

    /// The squares, row by row.
    pub fn iter(self) -> SquaresOfSet {
        SquaresOfSet(self)
    }

    /// The set after mirroring or rotating the board.
    ///
    /// # Panics
    ///
    /// If the board does not have the symmetry.
    pub fn transformed(self, symmetry: Symmetry) -> Self {
        let images = self.iter().map(|square| symmetry.image(square, self.size));
        Self::from_squares(self.size, images)
    }
}

/// An operator on two sets, which is one on their bits.
macro_rules! operator {
    ($trait:ident, $name:ident, |$one:ident, $other:ident| $bits:expr) => {
        impl $trait for SquareSet {
            type Output = Self;

            /// # Panics
            ///
            /// In debug builds, if the sets are on boards of different sizes.
            fn $name(self, other: Self) -> Self {
                debug_assert_eq!(self.size, other.size, "the sets are on different boards");
                let ($one, $other) = (self.bits, other.bits);
                Self { size: self.size, bits: $bits }
            }
        }
    };
}

operator!(BitAnd, bitand, |one, other| one & other);
operator!(BitOr, bitor, |one, other| one | other);
operator!(Sub, sub, |one, other| one & !other);

impl Not for SquareSet {
    type Output = Self;

    fn not(self) -> Self {
        Self::all(self.size) - self
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = SquaresOfSet;

    fn into_iter(self) -> SquaresOfSet {
        self.iter()
    }
}

/// The squares of a [`SquareSet`], row by row.
#[derive(Clone, Debug)]
pub struct SquaresOfSet(SquareSet);

impl Iterator for SquaresOfSet {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let SquareSet { size, bits } = self.0;
        self.0.bits &= bits.checked_sub(1)?;
        Some(size.square(bits.trailing_zeros()))
    }
}

/// Lists the squares: `b1 a2 d3 c4`.
impl fmt::Display for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&square::list(self.iter()))
    }
}

/// Lists the squares, as [`Display`](fmt::Display) does.
impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
