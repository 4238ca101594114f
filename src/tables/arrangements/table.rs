//! The value of every arrangement of discs on the 4×4 board, whether a game can reach it or not.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::board::Color;
use crate::board::kernel::{self, Board4x4, Shape, fastest};
use crate::exhaustive::ValueCounts;
use crate::game::{Position, Rules, Score};
use crate::progress::Progress;
use crate::storage::{BlockFile, FileError, TableError};

use super::index::{self, SQUARES, layer_start};
use super::layer::Fill;

/// The value of every arrangement of the 4×4 board, one signed byte each.
///
/// They lie in layers, one for each number of discs, the empty board first. A layer of n discs has
/// a row for each set of n squares, in ascending order of the sets as numbers, and a row has a
/// value for each way to give some of these squares to the player to move: value k of the row is
/// that of own discs on the squares which the bits of k select from the set, the lowest bit for the
/// lowest square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangements {
    rules: Rules,
    values: Vec<i8>,
    by_empties: Vec<ValueCounts>,
}

impl Arrangements {
    /// The number of arrangements: 3¹⁶.
    pub const COUNT: usize = 3_usize.pow(SQUARES);

    /// Computes all values, on all threads.
    ///
    /// A move fills one square, so the arrangements of n discs need only those of n + 1 and, for a
    /// pass, each other: the full boards come first.
    pub fn compute(rules: Rules, progress: &dyn Progress) -> Self {
        progress.begin("arrangements", Some(Self::COUNT as u64));
        let mut values = vec![0; Self::COUNT];
        let mut by_empties = Vec::new();
        for discs in (0..=SQUARES).rev() {
            let (values, deeper) = values.split_at_mut(layer_start(discs + 1));
            let layer = &mut values[layer_start(discs)..];
            let fill = Fill { rules, discs, layer, deeper };
            let [pass, over] = fastest::<Board4x4, _>(Board4x4::SIZE, fill);
            by_empties.push(ValueCounts::count(SQUARES - discs, layer, pass, over));
            progress.advance(layer.len() as u64);
        }
        Self { rules, values, by_empties }
    }

    /// The rules by which the games were scored.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The value of a position, seen by the player to move.
    pub fn value(&self, position: kernel::Position<Board4x4>) -> Score {
        self.values[index::of(position)].into()
    }

    /// The number of arrangements of each value, by the number of empty squares, the full boards
    /// first.
    pub fn by_empties(&self) -> &[ValueCounts] {
        &self.by_empties
    }

    /// Writes the values to a [`BlockFile`] that [`ArrangementsTable`] reads.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        BlockFile::write(path, &Description::EveryArrangement(self.rules), &self.values)
    }
}

/// The description of the table of all arrangements.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "content")]
enum Description {
    #[serde(rename = "every arrangement of 4x4")]
    EveryArrangement(Rules),
}

/// A file that [`Arrangements::write`] has made. A lookup takes microseconds.
#[derive(Debug)]
pub struct ArrangementsTable(BlockFile<Description>);

impl ArrangementsTable {
    /// Opens the file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not such a file, or is damaged; the values themselves are
    /// checked when they are looked up.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        BlockFile::open(path).map(Self)
    }

    /// The rules by which the games were scored.
    pub fn rules(&self) -> Rules {
        let Description::EveryArrangement(rules) = self.0.description();
        *rules
    }

    /// The value of a position, seen by the player to move.
    ///
    /// # Errors
    ///
    /// If the block with the value cannot be read or is damaged.
    pub fn value(&self, position: kernel::Position<Board4x4>) -> Result<Score, TableError> {
        let value = self.0.value(index::of(position))?;
        value.map(Score::from).ok_or_else(|| self.0.miscounted())
    }

    /// Computes all values again and compares them.
    ///
    /// # Errors
    ///
    /// If the file is damaged anywhere, or a value is not as it should be.
    pub fn verify(&self, progress: &dyn Progress) -> Result<(), TableError> {
        let values = self.0.values()?;
        let computed = Arrangements::compute(self.rules(), progress).values;
        if values.len() != computed.len() {
            return Err(self.0.miscounted());
        }
        match values.iter().zip(&computed).position(|(found, right)| found != right) {
            None => Ok(()),
            Some(place) => {
                let position = Position::from_kernel(index::position(place), Color::Black);
                let (found, right) = (values[place], computed[place]);
                let value = format!("the value {found:+} should be {right:+} in {position}");
                Err(self.0.unusable(format!("is wrong: {value}")))
            }
        }
    }
}
