//! The values of the arrangements with a given number of discs, computed from those with one more.

use rayon::prelude::*;

use crate::board::kernel::Embedding;
use crate::board::kernel::grid::{Kernel, dispatch};
use crate::board::kernel::simd::Isa;
use crate::board::kernel::{Bitboard, Board4x4, Position, Shape};
use crate::board::{Square, Symmetry};
use crate::game::Rules;

use super::index::{Compress, SQUARES, compress, row_start, squares};

/// How many positions are passed, and how many are the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Turns {
    pub(super) pass: u64,
    pub(super) over: u64,
}

/// Fills the layer with this number of discs from the one after it, with which `deeper`
/// begins.
pub(super) fn fill(rules: Rules, discs: u32, layer: &mut [i8], deeper: &[i8]) -> Turns {
    let board = Embedding::<Board4x4>::new(Board4x4::SIZE);
    dispatch(Layer { rules, discs, values: layer, deeper }, &board)
}

struct Layer<'a> {
    rules: Rules,
    discs: u32,
    values: &'a mut [i8],
    deeper: &'a [i8],
}

impl Kernel for Layer<'_> {
    type Output = Turns;

    /// The rows of sets that are mirror images or rotations of each other hold the same values in
    /// another order. Nearly one in eight is computed, and the others are copied from it: all
    /// layers take 0.25 s instead of 1.5 s.
    fn run<G: Shape, I: Isa>(self, isa: I, _: &Embedding<G>) -> Turns {
        let Self { rules, discs, values, deeper } = self;
        let sets: Vec<Set> =
            (0..=u16::MAX).filter(|squares| squares.count_ones() == discs).map(Set::new).collect();
        let least: Vec<u16> =
            sets.iter().filter(|set| set.squares == set.least).map(|set| set.squares).collect();
        let rows: Vec<Row> =
            least.par_iter().map(|&set| isa.run(|| row(isa, rules, set, deeper))).collect();
        let row_of = |set: &Set| &rows[least.partition_point(|&other| other < set.least)];
        values
            .par_chunks_exact_mut(1 << discs)
            .zip(&sets)
            .for_each(|(row, set)| set.copy(&row_of(set).values, row));
        sets.iter().map(|set| row_of(set).turns).fold(Turns::default(), |sum, turns| Turns {
            pass: sum.pass + turns.pass,
            over: sum.over + turns.over,
        })
    }
}

/// A set of squares, and the least of its mirror images and rotations.
struct Set {
    squares: u16,
    least: u16,
    to_least: Symmetry,
}

impl Set {
    fn new(squares: u16) -> Self {
        let images =
            Symmetry::all(Board4x4::SIZE).map(|symmetry| (turned(squares, symmetry), symmetry));
        let (least, to_least) = images.min().unwrap_or((squares, Symmetry::IDENTITY));
        Self { squares, least, to_least }
    }

    /// Fills the row of this set from that of the least one.
    fn copy(&self, least: &[i8], row: &mut [i8]) {
        let mut place_of_bit = [0; SQUARES as usize];
        for (square, place) in squares(self.squares).zip(&mut place_of_bit) {
            *place = compress(turned(1 << square, self.to_least), self.least);
        }
        let place = |bits: usize| -> usize {
            (0..).zip(place_of_bit).map(|(bit, place)| (bits >> bit & 1) * place).sum()
        };
        let low: [usize; 256] = std::array::from_fn(place);
        for (high, values) in row.chunks_mut(low.len()).enumerate() {
            let high = place(high * low.len());
            for (value, low) in values.iter_mut().zip(low) {
                *value = least[high | low];
            }
        }
    }
}

fn turned(squares: u16, symmetry: Symmetry) -> u16 {
    Bitboard::<Board4x4>::of(squares.into()).transformed(symmetry).bits()
}

/// The values of all arrangements of discs on the same squares.
struct Row {
    values: Vec<i8>,
    turns: Turns,
}

/// A placeholder for positions in which the player to move has no legal move.
const NO_MOVE: i8 = i8::MIN;

#[inline(always)]
fn row<I: Isa>(isa: I, rules: Rules, occupied: u16, deeper: &[i8]) -> Row {
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

    let mut values = vec![NO_MOVE; 1 << discs];
    let mut own = 0_u16;
    for value in &mut values {
        let opponent = occupied & !own;
        let position =
            Position::<Board4x4>::of(Bitboard::of(own.into()), Bitboard::of(opponent.into()));
        for branch in &branches {
            let flips = isa.flips(position, branch.square);
            if !flips.is_empty() {
                let after = position.place(branch.square, flips);
                let reply = branch.row[branch.compress.index(after.own().bits())];
                *value = (*value).max(-reply);
            }
        }
        // The next subset: the squares outside the set carry the one across.
        own = (own | !occupied).wrapping_add(1) & occupied;
    }
    let turns = without_moves(rules, discs, &mut values);
    Row { values, turns }
}

/// A legal move, if it flips something, and the values it can lead to.
struct Branch<'a> {
    square: Square,
    compress: Compress,
    row: &'a [i8],
}

/// Gives their values to the positions of a row in which no move is legal: by a
/// pass from the same discs with the colours exchanged, which lie as far from
/// the end of the row, or by the score where that has no move either.
fn without_moves(rules: Rules, discs: u32, values: &mut [i8]) -> Turns {
    let mut turns = Turns::default();
    let last = values.len() - 1;
    for place in 0..values.len().div_ceil(2) {
        let passed = last - place;
        match (values[place], values[passed]) {
            (NO_MOVE, NO_MOVE) => {
                let own = place.count_ones();
                let score = rules.score(own, discs - own, SQUARES - discs);
                // At most 16 discs either way.
                #[allow(clippy::cast_possible_truncation)]
                let score = score as i8;
                (values[passed], values[place]) = (-score, score);
                turns.over += if passed == place { 1 } else { 2 };
            }
            (NO_MOVE, value) => {
                values[place] = -value;
                turns.pass += 1;
            }
            (value, NO_MOVE) => {
                values[passed] = -value;
                turns.pass += 1;
            }
            _ => {}
        }
    }
    turns
}
