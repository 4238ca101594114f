//! Reading and writing positions and games: cells, hexadecimal words, transcripts, OBF, GGF, and
//! files that mix them; reading SGF, and WTHOR databases.

mod boards;
mod cells;
mod error;
mod ggf;
mod hex;
mod obf;
mod position;
mod position_row;
mod positions;
mod records;
mod sgf;
mod transcript;
mod wthor;

pub use error::ReadError;
pub use ggf::Ggf;
pub use hex::to_hex;
pub use obf::Obf;
pub use position_row::PositionRow;
pub use positions::{Notation, PositionEntry, Reader};
pub use records::{Extent, FileKind, LineRecords, Record};
pub use sgf::Sgf;
pub use wthor::{Wthor, WthorError, WthorGame, wthor_names};
