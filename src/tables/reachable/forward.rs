//! The reachable positions, layer by layer.

use othello_core::board::kernel::{Embedding, Portable, Shape};
use othello_core::exhaustive::PositionCounts;
use othello_core::{Progress, Turn};
use rayon::prelude::*;

use super::entry::{CHUNK, LayerEntry};

/// Adds the positions that are reached by a pass, which belong to the same layer, and counts the
/// layer: all positions, and the canonical ones in which the player to move passes and in which the
/// game is over. A pass leads to a position with a legal move, so there is never a second one.
pub(super) fn complete<G: Shape>(
    board: &Embedding<G>,
    layer: &mut Vec<LayerEntry>,
) -> (PositionCounts, [u64; 2]) {
    let turn: &(dyn Fn(&LayerEntry) -> Turn + Sync) =
        &|entry| board.turn(Portable, entry.position());
    let passed: &(dyn Fn(&LayerEntry) -> LayerEntry + Sync) =
        &|entry| entry.successor(board, entry.position().pass());
    let after_pass = layer.par_iter().filter(|entry| turn(entry) == Turn::Pass).map(passed);
    let after_pass: Vec<LayerEntry> = after_pass.collect();
    layer.extend(after_pass);
    layer.par_sort_unstable();
    join_equals(layer);
    let discs = layer.first().map_or(0, |entry| entry.discs());
    let count: &(dyn Fn(&LayerEntry) -> PositionCounts + Sync) = &|entry| {
        let (total, distinct) = entry.count(board);
        PositionCounts { total, distinct, canonical: 1, ..PositionCounts::default() }
    };
    let (counted, canonical) = count_turns(layer, turn, count);
    (PositionCounts { empties: board.size.squares() - discs, ..counted }, canonical)
}

/// The next layer, sorted.
///
/// Neighbours often lead to the same positions. So the successors of each chunk are sorted and
/// deduplicated first, which saves memory. If the listener stops this, the result is meaningless.
pub(super) fn next<G: Shape>(
    board: &Embedding<G>,
    layer: &[LayerEntry],
    progress: &dyn Progress,
) -> Vec<LayerEntry> {
    let successors: &(dyn Fn(&[LayerEntry]) -> Vec<LayerEntry> + Sync) = &|chunk| {
        let mut next = Vec::new();
        for entry in chunk {
            let position = entry.position();
            for square in board.moves(Portable, position) {
                next.push(entry.successor(board, position.play_unchecked(square)));
            }
        }
        next
    };
    joined(layer, successors, progress)
}

/// The successors of a layer's entries, sorted and deduplicated. Not generic, so it is compiled once
/// instead of for each grid.
fn joined(
    layer: &[LayerEntry],
    successors: &(dyn Fn(&[LayerEntry]) -> Vec<LayerEntry> + Sync),
    progress: &dyn Progress,
) -> Vec<LayerEntry> {
    let chunks = layer.par_chunks(CHUNK).map(|chunk| {
        if progress.is_stopped() {
            return Vec::new();
        }
        let mut next = successors(chunk);
        next.sort_unstable();
        join_equals(&mut next);
        next.shrink_to_fit();
        next
    });
    let mut next = chunks.collect::<Vec<_>>().concat();
    next.par_sort_unstable();
    join_equals(&mut next);
    next.shrink_to_fit();
    next
}

/// Counts the layer as [`complete`] does.
fn count_turns(
    layer: &[LayerEntry],
    turn: &(dyn Fn(&LayerEntry) -> Turn + Sync),
    count: &(dyn Fn(&LayerEntry) -> PositionCounts + Sync),
) -> (PositionCounts, [u64; 2]) {
    let turns: [PositionCounts; 3] = [Turn::Place, Turn::Pass, Turn::Over]
        .map(|wanted| layer.par_iter().filter(|entry| turn(entry) == wanted).map(count).sum());
    let [place, pass, over] = turns;
    let all = turns.into_iter().sum();
    let canonical = [pass.canonical, over.canonical];
    (PositionCounts { decision: place.total, pass: pass.total, over: over.total, ..all }, canonical)
}

/// Combines neighbouring entries of the same position.
fn join_equals(entries: &mut Vec<LayerEntry>) {
    entries.dedup_by(|entry, kept| {
        let equal = entry.key() == kept.key();
        if equal {
            kept.join(*entry);
        }
        equal
    });
}
