//! The reasons for which a table cannot be used.

use std::ops::Range;
use std::path::PathBuf;

use thiserror::Error;

use super::files::FileError;
use crate::board::{Size, TooBig};
use crate::game::Score;

/// Why a table cannot be used.
#[derive(Debug, Error)]
pub enum TableError {
    /// The system could not read or write it.
    #[error(transparent)]
    File(#[from] FileError),
    /// It cannot be used.
    #[error("{} {problem}", path.display())]
    Unusable {
        /// The path of the file.
        path: PathBuf,
        /// The first problem that was found.
        problem: Problem,
    },
    /// The board is too big for a table.
    #[error(transparent)]
    TooBig(#[from] TooBig),
}

/// A file that is not a table.
#[derive(Debug, Error)]
pub enum Foreign {
    /// It does not begin with the bytes of a table.
    #[error("it does not begin like one")]
    Beginning,
    /// The format has another version.
    #[error("its version is {found}, but {expected} is expected")]
    Version {
        /// The version of the file.
        found: u64,
        /// The only one that can be read.
        expected: u32,
    },
    /// The description is not that of the wanted kind of table.
    #[error("{0}")]
    Description(#[from] serde_json::Error),
}

/// Why a file cannot be used as a table.
#[derive(Debug, Error)]
pub enum Problem {
    /// It is not a table of values.
    #[error("is not a table of values: {0}")]
    Foreign(#[from] Foreign),
    /// It is of a board of this size, where another is wanted.
    #[error("cannot be used: it is for the {0} board")]
    Board(Size),
    /// It is the checkpoint of another search.
    #[error("cannot be used: it belongs to another search")]
    Search,
    /// It is not as it was written.
    #[error("is damaged: {0}")]
    Damaged(#[from] Damage),
    /// It is as it was written, but what was written is wrong.
    #[error("is wrong: {0}")]
    Wrong(#[from] Mistake),
}

/// Damage in a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Damage {
    /// The file ends within its header.
    #[error("it is cut short before its values")]
    CutShort,
    /// The length of the file is not the one that its header gives.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// The number of bytes that were found.
        found: u64,
        /// The number of bytes that should be there.
        expected: u64,
    },
    /// The header or the description is not as it was sealed.
    #[error("its header is not as it was sealed")]
    Seal,
    /// A block of values is not as it was written.
    #[error("its values from {} to before {} are not as written", .0.start, .0.end)]
    Values(Range<usize>),
    /// There are more or fewer values than the description says.
    #[error("it has more or fewer values than it should have")]
    Count,
}

/// An error in a table that is not damaged. Positions are written as their cells and the side to
/// move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Mistake {
    /// A value is not the one that follows from others or from the rules.
    #[error("the value {found:+} should be {right:+} in {position}")]
    Value {
        /// The position.
        position: String,
        /// The value of the position in the table.
        found: Score,
        /// The true value of the position.
        right: Score,
    },
    /// A position that can be reached has no value.
    #[error("{0} is not there")]
    Missing(String),
    /// A position has a value although no game reaches it.
    #[error("{0} is there, but no game reaches it")]
    Unreachable(String),
    /// A number stands for no position of the board, or for a position of which another mirror
    /// image or rotation should be there.
    #[error("the number {0} stands for no position of the table")]
    Number(u64),
    /// The checkpoint of a search has answers to questions that it never asks.
    #[error("its answers belong to other questions")]
    Answers,
    /// The layer with this number of empty squares is not as the description of the file says, so
    /// that a position would not be found.
    #[error("the index of the positions with {0} empty squares is wrong")]
    Index(u32),
}
