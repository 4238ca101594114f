//! Reflections and rotations of words that hold sets of squares.
//!
//! A symmetry consists of at most three reflections. Each reflection is a few delta swaps, which
//! exchange the bits of a mask with the bits a fixed distance above them (Knuth, The Art of
//! Computer Programming 4A, section 7.1.3).

use super::shape::first_column;
use crate::board::Symmetry;

/// The reflections of a board. For a shape this is a constant, and the loops are unrolled.
///
/// A word may contain several boards; `copies` has the lowest bit of each. If the squares of a set
/// cover only part of the board, a reflection moves that part elsewhere, and the result is shifted
/// back by `beyond` columns and rows.
#[derive(Clone, Copy)]
pub(super) struct Mirror {
    width: u32,
    height: u32,
    first_column: u64,
    /// The diagonal through `a1`, on a square board. Other boards are not symmetric across it.
    diagonal: u64,
}

impl Mirror {
    pub(super) const fn new(width: u32, height: u32) -> Self {
        let (mut diagonal, mut row) = (0, 0);
        while row < height && width == height {
            diagonal |= 1 << (row * (width + 1));
            row += 1;
        }
        Self { width, height, first_column: first_column(width, height), diagonal }
    }

    /// The boards in a word, mirrored left to right.
    #[inline(always)]
    fn left_right(self, mut bits: u64, copies: u64) -> u64 {
        for column in 0..self.width / 2 {
            let mask = (self.first_column << column) * copies;
            bits = delta_swap(bits, mask, self.width - 1 - 2 * column);
        }
        bits
    }

    /// The boards in a word, mirrored top to bottom.
    #[inline(always)]
    fn top_bottom(self, mut bits: u64, copies: u64) -> u64 {
        let first_row = u64::MAX >> (u64::BITS - self.width);
        for row in 0..self.height / 2 {
            let mask = (first_row << (row * self.width)) * copies;
            bits = delta_swap(bits, mask, (self.height - 1 - 2 * row) * self.width);
        }
        bits
    }

    /// The boards in a word, which must be square, mirrored across the diagonal through `a1`: one
    /// parallel of that diagonal at a time.
    #[inline(always)]
    fn along_diagonal(self, mut bits: u64, copies: u64) -> u64 {
        debug_assert_eq!(self.width, self.height, "only a square board has this symmetry");
        for right in 1..self.width {
            let rows = u64::MAX >> (u64::BITS - (self.height - right) * self.width);
            let mask = ((self.diagonal & rows) << right) * copies;
            bits = delta_swap(bits, mask, right * (self.width - 1));
        }
        bits
    }

    /// A board, mirrored or rotated.
    #[inline(always)]
    pub(super) fn reflected(
        self,
        mut bits: u64,
        symmetry: Symmetry,
        (columns, rows): (u32, u32),
    ) -> u64 {
        if symmetry.left_right() {
            bits = self.left_right(bits, 1) >> columns;
        }
        if symmetry.top_bottom() {
            bits = self.top_bottom(bits, 1) >> (rows * self.width);
        }
        if symmetry.diagonal() {
            bits = self.along_diagonal(bits, 1);
        }
        bits
    }

    /// Calls `each` with every image of the boards in some words and the index of its symmetry.
    /// Each image takes one more reflection. `is_square` is about the part of the board that the
    /// sets cover.
    #[inline(always)]
    pub(super) fn each_image<const N: usize>(
        self,
        mut words: [u64; N],
        copies: u64,
        is_square: bool,
        (columns, rows): (u32, u32),
        mut each: impl FnMut([u64; N], u8),
    ) {
        each(words, 0);
        let mut reflect = |reflection: fn(Self, u64, u64) -> u64, back: u32, symmetry| {
            words = words.map(|word| reflection(self, word, copies) >> back);
            each(words, symmetry);
        };
        reflect(Self::left_right, columns, 1);
        reflect(Self::top_bottom, rows * self.width, 3);
        reflect(Self::left_right, columns, 2);
        if is_square {
            reflect(Self::along_diagonal, 0, 6);
            reflect(Self::left_right, columns, 4);
            reflect(Self::top_bottom, rows * self.width, 5);
            reflect(Self::left_right, columns, 7);
        }
    }

    /// The least image of the discs of both players, compared by the own discs first. If both players'
    /// discs fit into 64 bits, they are reflected together.
    #[inline(always)]
    pub(super) fn least(
        self,
        [own, opponent]: [u64; 2],
        is_square: bool,
        beyond: (u32, u32),
    ) -> [u64; 2] {
        let mut least = [u64::MAX; 2];
        if self.width * self.height <= 32 {
            let pair = [own << 32 | opponent];
            self.each_image(pair, 1 << 32 | 1, is_square, beyond, |[pair], _| {
                least[0] = least[0].min(pair);
            });
            return [least[0] >> 32, least[0] & 0xFFFF_FFFF];
        }
        self.each_image([own, opponent], 1, is_square, beyond, |pair, _| least = least.min(pair));
        least
    }
}

/// Exchanges the bits of `mask` with the bits `distance` above them.
#[inline(always)]
fn delta_swap(bits: u64, mask: u64, distance: u32) -> u64 {
    let changed = (bits ^ (bits >> distance)) & mask;
    bits ^ changed ^ (changed << distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::kernel::{Bitboard, Board4x4, Board8x8, Rect, Shape};
    use crate::game::Start;

    /// Checks every symmetry against the formula for columns and rows.
    fn check<S: Shape>() {
        let size = S::SIZE;
        for symmetry in Symmetry::all(size) {
            for square in !Bitboard::<S>::empty() {
                let image = symmetry.image(square, size);
                let set: Bitboard<S> = [square].into_iter().collect();
                assert!(set.transformed(symmetry).into_iter().eq([image]));
                assert_eq!(symmetry.inverse().image(image, size), square);
            }
        }
        let position = Start::Diagonal.position::<S>();
        let first = position.play(position.moves().into_iter().next().unwrap()).unwrap();
        let images: Vec<_> = Symmetry::all(size).map(|s| first.transformed(s)).collect();
        for image in &images {
            assert_eq!(Some(image.canonical()), images.iter().min().copied());
        }
        for one in Symmetry::all(size) {
            for next in Symmetry::all(size) {
                let expected = first.transformed(one).transformed(next);
                assert_eq!(first.transformed(one.followed_by(next)), expected);
            }
        }
    }

    #[test]
    fn reflections_move_columns_and_rows() {
        check::<Board4x4>();
        check::<Board8x8>();
        check::<Rect<u32, 5, 5>>();
        check::<Rect<u32, 6, 4>>();
        check::<Rect<u64, 7, 9>>();
        check::<Rect<u64, 4, 16>>();
    }
}
