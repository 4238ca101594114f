//! What can be reached, one number of discs after the other.

use rayon::prelude::*;

use crate::board::{Shape, Turn};
use crate::exhaustive::Layer;

use super::entry::Entry;

/// So many positions lead to some megabytes of others, which are sorted at once.
const CHUNK: usize = 1 << 15;

/// Adds what is reached by a pass, which keeps the discs as they are, and counts
/// the layer. A pass leads to a position with a legal move, so no other follows.
pub(super) fn complete<S: Shape>(layer: &mut Vec<Entry>) -> Layer {
    let passed: Vec<Entry> = layer
        .par_iter()
        .filter_map(|entry| {
            let position = entry.position::<S>();
            (position.turn() == Turn::Pass).then(|| entry.successor(position.pass()))
        })
        .collect();
    layer.extend(passed);
    layer.par_sort_unstable();
    join_equals(layer);
    let discs = layer.first().map_or(0, |entry| entry.discs());
    let counted: Layer = layer.par_iter().map(|entry| count::<S>(*entry)).sum();
    Layer { empties: S::SQUARES - discs, ..counted }
}

/// The numbers of positions in which the player to move passes and in which the
/// game is over.
pub(super) fn without_moves<S: Shape>(layer: &[Entry]) -> [u64; 2] {
    let count = |wanted| -> u64 {
        let turns = layer.par_iter().map(|entry| entry.position::<S>().turn());
        turns.filter(|turn| *turn == wanted).count() as u64
    };
    [count(Turn::Pass), count(Turn::Over)]
}

/// The positions with one more disc to which those of a layer lead, sorted.
///
/// Neighbours lead to the same positions very often: those of a chunk are sorted
/// and joined first, so that few of them meet in memory.
pub(super) fn next<S: Shape>(layer: &[Entry]) -> Vec<Entry> {
    let chunks: Vec<Vec<Entry>> = layer
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut next = Vec::new();
            for entry in chunk {
                let position = entry.position::<S>();
                let after = |square| entry.successor(position.play(square));
                next.extend(position.moves().into_iter().map(after));
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

fn count<S: Shape>(entry: Entry) -> Layer {
    let position = entry.position::<S>();
    let (total, distinct) = entry.count::<S>();
    let mut layer = Layer { distinct, canonical: 1, ..Layer::default() };
    match position.turn() {
        Turn::Place(_) => layer.decision = total,
        Turn::Pass => layer.pass = total,
        Turn::Over => layer.over = total,
    }
    layer
}
