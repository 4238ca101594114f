//! Reading and writing positions, games and results.

mod cells;
mod transcript;

pub use cells::{Cells, CellsError};
pub use transcript::{Transcript, TranscriptError};
