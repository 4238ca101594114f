//! Files of values that detect damage.
//!
//! Such a file consists of:
//!
//! | bytes | |
//! |---|---|
//! | 8 | `othello` and a line feed |
//! | 4 | the version of this format: 1 |
//! | 4 | the length D of the description |
//! | 8 | the number N of values |
//! | 32 | the seal: the SHA-256 of all other bytes before the values |
//! | D | the description of the values and their rules, in JSON |
//! | 32·⌈N/32768⌉ | the SHA-256 of each block of 32768 values; the last may be shorter |
//! | N | the values, one signed byte each unless the description says otherwise |
//!
//! Numbers are unsigned and little-endian. Looking up a value checks the seal and one block. That
//! takes microseconds, where the checksum of a whole file would take a large part of a second, and
//! still no value is ever read from a damaged block. Blocks are read and checked when they are needed,
//! and those that were looked up last are kept.
//!
//! The file is not mapped into memory: truncating it would end the program. With blocks that are read,
//! the first lookup among the arrangements of 4×4 takes 28 µs instead of 22 µs, and a million take
//! 0.9 s instead of 0.7 s.

use std::collections::HashMap;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use othello_core::{TooBig, ensure};
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use super::files::{FileError, shown, write_with};
use super::sha256;

const MAGIC: &[u8; 8] = b"othello\n";
const VERSION: u32 = 1;
const SEAL: usize = 32;
/// Everything before the seal.
const PREAMBLE: usize = 24;
/// The length of a block. Checking one takes as long as checking the digests of 43 million values.
pub(crate) const BLOCK: usize = 1 << 15;
/// The number of blocks that are kept: 64 MiB, enough for all arrangements of 4×4.
const MAX_KEPT: usize = 1 << 11;

/// Why a table cannot be used.
#[derive(Debug, Error)]
pub enum TableError {
    /// The system could not read or write it.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is not such a table, is damaged or wrong, or belongs to something else. The reason
    /// names it.
    #[error("{0}")]
    Unusable(String),
    /// The board is too big for a table.
    #[error(transparent)]
    TooBig(#[from] TooBig),
}

/// A file of values, open for lookups. `D` is the type of its description.
#[derive(Debug)]
pub struct BlockFile<D> {
    path: PathBuf,
    /// The description of the values.
    pub description: D,
    digests: Vec<[u8; SEAL]>,
    /// The number of values, and where they begin.
    len: usize,
    begin: u64,
    file: Mutex<File>,
    /// Blocks that were looked up.
    kept: Mutex<HashMap<usize, Arc<[u8]>>>,
}

impl<D: Serialize + DeserializeOwned> BlockFile<D> {
    /// Writes values to a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. The previous contents are then still there.
    pub fn write(path: &Path, description: &D, values: &[i8]) -> Result<(), FileError> {
        Self::write_blocks(path, description, values.len(), &|number| {
            let rest = values.iter().skip(number * BLOCK);
            rest.take(BLOCK).map(|value| value.cast_unsigned()).collect()
        })
    }

    /// Writes `len` bytes, which are requested block by block, twice. Each block but the last has
    /// [`BLOCK`] bytes.
    pub(crate) fn write_blocks(
        path: &Path,
        description: &D,
        len: usize,
        block: &(dyn Fn(usize) -> Vec<u8> + Sync),
    ) -> Result<(), FileError> {
        write_with(path, |file| {
            let blocks = len.div_ceil(BLOCK);
            let digests: Vec<_> =
                (0..blocks).into_par_iter().map(|number| sha256(&[&block(number)])).collect();
            let mut tail = serde_json::to_vec(description)?;
            let description_len = u32::try_from(tail.len());
            tail.extend(digests.as_flattened());
            let mut head = MAGIC.to_vec();
            head.extend(VERSION.to_le_bytes());
            head.extend(description_len.map_err(|_| io::ErrorKind::InvalidInput)?.to_le_bytes());
            head.extend((len as u64).to_le_bytes());
            for part in [&head[..], &sha256(&[&head, &tail]), &tail] {
                file.write_all(part)?;
            }
            for number in 0..blocks {
                file.write_all(&block(number))?;
            }
            Ok(())
        })
    }

    /// Opens a file and checks everything except its values.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is not a table, is damaged or has the wrong length, or if its
    /// description cannot be read as a `D`.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let file = File::open(path).map_err(FileError::of("read", path))?;
        let found = file.metadata().map_err(FileError::of("read", path))?.len();
        Self::read(path, file, found)
            .map_err(|reason| TableError::Unusable(format!("{} {reason}", shown(path))))
    }

    /// Checks everything except the values in a file of this length. The error is the reason, without
    /// the path.
    fn read(path: &Path, mut file: File, found: u64) -> Result<Self, String> {
        let mut head = [0; PREAMBLE + SEAL];
        let is_long_enough = file.read_exact(&mut head).is_ok();
        ensure!(head.starts_with(MAGIC), "is not a table of values: it does not begin like one");
        ensure!(is_long_enough, "is damaged: it is cut short before its values");
        let version = number(&head[8..12]);
        ensure!(
            version == u64::from(VERSION),
            "is not a table of values: its version is {version}, but {VERSION} is expected"
        );
        let (description_len, len) = (number(&head[12..16]), number(&head[16..24]));
        // In a damaged file these numbers can be anything.
        let digests_len = len.div_ceil(BLOCK as u64).saturating_mul(SEAL as u64);
        let tail_len = digests_len.saturating_add(description_len);
        let begin = tail_len.saturating_add(head.len() as u64);
        let expected = begin.saturating_add(len);
        ensure!(found == expected, "is damaged: it has {found} bytes instead of {expected}");
        let [tail_len, description_len, len] = [tail_len, description_len, len]
            .map(|len| usize::try_from(len).expect("it is no longer than the file"));
        let mut tail = vec![0; tail_len];
        file.read_exact(&mut tail).map_err(|error| format!("cannot be read: {error}"))?;
        let is_sealed = head[PREAMBLE..] == sha256(&[&head[..PREAMBLE], &tail]);
        ensure!(is_sealed, "is damaged: its header does not match its seal");
        let (description, digests) = tail.split_at(description_len);
        let description = serde_json::from_slice(description)
            .map_err(|error| format!("is not a table of values: {error}"))?;
        let digests = digests.as_chunks().0.to_vec();
        let (path, file, kept) = (path.to_owned(), Mutex::new(file), Mutex::default());
        Ok(Self { path, description, digests, len, begin, file, kept })
    }

    /// Opens the file that an earlier run of a job has left, if there is one.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open), and if the file belongs to another job by its description.
    pub(crate) fn resume(
        path: &Path,
        job: &str,
        is_same: impl Fn(&D) -> bool,
    ) -> Result<Option<Self>, TableError> {
        if !path.exists() {
            return Ok(None);
        }
        let earlier = Self::open(path)?;
        if !is_same(&earlier.description) {
            return Err(earlier.unusable(format!("cannot be used: it belongs to another {job}")));
        }
        Ok(Some(earlier))
    }

    /// The value at an index.
    ///
    /// # Errors
    ///
    /// If its block is damaged, or if the file has fewer values.
    pub fn value(&self, index: usize) -> Result<i8, TableError> {
        if index >= self.len {
            return Err(self.miscounted());
        }
        Ok(self.kept_block(index / BLOCK)?[index % BLOCK].cast_signed())
    }

    /// The error for a file that cannot be used, with the reason after its path.
    pub(crate) fn unusable(&self, reason: impl Display) -> TableError {
        TableError::Unusable(format!("{} {reason}", shown(&self.path)))
    }

    /// The error for a number of values that does not match the description.
    pub(crate) fn miscounted(&self) -> TableError {
        self.unusable("is damaged: it has more or fewer values than it should have")
    }

    /// All values, if there are this many.
    pub(crate) fn exactly(&self, number: usize) -> Result<Vec<i8>, TableError> {
        let values = self.values()?;
        if values.len() == number { Ok(values) } else { Err(self.miscounted()) }
    }

    /// All values.
    ///
    /// # Errors
    ///
    /// If some are damaged.
    pub fn values(&self) -> Result<Vec<i8>, TableError> {
        let mut values = Vec::new();
        for number in 0..self.blocks() {
            values.extend(self.block(number)?.into_iter().map(u8::cast_signed));
        }
        Ok(values)
    }

    /// The number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.digests.len()
    }

    /// A block, which is kept for more lookups.
    pub(crate) fn kept_block(&self, number: usize) -> Result<Arc<[u8]>, TableError> {
        if let Some(block) = lock(&self.kept).get(&number) {
            return Ok(block.clone());
        }
        let block: Arc<[u8]> = self.block(number)?.into();
        let mut kept = lock(&self.kept);
        if kept.len() >= MAX_KEPT {
            kept.clear();
        }
        kept.insert(number, block.clone());
        Ok(block)
    }

    /// Reads a block and checks it.
    pub(crate) fn block(&self, number: usize) -> Result<Vec<u8>, TableError> {
        let begin = number * BLOCK;
        let end = self.len.min(begin + BLOCK);
        let mut block = vec![0; end - begin];
        let mut file = lock(&self.file);
        let read = file.seek(SeekFrom::Start(self.begin + begin as u64));
        let read = read.and_then(|_| file.read_exact(&mut block));
        drop(file);
        read.map_err(FileError::of("read", &self.path))?;
        if sha256(&[&block]) != self.digests[number] {
            let damage = format!("its values from {begin} up to {end} have changed");
            return Err(self.unusable(format!("is damaged: {damage}")));
        }
        Ok(block)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread has panicked")
}

/// A little-endian number of at most eight bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_is_truncated_while_it_is_used_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        BlockFile::write(&path, &"what it is".to_owned(), &vec![7; 2 * BLOCK]).unwrap();
        let table = BlockFile::<String>::open(&path).unwrap();
        assert_eq!(table.value(0).unwrap(), 7);
        File::options().write(true).open(&path).unwrap().set_len(100).unwrap();
        assert!(table.value(BLOCK).is_err() && table.values().is_err());
        assert_eq!(table.value(1).unwrap(), 7, "this block has been read");
    }

    #[test]
    fn written_values_are_read_back_and_any_damage_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let values: Vec<i8> = (i8::MIN..=i8::MAX).cycle().take(BLOCK + 5).collect();
        BlockFile::write(&path, &"what it is".to_owned(), &values).unwrap();
        let table = BlockFile::<String>::open(&path).unwrap();
        assert_eq!(table.description, "what it is");
        assert_eq!(table.values().unwrap(), values);
        for index in [0, BLOCK - 1, BLOCK, values.len() - 1] {
            assert_eq!(table.value(index).unwrap(), values[index]);
        }
        assert!(table.value(values.len()).is_err());
        assert!(table.value(usize::MAX).is_err());
        drop(table);

        let whole = std::fs::read(&path).unwrap();
        for place in (0..whole.len() - values.len()).chain([whole.len() - 1]) {
            let mut damaged = whole.clone();
            damaged[place] ^= 0x80;
            std::fs::write(&path, &damaged).unwrap();
            let read = BlockFile::<String>::open(&path).and_then(|table| table.values());
            assert!(read.is_err(), "byte {place}");
        }
    }
}
