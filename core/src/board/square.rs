//! The squares of a board.

use std::{fmt, str::FromStr};

use super::text::{error_text, plain_number};
use crate::serialized_as_text;

/// A square, written as a column letter and a row number: `a1` is top left, `b1` is to its right,
/// and `a2` below it. A square is not tied to a board: it exists on every board with its column and
/// row.
///
/// Squares are ordered row by row.
///
/// ```
/// # use othello_core::Square;
/// let square: Square = "F5".parse()?;
/// assert_eq!((square.column(), square.row()), (5, 4));
/// assert_eq!(square.to_string(), "f5");
/// assert_eq!(square, Square::F5);
/// # Ok::<_, othello_core::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    row: u8,
    column: u8,
}

/// Names the squares of 8×8 as constants.
macro_rules! constants {
    ($($name:ident)*) => {
        /// The squares of 8×8.
        #[allow(missing_docs)]
        impl Square {
            $(pub const $name: Self = Self::named(stringify!($name));)*
        }
    };
}

constants! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    const fn named(name: &str) -> Self {
        let &[column, row] = name.as_bytes() else { panic!("a letter and a digit") };
        Self { row: row - b'1', column: column - b'A' }
    }

    /// The most columns or rows, which only the widest grid has. Boards have fewer.
    const SIDES: u32 = 32;

    /// The square in a column and a row, both counted from 0. `None` if either is 32 or more,
    /// beyond any board.
    pub const fn new(column: u32, row: u32) -> Option<Self> {
        if column < Self::SIDES && row < Self::SIDES { Some(Self::at(column, row)) } else { None }
    }

    /// The square in this column and row, both counted from 0 and below 32.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)]
    pub const fn at(column: u32, row: u32) -> Self {
        Self { row: row as u8, column: column as u8 }
    }

    /// The column, counted from 0.
    #[inline]
    pub const fn column(self) -> u32 {
        self.column as u32
    }

    /// The row, counted from 0.
    #[inline]
    pub const fn row(self) -> u32 {
        self.row as u32
    }

    /// The letter of the column.
    pub fn letter(self) -> char {
        char::from_digit(10 + self.column(), 36).unwrap_or('?')
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.letter(), self.row() + 1))
    }
}

/// Lists squares: `b1 a2 d3 c4`.
pub(super) fn list(squares: impl Iterator<Item = Square>) -> String {
    squares.map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseSquareError;

error_text!(ParseSquareError, |_, f| f.write_str("a square is a letter and a number, such as f5"));

/// Reads `f5`, in upper or lower case.
impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (letter, number) = text.split_at_checked(1).ok_or(ParseSquareError)?;
        let letter = letter.chars().next().and_then(|letter| letter.to_digit(36));
        let column = letter.and_then(|digit| digit.checked_sub(10));
        let row = plain_number(number).and_then(|row| row.checked_sub(1));
        let square = column.zip(row).and_then(|(column, row)| Self::new(column, row));
        square.ok_or(ParseSquareError)
    }
}

serialized_as_text! { read Square, {
    "pattern": "^[a-z][1-9][0-9]?$",
    "description": "A square: a1 is top left, b1 is right of it, and a2 below it."
} }
