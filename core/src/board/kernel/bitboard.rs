//! Sets of squares on a board whose shape is known at compile time.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use super::{Shape, Word, mirror::Mirror};
use crate::board::Symmetry;
use crate::board::square::{self, Square};

/// A set of squares, one bit for each.
///
/// The operators are set operations: `&` is intersection, `|` union, `-` difference, `^` symmetric
/// difference and `!` the complement within the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard<S: Shape>(S::Word);

impl<S: Shape> Bitboard<S> {
    /// The squares whose bits are set in `bits`, or `None` if any of them is off the board.
    pub fn new(bits: u64) -> Option<Self> {
        if bits & !S::BOARD == 0 { Some(Self::of(bits)) } else { None }
    }

    /// The empty set.
    #[inline]
    pub fn empty() -> Self {
        Self::of(0)
    }

    /// The squares of a mask that has no bits off the board.
    ///
    /// Every set starts here, so a shape that is not a board fails to compile.
    #[inline(always)]
    pub fn of(mask: u64) -> Self {
        const { assert!(S::SQUARES > 0) };
        Self(S::Word::truncate(mask))
    }

    /// The set as a word.
    #[inline]
    pub fn bits(self) -> S::Word {
        self.0
    }

    /// The number of squares in the set.
    #[inline]
    pub fn len(self) -> u32 {
        self.wide().count_ones()
    }

    /// Whether the set has no squares.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.wide() == 0
    }

    /// Whether the sets have a square in common.
    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether the set contains `square`.
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        Self::is_on_board(square) && self.intersects(Self::only(square))
    }

    /// The set of one square, which must be on the board.
    #[inline(always)]
    pub fn only(square: Square) -> Self {
        Self::at(S::index(square))
    }

    /// The set of the square with this number.
    #[inline(always)]
    pub(crate) fn at(index: u32) -> Self {
        Self::of(1_u64.wrapping_shl(index))
    }

    /// The number of the first square, or 64 if there is none.
    #[inline(always)]
    pub(crate) fn first(self) -> u32 {
        self.wide().trailing_zeros()
    }

    /// The first square alone: x & -x.
    #[inline(always)]
    pub(crate) fn lowest(self) -> Self {
        let wide = self.wide();
        Self::of(wide & wide.wrapping_neg())
    }

    /// All squares but the first.
    #[inline(always)]
    pub(crate) fn rest(self) -> Self {
        let wide = self.wide();
        Self::of(wide & wide.wrapping_sub(1))
    }

    #[inline(always)]
    fn is_on_board(square: Square) -> bool {
        square.column() < S::WIDTH && square.row() < S::HEIGHT
    }

    /// Every square moved to the one `distance` after it.
    ///
    /// Bits may leave the board or wrap around its edge, so intersect the result with another set.
    #[inline(always)]
    pub fn forward(self, distance: u32) -> Self {
        Self(self.0 << distance)
    }

    /// Every square moved to the one `distance` before it.
    #[inline(always)]
    pub fn backward(self, distance: u32) -> Self {
        Self(self.0 >> distance)
    }

    /// The set after mirroring or rotating the board.
    ///
    /// # Panics
    ///
    /// In debug builds, if the board does not have the symmetry.
    pub fn transformed(self, symmetry: Symmetry) -> Self {
        self.reflected(symmetry, (0, 0))
    }

    /// The set, which covers only part of the board, after mirroring or rotating that part: see
    /// [`Mirror`].
    #[inline(always)]
    pub(super) fn reflected(self, symmetry: Symmetry, beyond: (u32, u32)) -> Self {
        let mirror = const { Mirror::new(S::WIDTH, S::HEIGHT) };
        Self::of(mirror.reflected(self.bits().into(), symmetry, beyond))
    }

    #[inline]
    fn wide(self) -> u64 {
        self.0.into()
    }
}

macro_rules! set_operators {
    ($($trait:ident $method:ident: |$one:ident, $other:ident| $result:expr;)+) => {$(
        impl<S: Shape> $trait for Bitboard<S> {
            type Output = Self;

            #[inline]
            fn $method(self, Self($other): Self) -> Self {
                let Self($one) = self;
                Self($result)
            }
        }
    )+};
}

set_operators! {
    BitAnd bitand: |one, other| one & other;
    BitOr bitor: |one, other| one | other;
    BitXor bitxor: |one, other| one ^ other;
    Sub sub: |one, other| one & !other;
}

impl<S: Shape> Not for Bitboard<S> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::of(S::BOARD) - self
    }
}

/// Collects squares.
///
/// # Panics
///
/// If a square is off the board.
impl<S: Shape> FromIterator<Square> for Bitboard<S> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::empty(), |set, square| {
            assert!(Self::is_on_board(square), "{square} is off the board");
            set | Self::only(square)
        })
    }
}

impl<S: Shape> IntoIterator for Bitboard<S> {
    type Item = Square;
    type IntoIter = Squares<S>;

    #[inline]
    fn into_iter(self) -> Squares<S> {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], in ascending order.
#[derive(Clone, Debug)]
pub struct Squares<S: Shape>(Bitboard<S>);

impl<S: Shape> Iterator for Squares<S> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let wide = self.0.wide();
        let rest = wide & wide.checked_sub(1)?;
        self.0 = Bitboard::of(rest);
        Some(S::square(wide.trailing_zeros()))
    }
}

/// Lists the squares: `b1 a2 d3 c4`.
impl<S: Shape> fmt::Display for Bitboard<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&square::list(self.into_iter()))
    }
}

/// Draws the set, one line per row.
impl<S: Shape> fmt::Debug for Bitboard<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..S::SQUARES).try_for_each(|index| {
            let line_break = if index % S::WIDTH == 0 { "\n" } else { "" };
            let symbol = if self.wide() >> index & 1 == 1 { 'x' } else { '.' };
            write!(f, "{line_break}{symbol}")
        })
    }
}
