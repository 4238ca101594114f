//! The tables that `tabulate` writes, whichever kind a file has.

use std::path::Path;

use super::arrangements::ArrangementsTable;
use super::reachable::ReachableTable;
use crate::board::Size;
use crate::board::kernel::{Board4x4, Shape};
use crate::game::{Position, Rules, Score};
use crate::storage::TableError;

/// A table of either kind.
#[derive(Debug)]
pub enum ValueTable {
    /// Of every position that can be reached.
    Reachable(ReachableTable),
    /// Of every arrangement of 4×4.
    Arrangements(ArrangementsTable),
}

impl ValueTable {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is neither kind of table, or is damaged; the values themselves are
    /// checked when they are looked up.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        match ReachableTable::open(path) {
            Err(TableError::Foreign { .. }) => {
                ArrangementsTable::open(path).map(Self::Arrangements)
            }
            table => table.map(Self::Reachable),
        }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        match self {
            Self::Reachable(table) => table.size(),
            Self::Arrangements(_) => Board4x4::SIZE,
        }
    }

    /// The rules by which the games were scored.
    pub fn rules(&self) -> Rules {
        match self {
            Self::Reachable(table) => table.rules(),
            Self::Arrangements(table) => table.rules(),
        }
    }

    /// The value of a position, seen by the side to move, or `None` if the table does not have it.
    ///
    /// # Errors
    ///
    /// As for the table of either kind.
    pub fn value(&self, position: Position) -> Result<Option<Score>, TableError> {
        match self {
            Self::Reachable(table) => table.value(position),
            Self::Arrangements(table) => {
                position.to_kernel().map(|position| table.value(position)).transpose()
            }
        }
    }
}
