//! Results that need every position of a board.

mod census;
mod perft;
mod shortest;
mod solution;
mod unique;
mod values;

pub use census::{Census, Layer};
pub use perft::{Passes, divide, perft};
pub(crate) use shortest::{Ended, Ends, games};
pub use shortest::{ShortestGame, shortest_game};
pub use solution::Solution;
pub use unique::{Unique, unique};
pub use values::Values;
