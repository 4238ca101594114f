//! The values of all reachable positions, starting from the fullest boards.

use othello_core::board::kernel::{Embedding, Portable, Position, Shape};
use othello_core::{Progress, Rules, Turn};
use rayon::prelude::*;

use super::entry::{CHUNK, LayerEntry, key, occupied};

/// A placeholder for positions in which the player to move passes. Their values depend on the same
/// layer.
const PASS: i8 = i8::MIN;

/// The values of a layer's positions, seen by the player to move, from the values of the next layer.
/// That is empty if no position has a move. If the listener stops this, the result is meaningless.
pub(super) fn values<G: Shape>(
    board: &Embedding<G>,
    rules: Rules,
    layer: &[LayerEntry],
    (next, next_values): (&[LayerEntry], &[i8]),
    progress: &dyn Progress,
) -> Vec<i8> {
    let (here, after) = (Places::new(layer, &[]), Places::new(next, next_values));
    in_chunks(
        layer,
        &|chunk| {
            let positions = chunk.iter().map(|entry| entry.position());
            positions.map(|it| value(board, rules, it, &after)).collect()
        },
        &|entry| here.find(key(board, entry.position::<G>().pass())),
        progress,
    )
}

/// The value of a position, given the next layer, or [`PASS`].
fn value<G: Shape>(board: &Embedding<G>, rules: Rules, at: Position<G>, next: &Places<'_>) -> i8 {
    let mut best = PASS;
    for square in board.moves(Portable, at) {
        let place = next.find(key(board, at.play_unchecked(square)));
        best = best.max(-next.values[place]);
    }
    if best > PASS || board.turn(Portable, at) == Turn::Pass {
        return best;
    }
    let score = rules.score(at.own().len(), at.opponent().len(), board.empty(at).len());
    i8::try_from(score).expect("a board has at most 64 squares")
}

/// The values of a layer's entries, from functions for the values of a chunk and for the index of
/// the position after a pass. Not generic, so it is compiled once instead of for each grid.
fn in_chunks(
    layer: &[LayerEntry],
    of_chunk: &(dyn Fn(&[LayerEntry]) -> Vec<i8> + Sync),
    after_pass: &(dyn Fn(&LayerEntry) -> usize + Sync),
    progress: &dyn Progress,
) -> Vec<i8> {
    let mut values = vec![0; layer.len()];
    values.par_chunks_mut(CHUNK).zip(layer.par_chunks(CHUNK)).for_each(|(values, entries)| {
        if !progress.is_stopped() {
            values.copy_from_slice(&of_chunk(entries));
        }
    });
    if progress.is_stopped() {
        return values;
    }
    let values_after_passes = values.par_iter().zip(layer).map(|(&value, entry)| match value {
        PASS => -values[after_pass(entry)],
        value => value,
    });
    values_after_passes.collect()
}

/// Finds positions in a layer.
struct Places<'a> {
    layer: &'a [LayerEntry],
    /// The values of the layer, if they are known.
    values: &'a [i8],
    /// For each set of occupied squares, the first entry with that set or a greater one. Positions on
    /// the same squares lead to few sets, so the entries to search are close together. This is twice
    /// as fast as bisecting the whole layer.
    first: Vec<u32>,
}

impl<'a> Places<'a> {
    fn new(layer: &'a [LayerEntry], values: &'a [i8]) -> Self {
        let mut first = Vec::new();
        for (place, entry) in (0..).zip(layer) {
            first.resize(first.len().max(occupied(entry.key()) + 1), place);
        }
        first.push(u32::try_from(layer.len()).expect("a layer has less than 2³² positions"));
        Self { layer, values, first }
    }

    /// The index of a position, which must be in the layer.
    fn find(&self, key: u64) -> usize {
        let [begin, end] = [0, 1].map(|next| self.first[occupied(key) + next] as usize);
        begin + self.layer[begin..end].partition_point(|entry| entry.key() < key)
    }
}
