//! What can be known about a board by looking at all of its positions.

#[cfg(feature = "files")]
mod arrangements;
mod census;
mod perft;
#[cfg(feature = "files")]
mod reachable;
mod shortest;
mod solution;
mod unique;
mod values;

#[cfg(feature = "files")]
pub use arrangements::{Arrangements, ArrangementsTable};
pub use census::{Census, Layer};
pub use perft::{Passes, divide, perft};
#[cfg(feature = "files")]
pub use reachable::{CheckedTable, ReachableTable, Tabulated, tabulate};
pub(crate) use shortest::{Ended, Ends, games};
pub use shortest::{ShortestGame, shortest_game};
pub use solution::Solution;
pub use unique::{Unique, unique};
pub use values::Values;
