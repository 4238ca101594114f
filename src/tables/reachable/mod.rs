//! The strong solution of boards that are too big for a hash map: all positions that
//! can be reached, and their values.
//!
//! Each move places a disc and none is ever removed, so the positions with a given
//! number of discs lead to those with one more. Going forward,
//! they are found layer by layer, each a sorted list of words without duplicates;
//! going back, each value is the best of those in the next layer, which are found
//! there by bisection among those on the same squares. A layer or two are in memory
//! at a time, and the others on disk, where they also serve as checkpoints. On 4×6
//! the largest layer has 29 million positions and takes less than ten seconds each way.

mod backward;
mod check;
mod checkpoint;
mod entry;
mod forward;
mod page;
mod table;

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::board::Size;
use crate::board::kernel::Embedding;
use crate::board::kernel::Shape;
use crate::board::kernel::grid::{Kernel, on_small_grid};
use crate::board::kernel::simd::Isa;
use crate::exhaustive::{Layer, Values};
use crate::game::{Position, Rules, Start};
use crate::progress::Progress;
use crate::storage::{JobFolder, TableError, check_writable};

use checkpoint::Checkpoints;
use entry::Entry;
use table::Writer;

pub use check::CheckedTable;
pub use table::ReachableTable;

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Job {
    size: Size,
    start: Start,
    #[serde(flatten)]
    rules: Rules,
}

/// The counts that were made on the way to a table, by the number of empty squares, from many to
/// few.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tabulated {
    /// The positions.
    pub layers: Vec<Layer>,
    /// The numbers of canonical positions of each value.
    pub values: Vec<Values>,
}

/// The number of positions that are looked at before the listener is asked whether to stop. Their
/// successors, which are sorted together, take some megabytes.
const CHUNK: usize = 1 << 15;

/// Computes the value of every position that can be reached from a start, and
/// writes them to a file for [`ReachableTable`], on all threads.
///
/// Finished parts are kept in `folder`, and those that a stopped run has left there are not
/// computed again. The folder can be removed once the returned counts are saved. The result is
/// `None` if the listener stopped the job.
///
/// # Errors
///
/// If the board has more than 24 squares, if a file cannot be written, or if a file of the folder
/// is damaged or belongs to another size, another start or other rules. An earlier file at the path
/// of the table is then still there.
pub fn tabulate(
    size: Size,
    start: Start,
    rules: Rules,
    folder: &JobFolder,
    table: &Path,
    progress: &dyn Progress,
) -> Result<Option<Tabulated>, TableError> {
    // It is better to learn now than at the end that the file cannot be written.
    check_writable(table)?;
    let checkpoints = Checkpoints { folder, job: Job { size, start, rules } };
    on_small_grid(size, Tabulate { checkpoints, table, progress })?
}

/// The work of [`tabulate`].
struct Tabulate<'a> {
    checkpoints: Checkpoints<'a>,
    table: &'a Path,
    progress: &'a dyn Progress,
}

impl Kernel for Tabulate<'_> {
    type Output = Result<Option<Tabulated>, TableError>;

    fn run<G: Shape, I: Isa>(self, _: I, board: &Embedding<G>) -> Self::Output {
        let Some(layers) = self.find_positions(board)? else { return Ok(None) };
        if self.find_values(board, &layers)?.is_none() {
            return Ok(None);
        }
        let Self { checkpoints, table, progress } = self;
        progress.begin("writing", Some(layers.len() as u64));
        let mut writer = Writer::new(checkpoints.job);
        let mut counted = Vec::new();
        for &Layer { empties, .. } in &layers {
            if progress.is_stopped() {
                return Ok(None);
            }
            let discs = board.size.squares() - empties;
            let (entries, values) = checkpoints.load(discs)?;
            let [pass, over] = forward::without_moves(board, &entries);
            counted.push(Values::count(empties, &values, pass, over));
            writer.add(board, empties, &entries, &values);
            progress.advance(1);
        }
        writer.write(table)?;
        Ok(Some(Tabulated { layers, values: counted }))
    }
}

impl Tabulate<'_> {
    /// Finds the positions of all layers that are not known yet.
    fn find_positions<G: Shape>(
        &self,
        board: &Embedding<G>,
    ) -> Result<Option<Vec<Layer>>, TableError> {
        let Self { checkpoints, progress, .. } = self;
        let start = Position::start(board.size, checkpoints.job.start);
        let first = board.size.squares() - start.empties();
        let mut layers = Vec::new();
        let mut before = Vec::new();
        progress.begin("positions", Some(u64::from(start.empties()) + 1));
        for discs in first..=board.size.squares() {
            if let Some(layer) = checkpoints.counts(discs)? {
                layers.push(layer);
                before.clear();
            } else {
                if before.is_empty() {
                    before = checkpoints.load_positions(discs - 1)?;
                }
                let mut entries = if discs == first {
                    vec![Entry::start(board, board.position(start.own_and_opponent()))]
                } else {
                    forward::next(board, &before, *progress)
                };
                if progress.is_stopped() {
                    return Ok(None);
                }
                if entries.is_empty() {
                    break;
                }
                let layer = forward::complete(board, &mut entries);
                checkpoints.save_positions(layer, &entries)?;
                layers.push(layer);
                before = entries;
            }
            progress.advance(1);
        }
        Ok(Some(layers))
    }

    /// Finds the values of all layers that are not known yet.
    fn find_values<G: Shape>(
        &self,
        board: &Embedding<G>,
        layers: &[Layer],
    ) -> Result<Option<()>, TableError> {
        let Self { checkpoints, progress, .. } = self;
        progress.begin("values", Some(layers.len() as u64));
        let mut next = None;
        for &layer in layers.iter().rev() {
            let discs = board.size.squares() - layer.empties;
            if checkpoints.has_values(discs)? {
                next = None;
            } else {
                let (next_entries, next_values) = match next {
                    Some(next) => next,
                    None => checkpoints.load(discs + 1)?,
                };
                let entries = checkpoints.load_positions(discs)?;
                let after = (&next_entries[..], &next_values[..]);
                let rules = checkpoints.job.rules;
                let values = backward::values(board, rules, &entries, after, *progress);
                if progress.is_stopped() {
                    return Ok(None);
                }
                checkpoints.save_values(layer, &values)?;
                next = Some((entries, values));
            }
            progress.advance(1);
        }
        Ok(Some(()))
    }
}
