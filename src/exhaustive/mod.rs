//! Results that need every position of a board.

mod census;
mod counts;
mod perft;
mod shortest;
mod solution;
mod unique;

pub use census::Census;
pub use counts::{PositionCounts, ValueCounts};
pub use perft::{Passes, divide, perft};
pub(crate) use shortest::{Ended, Ends, games};
pub use shortest::{ShortestGame, shortest_game};
pub use solution::Solution;
pub use unique::{Unique, unique};
