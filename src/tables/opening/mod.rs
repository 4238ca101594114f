//! The opening of a board: every position of its first plies, with the value of every move.
//!
//! Where a board has too many positions for a complete table, the first ones are the most useful to
//! look up, and a search takes longest to value them.
//!
//! The positions after the last moves are searched, and all other values follow from the last plies
//! backward. The searches share a transposition table. Their order, and the entries they find in the
//! table, affect how long they take but not their values, so the result does not depend on the
//! number of threads or on interruptions.

mod positions;
mod table;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI8, Ordering::Relaxed};
use std::time::{Duration, Instant};

use othello_core::search::Oracle;
use othello_core::{OnlyStop, Position, Progress, Rules, Score, Turn};
use rayon::prelude::*;

use crate::storage::{BlockFile, TableError, warn_unsaved};
pub use positions::OpeningPositions;
pub use table::Opening;

/// How often the values found so far are saved.
const INTERVAL: Duration = Duration::from_secs(10);

/// A placeholder for a value that is not known yet.
const UNKNOWN: i8 = i8::MIN;

/// Finds the value of every move in the positions of an opening, on all threads and with a
/// transposition table of at most `hash` bytes.
///
/// Given a file for its `state`, the job saves the values it has found there every ten seconds and
/// when it is stopped, and resumes from the values in the file. The result is `None` if the listener
/// stops the job.
///
/// # Errors
///
/// If the state is damaged or belongs to another job.
///
/// # Panics
///
/// If the listener panics.
pub fn tabulate_opening(
    all: OpeningPositions,
    rules: Rules,
    hash: usize,
    state: Option<&Path>,
    progress: &dyn Progress,
) -> Result<Option<Opening>, TableError> {
    let OpeningPositions { start, plies, layers, after } = all;
    let positions: Vec<_> = after.into_iter().collect();
    let job = format!("{plies} plies of {start} on {}, {rules}", start.size());
    let earlier = state.map(|path| BlockFile::resume(path, "job", |other: &String| *other == job));
    let known = match earlier.transpose()?.flatten() {
        None => vec![UNKNOWN; positions.len()],
        Some(file) => file.exactly(positions.len())?,
    };
    let known: Vec<_> = known.into_iter().map(AtomicI8::new).collect();
    let saved = Mutex::new(Instant::now());

    progress.begin(&format!("positions after {} plies", plies + 1), Some(positions.len() as u64));
    let oracle = Oracle::new(rules, hash, start.size().squares());
    let oracle = oracle.shared_by(rayon::current_num_threads());
    positions.par_iter().zip(&known).for_each(|(&position, own)| {
        if own.load(Relaxed) == UNKNOWN
            && let Some(value) = value(&oracle, position, &OnlyStop(progress))
        {
            own.store(i8::try_from(value).expect("a board has 64 squares"), Relaxed);
            // No other thread may be saving them.
            if let Ok(mut saved) = saved.try_lock()
                && saved.elapsed() >= INTERVAL
            {
                save(state, &job, &known, progress);
                *saved = Instant::now();
            }
        }
        progress.advance(u64::from(own.load(Relaxed) != UNKNOWN));
    });
    let known = save(state, &job, &known, progress);
    if known.contains(&UNKNOWN) {
        return Ok(None);
    }
    let values = positions.into_iter().zip(known.into_iter().map(Score::from)).collect();
    Ok(Opening::new(&layers, values, rules))
}

/// Saves the values found so far, if there is a file for them, and returns them.
fn save(file: Option<&Path>, job: &String, known: &[AtomicI8], progress: &dyn Progress) -> Vec<i8> {
    let known: Vec<_> = known.iter().map(|value| value.load(Relaxed)).collect();
    if let Some(path) = file {
        warn_unsaved(&BlockFile::write(path, job, &known), progress);
    }
    known
}

/// The value of a position, or `None` if the listener stops the search.
fn value(oracle: &Oracle, position: Position, progress: &dyn Progress) -> Option<Score> {
    match position.turn() {
        _ if progress.is_stopped() => None,
        Turn::Place => oracle.value(position, progress),
        Turn::Pass => oracle.value(position.pass(), progress).map(|value| -value),
        Turn::Over => Some(position.score(oracle.rules())),
    }
}
