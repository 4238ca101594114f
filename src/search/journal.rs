//! What a search keeps so that it can be killed and go on as if nothing had
//! happened.
//!
//! The root asks one question after the other. At certain numbers of nodes it
//! breaks the question off, and asks it again at once: what was finished is in the
//! table, so the search is soon back where it was. At such a moment it has no
//! stack. All that matters later are the answers to the questions before, the
//! number of nodes and the table, and these are written to a file. A search that
//! begins with such a file takes the answers from it instead of asking, then the
//! nodes and the table, and goes on.
//!
//! Because questions are broken off whether the state is written or not, and by a
//! number of nodes and not by time, one thread goes through the very same states
//! whether it is killed or not: even the number of nodes is the same in the end.

use std::collections::VecDeque;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::SearchOptions;
use super::table::Table;
use crate::formats::{Table as File, TableError};
use crate::score::Score;

/// The number of nodes at which a thread that has looked at so many pauses: at
/// twice as many, but after no fewer than 2^20 more, which it has soon, and no more
/// than 2^29 more, which take it half a minute. If it has looked at very many, it
/// takes longer, so that it comes to its end however little a table keeps.
///
/// The way back from the root to where it was took less than 1 in 100,000 nodes
/// even with a pause every 2^22.
pub(super) fn next_pause(nodes: u64) -> u64 {
    nodes + nodes.clamp(1 << 20, (1 << 29).max(nodes >> 8))
}

/// Writing takes at most this part of the time,
const SHARE: u32 = 20;

/// unless that would be less than once in so much time.
const LONGEST: Duration = Duration::from_secs(25);

/// What was found out at the root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Answer {
    /// A bound of a value, and the place of the move that reaches it.
    Bound(Score, usize),
    /// Moves, the most promising first.
    Order(Vec<u32>),
}

/// What is searched, and by which means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Subject {
    /// The cells and the side to move, taken as Black.
    pub(super) position: String,
    pub(super) size: String,
    #[serde(flatten)]
    pub(super) options: SearchOptions,
    /// Which search it is: another asks other questions.
    pub(super) signature: u64,
}

/// The state of a search, but for the table.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    search: Subject,
    answers: Vec<Answer>,
    nodes: u64,
}

/// The answers that a search has found, and where they are kept.
#[derive(Debug)]
pub(super) struct Journal<'a> {
    answers: Vec<Answer>,
    kept: Option<Kept<'a>>,
    /// What an earlier run has found, as far as it was not asked for yet.
    known: VecDeque<Answer>,
    earlier: Option<File<State>>,
    /// Why the state could not be kept or read.
    failure: Option<TableError>,
}

#[derive(Debug)]
struct Kept<'a> {
    file: &'a Path,
    search: Subject,
    /// When the state was written, and how long that took, if it was.
    written: Instant,
    took: Option<Duration>,
}

impl<'a> Journal<'a> {
    /// A journal that is not kept.
    pub(super) fn not_kept() -> Self {
        Self {
            answers: Vec::new(),
            kept: None,
            known: VecDeque::new(),
            earlier: None,
            failure: None,
        }
    }

    /// A journal that is kept in a file, and begins with what is there.
    pub(super) fn kept(file: &'a Path, search: Subject) -> Result<Self, TableError> {
        let mut journal = Self::not_kept();
        if file.exists() {
            let earlier = File::<State>::open(file)?;
            if earlier.description().search != search {
                return Err(earlier.unwanted("it is of another search"));
            }
            journal.known = earlier.description().answers.clone().into();
            journal.earlier = Some(earlier);
        }
        journal.kept = Some(Kept { file, search, written: Instant::now(), took: None });
        Ok(journal)
    }

    /// The next answer, if an earlier run has found it.
    pub(super) fn recall(&mut self) -> Option<Answer> {
        let answer = self.known.pop_front();
        self.answers.extend(answer.clone());
        answer
    }

    /// The earlier run has answered another question than is asked.
    pub(super) fn contradict(&mut self) {
        let earlier = self.earlier.as_ref();
        self.failure = earlier.map(|earlier| earlier.damaged("its answers are of other questions"));
    }

    /// Adds an answer.
    pub(super) fn add(&mut self, answer: Answer) {
        self.answers.push(answer);
    }

    /// The nodes of the earlier run, after the last of its answers
    /// was asked for; its table is then restored. Once only.
    pub(super) fn restore(&mut self, table: &Table) -> Option<u64> {
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

    /// Keeps the state of a search that pauses, unless it was kept a moment ago.
    pub(super) fn pause(&mut self, nodes: u64, table: &Table) {
        let Some(kept) = &self.kept else { return };
        // At first, as if a byte took a nanosecond.
        let takes = kept.took.unwrap_or(Duration::from_nanos(table.bytes() as u64));
        if kept.written.elapsed() >= LONGEST.min(takes * SHARE) {
            self.write(nodes, table.bytes(), &|number| table.block(number));
        }
    }

    /// Keeps what was found out in the end, for which no table is needed.
    pub(super) fn finish(&mut self, nodes: u64) {
        self.write(nodes, 0, &|_| Vec::new());
    }

    fn write(&mut self, nodes: u64, len: usize, block: &(dyn Fn(usize) -> Vec<u8> + Sync)) {
        let Some(kept) = &mut self.kept else { return };
        let began = Instant::now();
        let search = kept.search.clone();
        let state = State { search, answers: self.answers.clone(), nodes };
        if let Err(error) = File::write_blocks(kept.file, &state, len as u64, block) {
            self.failure = Some(error.into());
        }
        kept.written = Instant::now();
        kept.took = Some(began.elapsed());
    }

    /// Whether something went wrong. The search then has no answer.
    pub(super) fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// What went wrong.
    pub(super) fn failure(self) -> Result<(), TableError> {
        self.failure.map_or(Ok(()), Err)
    }
}
