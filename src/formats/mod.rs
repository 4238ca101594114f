//! Reading and writing positions, games and results.

mod cells;
mod error;
mod ggf;
mod hex;
mod map;
mod nearest;
mod obf;
mod positions;
mod reachable;
pub mod results;
pub mod svg;
pub(crate) mod table;
mod transcript;
mod values;
mod wipeouts;

pub use cells::{Cells, CellsError};
pub use error::ReadError;
pub use ggf::{AnyGgf, Ggf};
pub use hex::{from_hex, to_hex};
pub use nearest::nearest;
pub use obf::Obf;
pub use positions::{
    AnyEntry, Entry, Notation, read_any_positions, read_positions, size_of_positions,
};
pub use table::{Table, TableError};
pub use transcript::{AnyTranscript, Transcript, TranscriptError};
pub use values::{AllArrangements, Values};
