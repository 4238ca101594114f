//! The checkpoint of a search: a file with its history and its transposition table.

use std::path::Path;
use std::time::Duration;

use othello_core::answer::{AnswerError, Limits, OpenQuestion, Question, Sources};
use othello_core::progress::{Clock, POSITIONS_PER_SECOND};
use othello_core::search::{History, Journal, SIGNATURE, Table, expected_positions};
use othello_core::{Position, Progress, Rules};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::block_file::{BLOCK, BlockFile, TableError};
use super::files::{shown, warn_unsaved};

// A block of the table is a block of the file.
const _: () = assert!(Table::BLOCK == BLOCK);

/// At least this many times the duration of a write passes between writes, unless [`LONGEST`] is
/// shorter.
const SPACING: u32 = 20;

/// The maximum age of a checkpoint.
const LONGEST: Duration = Duration::from_secs(25);

/// The first checkpoint of a large table is written after this time: many searches are over by then.
const FIRST: Duration = Duration::from_mins(1);

/// Tables of this many bytes are large. For a smaller one, it is this time for each byte.
const LARGE: usize = 64 << 20;
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
    clock: Clock<'a>,
    /// The time to write the file next.
    next: Duration,
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
/// from the file at `path` and ends as if it had not been interrupted. Single-threaded, even the
/// number of nodes is the same. At most a minute of work is lost.
///
/// The file has the size of the table. It is written from time to time, which takes at most a
/// twentieth of the time unless the table is very large. If the file is removed, the search starts
/// from the beginning. If it cannot be written, the listener is warned and the search continues. If
/// the search [`takes_a_year`], there is no checkpoint.
///
/// # Errors
///
/// If the file cannot be read, or belongs to another search, or as [`OpenQuestion::pursue`].
pub fn pursue_resumable(
    open: &OpenQuestion,
    sources: &Sources<'_>,
    limits: &Limits,
    path: &Path,
    clock: Clock<'_>,
    progress: &dyn Progress,
) -> Result<(), ResumeError> {
    let (Question { position, rules, find, lines, .. }, bounds) =
        (open.question(), open.answer().bounds());
    if takes_a_year(*position, *rules) {
        return Ok(open.pursue(sources, limits, progress)?);
    }
    // A search with several threads can resume with any other number of several threads.
    let own = Limits::new(limits.hash, limits.threads.min(2));
    let (size, bounds) = (position.size(), (bounds.lower(), bounds.upper()));
    let search = format!(
        "{position} on {size}: {rules:?}, {find:?}, {lines:?}, {bounds:?}, {own:?}, {SIGNATURE}"
    );
    let earlier = BlockFile::<SavedSearch>::resume(path, "search", |state| state.search == search)?;
    let (next, failure) = (Duration::MAX, None);
    let mut checkpoint = Checkpoint { path, search, earlier, clock, next, progress, failure };
    open.resume(sources, limits, Some(&mut checkpoint), progress)?;
    checkpoint.failure.map_or(Ok(()), |error| Err(error.into()))
}

/// Whether the search will probably take longer than a year. A checkpoint would only fill the disk.
pub fn takes_a_year(position: Position, rules: Rules) -> bool {
    let seconds = expected_positions(position, rules.objective) / POSITIONS_PER_SECOND;
    Duration::from_secs(seconds) > Duration::from_hours(24 * 365)
}

impl Checkpoint<'_> {
    fn write(&mut self, history: &History, len: usize, block: &(dyn Fn(usize) -> Vec<u8> + Sync)) {
        let began = (self.clock)();
        let state = SavedSearch { search: self.search.clone(), history: history.clone() };
        let written = BlockFile::write_blocks(self.path, &state, len, block);
        let ended = (self.clock)();
        self.next = ended + LONGEST.min(ended.saturating_sub(began) * SPACING);
        warn_unsaved(&written, self.progress);
    }
}

impl Journal for Checkpoint<'_> {
    fn load(&mut self, table: &Table) -> Option<History> {
        let small = PER_BYTE * u32::try_from(table.bytes()).unwrap_or(u32::MAX);
        self.next = (self.clock)() + if table.bytes() < LARGE { small } else { FIRST };
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
        if (self.clock)() >= self.next {
            self.write(history, table.bytes(), &|number| table.block(number));
        }
    }

    fn finish(&mut self, history: &History) {
        self.write(history, 0, &|_| Vec::new());
    }

    fn contradict(&mut self) {
        let reason = "is wrong: its answers belong to other questions";
        self.failure = Some(TableError::Unusable(format!("{} {reason}", shown(self.path))));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

    use othello_core::{Size, Start};

    use super::*;

    /// Stops a search that has paused for the first time.
    struct Paused(AtomicU64);

    impl Progress for Paused {
        fn advance(&self, steps: u64) {
            self.0.fetch_add(steps, Relaxed);
        }

        fn is_stopped(&self) -> bool {
            self.0.load(Relaxed) > 5 << 18
        }
    }

    /// The size of the file that a search writes if it pauses after this time.
    fn written_after(time: Duration, size: Size, hash: usize) -> Option<u64> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let question = Question::usual(Position::start(size, Start::Diagonal), Rules::default());
        let open = OpenQuestion::new(question);
        let is_begun = AtomicBool::new(false);
        let clock = || if is_begun.swap(true, Relaxed) { time } else { Duration::ZERO };
        let (limits, listener) = (Limits::single(hash), Paused(AtomicU64::new(0)));
        pursue_resumable(&open, &Sources::SEARCH, &limits, &path, &clock, &listener).unwrap();
        path.metadata().ok().map(|file| file.len())
    }

    #[test]
    fn a_large_table_is_written_after_a_minute_and_a_small_one_sooner() {
        let size = Size::new(6, 6).unwrap();
        let (before, minute) = (Duration::from_millis(59_999), Duration::from_mins(1));
        for hash in [LARGE, 2 * LARGE] {
            assert_eq!(written_after(before, size, hash), None);
        }
        assert!(written_after(minute, size, LARGE) > Some(LARGE as u64));
        assert_eq!(written_after(Duration::from_millis(120), size, 1 << 20), None);
        assert!(written_after(Duration::from_millis(130), size, 1 << 20) > Some(1 << 20));
    }

    #[test]
    fn a_search_of_years_is_never_written() {
        for time in [Duration::from_mins(1), Duration::from_hours(24)] {
            assert_eq!(written_after(time, Size::STANDARD, 1 << 20), None);
        }
    }
}
