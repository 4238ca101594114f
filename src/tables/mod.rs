//! Values of all positions of a board, in files.

mod arrangements;
mod reachable;

pub use arrangements::{Arrangements, ArrangementsTable};
pub use reachable::{CheckedTable, ReachableTable, Tabulated, tabulate};
