//! Discs that can never be flipped.

use super::{Context, Region};
use crate::board::kernel::{Bitboard, Isa, Shape};

impl<G: Shape, I: Isa> Context<'_, G, I> {
    /// The `own` discs that no sequence of moves can flip, or a conservative subset of them.
    ///
    /// A disc is safe along an axis if its line is full, if it is at the edge, or if it is next to
    /// a stable disc of its colour. A disc that is safe along all four axes is stable.
    #[inline(always)]
    pub(crate) fn stable(&self, own: Bitboard<G>, empty: Bitboard<G>) -> Bitboard<G> {
        // A real call is cheaper here: inlined, this would take up its callers' registers.
        self.isa.run_with(
            #[inline(always)]
            |context: &Self, own, empty, (), ()| {
                context.isa.leaning(own, context.region.safe(empty))
            },
            (self, own, empty, (), ()),
        )
    }
}

impl<G: Shape> Region<G> {
    /// For each axis, the squares at the edge and on full lines.
    #[inline(always)]
    pub(super) fn safe(&self, empty: Bitboard<G>) -> [Bitboard<G>; 4] {
        // Looking up the lines through the few empty squares is less work than following all lines.
        let mut open = [Bitboard::empty(); 4];
        for square in empty {
            let lines = self.lines[G::index(square) as usize & 63];
            for (open, line) in open.iter_mut().zip(lines) {
                *open = *open | line;
            }
        }
        let mut safe = self.edges;
        for (safe, open) in safe.iter_mut().zip(open) {
            *safe = *safe | !open;
        }
        safe
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::kernel::{Board8x8, Embedding, Portable};
    use crate::board::{Size, Square};
    use crate::game::Rules;

    fn stable(own: &str, empty: &str) -> u32 {
        let set = |text: &str| -> Bitboard<Board8x8> {
            text.split_whitespace().map(|name| name.parse().unwrap()).collect()
        };
        let board = Embedding::new(Size::STANDARD);
        let region = Region::new(&board);
        Context::new(Portable, &region, Rules::default()).stable(set(own), set(empty)).len()
    }

    #[test]
    fn a_corner_and_the_discs_that_lean_on_it() {
        let rest = "h1 h8 b2 c3 e4 g5 f6 d7 c8 g1 h7 f2 a8";
        assert_eq!(stable("a1 b1 c1", rest), 3);
        assert_eq!(stable("b1 c1", &format!("a1 {rest}")), 0);
        assert_eq!(stable("a1 c1", &format!("b1 {rest}")), 1);
    }

    /// Compares with the definition, square by square.
    #[test]
    fn stable_discs_match_the_definition() {
        let mut word = 0x9E37_79B9_7F4A_7C15_u64;
        let mut random = || {
            word = word.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
            word ^ word >> 32
        };
        for (width, height) in [(8, 8), (7, 5), (6, 6)] {
            let board = Embedding::<Board8x8>::new(Size::new(width, height).unwrap());
            let region = Region::new(&board);
            let context = Context::new(Portable, &region, Rules::default());
            for _ in 0..300 {
                let empty = board.squares & Bitboard::of(random() & random() & random());
                let own = (board.squares - empty) & Bitboard::of(random() | random());
                let is_safe = |set: Bitboard<Board8x8>, square: Square, axis: usize| {
                    let (dx, dy) = [(1, 0), (0, 1), (1, 1), (-1, 1)][axis];
                    let is_safe_by = |dx: i32, dy: i32| {
                        let at = |from: u32, step| from.wrapping_add_signed(step);
                        let (column, row) = (at(square.column(), dx), at(square.row(), dy));
                        let is_on_board = column < 8
                            && row < 8
                            && board.squares.contains(Square::at(column, row));
                        !is_on_board || set.contains(Square::at(column, row))
                    };
                    !board.lines(square)[axis].intersects(empty)
                        || is_safe_by(dx, dy)
                        || is_safe_by(-dx, -dy)
                };
                let mut expected = Bitboard::empty();
                loop {
                    let more = own
                        .into_iter()
                        .filter(|&square| (0..4).all(|axis| is_safe(expected, square, axis)))
                        .collect();
                    if more == expected {
                        break;
                    }
                    expected = more;
                }
                assert_eq!(context.stable(own, empty), expected);
            }
        }
    }

    #[test]
    fn every_disc_of_a_full_board() {
        assert_eq!(stable("d4 e5 a1 h3", ""), 4);
    }
}
