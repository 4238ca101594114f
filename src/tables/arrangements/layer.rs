//! The values of the arrangements with a given number of discs, computed from those with one more.

use std::array::from_fn;

use othello_core::board::Square;
use othello_core::board::kernel::{Board4x4, Discs, Embedding, Isa, Kernel, Position, Shape};
use othello_core::game::Rules;
use rayon::prelude::*;

use super::index::{SQUARES, layer_start, row_start};
use crate::tables::subset::squares;

/// The work of filling the layer with this number of discs from the one after it, with which
/// `deeper` begins. It counts the positions that are passed, and those that are the end of a game.
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

/// A placeholder for positions in which the player to move has no legal move.
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
    // In the place of a row, the bit of each occupied square, and where that of another would be.
    let bits: [usize; 16] = from_fn(|square| 1 << (occupied & ((1 << square) - 1)).count_ones());
    let branch = |square: u32| {
        let after = occupied | 1_u64 << square;
        let row = &deeper[row_start(after) - layer_start(discs + 1)..][..2 << discs];
        let lower = bits[square as usize] - 1;
        Branch { square: Square::from_index::<Board4x4>(square), lower, row }
    };
    let branches: Vec<_> = squares(!occupied & 0xFFFF).map(branch).collect();

    values.fill(NO_MOVE);
    let all = values.len() - 1;
    let mut own = 0;
    for (place, value) in values.iter_mut().enumerate() {
        let position = Position::<Board4x4>::from(Discs { own, opponent: occupied & !own });
        for branch in &branches {
            let flips = isa.flips(position, branch.square);
            if !flips.is_empty() {
                let bits = flips.into_iter().map(|flip| bits[flip.index::<Board4x4>() as usize]);
                // The discs that the opponent keeps; the new disc moves those after it by a place.
                let kept = (all ^ place) & !bits.sum::<usize>();
                *value = (*value).max(-branch.row[kept + (kept & !branch.lower)]);
            }
        }
        // The next subset: the squares outside the set carry the one across.
        own = (own | !occupied).wrapping_add(1) & occupied;
    }
    without_moves(rules, discs, values)
}

/// A square on which a move may be legal, and the values it can lead to.
struct Branch<'a> {
    square: Square,
    /// The bits of the occupied squares before it, in the place of a row.
    lower: usize,
    row: &'a [i8],
}

/// Gives their values to the positions of a row in which no move is legal: by a pass from the same
/// discs with the colours exchanged, which lie as far from the end of the row, or by the score
/// where that has no move either.
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
