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
//! still no value is ever read from a damaged block. The file is mapped into memory, and a block is
//! checked when it is first used.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use memmap2::Mmap;
use othello_core::TooBig;
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use super::files::{FileError, write_with};
use super::{ensure, sha256};

const MAGIC: &[u8; 8] = b"othello\n";
const VERSION: u32 = 1;
const SEAL: usize = 32;
/// Everything before the seal.
const PREAMBLE: usize = 24;
/// The length of a block. Checking one takes as long as checking the digests of 43 million values.
pub(crate) const BLOCK: usize = 1 << 15;

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
    /// Which blocks have been checked.
    checked: Vec<AtomicBool>,
    /// The whole file, and the range of the values in it.
    map: Mmap,
    values: Range<usize>,
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
        // Only the pages that are used are read, nothing is copied, and the system can reclaim the
        // memory. Compared with reading blocks and keeping them, which fills the memory, the first
        // lookup among the arrangements of 4×4 takes 22 µs instead of 28 µs, and a million lookups
        // take 0.7 s instead of 0.9 s.
        //
        // This is unsafe because another process could write to the file, which would change bytes
        // that the compiler assumes to be constant, or truncate it, which would end the program.
        // Nothing in this crate does either: a new file is written next to the old one and then
        // renamed (see `write_with`), so a process that has the old file open keeps it unchanged.
        #[allow(unsafe_code)]
        // SAFETY: the file does not change while it is mapped, see above.
        let map = File::open(path).and_then(|file| unsafe { Mmap::map(&file) });
        Self::read(path, map.map_err(FileError::of("read", path))?)
            .map_err(|reason| TableError::Unusable(format!("{} {reason}", path.display())))
    }

    /// Checks everything except the values. The error is the reason, without the path.
    fn read(path: &Path, map: Mmap) -> Result<Self, String> {
        ensure!(map.starts_with(MAGIC), "is not a table of values: it does not begin like one");
        let (head, rest) = map
            .split_first_chunk::<{ PREAMBLE + SEAL }>()
            .ok_or("is damaged: it is cut short before its values")?;
        let version = number(&head[8..12]);
        ensure!(
            version == u64::from(VERSION),
            "is not a table of values: its version is {version}, but {VERSION} is expected"
        );
        let (description_len, len) = (number(&head[12..16]), number(&head[16..24]));
        // In a damaged file these numbers can be anything.
        let digests_len = len.div_ceil(BLOCK as u64).saturating_mul(SEAL as u64);
        let tail_len = digests_len.saturating_add(description_len);
        let expected = tail_len.saturating_add(head.len() as u64).saturating_add(len);
        let found = map.len();
        ensure!(found as u64 == expected, "is damaged: it has {found} bytes instead of {expected}");
        let [tail_len, description_len] = [tail_len, description_len]
            .map(|len| usize::try_from(len).expect("it is no longer than the file"));
        let tail = &rest[..tail_len];
        let is_sealed = head[PREAMBLE..] == sha256(&[&head[..PREAMBLE], tail]);
        ensure!(is_sealed, "is damaged: its header is not as it was sealed");
        let (description, digests) = tail.split_at(description_len);
        let description = serde_json::from_slice(description)
            .map_err(|error| format!("is not a table of values: {error}"))?;
        let digests = digests.as_chunks().0.to_vec();
        let checked = digests.iter().map(|_| AtomicBool::new(false)).collect();
        let (path, values) = (path.to_owned(), head.len() + tail_len..map.len());
        Ok(Self { path, description, digests, checked, map, values })
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
        if index >= self.values.len() {
            return Err(self.miscounted());
        }
        Ok(self.block(index / BLOCK)?[index % BLOCK].cast_signed())
    }

    /// The error for a file that cannot be used, with the reason after its path.
    pub(crate) fn unusable(&self, reason: impl Display) -> TableError {
        TableError::Unusable(format!("{} {reason}", self.path.display()))
    }

    /// The error for a number of values that does not match the description.
    pub(crate) fn miscounted(&self) -> TableError {
        self.unusable("is damaged: it has more or fewer values than it should have")
    }

    /// All values.
    ///
    /// # Errors
    ///
    /// If some are damaged.
    pub fn values(&self) -> Result<Vec<i8>, TableError> {
        let mut values = Vec::new();
        for number in 0..self.blocks() {
            values.extend(self.block(number)?.iter().map(|byte| byte.cast_signed()));
        }
        Ok(values)
    }

    /// The number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.digests.len()
    }

    /// A block, which is checked the first time.
    pub(crate) fn block(&self, number: usize) -> Result<&[u8], TableError> {
        let values = &self.map[self.values.clone()];
        let begin = number * BLOCK;
        let end = values.len().min(begin + BLOCK);
        let block = &values[begin..end];
        if !self.checked[number].load(Relaxed) {
            if sha256(&[block]) != self.digests[number] {
                let damage = format!("its values from {begin} to before {end} are not as written");
                return Err(self.unusable(format!("is damaged: {damage}")));
            }
            self.checked[number].store(true, Relaxed);
        }
        Ok(block)
    }
}

/// A little-endian number of at most eight bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

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
