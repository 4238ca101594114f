//! Discs on boards whose size is known only when the program runs.

use super::{Axis, Bitboard, Position, Shape, rules};
use crate::board::{Size, Square};

/// The discs on a board or a grid whose size is not known at compile time, seen by the player to
/// move: bit 0 is `a1`, and bits run row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Discs {
    /// The discs of the side to move.
    pub own: u64,
    /// The opponent's discs.
    pub opponent: u64,
}

impl Discs {
    /// The legal moves on a board of this size.
    pub fn moves(self, size: Size) -> u64 {
        rules::moves(self.own, self.opponent, &axes(size)) & size.mask()
    }

    /// The discs that are flipped by placing a disc on a square of a board of this size.
    pub fn flips(self, size: Size, square: Square) -> u64 {
        rules::flips(self.own, self.opponent, 1 << size.index(square), &axes(size))
    }
}

impl<S: Shape> From<Position<S>> for Discs {
    #[inline]
    fn from(position: Position<S>) -> Self {
        Self { own: position.own().bits().into(), opponent: position.opponent().bits().into() }
    }
}

/// The position with these discs, which must be of shape `S`.
impl<S: Shape> From<Discs> for Position<S> {
    #[inline]
    fn from(discs: Discs) -> Self {
        Self::of(Bitboard::of(discs.own), Bitboard::of(discs.opponent))
    }
}

fn axes(size: Size) -> [Axis; 4] {
    Axis::all(size.width(), size.height())
}
