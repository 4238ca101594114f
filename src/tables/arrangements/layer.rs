//! The values of the arrangements with a given number of discs, computed from those with one more.

use rayon::prelude::*;

use crate::board::Square;
use crate::board::kernel::grid::{Kernel, fastest};
use crate::board::kernel::simd::Isa;
use crate::board::kernel::{Bitboard, Board4x4, Embedding, Position, Shape};
use crate::game::Rules;

use super::index::{Compress, SQUARES, row_start, squares};

/// Fills the layer with this number of discs from the one after it, with which `deeper` begins.
/// Returns how many positions are passed, and how many are the end of a game.
pub(super) fn fill(rules: Rules, discs: u32, layer: &mut [i8], deeper: &[i8]) -> [u64; 2] {
    fastest::<Board4x4, _>(Board4x4::SIZE, Fill { rules, discs, values: layer, deeper })
}

/// The work of [`fill`].
struct Fill<'a> {
    rules: Rules,
    discs: u32,
    values: &'a mut [i8],
    deeper: &'a [i8],
}

impl Kernel for Fill<'_> {
    type Output = [u64; 2];

    fn run<G: Shape, I: Isa>(self, isa: I, _: &Embedding<G>) -> [u64; 2] {
        let Self { rules, discs, values, deeper } = self;
        let sets: Vec<u16> = (0..=u16::MAX).filter(|set| set.count_ones() == discs).collect();
        values
            .par_chunks_exact_mut(1 << discs)
            .zip(&sets)
            .map(|(row, &set)| isa.run(|| fill_row(isa, rules, set, row, deeper)))
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
    occupied: u16,
    values: &mut [i8],
    deeper: &[i8],
) -> [u64; 2] {
    let discs = occupied.count_ones();
    let branches: Vec<Branch> = squares(!occupied)
        .map(|square| {
            let after = occupied | 1 << square;
            Branch {
                square: Square::from_index::<Board4x4>(square),
                compress: Compress::onto(after),
                row: &deeper[row_start(after)..][..2 << discs],
            }
        })
        .collect();

    values.fill(NO_MOVE);
    let mut own = 0_u16;
    for value in values.iter_mut() {
        let opponent = occupied & !own;
        let position =
            Position::<Board4x4>::of(Bitboard::of(own.into()), Bitboard::of(opponent.into()));
        for branch in &branches {
            let flips = isa.flips(position, branch.square);
            if !flips.is_empty() {
                let after = position.place(branch.square, flips);
                let value_after = branch.row[branch.compress.index(after.own().bits())];
                *value = (*value).max(-value_after);
            }
        }
        // The next subset: the squares outside the set carry the one across.
        own = (own | !occupied).wrapping_add(1) & occupied;
    }
    without_moves(rules, discs, values)
}

/// A legal move, if it flips something, and the values it can lead to.
struct Branch<'a> {
    square: Square,
    compress: Compress,
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
