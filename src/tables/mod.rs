//! Values of all positions of a board, in files.

mod arrangements;
mod reachable;
mod subset;
mod value_table;

pub use arrangements::{Arrangements, ArrangementsTable};
pub use reachable::{CheckedTable, ReachableTable, Tabulated, tabulate};
pub use value_table::ValueTable;
