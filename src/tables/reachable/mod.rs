//! The strong solution of boards that have too many positions for a hash map: all positions that
//! can be reached, and their values.
//!
//! Each move places a disc and none is ever removed, so the positions with a given number of discs
//! lead to those with one more. Going forward, they are found layer by layer, each a sorted list of
//! words without duplicates; going back, each value is the best of those in the next layer, which
//! are found there by bisection among those on the same squares. On 4×6 the largest layer has 29
//! million positions and takes less than ten seconds each way.

mod backward;
mod entry;
mod forward;
pub(super) mod page;
pub(super) mod tabulate;

pub use tabulate::{Tabulated, tabulate};
