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
    let passed: Vec<Entry> = layer
        .par_iter()
        .filter_map(|entry| {
            let position = entry.position();
            let passes = board.turn(Portable, position) == Turn::Pass;
            passes.then(|| entry.successor(board, position.pass()))
        })
        .collect();
    layer.extend(passed);
    layer.par_sort_unstable();
    join_equals(layer);
    let discs = layer.first().map_or(0, |entry| entry.discs());
    let counted: PositionCounts = layer.par_iter().map(|entry| count(board, *entry)).sum();
    PositionCounts { empties: board.size.squares() - discs, ..counted }
}

/// The numbers of positions in which the player to move passes and in which the game is over.
pub(super) fn without_moves<G: Shape>(board: &Embedding<G>, layer: &[Entry]) -> [u64; 2] {
    let count = |wanted| -> u64 {
        let turns = layer.par_iter().map(|entry| board.turn(Portable, entry.position()));
        turns.filter(|turn| *turn == wanted).count() as u64
    };
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
    let chunks: Vec<Vec<Entry>> = layer
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut next = Vec::new();
            if progress.is_stopped() {
                return next;
            }
            for entry in chunk {
                let position = entry.position();
                let after = |square| entry.successor(board, position.play_unchecked(square));
                next.extend(board.moves(Portable, position).into_iter().map(after));
            }
            next.sort_unstable();
            join_equals(&mut next);
            next.shrink_to_fit();
            next
        })
        .collect();
    let mut next = chunks.concat();
    drop(chunks);
    next.par_sort_unstable();
    join_equals(&mut next);
    next.shrink_to_fit();
    next
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
