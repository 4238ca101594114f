//! Boards mirrored and rotated.
//!
//! A symmetry is made of at most three reflections, and each reflection of a few
//! delta swaps, which exchange the bits of a mask with those a fixed distance
//! above them (Knuth, The Art of Computer Programming 4A, section 7.1.3).

use super::{Bitboard, Position, Shape};
use crate::board::Symmetry;

/// The board mirrored left to right. `bits` may hold several boards, and
/// `copies` has the lowest bit of each.
#[inline(always)]
fn left_right<S: Shape>(mut bits: u64, copies: u64) -> u64 {
    for column in 0..S::WIDTH / 2 {
        let mask = (S::FIRST_COLUMN << column) * copies;
        bits = delta_swap(bits, mask, S::WIDTH - 1 - 2 * column);
    }
    bits
}

/// The board mirrored top to bottom.
#[inline(always)]
fn top_bottom<S: Shape>(mut bits: u64, copies: u64) -> u64 {
    for row in 0..S::HEIGHT / 2 {
        let mask = (S::FIRST_ROW << (row * S::WIDTH)) * copies;
        bits = delta_swap(bits, mask, (S::HEIGHT - 1 - 2 * row) * S::WIDTH);
    }
    bits
}

/// The board, which must be square, mirrored along the diagonal through `a1`:
/// one parallel of that diagonal after the other.
#[inline(always)]
fn diagonal<S: Shape>(mut bits: u64, copies: u64) -> u64 {
    debug_assert_eq!(S::WIDTH, S::HEIGHT, "only a square board has this symmetry");
    for right in 1..S::WIDTH {
        let mask = S::DIAGONALS[right as usize] * copies;
        bits = delta_swap(bits, mask, right * (S::WIDTH - 1));
    }
    bits
}

/// Exchanges the bits of `mask` with those `distance` above them.
#[inline(always)]
fn delta_swap(bits: u64, mask: u64, distance: u32) -> u64 {
    let changed = (bits ^ (bits >> distance)) & mask;
    bits ^ changed ^ (changed << distance)
}

/// Sets of squares that all lie on a part of the board, after that part is
/// mirrored or rotated.
///
/// A reflection of the board takes the part to another, from which it is shifted
/// back by a number of columns or rows. `bits` may hold several boards, and
/// `copies` has the lowest bit of each.
#[inline(always)]
pub(super) fn reflected<S: Shape>(
    mut bits: u64,
    copies: u64,
    symmetry: Symmetry,
    (columns, rows): (u32, u32),
) -> u64 {
    if symmetry.left_right() {
        bits = left_right::<S>(bits, copies) >> columns;
    }
    if symmetry.top_bottom() {
        bits = top_bottom::<S>(bits, copies) >> (rows * S::WIDTH);
    }
    if symmetry.diagonal() {
        bits = diagonal::<S>(bits, copies);
    }
    bits
}

impl<S: Shape> Bitboard<S> {
    /// The set after the board is mirrored or rotated.
    ///
    /// # Panics
    ///
    /// In debug builds, if the board does not have the symmetry.
    #[must_use]
    pub fn transformed(self, symmetry: Symmetry) -> Self {
        self.reflected(symmetry, (0, 0))
    }

    /// The set, all of which lies on a part of the board, after that part is mirrored or rotated.
    #[inline(always)]
    pub(super) fn reflected(self, symmetry: Symmetry, beyond: (u32, u32)) -> Self {
        Self::of(reflected::<S>(self.bits().into(), 1, symmetry, beyond))
    }
}

impl<S: Shape> Position<S> {
    /// The position after the board is mirrored or rotated.
    ///
    /// # Panics
    ///
    /// In debug builds, if the board does not have the symmetry.
    #[must_use]
    pub fn transformed(self, symmetry: Symmetry) -> Self {
        Self::of(self.own().transformed(symmetry), self.opponent().transformed(symmetry))
    }

    /// The one position that stands for this one and all its mirror images and rotations: the least
    /// of them, by the own discs and then the opponent's.
    #[must_use]
    pub fn canonical(self) -> Self {
        self.least_image(S::WIDTH == S::HEIGHT, (0, 0))
    }

    /// The least image of a position whose discs all lie on a part of the board, which may be
    /// square or not: see [`reflected`].
    ///
    /// It walks through all symmetries by one reflection at a time. Where both
    /// players' discs fit into 64 bits they are reflected together.
    #[inline(always)]
    pub(super) fn least_image(self, is_square: bool, (columns, rows): (u32, u32)) -> Self {
        let pack = |position: Self| -> (u64, u64) {
            let (own, opponent) = (position.own().bits().into(), position.opponent().bits().into());
            if S::SQUARES <= 32 { (own << 32 | opponent, 0) } else { (own, opponent) }
        };
        let copies = if S::SQUARES <= 32 { 1 << 32 | 1 } else { 1 };
        let mut image = pack(self);
        let mut least = image;
        let mut reflect = |reflection: fn(u64, u64) -> u64, back: u32| {
            image.0 = reflection(image.0, copies) >> back;
            if S::SQUARES > 32 {
                image.1 = reflection(image.1, copies) >> back;
            }
            least = least.min(image);
        };
        for half in 0..2 {
            reflect(left_right::<S>, columns);
            reflect(top_bottom::<S>, rows * S::WIDTH);
            reflect(left_right::<S>, columns);
            if !is_square {
                break;
            }
            if half == 0 {
                reflect(diagonal::<S>, 0);
            }
        }
        if S::SQUARES <= 32 {
            let (own, opponent) = (least.0 >> 32, least.0 & 0xFFFF_FFFF);
            Self::of(Bitboard::of(own), Bitboard::of(opponent))
        } else {
            Self::of(Bitboard::of(least.0), Bitboard::of(least.1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::kernel::{Board4x4, Board8x8, Rect};
    use crate::game::Start;

    /// Every symmetry against the formula for columns and rows.
    fn check<S: Shape>() {
        let size = S::SIZE;
        for symmetry in Symmetry::all(size) {
            for square in !Bitboard::<S>::empty() {
                let image = square.transformed(size, symmetry);
                let set: Bitboard<S> = [square].into_iter().collect();
                assert!(set.transformed(symmetry).into_iter().eq([image]));
                assert_eq!(image.transformed(size, symmetry.inverse()), square);
            }
        }
        let position = Position::<S>::start(Start::Diagonal);
        let first = position.play(position.moves().into_iter().next().unwrap()).unwrap();
        let images: Vec<_> = Symmetry::all(size).map(|s| first.transformed(s)).collect();
        for image in &images {
            assert_eq!(Some(image.canonical()), images.iter().min().copied());
        }
        for one in Symmetry::all(size) {
            for next in Symmetry::all(size) {
                let expected = first.transformed(one).transformed(next);
                assert_eq!(first.transformed(one.then(next)), expected);
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
