//! The values of the arrangements with a given number of discs, computed from those with one more.

use std::array::from_fn;

use othello_core::Rules;
use othello_core::board::kernel::{Board4x4, Discs, Embedding, Isa, Kernel, Position, Shape};
use rayon::prelude::*;

use super::index::{SQUARES, layer_start, row_start};
use crate::tables::squares;

/// Fills the layer with this number of discs from the next one, which is at the beginning of
/// `deeper`. Returns the number of positions in which the player to move passes, and in which the
/// game is over.
pub(super) struct Fill<'a> {
    pub(super) rules: Rules,
    pub(super) discs: u32,
    pub(super) layer: &'a mut [i8],
    pub(super) deeper: &'a [i8],
}

impl Kernel for Fill<'_> {
    type Output = [u64; 2];

    fn run<G: Shape, I: Isa>(self, isa: I, _: &Embedding<G>) -> [u64; 2] {
        let Self { rules, discs, layer, deeper } = self;
        let sets: Vec<_> = (0..=0xFFFF_u64).filter(|set| set.count_ones() == discs).collect();
        let rows = layer.par_chunks_exact_mut(1 << discs).zip(&sets);
        rows.map(|(row, &set)| isa.run(|| fill_row(isa, rules, set, row, deeper)))
            .reduce(|| [0; 2], |one, other| [one[0] + other[0], one[1] + other[1]])
    }
}

/// A placeholder for positions without a legal move.
const NO_MOVE: i8 = i8::MIN;

/// Fills the values of all arrangements of discs on the same squares.
#[inline(always)]
fn fill_row<I: Isa>(
    isa: I,
    rules: Rules,
    occupied: u64,
    values: &mut [i8],
    deeper: &[i8],
) -> [u64; 2] {
    let discs = occupied.count_ones();
    // The bit of each occupied square within the row, or the bit that an empty square would get.
    let bits: [usize; 16] = from_fn(|square| 1 << (occupied & ((1 << square) - 1)).count_ones());
    // The empty squares, and the values to which a move there can lead.
    let mut branches = Vec::new();
    for square in squares(!occupied & 0xFFFF) {
        let after = occupied | 1_u64 << square;
        let row = &deeper[row_start(after) - layer_start(discs + 1)..][..2 << discs];
        // The bits of the occupied squares before it, within the row.
        let lower = bits[square as usize] - 1;
        branches.push((Board4x4::square(square), lower, row));
    }

    values.fill(NO_MOVE);
    let all = values.len() - 1;
    let mut own = 0;
    for (place, value) in values.iter_mut().enumerate() {
        let position = Position::<Board4x4>::from(Discs { own, opponent: occupied & !own });
        for &(square, lower, row) in &branches {
            let flips = isa.flips(position, square);
            if !flips.is_empty() {
                let bits = flips.into_iter().map(|flip| bits[Board4x4::index(flip) as usize]);
                // The opponent's remaining discs. The new disc shifts those after it by one bit.
                let kept = (all ^ place) & !bits.sum::<usize>();
                *value = (*value).max(-row[kept + (kept & !lower)]);
            }
        }
        // The next subset: filling the squares outside the set lets the carry pass through.
        own = (own | !occupied).wrapping_add(1) & occupied;
    }
    without_moves(rules, discs, values)
}

/// Fills in the positions of a row without a legal move. Their value comes from a pass, which leads
/// to the same discs with colours exchanged, at the mirrored place in the row. If there is no move
/// either, it is the score.
fn without_moves(rules: Rules, discs: u32, values: &mut [i8]) -> [u64; 2] {
    let [mut pass, mut over] = [0; 2];
    let by_moves = values.to_vec();
    for (place, &passed) in by_moves.iter().rev().enumerate() {
        match (by_moves[place], passed) {
            (NO_MOVE, NO_MOVE) => {
                let own = place.count_ones();
                let score = rules.score(own, discs - own, SQUARES - discs);
                values[place] = i8::try_from(score).expect("there are 16 discs");
                over += 1;
            }
            (NO_MOVE, passed) => {
                values[place] = -passed;
                pass += 1;
            }
            _ => {}
        }
    }
    [pass, over]
}
