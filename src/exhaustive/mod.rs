//! What can be known of a board by looking at all of it.

mod census;
mod perft;
mod solution;
mod unique;

pub use census::{Census, Layer};
pub use perft::{Passes, divide, perft};
pub use solution::Solution;
pub use unique::{Unique, unique};
