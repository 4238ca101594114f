//! Values of all positions of a board, in files.

mod arrangements;
mod check;
mod opening;
mod reachable;
mod rows;
mod subset;
mod value_table;

pub use arrangements::Arrangements;
pub use check::CheckedTable;
pub use opening::{Opening, OpeningPositions, TooManyPositions, tabulate_opening};
pub use reachable::{Tabulated, tabulate};
pub use rows::positions_csv;
pub use value_table::ValueTable;
