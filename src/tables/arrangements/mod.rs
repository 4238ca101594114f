//! The value of every arrangement of discs on the 4×4 board, whether or not a game can reach it.

pub(super) mod index;
mod layer;

use std::path::Path;

use othello_core::board::kernel::{self, Board4x4, Shape, fastest};
use othello_core::exhaustive::ValueCounts;
use othello_core::{Progress, Rules, Score};

use crate::storage::{BlockFile, FileError};
use crate::tables::value_table::Description;
use index::{SQUARES, layer_start};
use layer::Fill;

/// The value of every arrangement of the 4×4 board, one signed byte each.
///
/// There is a layer for each number of discs, starting with the empty board. The layer of n discs
/// has a row for each set of n squares, in ascending order of the sets as numbers. A row has a value
/// for each way to give some of these squares to the player to move. In value k, the bits of k
/// select the squares with own discs from the set, the lowest bit for the lowest square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangements {
    /// The rules by which the games were scored.
    pub rules: Rules,
    pub(crate) values: Vec<i8>,
    /// The number of arrangements of each value, by the number of empty squares, full boards first.
    pub by_empties: Vec<ValueCounts>,
}

impl Arrangements {
    /// The number of arrangements: 3¹⁶.
    pub const COUNT: usize = index::COUNT;

    /// Computes all values, on all threads.
    ///
    /// A move fills one square, so the values for n discs depend only on the values for n + 1 and,
    /// for a pass, on each other. So the full boards come first.
    pub fn compute(rules: Rules, progress: &dyn Progress) -> Self {
        progress.begin("arrangements", Some(Self::COUNT as u64));
        let mut values = vec![0; Self::COUNT];
        let mut by_empties = Vec::new();
        for discs in (0..=SQUARES).rev() {
            let (values, deeper) = values.split_at_mut(layer_start(discs + 1));
            let layer = &mut values[layer_start(discs)..];
            let fill = Fill { rules, discs, layer, deeper };
            let [pass, over] = fastest::<Board4x4, Board4x4, _>(Board4x4::SIZE, fill);
            by_empties.push(ValueCounts::count(SQUARES - discs, layer, pass, over));
            progress.advance(layer.len() as u64);
        }
        Self { rules, values, by_empties }
    }

    /// The value of a position, seen by the player to move.
    pub fn value(&self, position: kernel::Position<Board4x4>) -> Score {
        self.values[index::index_of(position.into())].into()
    }

    /// Writes the values to a [`BlockFile`] that [`ValueTable`](super::ValueTable) reads.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        BlockFile::write(path, &Description::EveryArrangement(self.rules), &self.values)
    }
}
