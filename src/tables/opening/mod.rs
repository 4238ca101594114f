//! The opening of a board: every position of its first plies, with the value of every move.
//!
//! Where a board has too many positions for a table of all, the first ones are those that people ask
//! for most, and those that a search takes longest to value.

mod positions;
mod table;
mod tabulate;

pub use positions::{OpeningPositions, TooManyPositions};
pub use table::Opening;
pub use tabulate::tabulate_opening;
