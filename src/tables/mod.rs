//! Values of all positions of a board, in files.

mod arrangements;
mod check;
mod reachable;
mod subset;
mod value_table;

pub use arrangements::Arrangements;
pub use check::CheckedTable;
pub use reachable::{Tabulated, tabulate};
pub use value_table::ValueTable;
