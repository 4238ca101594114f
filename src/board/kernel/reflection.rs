//! Boards mirrored and rotated.

use super::mirror::Mirror;
use super::{Bitboard, Discs, Position, Shape};
use crate::board::{Size, Symmetry};

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

    /// The set, all of which lies on a part of the board, after that part is mirrored or rotated:
    /// see [`Mirror`].
    #[inline(always)]
    pub(super) fn reflected(self, symmetry: Symmetry, beyond: (u32, u32)) -> Self {
        let mirror = const { Mirror::new(S::WIDTH, S::HEIGHT) };
        Self::of(mirror.reflected(self.bits().into(), 1, symmetry, beyond))
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
    /// square or not: see [`Mirror::least`].
    #[inline(always)]
    pub(super) fn least_image(self, is_square: bool, beyond: (u32, u32)) -> Self {
        let mirror = const { Mirror::new(S::WIDTH, S::HEIGHT) };
        let Discs { own, opponent } = self.into();
        let [own, opponent] = mirror.least([own, opponent], is_square, beyond);
        Discs { own, opponent }.into()
    }
}

impl Discs {
    /// The least image of the discs on a board of this size, as [`Position::canonical`].
    pub(crate) fn canonical(self, size: Size) -> Self {
        let mirror = Mirror::new(size.width(), size.height());
        let [own, opponent] = mirror.least([self.own, self.opponent], size.is_square(), (0, 0));
        Self { own, opponent }
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
