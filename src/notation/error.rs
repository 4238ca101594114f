//! Errors in texts: the problem, and where it is.

use thiserror::Error;

use crate::board::{Color, Size};
use crate::game::{IllegalMove, Position};

use super::sizes;
use super::transcript::TranscriptError;

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
    pub(super) fn at(text: &str, part: &str, problem: ReadProblem) -> Self {
        let offset = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
        let column = text.char_indices().take_while(|(index, _)| *index < offset).count() + 1;
        Self { line: 1, column, problem }
    }
}

/// A problem with a text. The message also says what is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadProblem {
    /// A character is neither a disc nor an empty square.
    #[error("'{0}' is not a cell; a cell is X for Black, O for White, - for empty")]
    NotACell(char),
    /// The last word is not the side to move.
    #[error("the side to move is missing; write X or O after the cells and a space")]
    NoSide,
    /// The word where the side to move should be is something else.
    #[error("'{0}' is not a side to move; write X or O")]
    NotASide(String),
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
    /// A word is not hexadecimal, or it has bits that are off the board.
    #[error(
        "'{found}' is not a set of squares of the {size} board; write 0x and {} hexadecimal digits",
        sizes::digits(*size)
    )]
    NotASet {
        /// The word.
        found: String,
        /// The board that the position should be on.
        size: Size,
    },
    /// A square is in both sets, that of the black and that of the white discs.
    #[error("a black and a white disc lie on one square")]
    TwoDiscsOnOneSquare,
    /// The text is not a transcript.
    #[error(transparent)]
    Transcript(TranscriptError),
    /// A part of an OBF line is not a move with its score.
    #[error("'{0}' is not a move and its score, such as a2:+38")]
    NotAScoredMove(String),
    /// A move that has a score is not legal.
    #[error("'{found}' is not a legal move; the legal moves are {}", position.moves())]
    IllegalScoredMove {
        /// The move.
        found: String,
        /// The position in which it is given.
        position: Position,
    },
    /// A score is not a number, or it is more than the board has squares.
    #[error("'{found}' is not a score from -{0} to +{0}", size.squares())]
    NotAScore {
        /// The score.
        found: String,
        /// The board that it is for.
        size: Size,
    },
    /// A part of a game record is not a property.
    #[error("a property such as BO[…] or B[f5] is expected")]
    NotAProperty,
    /// A game record has no board.
    #[error("the game has no board BO[…]")]
    NoBoard,
    /// A game record has a move before its board.
    #[error("a move, but the board BO[…] comes later")]
    MoveBeforeBoard,
    /// A game record is of a game on another board.
    #[error("a board of size {found}, but {} is expected", sizes::in_ggf(*expected))]
    OtherBoard {
        /// The size in the record.
        found: String,
        /// The size that was asked for.
        expected: Size,
    },
    /// A move of a game record is not a square of the board.
    #[error("'{found}' is not a square of the {} board", sizes::in_ggf(*size))]
    NotASquare {
        /// The move.
        found: String,
        /// The board.
        size: Size,
    },
    /// A move of a game record is not legal.
    #[error(transparent)]
    IllegalMove(IllegalMove),
    /// A player passes in a game record, but need not.
    #[error("{0} passes, but no pass is forced here")]
    IllegalPass(Color),
    /// A player moves in a game record, but it is the other's turn.
    #[error("{} moves, but it is {}'s turn", .0, !*.0)]
    OtherTurn(Color),
}

fn plural(number: usize) -> &'static str {
    if number == 1 { "" } else { "s" }
}
