//! Discs that can never be flipped.

use super::Region;
use crate::board::kernel::{Bitboard, Shape, runs};

impl<G: Shape> Region<G> {
    /// Those of the `own` discs that no sequence of moves can flip. Not all of them are found.
    ///
    /// A disc is safe along an axis if the line is full, or if the disc is at the edge or next to a
    /// stable disc of its colour. It is stable if it is safe along all four axes.
    #[inline(always)]
    pub(crate) fn stable(&self, own: Bitboard<G>, empty: Bitboard<G>) -> Bitboard<G> {
        let mut safe = self.edges;
        for (safe, axis) in safe.iter_mut().zip(G::AXES) {
            // Where a line is not full, its empty squares see every other square.
            let (ahead, behind) = runs(empty, Bitboard::of(axis.inner), axis);
            *safe = *safe | !(ahead | behind | empty);
        }
        let mut stable = Bitboard::empty();
        loop {
            let mut more = own;
            for (&safe, axis) in safe.iter().zip(G::AXES) {
                more = more & (safe | stable.forward(axis.stride) | stable.backward(axis.stride));
            }
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::board::kernel::{Board8x8, Embedding};

    fn stable(own: &str, empty: &str) -> u32 {
        let set = |text: &str| -> Bitboard<Board8x8> {
            text.split_whitespace().map(|name| name.parse().unwrap()).collect()
        };
        let board = Embedding::new(Size::new(8, 8).unwrap());
        Region::new(&board).stable(set(own), set(empty)).len()
    }

    #[test]
    fn a_corner_and_what_leans_on_it() {
        let rest = "h1 h8 b2 c3 e4 g5 f6 d7 c8 g1 h7 f2 a8";
        assert_eq!(stable("a1 b1 c1", rest), 3);
        assert_eq!(stable("b1 c1", &format!("a1 {rest}")), 0);
        assert_eq!(stable("a1 c1", &format!("b1 {rest}")), 1);
    }

    #[test]
    fn every_disc_of_a_full_board() {
        assert_eq!(stable("d4 e5 a1 h3", ""), 4);
    }
}
