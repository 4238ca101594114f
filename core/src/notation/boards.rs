//! The boards that a text may be on.

use super::ReadErrorKind as Kind;
use super::error::refuse;
use super::{ReadError, quoted};
use crate::board::{ParseSizeError, Size};

/// The boards that a text may be on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Boards {
    /// This board, which was named.
    Only(Size),
    /// This board if the text fits it, and otherwise the square board that it fits.
    Usual(Size),
}

impl Boards {
    /// The board that was named, or the usual one.
    pub(super) fn size(self) -> Size {
        let (Self::Only(size) | Self::Usual(size)) = self;
        size
    }

    /// The board that was named, if any.
    pub(super) fn named(self) -> Option<Size> {
        if let Self::Only(size) = self { Some(size) } else { None }
    }

    /// Checks that a record may be on this board.
    pub(super) fn check(self, size: Size) -> Result<(), ReadError> {
        match self {
            Self::Only(only) if only != size => {
                refuse(Kind::Size, format!("a board of size {size}, but {only} is expected"))
            }
            _ => Ok(()),
        }
    }

    /// The board with the size in a record.
    pub(super) fn only(self, size: &str) -> Result<Self, ReadError> {
        let size = read_size(size)?;
        self.check(size)?;
        Ok(Self::Only(size))
    }

    /// The board whose `measure` is this number.
    ///
    /// # Errors
    ///
    /// If there is none. The error lists the accepted numbers.
    pub(super) fn find(self, measure: fn(Size) -> usize, number: usize) -> Result<Size, String> {
        let board = self.size();
        if measure(board) == number {
            return Ok(board);
        }
        if let Self::Only(_) = self {
            return Err(format!("the {board} board has {}", measure(board)));
        }
        let mut accepted = Vec::new();
        for size in (Size::MIN_SIDE..).map_while(|side| Size::new(side, side)) {
            if measure(size) == number {
                return Ok(size);
            }
            accepted.push(format!("{} ({size})", measure(size)));
        }
        Err(format!("accepted without a size are {}", accepted.join(", ")))
    }
}

/// Reads the size of a board, with `x` between its sides or, as in SGF, with a colon.
pub(super) fn read_size(text: &str) -> Result<Size, ReadError> {
    text.replace(':', "x").parse().or_else(|error: ParseSizeError| {
        refuse(Kind::Size, format!("{} is not the size of a board: {error}", quoted(text)))
    })
}
