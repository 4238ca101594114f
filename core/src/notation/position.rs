//! Positions in one of the two plain notations: cells, or hexadecimal words.

use std::str::FromStr;

use crate::board::Size;
use crate::game::Position;

use super::boards::Boards;
use super::error::ReadError;
use super::{cells, hex};

/// The position in `part`, which is a part of `text`, a line.
pub(super) fn read(boards: Boards, text: &str, part: &str) -> Result<Position, ReadError> {
    let read = if hex::is_hex(part) { hex::read } else { cells::read };
    read(boards, text, part)
}

impl Position {
    /// Reads a position on a board of this size: the cells row by row from `a1` and the side to
    /// move, or what [`to_hex`](super::to_hex) writes.
    ///
    /// Discs and empty squares are read as different programs write them: `X`, `*` and `B` are
    /// black, `O`, `0` and `W` white, in capitals or not, and `-`, `.` and `_` are empty. The last
    /// character is the side to move, and spaces between the cells before it are ignored.
    ///
    /// # Errors
    ///
    /// If the text is something else, or a position on another board.
    ///
    /// ```
    /// # use othello_core::{Position, Size};
    /// let size = Size::new(6, 4).unwrap();
    /// let position = Position::parse(size, "--------OX----XO-------- X")?;
    /// assert_eq!(Position::parse(size, "0x004200 0x008100 X"), Ok(position));
    /// assert_eq!(Position::parse(size, "...... ..wb.. ..bw.. ...... b"), Ok(position));
    /// # Ok::<_, othello_core::notation::ReadError>(())
    /// ```
    pub fn parse(size: Size, text: &str) -> Result<Self, ReadError> {
        read(Boards::Only(size), text, text.trim())
    }
}

/// Reads a position on a board that is as wide as it is high, as [`Position::parse`] does. Which
/// board that is follows from the number of cells or of hexadecimal digits.
impl FromStr for Position {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read(Boards::Usual(Size::STANDARD), text, text.trim())
    }
}
