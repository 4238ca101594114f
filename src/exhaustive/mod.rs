//! What can be known of a board by looking at all of it.

mod arrangements;
mod census;
mod perft;
mod reachable;
mod shortest;
mod solution;
mod unique;
mod wipeouts;

pub use arrangements::{Arrangements, ArrangementsTable};
pub use census::{Census, Layer};
pub use perft::{Passes, divide, perft};
pub use reachable::{CheckedTable, ReachableTable, Tabulated, tabulate};
pub use shortest::{Ending, shortest_game};
pub use solution::Solution;
pub use unique::{Unique, unique};
pub use wipeouts::{Wipeout, Wipeouts, shortest_wipeouts, wipeouts};
