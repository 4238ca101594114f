//! Reading and writing positions, games and results.

mod cells;
mod error;
mod ggf;
mod hex;
mod obf;
mod positions;
pub mod results;
mod transcript;

pub use cells::{Cells, CellsError};
pub use error::ReadError;
pub use ggf::Ggf;
pub use hex::{from_hex, to_hex};
pub use obf::Obf;
pub use positions::{Entry, Notation, read_positions, size_of_positions};
pub use transcript::{Transcript, TranscriptError};
