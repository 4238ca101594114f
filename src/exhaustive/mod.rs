//! What can be known of a board by looking at all of it.

mod census;
mod perft;
mod solution;

pub use census::{Census, Layer};
pub use perft::perft;
pub use solution::Solution;
