//! Wipe-outs: games that end with one colour gone.

mod forced;
mod shortest;

pub use forced::{Forced, forced_wipeout};
pub use shortest::{Wipeout, Wipeouts, shortest_wipeouts, wipeouts};
