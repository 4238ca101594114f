//! The making of the table of an opening: the positions after the last moves are searched, and all
//! else follows from their values, from the last plies backward.
//!
//! The searches share a transposition table. Which of them come first, and what they find in it,
//! changes how long they take and not what they find, so the table of the opening is the same for
//! any number of threads and however often the job was interrupted.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI8, Ordering::Relaxed};
use std::time::{Duration, Instant};

use othello_core::board::Turn;
use othello_core::game::{Position, Rules, Score};
use othello_core::progress::Progress;
use othello_core::search::Oracle;
use rayon::prelude::*;

use super::positions::OpeningPositions;
use super::table::Opening;
use crate::storage::{BlockFile, TableError};

/// The values that were found are written so often.
const INTERVAL: Duration = Duration::from_secs(10);

/// Stands for a value that is not known yet.
const UNKNOWN: i8 = i8::MIN;

/// Finds the value of every move in the positions of an opening, on all threads and with a
/// transposition table of at most `hash` bytes.
///
/// If there is a file for its `state`, the job writes the values that it has found to it every ten
/// seconds and when it is stopped, and begins with those that are there. The result is `None` if the
/// listener stopped the job.
///
/// # Errors
///
/// If the state is damaged, or that of another job.
///
/// # Panics
///
/// As [`search`](othello_core::search()).
pub fn tabulate_opening(
    all: OpeningPositions,
    rules: Rules,
    hash: usize,
    state: Option<&Path>,
    progress: &dyn Progress,
) -> Result<Option<Opening>, TableError> {
    let (start, plies) = (all.start, all.plies);
    let positions: Vec<_> = all.after.iter().copied().collect();
    let job = format!("{plies} plies of {start} on {}, {rules}", start.size());
    let state = State::open(state, job, positions.len(), progress)?;
    progress.begin(&format!("positions after {} plies", plies + 1), Some(positions.len() as u64));
    let oracle = Oracle::new(rules, hash, start.size().squares());
    let oracle = oracle.shared_by(rayon::current_num_threads());
    positions.par_iter().zip(&state.values).for_each(|(&position, known)| {
        if known.load(Relaxed) == UNKNOWN
            && let Some(value) = value(&oracle, position, &OnlyStop(progress))
        {
            known.store(i8::try_from(value).expect("a board has 64 squares"), Relaxed);
            state.save_now_and_then();
        }
        progress.advance(u64::from(known.load(Relaxed) != UNKNOWN));
    });
    let known = state.save();
    if known.contains(&UNKNOWN) {
        return Ok(None);
    }
    let values: HashMap<_, _> = positions.into_iter().zip(known).collect();
    let value = |position| values.get(&position).map(|&value| value.into());
    Ok(Opening::of(all, rules, value))
}

/// The value of a position, or `None` if the listener stopped the search.
fn value(oracle: &Oracle, position: Position, progress: &dyn Progress) -> Option<Score> {
    match position.turn() {
        _ if progress.is_stopped() => None,
        Turn::Place => oracle.value(position, progress),
        Turn::Pass => oracle.value(position.pass(), progress).map(|value| -value),
        Turn::Over => Some(position.score(oracle.rules)),
    }
}

/// Passes on the wish to stop, and nothing else: a step of the job is a position that is solved.
struct OnlyStop<'a>(&'a dyn Progress);

impl Progress for OnlyStop<'_> {
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// The values that were found, and the file to which they are written.
struct State<'a> {
    path: Option<&'a Path>,
    /// Whose values they are.
    job: String,
    values: Vec<AtomicI8>,
    written: Mutex<Instant>,
    progress: &'a dyn Progress,
}

impl<'a> State<'a> {
    /// The values in the file, if it exists, or else none of this many.
    fn open(
        path: Option<&'a Path>,
        job: String,
        count: usize,
        progress: &'a dyn Progress,
    ) -> Result<Self, TableError> {
        let values = match path.filter(|path| path.exists()) {
            None => vec![UNKNOWN; count],
            Some(path) => {
                let file = BlockFile::<String>::open(path)?;
                if *file.description() != job {
                    return Err(file.unusable("cannot be used: it belongs to another job"));
                }
                let values = file.values()?;
                if values.len() != count {
                    return Err(file.miscounted());
                }
                values
            }
        };
        let values = values.into_iter().map(AtomicI8::new).collect();
        Ok(Self { path, job, values, written: Mutex::new(Instant::now()), progress })
    }

    /// Writes the values, unless that was done a moment ago or is being done.
    fn save_now_and_then(&self) {
        if let Ok(mut written) = self.written.try_lock()
            && written.elapsed() >= INTERVAL
        {
            self.save();
            *written = Instant::now();
        }
    }

    /// Writes the values, and returns them.
    fn save(&self) -> Vec<i8> {
        let values: Vec<_> = self.values.iter().map(|value| value.load(Relaxed)).collect();
        let written = self.path.map_or(Ok(()), |path| BlockFile::write(path, &self.job, &values));
        if let Err(error) = written {
            self.progress.warn(&format!("{error}; the search goes on and tries again later"));
        }
        values
    }
}
