//! The finished parts of a table, kept so that a run that is killed goes on from
//! them.

use serde::{Deserialize, Serialize};

use crate::exhaustive::Layer;
use crate::files::{FileError, Workplace};
use crate::formats::table::BLOCK;
use crate::formats::{Table, TableError};

use super::Job;
use super::entry::Entry;

/// What a finished part says of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Description {
    #[serde(flatten)]
    job: Job,
    layer: Layer,
}

/// A folder with the finished parts of a job: for each number of discs the
/// positions, and the values of these.
pub(super) struct Checkpoints<'a> {
    pub(super) place: &'a Workplace,
    pub(super) job: Job,
}

/// The length of a word in a file.
const WORD: usize = size_of::<u64>();

impl Checkpoints<'_> {
    /// What is known of a layer whose positions were found.
    pub(super) fn counts(&self, discs: u32) -> Result<Option<Layer>, TableError> {
        Ok(self.open(&positions(discs))?.map(|table| table.description().layer))
    }

    pub(super) fn has_values(&self, discs: u32) -> Result<bool, TableError> {
        Ok(self.open(&values(discs))?.is_some())
    }

    pub(super) fn save_positions(
        &self,
        discs: u32,
        layer: Layer,
        entries: &[Entry],
    ) -> Result<(), FileError> {
        let block = |number| {
            let words = entries.chunks(BLOCK / WORD).nth(number).unwrap_or_default();
            words.iter().flat_map(|entry| entry.word().to_le_bytes()).collect()
        };
        let path = self.place.path(&positions(discs));
        Table::write_blocks(&path, &self.describe(layer), size_of_val(entries) as u64, &block)
    }

    pub(super) fn save_values(&self, discs: u32, layer: Layer, of: &[i8]) -> Result<(), FileError> {
        Table::write(&self.place.path(&values(discs)), &self.describe(layer), of)
    }

    /// The positions of a layer; none, if it was not saved.
    pub(super) fn load_positions(&self, discs: u32) -> Result<Vec<Entry>, TableError> {
        let mut entries = Vec::new();
        if let Some(table) = self.open(&positions(discs))? {
            for number in 0..table.blocks() {
                let block = table.block(number)?;
                let words = block.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
                entries.extend(words.map(Entry::from_word));
            }
        }
        Ok(entries)
    }

    /// The values of a layer; none, if they were not saved.
    pub(super) fn load_values(&self, discs: u32) -> Result<Vec<i8>, TableError> {
        match self.open(&values(discs))? {
            Some(table) => table.values(),
            None => Ok(Vec::new()),
        }
    }

    fn describe(&self, layer: Layer) -> Description {
        Description { job: self.job.clone(), layer }
    }

    /// Opens a file of the folder if it is there.
    fn open(&self, name: &str) -> Result<Option<Table<Description>>, TableError> {
        let path = self.place.path(name);
        if !path.exists() {
            return Ok(None);
        }
        let table = Table::<Description>::open(&path)?;
        if table.description().job != self.job {
            return Err(table.unwanted("it is of another start or other rules"));
        }
        Ok(Some(table))
    }
}

fn positions(discs: u32) -> String {
    format!("positions-{discs:02}")
}

fn values(discs: u32) -> String {
    format!("values-{discs:02}")
}
