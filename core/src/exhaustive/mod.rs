//! Results that need every position of a board.

mod census;
mod counts;
mod perft;
mod solution;
mod unique;

pub use census::Census;
pub use counts::{PositionCounts, ValueCounts};
pub use perft::{Passes, divide, perft};
pub use solution::Solution;
pub use unique::{Unique, unique};
