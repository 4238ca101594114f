//! The symmetries of a board: reflections and rotations.

use std::fmt;
use std::str::FromStr;

use super::{Size, Square, UnknownName};
use crate::serialized_as_text;

/// A symmetry of a board: one of eight on a square board, one of four otherwise.
///
/// It is any combination of three reflections, applied in this order: left to right, top to bottom,
/// and across the diagonal through `a1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    const LEFT_RIGHT: u8 = 1;
    const TOP_BOTTOM: u8 = 2;
    const DIAGONAL: u8 = 4;

    /// All symmetries of a board of this size, the identity first.
    ///
    /// ```
    /// # use othello_core::{Size, Symmetry};
    /// assert_eq!(Symmetry::all(Size::new(4, 4).unwrap()).count(), 8);
    /// assert_eq!(Symmetry::all(Size::new(6, 4).unwrap()).count(), 4);
    /// ```
    pub fn all(size: Size) -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..if size.is_square() { 8 } else { 4 }).map(Self)
    }

    /// The symmetry that undoes this one.
    ///
    /// Each reflection undoes itself, and left-right and top-bottom together do too. After the
    /// diagonal, left-right and top-bottom trade places.
    pub const fn inverse(self) -> Self {
        if self.diagonal() { self.with_sides_exchanged() } else { self }
    }

    /// This symmetry followed by `next`.
    ///
    /// A left-right reflection after the diagonal equals a top-bottom reflection before it, and the
    /// other way round. Two equal reflections cancel out.
    pub const fn followed_by(self, next: Self) -> Self {
        let next = if self.diagonal() { next.with_sides_exchanged() } else { next };
        Self(self.0 ^ next.0)
    }

    const fn with_sides_exchanged(self) -> Self {
        let exchanged = (self.0 & Self::LEFT_RIGHT) << 1 | (self.0 & Self::TOP_BOTTOM) >> 1;
        Self(self.0 & Self::DIAGONAL | exchanged)
    }

    /// The index of the symmetry in [`all`](Self::all).
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The symmetry with this index among the eight of a square board.
    ///
    /// # Panics
    ///
    /// If the index is not below 8.
    pub const fn from_index(index: u8) -> Self {
        assert!(index < 8, "there are eight");
        Self(index)
    }

    /// Whether it swaps left and right.
    pub const fn left_right(self) -> bool {
        self.0 & Self::LEFT_RIGHT != 0
    }

    /// Whether it swaps top and bottom.
    pub const fn top_bottom(self) -> bool {
        self.0 & Self::TOP_BOTTOM != 0
    }

    /// Whether it swaps columns and rows, after the other reflections.
    pub const fn diagonal(self) -> bool {
        self.0 & Self::DIAGONAL != 0
    }

    /// The square to which this one moves on a board of this size.
    ///
    /// # Panics
    ///
    /// If the square is off the board, or if the symmetry swaps columns and rows and the board is
    /// not square.
    pub const fn image(self, square: Square, size: Size) -> Square {
        assert!(size.contains(square), "the board has no such square");
        let (mut column, mut row) = (square.column(), square.row());
        if self.left_right() {
            column = size.width() - 1 - column;
        }
        if self.top_bottom() {
            row = size.height() - 1 - row;
        }
        if self.diagonal() {
            assert!(size.is_square(), "only a square board has this symmetry");
            return Square::at(row, column);
        }
        Square::at(column, row)
    }
}

/// The names of all symmetries, in their order.
const NAMES: [&str; 8] = [
    "same",
    "left-right",
    "top-bottom",
    "half-turn",
    "diagonal",
    "quarter-turn-left",
    "quarter-turn-right",
    "other-diagonal",
];

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(NAMES[self.0 as usize])
    }
}

impl FromStr for Symmetry {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut all = (0..8).map(Self);
        all.find(|it| NAMES[it.0 as usize] == text).ok_or(UnknownName { accepted: &NAMES })
    }
}

serialized_as_text!(read Symmetry, { "enum": NAMES });

/// A set of images of a position, with a bit for each symmetry that gives one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Images(pub u8);

impl Images {
    /// The position itself.
    pub const ITSELF: Self = Self(1);

    /// The same set, relative to the position after `symmetry`.
    pub const fn seen_after(self, symmetry: Symmetry) -> Self {
        const TABLE: [[u8; 256]; 8] = {
            let mut table = [[0; 256]; 8];
            let mut pair: u8 = 0;
            while pair < 8 * 8 {
                let (symmetry, image) = (Symmetry::from_index(pair >> 3), pair & 7);
                let moved = symmetry.inverse().followed_by(Symmetry::from_index(image));
                let mut images = 0;
                while images < 256 {
                    if images >> image & 1 == 1 {
                        table[symmetry.index() as usize][images] |= 1 << moved.index();
                    }
                    images += 1;
                }
                pair += 1;
            }
            table
        };
        Self(TABLE[symmetry.index() as usize][self.0 as usize])
    }

    /// The number of different positions in the set. `own` are the symmetries that map the position
    /// to itself; each image is reached by that same number of symmetries.
    pub fn count(self, own: Self) -> u64 {
        let own_symmetries = (0..8).filter(|index| own.0 >> index & 1 == 1);
        let all = own_symmetries.fold(0, |all, index| all | self.seen_after(Symmetry(index)).0);
        u64::from(all.count_ones() / own.0.count_ones())
    }
}
