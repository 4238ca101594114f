//! The finished parts of a table, kept so that the work of a run that was killed can continue from
//! them.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::exhaustive::Layer;
use crate::game::named;
use crate::storage::{BLOCK, BlockFile, Damage, FileError, JobFolder, Mismatch, TableError};

use super::Job;
use super::entry::Entry;

/// The description of a finished part.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Description {
    part: Part,
    #[serde(flatten)]
    job: Job,
    layer: Layer,
}

/// What is known about a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Part {
    Positions,
    Values,
}

named! { Part { Positions = "positions", Values = "values" } }

/// A folder with the finished parts of a job: for each number of discs the
/// positions and their values. Each part says which one it is, so that none is taken for another.
pub(super) struct Checkpoints<'a> {
    pub(super) folder: &'a JobFolder,
    pub(super) job: Job,
}

/// The length of a word in a file.
const WORD: usize = size_of::<u64>();

impl Checkpoints<'_> {
    /// What is known about a layer whose positions were found.
    pub(super) fn counts(&self, discs: u32) -> Result<Option<Layer>, TableError> {
        Ok(self.open(Part::Positions, discs)?.map(|part| part.description().layer))
    }

    pub(super) fn has_values(&self, discs: u32) -> Result<bool, TableError> {
        Ok(self.open(Part::Values, discs)?.is_some())
    }

    pub(super) fn save_positions(&self, layer: Layer, entries: &[Entry]) -> Result<(), FileError> {
        let block = |number| {
            let words = entries.chunks(BLOCK / WORD).nth(number).unwrap_or_default();
            words.iter().flat_map(|entry| entry.word().to_le_bytes()).collect()
        };
        let (path, description) = self.describe(Part::Positions, layer);
        BlockFile::write_blocks(&path, &description, size_of_val(entries) as u64, &block)
    }

    pub(super) fn save_values(&self, layer: Layer, values: &[i8]) -> Result<(), FileError> {
        let (path, description) = self.describe(Part::Values, layer);
        BlockFile::write(&path, &description, values)
    }

    /// The positions of a layer; none, if they were not saved.
    pub(super) fn load_positions(&self, discs: u32) -> Result<Vec<Entry>, TableError> {
        let Some(part) = self.open(Part::Positions, discs)? else { return Ok(Vec::new()) };
        let mut entries = Vec::new();
        for number in 0..part.blocks() {
            let words = part.block(number)?.as_chunks().0.iter();
            entries.extend(words.map(|&word| Entry::from_word(u64::from_le_bytes(word))));
        }
        Ok(entries)
    }

    /// The positions and the values of a layer; none, if they were not saved.
    pub(super) fn load(&self, discs: u32) -> Result<(Vec<Entry>, Vec<i8>), TableError> {
        let values = self.open(Part::Values, discs)?.map(|part| part.values()).transpose()?;
        Ok((self.load_positions(discs)?, values.unwrap_or_default()))
    }

    /// The path of a part, and its description.
    fn describe(&self, part: Part, layer: Layer) -> (PathBuf, Description) {
        let path = self.path(part, self.job.size.squares() - layer.empties);
        (path, Description { part, job: self.job, layer })
    }

    fn path(&self, part: Part, discs: u32) -> PathBuf {
        self.folder.path(&format!("{part}-{discs:02}"))
    }

    /// Opens a part if it is there.
    fn open(&self, part: Part, discs: u32) -> Result<Option<BlockFile<Description>>, TableError> {
        let path = self.path(part, discs);
        if !path.exists() {
            return Ok(None);
        }
        let file = BlockFile::<Description>::open(&path)?;
        let Description { part: found, job, layer } = file.description();
        if *job != self.job {
            return Err(file.unwanted(Mismatch::Job));
        }
        if *found != part || job.size.squares().checked_sub(discs) != Some(layer.empties) {
            return Err(file.unwanted(Mismatch::Part));
        }
        let word = if part == Part::Positions { WORD as u64 } else { 1 };
        if layer.canonical.checked_mul(word) != Some(file.len()) {
            return Err(file.damaged(Damage::Count));
        }
        Ok(Some(file))
    }
}
