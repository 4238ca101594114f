//! What can be known of a board by looking at all of it.

mod perft;

pub use perft::perft;
