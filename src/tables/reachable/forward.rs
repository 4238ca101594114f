//! The reachable positions, one number of discs after the other.

use rayon::prelude::*;

use crate::board::Turn;
use crate::board::kernel::Embedding;
use crate::board::kernel::Shape;
use crate::board::kernel::simd::Portable;
use crate::exhaustive::PositionCounts;
use crate::progress::Progress;

use super::entry::{CHUNK, Entry};

/// Adds the positions that are reached by a pass, which keeps the discs as they are, and counts the
/// layer. A pass leads to a position with a legal move, so no other follows.
pub(super) fn complete<G: Shape>(board: &Embedding<G>, layer: &mut Vec<Entry>) -> PositionCounts {
    let after_pass: &(dyn Fn(&Entry) -> Option<Entry> + Sync) = &|entry| {
        let position = entry.position();
        let passes = board.turn(Portable, position) == Turn::Pass;
        passes.then(|| entry.successor(board, position.pass()))
    };
    let passed: Vec<Entry> = layer.par_iter().filter_map(after_pass).collect();
    layer.extend(passed);
    layer.par_sort_unstable();
    join_equals(layer);
    let discs = layer.first().map_or(0, |entry| entry.discs());
    let count: &(dyn Fn(&Entry) -> PositionCounts + Sync) = &|entry| count(board, *entry);
    let counted: PositionCounts = layer.par_iter().map(count).sum();
    PositionCounts { empties: board.size.squares() - discs, ..counted }
}

/// The numbers of positions in which the player to move passes and in which the game is over.
pub(super) fn without_moves<G: Shape>(board: &Embedding<G>, layer: &[Entry]) -> [u64; 2] {
    let turn: &(dyn Fn(&Entry) -> Turn + Sync) = &|entry| board.turn(Portable, entry.position());
    let count = |wanted| count_turns(layer, turn, wanted);
    [count(Turn::Pass), count(Turn::Over)]
}

/// The positions with one more disc to which those of a layer lead, sorted.
///
/// Neighbours lead to the same positions very often: those of a chunk are sorted and joined first,
/// so that there are few of them in memory. If the listener stops this, the result is meaningless.
pub(super) fn next<G: Shape>(
    board: &Embedding<G>,
    layer: &[Entry],
    progress: &dyn Progress,
) -> Vec<Entry> {
    let successors: &(dyn Fn(&[Entry]) -> Vec<Entry> + Sync) = &|chunk| {
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

/// The successors of a layer's entries, sorted and joined. This is compiled once and not for each
/// grid.
fn joined(
    layer: &[Entry],
    successors: &(dyn Fn(&[Entry]) -> Vec<Entry> + Sync),
    progress: &dyn Progress,
) -> Vec<Entry> {
    let of_chunk = |chunk: &[Entry]| {
        if progress.is_stopped() {
            return Vec::new();
        }
        let mut next = successors(chunk);
        next.sort_unstable();
        join_equals(&mut next);
        next.shrink_to_fit();
        next
    };
    let chunks: Vec<Vec<Entry>> = layer.par_chunks(CHUNK).map(of_chunk).collect();
    let mut next = chunks.concat();
    drop(chunks);
    next.par_sort_unstable();
    join_equals(&mut next);
    next.shrink_to_fit();
    next
}

fn count_turns(layer: &[Entry], turn: &(dyn Fn(&Entry) -> Turn + Sync), wanted: Turn) -> u64 {
    layer.par_iter().filter(|entry| turn(entry) == wanted).count() as u64
}

/// Makes one entry of neighbours with the same position.
fn join_equals(entries: &mut Vec<Entry>) {
    entries.dedup_by(|entry, kept| {
        let equal = entry.key() == kept.key();
        if equal {
            kept.join(*entry);
        }
        equal
    });
}

fn count<G: Shape>(board: &Embedding<G>, entry: Entry) -> PositionCounts {
    let (total, distinct) = entry.count(board);
    let counts = PositionCounts { total, distinct, canonical: 1, ..PositionCounts::default() };
    match board.turn(Portable, entry.position()) {
        Turn::Place => PositionCounts { decision: total, ..counts },
        Turn::Pass => PositionCounts { pass: total, ..counts },
        Turn::Over => PositionCounts { over: total, ..counts },
    }
}
