//! The strong solution of boards with too many positions for a hash map: all positions that can be
//! reached, and their values.
//!
//! Each move places a disc and none is ever removed, so the positions with a given number of discs
//! lead to positions with one more. Going forward, they are found layer by layer. Each layer is a
//! sorted list of words without duplicates. Going back, each value is the best of the values in the
//! next layer, which are found by bisection among the positions on the same squares. On 4×6 the
//! largest layer has 29 million positions and takes less than ten seconds each way.

mod backward;
mod entry;
mod forward;
pub(super) mod page;

use std::path::Path;

use othello_core::board::kernel::{Bitboard, Embedding, Isa, Kernel, Shape, on_small_grid};
use othello_core::exhaustive::{PositionCounts, ValueCounts};
use othello_core::{Position, Progress, Rules, Size, Start};

use crate::storage::{BLOCK, BlockFile, FileError, TableError, check_writable};
use crate::tables::value_table::Description;
use entry::{LayerEntry, occupied};
use page::{Pages, number_of};

/// The counts made while tabulating, by the number of empty squares, from many to few.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tabulated {
    /// The positions.
    pub positions: Vec<PositionCounts>,
    /// The numbers of canonical positions of each value.
    pub values: Vec<ValueCounts>,
}

/// Computes the value of every position that can be reached from a start, on all threads, and writes
/// them to a file for [`ValueTable`](crate::tables::ValueTable).
///
/// The result is `None` if the listener stops the job.
///
/// # Errors
///
/// If the board has more than 24 squares, or if the file cannot be written. An earlier file then
/// stays as it was.
pub fn tabulate(
    size: Size,
    start: Start,
    rules: Rules,
    table: &Path,
    progress: &dyn Progress,
) -> Result<Option<Tabulated>, TableError> {
    // Check this now, before hours of work.
    check_writable(table)?;
    let found = on_small_grid(size, Tabulation { start, rules, progress })?;
    let Some((layers, tabulated)) = found else { return Ok(None) };
    write(table, (size, start, rules), layers)?;
    Ok(Some(tabulated))
}

/// The work of [`tabulate`]. The result is `None` if it was stopped.
struct Tabulation<'a> {
    start: Start,
    rules: Rules,
    progress: &'a dyn Progress,
}

impl Kernel for Tabulation<'_> {
    type Output = Option<(Vec<Pages>, Tabulated)>;

    fn run<G: Shape, I: Isa>(self, _: I, board: &Embedding<G>) -> Self::Output {
        let Self { start, rules, progress } = self;
        let start = Position::start(board.size, start);
        progress.begin("positions", Some(u64::from(start.empties()) + 1));
        // The positions with the same number of empty squares, from many to few: their counts, the
        // numbers of canonical ones in which the player to move passes and in which the game is
        // over, and the positions themselves.
        let (mut positions, mut layers) = (Vec::new(), Vec::new());
        let mut entries = vec![LayerEntry::start(board, board.position(start.own_and_opponent()))];
        while !entries.is_empty() {
            let (counts, turns) = forward::complete(board, &mut entries);
            let next = forward::next(board, &entries, progress);
            if progress.is_stopped() {
                return None;
            }
            positions.push(counts);
            layers.push((counts.empties, turns, entries));
            entries = next;
            progress.advance(1);
        }

        // Their values, packed and counted.
        progress.begin("values", Some(layers.len() as u64));
        let (mut packed, mut values) = (Vec::new(), Vec::new());
        let mut after = (Vec::new(), Vec::new());
        for (empties, [pass, over], entries) in layers.into_iter().rev() {
            let next = (&after.0[..], &after.1[..]);
            let found = backward::values(board, rules, &entries, next, progress);
            if progress.is_stopped() {
                return None;
            }
            values.push(ValueCounts::count(empties, &found, pass, over));
            packed.push(pack(board, empties, &entries, &found));
            after = (entries, found);
            progress.advance(1);
        }
        packed.reverse();
        values.reverse();
        Some((packed, Tabulated { positions, values }))
    }
}

/// Packs the positions with this number of empty squares, and the values found for them.
fn pack<G: Shape>(board: &Embedding<G>, empties: u32, layer: &[LayerEntry], found: &[i8]) -> Pages {
    let mut pages = Pages::new(empties);
    let (mut on_grid, mut on_board) = (0, 0);
    for (entry, &value) in layer.iter().zip(found) {
        // Positions on the same squares are adjacent.
        if occupied(entry.key()) != on_grid {
            on_grid = occupied(entry.key());
            on_board = board.bits(Bitboard::of(on_grid as u64));
        }
        pages.push(number_of(entry.key(), on_board), value);
    }
    pages
}

/// Writes a table of layers, from many empty squares to few.
pub(crate) fn write(
    path: &Path,
    (size, start, rules): (Size, Start, Rules),
    layers: Vec<Pages>,
) -> Result<(), FileError> {
    let (layers, blocks): (Vec<_>, Vec<_>) = layers.into_iter().map(Pages::finish).unzip();
    let blocks: Vec<_> = blocks.into_iter().flatten().collect();
    let description = Description::EveryPosition { size, start, rules, layers };
    let len = blocks.len() * BLOCK;
    BlockFile::write_blocks(path, &description, len, &|number| blocks[number].clone())
}
