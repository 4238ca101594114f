//! The values of what can be reached, from the fullest boards back.

use rayon::prelude::*;

use crate::board::{Shape, Turn};
use crate::score::{Rules, Score};

use super::entry::{Entry, key};

/// Stands where the value is that of another position of the same layer.
const PASS: i8 = i8::MIN;

/// The values of a layer's positions, seen by the player to move, from those of
/// the positions with one more disc. That layer may be empty if no move leads to
/// it.
pub(super) fn values<S: Shape>(
    rules: Rules,
    layer: &[Entry],
    next: &[Entry],
    values_of_next: &[i8],
) -> Vec<i8> {
    let value = |entry: &Entry| {
        let position = entry.position::<S>();
        match position.turn() {
            Turn::Place(moves) => {
                let reply = |square| values_of_next[place(next, key(position.play(square)))];
                moves.into_iter().map(|square| -reply(square)).max().unwrap_or(PASS)
            }
            Turn::Pass => PASS,
            Turn::Over => byte(rules.final_score(position)),
        }
    };
    let values: Vec<i8> = layer.par_iter().map(value).collect();
    let passed = |(&value, entry): (&i8, &Entry)| match value {
        PASS => -values[place(layer, key(entry.position::<S>().pass()))],
        value => value,
    };
    values.par_iter().zip(layer).map(passed).collect()
}

/// Where a position that can be reached lies in its layer.
fn place(layer: &[Entry], key: u64) -> usize {
    layer.partition_point(|entry| entry.key() < key)
}

/// A score as it is kept.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 64 squares")]
fn byte(score: Score) -> i8 {
    score as i8
}
