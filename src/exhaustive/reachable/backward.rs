//! The values of what can be reached, from the fullest boards back.

use rayon::prelude::*;

use crate::board::{Shape, Turn};
use crate::score::{Rules, Score};

use super::entry::{Entry, key, occupied};

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
    let (here, after) = (Places::new(layer), Places::new(next));
    let value = |entry: &Entry| {
        let position = entry.position::<S>();
        match position.turn() {
            Turn::Place(moves) => {
                let reply = |square| values_of_next[after.of(key(position.play(square)))];
                moves.into_iter().map(|square| -reply(square)).max().unwrap_or(PASS)
            }
            Turn::Pass => PASS,
            Turn::Over => byte(rules.final_score(position)),
        }
    };
    let values: Vec<i8> = layer.par_iter().map(value).collect();
    let passed = |(&value, entry): (&i8, &Entry)| match value {
        PASS => -values[here.of(key(entry.position::<S>().pass()))],
        value => value,
    };
    values.par_iter().zip(layer).map(passed).collect()
}

/// Where the positions of a layer lie.
struct Places<'a> {
    layer: &'a [Entry],
    /// For each set of occupied squares the first entry with it or a greater one.
    /// Positions on the same squares lead to few such sets, so what is searched
    /// through is near at hand, and all takes half the time of bisecting the layer.
    first: Vec<u32>,
}

impl<'a> Places<'a> {
    fn new(layer: &'a [Entry]) -> Self {
        let mut first = Vec::new();
        for (place, entry) in (0..).zip(layer) {
            first.resize(first.len().max(occupied(entry.key()) + 1), place);
        }
        first.push(u32::try_from(layer.len()).expect("a layer has less than 2³² positions"));
        Self { layer, first }
    }

    /// The place of a position that is there.
    fn of(&self, key: u64) -> usize {
        let [begin, end] = [0, 1].map(|next| self.first[occupied(key) + next] as usize);
        begin + self.layer[begin..end].partition_point(|entry| entry.key() < key)
    }
}

/// A score as it is kept.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 64 squares")]
fn byte(score: Score) -> i8 {
    score as i8
}
