//! The size of a board.

use std::{collections::BTreeSet, fmt, str::FromStr};

use super::{Square, error_text, text::plain_number};
use crate::serialized_as_text;

/// The number of columns and rows of a board: 2 to 26 of each, and at most 64 squares. Written
/// WIDTHxHEIGHT; a single number stands for a square board.
///
/// ```
/// # use othello_core::Size;
/// let size: Size = "6x4".parse()?;
/// assert_eq!((size.width(), size.height(), size.squares()), (6, 4, 24));
/// assert_eq!("8".parse(), Ok(Size::STANDARD));
/// assert!("9x8".parse::<Size>().is_err());
/// # Ok::<_, othello_core::ParseSizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    /// The number of squares. It comes first because sizes are ordered by it, then by width.
    squares: u8,
    width: u8,
    height: u8,
}

impl Size {
    /// The tournament board, 8×8.
    pub const STANDARD: Self = Self::new(8, 8).expect("there is such a board");
    /// The fewest columns or rows: the four starting discs need two of each.
    pub const MIN_SIDE: u32 = 2;
    /// The most columns or rows: there are 26 letters to name columns.
    pub const MAX_SIDE: u32 = 26;
    /// The most squares: a set of squares is a 64-bit word.
    pub const MAX_SQUARES: u32 = u64::BITS;

    /// The size with `width` columns and `height` rows, or `None` if there is no such board.
    pub const fn new(width: u32, height: u32) -> Option<Self> {
        let (least, greatest) = if width < height { (width, height) } else { (height, width) };
        if least < Self::MIN_SIDE || greatest > Self::MAX_SIDE || width * height > Self::MAX_SQUARES
        {
            return None;
        }
        #[allow(clippy::cast_possible_truncation)]
        Some(Self { squares: (width * height) as u8, width: width as u8, height: height as u8 })
    }

    /// Every size, ordered by the number of squares and then by width.
    pub fn all() -> impl Iterator<Item = Self> {
        let mut sizes = BTreeSet::new();
        for width in Self::MIN_SIDE..=Self::MAX_SIDE {
            sizes.extend((Self::MIN_SIDE..).map_while(|height| Self::new(width, height)));
        }
        sizes.into_iter()
    }

    /// The number of columns.
    pub const fn width(self) -> u32 {
        self.width as u32
    }

    /// The number of rows.
    pub const fn height(self) -> u32 {
        self.height as u32
    }

    /// The number of columns or of rows, whichever is smaller.
    pub fn short_side(self) -> u32 {
        self.width().min(self.height())
    }

    /// The number of squares.
    pub const fn squares(self) -> u32 {
        self.squares as u32
    }

    /// Whether the board is as wide as it is high.
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// The set of all squares: bit 0 is `a1`, and bits run row by row.
    pub const fn mask(self) -> u64 {
        u64::MAX >> (u64::BITS - self.squares())
    }

    /// Whether the board has this square.
    pub const fn contains(self, square: Square) -> bool {
        square.column() < self.width() && square.row() < self.height()
    }

    /// The number of a square, counted row by row from `a1`, which is 0. This is also the number of
    /// its bit in a set.
    ///
    /// # Panics
    ///
    /// If the square is off the board.
    pub const fn index(self, square: Square) -> u32 {
        assert!(self.contains(square), "the board has no such square");
        square.row() * self.width() + square.column()
    }

    /// The square with a number.
    ///
    /// # Panics
    ///
    /// If the board does not have that many squares.
    pub const fn square(self, index: u32) -> Square {
        assert!(index < self.squares(), "the board has no such square");
        Square::at(index % self.width(), index / self.width())
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.width, self.height))
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The board has more squares than are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooBig {
    /// The size of the board.
    pub size: Size,
    /// The most squares accepted.
    pub most: u32,
}

error_text!(TooBig, |Self { size, most }, f| {
    write!(f, "the {size} board has {} squares; at most {most} are accepted", size.squares())
});

/// The text is not the size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseSizeError;

error_text!(ParseSizeError, |_, f| f.write_str(
    "a size is WIDTHxHEIGHT, such as 4x4 or 6x4, or 8 for 8x8, with 2 to 26 columns and rows and \
     at most 64 squares"
));

/// Reads `6x4`, and `8` for `8x8`. The numbers can also be separated by `X` or `×`.
impl FromStr for Size {
    type Err = ParseSizeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (width, height) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
        let sides = plain_number(width).zip(plain_number(height));
        sides.and_then(|(width, height)| Self::new(width, height)).ok_or(ParseSizeError)
    }
}

serialized_as_text! { read Size, {
    "pattern": "^[1-9][0-9]?x[1-9][0-9]?$",
    "description": "A board: its columns and rows, WIDTHxHEIGHT."
} }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_survives_writing_and_reading() {
        assert_eq!(Size::all().count(), 141);
        assert!(Size::all().is_sorted());
        for size in Size::all() {
            assert_eq!(size.to_string().parse(), Ok(size));
            for index in 0..size.squares() {
                assert_eq!(size.index(size.square(index)), index);
            }
        }
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in ["", "1", "9", "9x8", "27x2", "2x33", "4x", "x4", "+4", "04", "4x4x4", "4*4"] {
            assert_eq!(text.parse::<Size>(), Err(ParseSizeError), "{text}");
        }
    }
}
