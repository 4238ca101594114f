//! Reading and writing positions and games: cells, hexadecimal words, transcripts, OBF and GGF, and
//! files that mix them. Also reads SGF, and WTHOR databases.

mod ggf;
mod obf;
mod position;
mod position_row;
mod positions;
mod records;
mod sgf;
mod transcript;
mod wthor;

pub use ggf::Ggf;
pub use obf::Obf;
pub use position::to_hex;
pub use position_row::PositionRow;
pub use positions::{Notation, PositionEntry, Reader};
pub use records::{Extent, FileKind, LineRecords, Record};
pub use sgf::Sgf;
pub use wthor::{Wthor, WthorGame, wthor_names};

use crate::board::error_text;

/// Why a line of text cannot be read, and where the problem is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// The problem, and what is accepted.
    pub problem: String,
}

error_text!(ReadError, |Self { column, problem }, f| write!(f, "column {column}: {problem}"));

impl ReadError {
    /// An error at the beginning of `part`, which is a slice of the line `text`.
    fn at(text: &str, part: &str, problem: impl Into<String>) -> Self {
        let offset = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
        let column = text.char_indices().take_while(|(index, _)| *index < offset).count() + 1;
        Self { column, problem: problem.into() }
    }
}
