//! The squares of a board.

use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use super::Shape;

/// A square, written as a column letter and a row number: `a1` is top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square<S: Shape>(u8, PhantomData<S>);

impl<S: Shape> Square<S> {
    /// The square in a column and a row, both counted from zero.
    pub fn new(column: u32, row: u32) -> Option<Self> {
        (column < S::WIDTH && row < S::HEIGHT).then(|| Self::from_index(row * S::WIDTH + column))
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) fn from_index(index: u32) -> Self {
        debug_assert!(index < S::SQUARES);
        Self(index as u8, PhantomData)
    }

    /// The number of the square, row by row from `a1`.
    #[inline]
    pub fn index(self) -> u32 {
        u32::from(self.0)
    }

    /// The column, counted from zero.
    pub fn column(self) -> u32 {
        self.index() % S::WIDTH
    }

    /// The row, counted from zero.
    pub fn row(self) -> u32 {
        self.index() / S::WIDTH
    }
}

impl<S: Shape> fmt::Display for Square<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&name(self.column(), self.row()))
    }
}

impl<S: Shape> fmt::Debug for Square<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square of the board")
    }
}

impl Error for ParseSquareError {}

impl<S: Shape> FromStr for Square<S> {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (column, row) = column_and_row(text).ok_or(ParseSquareError)?;
        Self::new(column, row).ok_or(ParseSquareError)
    }
}

/// The name of the square in a column and a row, both counted from zero.
pub(crate) fn name(column: u32, row: u32) -> String {
    format!("{}{}", column_letter(column), row + 1)
}

/// The letter of a column counted from zero.
pub(crate) fn column_letter(column: u32) -> char {
    char::from_digit(10 + column, 36).unwrap_or('?')
}

/// The column and the row, both counted from zero, that a name stands for.
pub(crate) fn column_and_row(name: &str) -> Option<(u32, u32)> {
    let (column, row) = name.split_at_checked(1)?;
    let column = u32::from_str_radix(column, 36).ok()?.checked_sub(10)?;
    let row = row.parse::<u32>().ok()?.checked_sub(1)?;
    Some((column, row))
}
