//! Sets of squares as words, mirrored and rotated.
//!
//! A symmetry is made of at most three reflections, and each reflection of a few delta swaps, which
//! exchange the bits of a mask with those a fixed distance above them (Knuth, The Art of Computer
//! Programming 4A, section 7.1.3).

use super::shape::first_column;
use crate::board::Symmetry;

/// The reflections of a board. For a shape this is a constant, and the loops are unrolled.
///
/// A word may hold several boards: `copies` has the lowest bit of each. The squares of a set may
/// all lie on a part of the board. A reflection takes that part to another one, from which it is
/// shifted back by the number of columns and rows `beyond`.
#[derive(Clone, Copy)]
pub(super) struct Mirror {
    width: u32,
    height: u32,
    first_column: u64,
    /// The diagonal through `a1`. Only a square board has a symmetry along it.
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

    /// The boards of a word, mirrored left to right.
    #[inline(always)]
    fn left_right(self, mut bits: u64, copies: u64) -> u64 {
        for column in 0..self.width / 2 {
            let mask = (self.first_column << column) * copies;
            bits = delta_swap(bits, mask, self.width - 1 - 2 * column);
        }
        bits
    }

    /// The boards of a word, mirrored top to bottom.
    #[inline(always)]
    fn top_bottom(self, mut bits: u64, copies: u64) -> u64 {
        let first_row = u64::MAX >> (u64::BITS - self.width);
        for row in 0..self.height / 2 {
            let mask = (first_row << (row * self.width)) * copies;
            bits = delta_swap(bits, mask, (self.height - 1 - 2 * row) * self.width);
        }
        bits
    }

    /// The boards of a word, which must be square, mirrored along the diagonal through `a1`: one
    /// parallel of that diagonal after the other.
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

    /// The boards of a word, mirrored or rotated.
    #[inline(always)]
    pub(super) fn reflected(
        self,
        mut bits: u64,
        copies: u64,
        symmetry: Symmetry,
        (columns, rows): (u32, u32),
    ) -> u64 {
        if symmetry.left_right() {
            bits = self.left_right(bits, copies) >> columns;
        }
        if symmetry.top_bottom() {
            bits = self.top_bottom(bits, copies) >> (rows * self.width);
        }
        if symmetry.diagonal() {
            bits = self.along_diagonal(bits, copies);
        }
        bits
    }

    /// The least image of the own and the opponent's discs, by the own discs first. `is_square`
    /// says whether the part of the board on which they lie is square.
    ///
    /// It walks through all symmetries by one reflection at a time. Where both players' discs fit
    /// into 64 bits they are reflected together.
    #[inline(always)]
    pub(super) fn least(
        self,
        [own, opponent]: [u64; 2],
        is_square: bool,
        (columns, rows): (u32, u32),
    ) -> [u64; 2] {
        let packed = self.width * self.height <= 32;
        let copies = if packed { 1 << 32 | 1 } else { 1 };
        let mut image = if packed { [own << 32 | opponent, 0] } else { [own, opponent] };
        let mut least = image;
        let mut reflect = |reflection: fn(Self, u64, u64) -> u64, back: u32| {
            image[0] = reflection(self, image[0], copies) >> back;
            if !packed {
                image[1] = reflection(self, image[1], copies) >> back;
            }
            least = least.min(image);
        };
        for half in 0..2 {
            reflect(Self::left_right, columns);
            reflect(Self::top_bottom, rows * self.width);
            reflect(Self::left_right, columns);
            if !is_square {
                break;
            }
            if half == 0 {
                reflect(Self::along_diagonal, 0);
            }
        }
        if packed { [least[0] >> 32, least[0] & 0xFFFF_FFFF] } else { least }
    }
}

/// Exchanges the bits of `mask` with those `distance` above them.
#[inline(always)]
fn delta_swap(bits: u64, mask: u64, distance: u32) -> u64 {
    let changed = (bits ^ (bits >> distance)) & mask;
    bits ^ changed ^ (changed << distance)
}
