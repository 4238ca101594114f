//! The symmetries of a board: mirror images and turns.
//!
//! Each is made of at most three reflections, and each reflection of a few
//! delta swaps, which exchange the bits of a mask with those a fixed distance
//! above them (Knuth, The Art of Computer Programming 4A, section 7.1.3).

use super::{Bitboard, Position, Shape, Square};

/// A symmetry of a board: one of eight where width and height are equal, one
/// of four otherwise.
///
/// The board is mirrored left to right, then top to bottom, then along the
/// diagonal through `a1`, each of them or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The symmetry that leaves every square where it is.
    pub const IDENTITY: Self = Self(0);

    const LEFT_RIGHT: u8 = 1;
    const TOP_BOTTOM: u8 = 2;
    const DIAGONAL: u8 = 4;

    /// All symmetries of a board of shape `S`, the identity first.
    ///
    /// ```
    /// # use othello_solver::{Board4x4, Rect, Symmetry};
    /// assert_eq!(Symmetry::all::<Board4x4>().count(), 8);
    /// assert_eq!(Symmetry::all::<Rect<u32, 6, 4>>().count(), 4);
    /// ```
    pub fn all<S: Shape>() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..if S::WIDTH == S::HEIGHT { 8 } else { 4 }).map(Self)
    }

    /// The symmetry that undoes this one.
    ///
    /// A reflection undoes itself, and so do two along the sides. With the
    /// diagonal the two sides change places.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.has(Self::DIAGONAL) { self.with_sides_exchanged() } else { self }
    }

    /// The symmetry that has the effect of this one and then the `next`.
    ///
    /// To reflect along a side after the diagonal is to reflect along the other
    /// side before it, and two equal reflections undo each other.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        let next = if self.has(Self::DIAGONAL) { next.with_sides_exchanged() } else { next };
        Self(self.0 ^ next.0)
    }

    const fn with_sides_exchanged(self) -> Self {
        let left_right = if self.has(Self::TOP_BOTTOM) { Self::LEFT_RIGHT } else { 0 };
        let top_bottom = if self.has(Self::LEFT_RIGHT) { Self::TOP_BOTTOM } else { 0 };
        Self(self.0 & Self::DIAGONAL | left_right | top_bottom)
    }

    /// The place of the symmetry among [`all`](Self::all).
    pub(crate) const fn index(self) -> u8 {
        self.0
    }

    /// The symmetry at a place among the eight of a square board.
    pub(crate) const fn from_index(index: u8) -> Self {
        assert!(index < 8, "there are eight");
        Self(index)
    }

    #[inline(always)]
    const fn has(self, reflection: u8) -> bool {
        self.0 & reflection != 0
    }
}

/// The board mirrored left to right. `bits` may hold several boards, and
/// `copies` has the lowest bit of each.
#[inline(always)]
fn left_right<S: Shape>(mut bits: u64, copies: u64) -> u64 {
    for column in 0..S::WIDTH / 2 {
        let mask = (S::FIRST_COLUMN << column) * copies;
        bits = delta_swap(bits, mask, S::WIDTH - 1 - 2 * column);
    }
    bits
}

/// The board mirrored top to bottom.
#[inline(always)]
fn top_bottom<S: Shape>(mut bits: u64, copies: u64) -> u64 {
    for row in 0..S::HEIGHT / 2 {
        let mask = (S::FIRST_ROW << (row * S::WIDTH)) * copies;
        bits = delta_swap(bits, mask, (S::HEIGHT - 1 - 2 * row) * S::WIDTH);
    }
    bits
}

/// The board, which must be square, mirrored along the diagonal through `a1`:
/// one parallel of that diagonal after the other.
#[inline(always)]
fn diagonal<S: Shape>(mut bits: u64, copies: u64) -> u64 {
    debug_assert_eq!(S::WIDTH, S::HEIGHT, "only a square board has this symmetry");
    for right in 1..S::WIDTH {
        let mask = S::DIAGONALS[right as usize] * copies;
        bits = delta_swap(bits, mask, right * (S::WIDTH - 1));
    }
    bits
}

/// Exchanges the bits of `mask` with those `distance` above them.
#[inline(always)]
fn delta_swap(bits: u64, mask: u64, distance: u32) -> u64 {
    let changed = (bits ^ (bits >> distance)) & mask;
    bits ^ changed ^ (changed << distance)
}

#[inline(always)]
fn apply<S: Shape>(symmetry: Symmetry, mut bits: u64, copies: u64) -> u64 {
    if symmetry.has(Symmetry::LEFT_RIGHT) {
        bits = left_right::<S>(bits, copies);
    }
    if symmetry.has(Symmetry::TOP_BOTTOM) {
        bits = top_bottom::<S>(bits, copies);
    }
    if symmetry.has(Symmetry::DIAGONAL) {
        bits = diagonal::<S>(bits, copies);
    }
    bits
}

/// Two sets of at most 32 squares, one in each half of a word, after the board
/// is turned or mirrored.
#[inline(always)]
pub(crate) fn transformed_pair<S: Shape>(pair: u64, symmetry: Symmetry) -> u64 {
    const { assert!(S::SQUARES <= 32) };
    apply::<S>(symmetry, pair, 1 << 32 | 1)
}

impl<S: Shape> Bitboard<S> {
    /// The set after the board is turned or mirrored.
    ///
    /// # Panics
    ///
    /// In debug builds, if the board does not have the symmetry.
    #[must_use]
    pub fn transformed(self, symmetry: Symmetry) -> Self {
        Self::of(apply::<S>(symmetry, self.bits().into(), 1))
    }
}

impl<S: Shape> Square<S> {
    /// Where the square lies after the board is turned or mirrored.
    ///
    /// # Panics
    ///
    /// In debug builds, if the board does not have the symmetry.
    #[must_use]
    pub fn transformed(self, symmetry: Symmetry) -> Self {
        let bit = apply::<S>(symmetry, 1 << self.index(), 1);
        Self::from_index(bit.trailing_zeros())
    }
}

impl<S: Shape> Position<S> {
    /// The position after the board is turned or mirrored.
    ///
    /// # Panics
    ///
    /// In debug builds, if the board does not have the symmetry.
    #[must_use]
    pub fn transformed(self, symmetry: Symmetry) -> Self {
        Self::of(self.own().transformed(symmetry), self.opponent().transformed(symmetry))
    }

    /// The one position that stands for this one and all its mirror images and
    /// turns: the least of them.
    ///
    /// It walks through all symmetries by one reflection at a time. Where both
    /// players' discs fit into 64 bits they are reflected together.
    #[must_use]
    pub fn canonical(self) -> Self {
        let pack = |position: Self| -> (u64, u64) {
            let (own, opponent) = (position.own().bits().into(), position.opponent().bits().into());
            if S::SQUARES <= 32 { (own << 32 | opponent, 0) } else { (own, opponent) }
        };
        let copies = if S::SQUARES <= 32 { 1 << 32 | 1 } else { 1 };
        let mut image = pack(self);
        let mut least = image;
        let mut reflect = |reflection: fn(u64, u64) -> u64| {
            image.0 = reflection(image.0, copies);
            if S::SQUARES > 32 {
                image.1 = reflection(image.1, copies);
            }
            least = least.min(image);
        };
        for half in 0..2 {
            reflect(left_right::<S>);
            reflect(top_bottom::<S>);
            reflect(left_right::<S>);
            if S::WIDTH != S::HEIGHT {
                break;
            }
            if half == 0 {
                reflect(diagonal::<S>);
            }
        }
        if S::SQUARES <= 32 {
            let (own, opponent) = (least.0 >> 32, least.0 & 0xFFFF_FFFF);
            Self::of(Bitboard::of(own), Bitboard::of(opponent))
        } else {
            Self::of(Bitboard::of(least.0), Bitboard::of(least.1))
        }
    }

    /// A symmetry that takes this position to its
    /// [canonical](Self::canonical) form.
    pub fn to_canonical(self) -> Symmetry {
        let canonical = self.canonical();
        Symmetry::all::<S>()
            .find(|&symmetry| self.transformed(symmetry) == canonical)
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board4x4, Board8x8, Rect};
    use crate::game::Start;

    /// Every symmetry against the formula for columns and rows.
    fn check<S: Shape>() {
        for symmetry in Symmetry::all::<S>() {
            for index in 0..S::SQUARES {
                let square = Square::<S>::from_index(index);
                let (mut column, mut row) = (square.column(), square.row());
                if symmetry.has(Symmetry::LEFT_RIGHT) {
                    column = S::WIDTH - 1 - column;
                }
                if symmetry.has(Symmetry::TOP_BOTTOM) {
                    row = S::HEIGHT - 1 - row;
                }
                if symmetry.has(Symmetry::DIAGONAL) {
                    (column, row) = (row, column);
                }
                let image = square.transformed(symmetry);
                assert_eq!(Some(image), Square::new(column, row));
                assert_eq!(image.transformed(symmetry.inverse()), square);
            }
        }
        let position = Position::<S>::start(Start::Diagonal);
        let first = position.play(position.moves().into_iter().next().unwrap());
        let images: Vec<_> = Symmetry::all::<S>().map(|s| first.transformed(s)).collect();
        for image in &images {
            assert_eq!(Some(image.canonical()), images.iter().min().copied());
            assert_eq!(image.transformed(image.to_canonical()), image.canonical());
        }
        for one in Symmetry::all::<S>() {
            for next in Symmetry::all::<S>() {
                let expected = first.transformed(one).transformed(next);
                assert_eq!(first.transformed(one.then(next)), expected);
            }
        }
    }

    #[test]
    fn reflections_move_columns_and_rows() {
        check::<Board4x4>();
        check::<Board8x8>();
        check::<Rect<u32, 5, 5>>();
        check::<Rect<u32, 6, 4>>();
        check::<Rect<u64, 7, 9>>();
        check::<Rect<u64, 4, 16>>();
    }
}
