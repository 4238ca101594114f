//! The strong solution of boards that are too big for a hash map: everything that
//! can be reached, and its values.
//!
//! A disc is placed with each move and none is ever taken away, so the positions
//! with one more disc follow from those of one number of discs. Going forward,
//! they are found layer by layer, each a sorted list of words without equals;
//! going back, each value is the best of those in the next layer, which are found
//! there by bisection among those on the same squares. A layer or two are in memory
//! at a time, and the others on disk, where they are the checkpoints too: at 4×6
//! the largest has 29 million positions and takes less than ten seconds each way.

mod backward;
mod check;
mod checkpoint;
mod entry;
mod forward;
mod page;
mod table;

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::any_game::AnyGame;
use crate::board::{Position, Shape};
use crate::exhaustive::Layer;
use crate::files::{NewFile, Workplace};
use crate::formats::{TableError, Values};
use crate::game::Start;
use crate::progress::Progress;
use crate::score::Rules;

use checkpoint::Checkpoints;
use entry::Entry;
use table::Writer;

pub use check::CheckedTable;
pub use table::ReachableTable;

/// What is computed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Job {
    size: String,
    start: Start,
    #[serde(flatten)]
    rules: Rules,
}

impl Job {
    fn size_of<S: Shape>() -> String {
        AnyGame::start::<S>(Start::default()).size()
    }
}

/// What is counted on the way to a table, by the number of empty squares, from
/// many to few.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tabulated {
    /// The positions.
    pub layers: Vec<Layer>,
    /// The values of the canonical ones.
    pub values: Vec<Values>,
}

/// The name of the finished table in the folder.
const TABLE: &str = "table";

/// Computes the value of every position that can be reached from a start, and
/// writes them to a file for [`ReachableTable`].
///
/// `place` is a folder on the same disk. What it has of a run that was stopped is
/// not computed again. It can be removed when what is returned here is safe.
///
/// A board of more than 24 squares does not compile.
///
/// # Errors
///
/// If a file cannot be written, or one in the folder is damaged or of another
/// start or other rules. What was there before is then still there.
pub fn tabulate<S: Shape>(
    start: Start,
    rules: Rules,
    place: &Workplace,
    table: &Path,
    progress: &dyn Progress,
) -> Result<Tabulated, TableError> {
    // Where it cannot be written is better known now than at the end.
    drop(NewFile::create(table)?);
    let job = Job { size: Job::size_of::<S>(), start, rules };
    let checkpoints = Checkpoints { place, job };
    let layers = find_positions::<S>(start, &checkpoints, progress)?;
    find_values::<S>(rules, &layers, &checkpoints, progress)?;

    progress.begin("writing", Some(layers.len() as u64));
    let mut writer = Writer::new(checkpoints.job.clone());
    let mut counted = Vec::new();
    for &Layer { empties, .. } in &layers {
        let discs = S::SQUARES - empties;
        let (entries, values) =
            (checkpoints.load_positions(discs)?, checkpoints.load_values(discs)?);
        let [pass, over] = forward::without_moves::<S>(&entries);
        counted.push(Values::count(empties, &values, pass, over));
        writer.add(empties, &entries, &values);
        progress.advance(1);
    }
    writer.write(&place.path(TABLE))?;
    place.deliver(TABLE, table)?;
    Ok(Tabulated { layers, values: counted })
}

/// Finds the positions of all layers, as far as they are not known yet.
fn find_positions<S: Shape>(
    start: Start,
    checkpoints: &Checkpoints<'_>,
    progress: &dyn Progress,
) -> Result<Vec<Layer>, TableError> {
    let start = Position::<S>::start(start);
    let first = S::SQUARES - start.empty().len();
    let mut layers = Vec::new();
    let mut before = Vec::new();
    progress.begin("positions", Some(u64::from(S::SQUARES - first + 1)));
    for discs in first..=S::SQUARES {
        if let Some(layer) = checkpoints.counts(discs)? {
            layers.push(layer);
            before.clear();
        } else {
            if before.is_empty() {
                before = checkpoints.load_positions(discs - 1)?;
            }
            let mut entries = match discs {
                _ if discs == first => vec![Entry::start(start)],
                _ => forward::next::<S>(&before),
            };
            if entries.is_empty() {
                break;
            }
            let layer = forward::complete::<S>(&mut entries);
            checkpoints.save_positions(discs, layer, &entries)?;
            layers.push(layer);
            before = entries;
        }
        progress.advance(1);
    }
    Ok(layers)
}

/// Finds the values of all layers, as far as they are not known yet.
fn find_values<S: Shape>(
    rules: Rules,
    layers: &[Layer],
    checkpoints: &Checkpoints<'_>,
    progress: &dyn Progress,
) -> Result<(), TableError> {
    progress.begin("values", Some(layers.len() as u64));
    let mut next = None;
    for &layer in layers.iter().rev() {
        let discs = S::SQUARES - layer.empties;
        if checkpoints.has_values(discs)? {
            next = None;
        } else {
            let (next_entries, next_values) = if let Some(next) = next {
                next
            } else {
                let after = discs + 1;
                (checkpoints.load_positions(after)?, checkpoints.load_values(after)?)
            };
            let entries = checkpoints.load_positions(discs)?;
            let values = backward::values::<S>(rules, &entries, &next_entries, &next_values);
            checkpoints.save_values(discs, layer, &values)?;
            next = Some((entries, values));
        }
        progress.advance(1);
    }
    Ok(())
}
