//! The checkpoint of a search: a file with its history and its table.

use std::path::Path;
use std::time::{Duration, Instant};

use othello_core::game::Position;
use othello_core::progress::Progress;
use othello_core::search::{
    History, Journal, SIGNATURE, SearchOptions, SearchResult, Table, search_with,
};
use serde::{Deserialize, Serialize};

use super::block_file::{BLOCK, BlockFile, TableError};

// A block of the table is a block of the file.
const _: () = assert!(Table::BLOCK == BLOCK);

/// Writing takes at most this part of the time, unless [`LONGEST`] says otherwise.
const SHARE: u32 = 20;

/// A checkpoint is never older than this.
const LONGEST: Duration = Duration::from_secs(25);

/// The description of the file: a search and its state, but for the table.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    /// The position, the options and the version of the search: another version asks other
    /// questions.
    search: String,
    #[serde(flatten)]
    history: History,
}

/// The file in which the state of a search is kept.
struct Checkpoint<'a> {
    path: &'a Path,
    search: String,
    /// The state that an earlier run has left.
    earlier: Option<BlockFile<State>>,
    /// When the file was written, and how long that took, if it was.
    written: Instant,
    took: Option<Duration>,
    /// The listener that is warned if the state cannot be written.
    progress: &'a dyn Progress,
    /// Why the state could not be used.
    failure: Option<TableError>,
}

/// As [`search`](othello_core::search()), with a checkpoint. If the program is killed, the same search
/// continues from the file `checkpoint`, and ends as if it had not been interrupted: with one
/// thread even the number of nodes is the same. At most a minute of its work is lost.
///
/// The file has the size of the table and is written every now and then, which takes at most a
/// twentieth of the time unless the table is very large. If the file is removed, the search begins
/// again. If it cannot be written, the listener is warned, and the search goes on.
///
/// # Errors
///
/// If the file cannot be read, or belongs to another search.
///
/// # Panics
///
/// As [`search`](othello_core::search()).
pub fn search_resumable(
    position: Position,
    options: &SearchOptions,
    checkpoint: &Path,
    progress: &dyn Progress,
) -> Result<SearchResult, TableError> {
    let mut checkpoint = Checkpoint::open(checkpoint, position, options, progress)?;
    let result = search_with(position, options, progress, &mut checkpoint);
    checkpoint.failure.map_or(Ok(result), Err)
}

impl<'a> Checkpoint<'a> {
    /// A checkpoint that begins with the contents of the file, if it exists.
    fn open(
        path: &'a Path,
        position: Position,
        options: &SearchOptions,
        progress: &'a dyn Progress,
    ) -> Result<Self, TableError> {
        // All numbers of threads above one are treated alike.
        let options = SearchOptions { threads: options.threads.min(2), ..*options };
        let search = format!("{position} on {}: {options:?}, {SIGNATURE}", position.size());
        let earlier = path.exists().then(|| BlockFile::<State>::open(path)).transpose()?;
        if let Some(other) = earlier.as_ref().filter(|it| it.description().search != search) {
            return Err(other.unusable("cannot be used: it belongs to another search"));
        }
        let (written, took, failure) = (Instant::now(), None, None);
        Ok(Self { path, search, earlier, written, took, progress, failure })
    }

    fn write(
        &mut self,
        history: &History,
        bytes: usize,
        block: &(dyn Fn(usize) -> Vec<u8> + Sync),
    ) {
        let began = Instant::now();
        let state = State { search: self.search.clone(), history: history.clone() };
        let written = BlockFile::write_blocks(self.path, &state, bytes as u64, block);
        self.written = Instant::now();
        self.took = written.is_ok().then(|| began.elapsed());
        if let Err(error) = written {
            self.progress.warn(&format!("{error}; the search goes on and tries again later"));
        }
    }
}

impl Journal for Checkpoint<'_> {
    fn load(&mut self, table: &Table) -> Option<History> {
        let Some(earlier) = self.earlier.take() else { return Some(History::default()) };
        for number in 0..earlier.blocks() {
            match earlier.block(number) {
                Ok(block) => table.restore(number, block),
                Err(error) => {
                    self.failure = Some(error);
                    return None;
                }
            }
        }
        Some(earlier.description().history.clone())
    }

    fn pause(&mut self, history: &History, table: &Table) {
        // At first, as if a byte took a nanosecond.
        let takes = self.took.unwrap_or(Duration::from_nanos(table.bytes() as u64));
        if self.written.elapsed() >= LONGEST.min(takes * SHARE) {
            self.write(history, table.bytes(), &|number| table.block(number));
        }
    }

    fn finish(&mut self, history: &History) {
        self.write(history, 0, &|_| Vec::new());
    }

    fn contradict(&mut self) {
        let reason = "is wrong: its answers belong to other questions".to_owned();
        self.failure = Some(TableError::Unusable { path: self.path.to_owned(), reason });
    }
}
