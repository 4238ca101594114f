//! The shape of a board, the machine word it is packed into, and the masks that follow from both.
//!
//! On 4×4 they are the `0x6666`, `0x0FF0` and `0x0660` of `examples/four.rs`, which is the whole method
//! in one plain file.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};
use std::{fmt::Debug, hash::Hash, marker::PhantomData};

use super::rays;
use crate::board::{Size, Square};

/// An unsigned integer with one bit for each square of a board.
///
/// A 4×4 board fits exactly into a [`u16`] and an 8×8 board into a [`u64`].
pub trait Word:
    Copy
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + Into<u64>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits in the word.
    const BITS: u32;

    /// Keeps the low bits of `wide` and drops the rest.
    ///
    /// Masks are `u64` constants, because constants cannot call trait methods. This narrows them
    /// where they are used, and the compiler folds it away.
    fn truncate(wide: u64) -> Self;
}

macro_rules! impl_word {
    ($($word:ident)+) => {$(
        impl Word for $word {
            const BITS: u32 = $word::BITS;

            #[inline(always)]
            #[allow(clippy::cast_possible_truncation)]
            fn truncate(wide: u64) -> Self {
                wide as $word
            }
        }
    )+};
}

impl_word! { u16 u32 u64 }

/// A 4×4 board, packed into 16 bits.
pub type Board4x4 = Rect<u16, 4, 4>;
/// A 6×6 board, packed into the low 36 of 64 bits.
pub type Board6x6 = Rect<u64, 6, 6>;
/// The standard 8×8 board, packed into 64 bits.
pub type Board8x8 = Rect<u64, 8, 8>;

/// The width and height of a board, and the word for its squares.
///
/// Squares are numbered row by row from the top left, so on 4×4 the bits are
///
/// ```text
///     a  b  c  d
/// 1   0  1  2  3
/// 2   4  5  6  7
/// 3   8  9 10 11
/// 4  12 13 14 15
/// ```
///
/// and on any board bit 0 is `a1`, bit 1 is `b1`, and bit [`WIDTH`](Shape::WIDTH) is `a2`.
/// All other constants follow from the three required items.
pub trait Shape: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// The word with one bit for each square.
    type Word: Word;
    /// The number of columns.
    const WIDTH: u32;
    /// The number of rows.
    const HEIGHT: u32;
    /// Whether this is the grid of a single board, which covers it.
    #[doc(hidden)]
    const IS_COVERED: bool = false;

    /// The number of squares.
    const SQUARES: u32 = {
        assert!(Self::WIDTH >= 2 && Self::HEIGHT >= 2, "no room for the four opening discs");
        assert!(Self::WIDTH * Self::HEIGHT <= Self::Word::BITS, "too many squares for the word");
        Self::WIDTH * Self::HEIGHT
    };

    /// The size of the board.
    const SIZE: Size = Size::new(Self::WIDTH, Self::HEIGHT).expect("a side is too long");

    /// Every square of the board.
    const BOARD: u64 = u64::MAX >> (u64::BITS - Self::SQUARES);

    /// The four axes along which discs are flipped.
    #[doc(hidden)]
    const AXES: [Axis; 4] = Axis::all(Self::WIDTH, Self::HEIGHT);

    /// For each square, the squares in line with it along each axis: first the ones with higher
    /// numbers, then the ones with lower numbers.
    #[doc(hidden)]
    const RAYS: [[[u64; 4]; 2]; 64] = rays::all(Self::WIDTH, Self::HEIGHT);

    /// The square with this number.
    #[inline(always)]
    fn square(index: u32) -> Square {
        debug_assert!(index < Self::SQUARES);
        Square::at(index % Self::WIDTH, index / Self::WIDTH)
    }

    /// The number of a square, row by row from `a1`.
    #[inline(always)]
    fn index(square: Square) -> u32 {
        debug_assert!(square.column() < Self::WIDTH && square.row() < Self::HEIGHT);
        square.row() * Self::WIDTH + square.column()
    }
}

/// The rows, the columns, or the diagonals of one slope.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The difference between the numbers of neighbouring squares.
    pub stride: u32,
    /// The squares with a neighbour on both sides: along a row, all columns except the first and
    /// the last. Only a disc on one of these can be outflanked, and a run of such discs cannot wrap
    /// around the edge of the board.
    pub inner: u64,
    /// The most discs that can be flipped in one direction. Each axis has its own limit, because on
    /// long thin boards a common one would overflow a shift.
    pub longest: u32,
}

impl Axis {
    /// The rows, the columns and both kinds of diagonals of a board.
    pub const fn all(width: u32, height: u32) -> [Self; 4] {
        let board = u64::MAX >> (u64::BITS - width * height);
        let columns = first_column(width, height) * ((1 << (width - 1)) - 2);
        let rows = board & (board << width) & (board >> width);
        let side = if width < height { width } else { height };
        [
            Self { stride: 1, inner: columns, longest: width - 2 },
            Self { stride: width, inner: rows, longest: height - 2 },
            Self { stride: width + 1, inner: columns & rows, longest: side - 2 },
            Self { stride: width - 1, inner: columns & rows, longest: side - 2 },
        ]
    }

    /// The axes of a board whose size is known only at run time.
    pub fn of_size(size: Size) -> &'static [Self; 4] {
        const SIDES: usize = Size::MAX_SIDE as usize + 1;
        /// The axes of every board, by its numbers of columns and rows.
        static AXES: [[[Axis; 4]; SIDES]; SIDES] = {
            let mut axes = [[[Axis { stride: 0, inner: 0, longest: 0 }; 4]; SIDES]; SIDES];
            let mut width = Size::MIN_SIDE;
            while width <= Size::MAX_SIDE {
                let mut height = Size::MIN_SIDE;
                while Size::new(width, height).is_some() {
                    axes[width as usize][height as usize] = Axis::all(width, height);
                    height += 1;
                }
                width += 1;
            }
            axes
        };
        &AXES[size.width() as usize][size.height() as usize]
    }
}

/// The first column of a board: a geometric series of bits, `width` apart.
pub(super) const fn first_column(width: u32, height: u32) -> u64 {
    (u64::MAX >> (u64::BITS - width * height)) / ((1 << width) - 1)
}

/// A rectangle of `WIDTH`×`HEIGHT` squares packed into a word `W`.
///
/// A board that does not fit into its word does not compile:
///
/// ```compile_fail
/// othello_core::Start::Diagonal.position::<othello_core::kernel::Rect<u16, 5, 4>>();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rect<W, const WIDTH: u32, const HEIGHT: u32>(PhantomData<W>);

impl<W: Word, const WIDTH: u32, const HEIGHT: u32> Shape for Rect<W, WIDTH, HEIGHT> {
    type Word = W;
    const WIDTH: u32 = WIDTH;
    const HEIGHT: u32 = HEIGHT;
}

#[cfg(test)]
mod tests {
    use super::*;

    // The masks in the literature, checked when the tests are compiled.
    const _: () = {
        assert!(Board4x4::BOARD == 0xFFFF);
        assert!(Board4x4::AXES[0].inner == 0x6666);
        assert!(Board4x4::AXES[1].inner == 0x0FF0);
        assert!(Board4x4::AXES[2].inner == 0x0660);

        assert!(Board6x6::BOARD == 0x000F_FFFF_FFFF);
        assert!(Board6x6::AXES[2].inner == 0x0000_1E79_E780);

        assert!(Board8x8::BOARD == u64::MAX);
        assert!(Board8x8::AXES[0].inner == 0x7E7E_7E7E_7E7E_7E7E);
        assert!(Board8x8::AXES[1].inner == 0x00FF_FFFF_FFFF_FF00);
        assert!(Board8x8::AXES[2].inner == 0x007E_7E7E_7E7E_7E00);
    };
}
