//! The checkpoint of a search: a file with its journal and its table.

use std::collections::VecDeque;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::journal::{Journal, Reply};
use super::{SIGNATURE, SearchOptions, Table};
use crate::board::{Color, Size};
use crate::game::Position;
use crate::progress::Progress;
use crate::storage::{BLOCK, BlockFile, Mismatch, Mistake, TableError};

// A block of the table is a block of the file.
const _: () = assert!(Table::BLOCK == BLOCK);

/// Writing takes at most this part of the time, unless [`LONGEST`] says otherwise.
const SHARE: u32 = 20;

/// A checkpoint is never older than this.
const LONGEST: Duration = Duration::from_secs(25);

/// What is searched, and with which options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Subject {
    /// The cells and the side to move, taken as Black.
    position: String,
    size: Size,
    #[serde(flatten)]
    options: SearchOptions,
    /// The version of the search: another version asks other questions.
    signature: u64,
}

/// The state of a search, but for the table.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    search: Subject,
    answers: Vec<Reply>,
    nodes: u64,
}

/// The file in which the state of a search is kept.
pub(super) struct Checkpoint<'a> {
    path: &'a Path,
    state: State,
    /// The replies of an earlier run that have not been asked for yet.
    known: VecDeque<Reply>,
    /// What an earlier run has left.
    earlier: Option<BlockFile<State>>,
    /// When the file was written, and how long that took, if it was.
    written: Instant,
    took: Option<Duration>,
    /// The listener that is told if the state cannot be written.
    progress: &'a dyn Progress,
    /// Why the state could not be read.
    failure: Option<TableError>,
}

impl<'a> Checkpoint<'a> {
    /// A checkpoint that begins with the contents of the file, if it exists.
    pub(super) fn open(
        path: &'a Path,
        game: Position,
        options: &SearchOptions,
        progress: &'a dyn Progress,
    ) -> Result<Self, TableError> {
        let search = Subject {
            // The side to move is drawn as X, which is Black.
            position: Position::from_discs(game.size(), game.own_and_opponent(), Color::Black)
                .to_string(),
            size: game.size(),
            // All numbers of threads above one are treated alike.
            options: SearchOptions { threads: options.threads.min(2), ..*options },
            signature: SIGNATURE,
        };
        let earlier = path.exists().then(|| BlockFile::<State>::open(path)).transpose()?;
        if let Some(other) = earlier.as_ref().filter(|it| it.description().search != search) {
            return Err(other.unwanted(Mismatch::Search));
        }
        let known = earlier.iter().flat_map(|it| it.description().answers.clone()).collect();
        let state = State { search, answers: Vec::new(), nodes: 0 };
        let (written, took, failure) = (Instant::now(), None, None);
        Ok(Self { path, state, known, earlier, written, took, progress, failure })
    }

    /// What went wrong.
    pub(super) fn failure(self) -> Result<(), TableError> {
        self.failure.map_or(Ok(()), Err)
    }

    fn write(&mut self, nodes: u64, len: usize, block: &(dyn Fn(usize) -> Vec<u8> + Sync)) {
        let began = Instant::now();
        self.state.nodes = nodes;
        let written = BlockFile::write_blocks(self.path, &self.state, len as u64, block);
        self.written = Instant::now();
        self.took = written.is_ok().then(|| began.elapsed());
        if let Err(error) = written {
            self.progress.warn(&format!("{error}; the search goes on and tries again later"));
        }
    }
}

impl Journal for Checkpoint<'_> {
    fn recall(&mut self) -> Option<Reply> {
        let reply = self.known.pop_front();
        self.state.answers.extend(reply.clone());
        reply
    }

    fn add(&mut self, reply: Reply) {
        self.state.answers.push(reply);
    }

    fn restore(&mut self, table: &Table) -> Option<u64> {
        let earlier = self.earlier.take_if(|_| self.known.is_empty())?;
        for number in 0..earlier.blocks() {
            match earlier.block(number) {
                Ok(block) => table.restore(number, block),
                Err(error) => {
                    self.failure = Some(error);
                    break;
                }
            }
        }
        Some(earlier.description().nodes)
    }

    fn pause(&mut self, nodes: u64, table: &Table) {
        // At first, as if a byte took a nanosecond.
        let takes = self.took.unwrap_or(Duration::from_nanos(table.bytes() as u64));
        if self.written.elapsed() >= LONGEST.min(takes * SHARE) {
            self.write(nodes, table.bytes(), &|number| table.block(number));
        }
    }

    fn finish(&mut self, nodes: u64) {
        self.write(nodes, 0, &|_| Vec::new());
    }

    fn contradict(&mut self) {
        let earlier = self.earlier.as_ref();
        self.failure = earlier.map(|earlier| earlier.wrong(Mistake::Answers));
    }

    fn has_failed(&self) -> bool {
        self.failure.is_some()
    }
}
