//! The checkpoint of a search: a file with its history and its transposition table.

use std::path::Path;
use std::time::{Duration, Instant};

use othello_core::Progress;
use othello_core::answer::{AnswerError, Limits, OpenQuestion, Question, Sources};
use othello_core::search::{History, Journal, SIGNATURE, Table};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::block_file::{BLOCK, BlockFile, TableError};
use super::files::warn_unsaved;

// A block of the table is a block of the file.
const _: () = assert!(Table::BLOCK == BLOCK);

/// At least this many times the duration of a write passes between writes, unless [`LONGEST`] is
/// shorter.
const SPACING: u32 = 20;

/// The maximum age of a checkpoint.
const LONGEST: Duration = Duration::from_secs(25);

/// The first checkpoint is written after this time, or sooner if the table is small: many searches
/// are over by then.
const FIRST: Duration = Duration::from_mins(1);
const PER_BYTE: Duration = Duration::from_nanos(120);

/// The description of the file: a search and its state, except for the table.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedSearch {
    /// The position, the options and the version of the search, because another version asks
    /// different questions.
    search: String,
    #[serde(flatten)]
    history: History,
}

/// The file in which the state of a search is saved.
struct Checkpoint<'a> {
    path: &'a Path,
    search: String,
    /// The state left by an earlier run.
    earlier: Option<BlockFile<SavedSearch>>,
    /// The last attempt to write the file, and how long that took if it succeeded.
    written: Instant,
    took: Option<Duration>,
    /// Receives a warning if the state cannot be written.
    progress: &'a dyn Progress,
    /// Why the earlier state could not be used.
    failure: Option<TableError>,
}

/// Why a question could not be pursued.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The state of the search cannot be saved, or belongs to another search.
    #[error(transparent)]
    Checkpoint(#[from] TableError),
    /// The sources of answers failed.
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

/// As [`OpenQuestion::pursue`], with a checkpoint. If the program is killed, the same search resumes
/// from the file `checkpoint` and ends as if it had not been interrupted. Single-threaded, even the
/// number of nodes is the same. At most a minute of work is lost.
///
/// The file has the size of the table. It is written from time to time, which takes at most a
/// twentieth of the time unless the table is very large. If the file is removed, the search starts
/// from the beginning. If it cannot be written, the listener is warned and the search continues.
///
/// # Errors
///
/// If the file cannot be read, or belongs to another search, or as [`OpenQuestion::pursue`].
pub fn pursue_resumable(
    open: &OpenQuestion,
    sources: &Sources<'_>,
    limits: &Limits,
    checkpoint: &Path,
    progress: &dyn Progress,
) -> Result<(), ResumeError> {
    let (Question { position, rules, find, lines, .. }, bounds) =
        (open.question(), open.answer().bounds());
    // A search with several threads can resume with any other number of several threads.
    let own = Limits::new(limits.hash, limits.threads.min(2));
    let (size, bounds) = (position.size(), (bounds.lower(), bounds.upper()));
    let search = format!(
        "{position} on {size}: {rules:?}, {find:?}, {lines:?}, {bounds:?}, {own:?}, {SIGNATURE}"
    );
    let earlier =
        BlockFile::<SavedSearch>::resume(checkpoint, "search", |state| state.search == search)?;
    let (path, written, took, failure) = (checkpoint, Instant::now(), None, None);
    let mut checkpoint = Checkpoint { path, search, earlier, written, took, progress, failure };
    open.resume(sources, limits, Some(&mut checkpoint), progress)?;
    match checkpoint.failure {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

impl Checkpoint<'_> {
    fn write(&mut self, history: &History, len: usize, block: &(dyn Fn(usize) -> Vec<u8> + Sync)) {
        let began = Instant::now();
        let state = SavedSearch { search: self.search.clone(), history: history.clone() };
        let written = BlockFile::write_blocks(self.path, &state, len, block);
        self.written = Instant::now();
        self.took = if written.is_ok() { Some(began.elapsed()) } else { None };
        warn_unsaved(&written, self.progress);
    }
}

impl Journal for Checkpoint<'_> {
    fn load(&mut self, table: &Table) -> Option<History> {
        let Some(earlier) = self.earlier.take() else { return Some(History::default()) };
        for number in 0..earlier.blocks() {
            match earlier.block(number) {
                Ok(block) => table.restore(number, &block),
                Err(error) => {
                    self.failure = Some(error);
                    return None;
                }
            }
        }
        Some(earlier.description.history)
    }

    fn pause(&mut self, history: &History, table: &Table) {
        let enough = match self.took {
            Some(took) => LONGEST.min(took * SPACING),
            None => FIRST.min(PER_BYTE * u32::try_from(table.bytes()).unwrap_or(u32::MAX)),
        };
        if self.written.elapsed() >= enough {
            self.write(history, table.bytes(), &|number| table.block(number));
        }
    }

    fn finish(&mut self, history: &History) {
        self.write(history, 0, &|_| Vec::new());
    }

    fn contradict(&mut self) {
        let reason = "is wrong: its answers belong to other questions";
        self.failure = Some(TableError::Unusable(format!("{} {reason}", self.path.display())));
    }
}
