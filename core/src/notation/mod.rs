//! Reading and writing positions and games: cells, hexadecimal words, boards in several lines,
//! transcripts, OBF, GGF, SGF, PGN, tables, WTHOR databases, and what other programs write.
//!
//! There is one reader: [`Records`] finds the positions and games in a text of any of these forms,
//! line by line, and [`Reader`] reads a whole text. Bytes that are not UTF-8 become text outside of this
//! crate, which knows only Unicode.

mod boards;
mod csv;
mod diagram;
mod entry;
mod error;
mod foreign;
mod ggf;
mod line;
mod obf;
mod pgn;
mod position;
mod position_row;
mod reader;
mod records;
mod sgf;
mod transcript;
mod tree;
mod write;
mod wthor;

pub use entry::{Notation, Note, PositionEntry};
pub use error::{ReadError, ReadErrorKind};
#[doc(hidden)]
pub use error::{escaped, is_hidden, quoted};
pub use ggf::read_ggf;
pub use position::{read_position, to_hex};
pub use position_row::PositionRow;
pub use reader::Reader;
pub use records::{Extent, Record, Records};
pub use transcript::read_game;
#[doc(hidden)]
pub use write::recorded_result;
pub use write::{CSV_HEADER, Written, to_ggf, write};
pub use wthor::{read_wthor, wthor_names};
