//! Errors in texts: the problem, and where it is.

use thiserror::Error;

use super::sizes;
use crate::board::Size;

/// Why a text cannot be read, and where in it the error is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// The problem.
    pub problem: ReadProblem,
}

impl ReadError {
    /// An error at the beginning of `part`, which is a part of `text`, a line.
    pub(super) fn at(text: &str, part: &str, problem: impl Into<ReadProblem>) -> Self {
        let offset = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
        let column = text.char_indices().take_while(|(index, _)| *index < offset).count() + 1;
        Self { line: 1, column, problem: problem.into() }
    }
}

/// A problem with a text. The message also says what is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadProblem {
    /// The last word is not the side to move.
    #[error("the side to move is missing; write X or O after the cells and a space")]
    NoSide,
    /// The position has more or fewer cells than the board has squares.
    #[error("the position has {cells} cell{}; the {size} board has {}", plural(*cells), size.squares())]
    OtherNumberOfCells {
        /// The number of cells.
        cells: usize,
        /// The board that the position should be on.
        size: Size,
    },
    /// No square board has this number of cells, and no size was named.
    #[error(
        "the position has {cells} cell{}; accepted without a size are {}",
        plural(*cells),
        sizes::list(sizes::cells)
    )]
    NoSquareBoard {
        /// The number of cells.
        cells: usize,
    },
    /// No square board is written with this number of hexadecimal digits, and no size was named.
    #[error(
        "the words have {} hexadecimal digit{}; accepted without a size are {}",
        .0,
        plural(*.0),
        sizes::list(sizes::digits)
    )]
    NoSquareBoardOfDigits(usize),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl From<String> for ReadProblem {
    fn from(message: String) -> Self {
        Self::Other(message)
    }
}

fn plural(number: usize) -> &'static str {
    if number == 1 { "" } else { "s" }
}
