//! Results from visiting every position: complete solutions, and counts of positions, games and
//! lines of play.

mod census;
mod counts;
mod methods;
mod perft;
mod solution;
mod table;
mod unique;
mod walk;

pub use census::Census;
pub use counts::{PositionCounts, ValueCounts};
#[doc(hidden)]
pub use methods::{Idea, Method};
pub use perft::{Passes, divide, perft};
pub use solution::Solution;
pub use unique::{Unique, unique};
