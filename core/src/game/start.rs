//! The starts of a game.

use crate::board::kernel::{self, Bitboard, Shape};
use crate::named;

/// How the first four discs lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Start {
    /// Othello's own: like colours on a diagonal, Black on the upper right and the lower left of
    /// the four centre squares.
    #[default]
    Diagonal,
    /// Black on the upper two of the four centre squares, White on the lower.
    Parallel,
}

impl Start {
    /// Both starts.
    pub const ALL: [Self; 2] = [Self::Diagonal, Self::Parallel];

    /// Black's and White's discs on a board of this width and height.
    pub(super) fn discs(self, width: u32, height: u32) -> [u64; 2] {
        let (right, lower) = (width / 2, height / 2);
        let (left, upper) = (right - 1, lower - 1);
        let disc = |column, row| 1_u64 << (row * width + column);
        match self {
            Self::Diagonal => {
                [disc(right, upper) | disc(left, lower), disc(left, upper) | disc(right, lower)]
            }
            Self::Parallel => {
                [disc(left, upper) | disc(right, upper), disc(left, lower) | disc(right, lower)]
            }
        }
    }
}

named! { Start { Diagonal = "diagonal", Parallel = "parallel" } }

impl<S: Shape> kernel::Position<S> {
    /// The position a game starts from, seen by Black, who moves first.
    ///
    /// If the number n of columns or rows is odd, the four centre squares are in columns or rows
    /// ⌊n/2⌋−1 and ⌊n/2⌋, counted from 0.
    ///
    /// ```
    /// # use othello_core::Start;
    /// # use othello_core::kernel::{Board4x4, Position};
    /// let position = Position::<Board4x4>::start(Start::Diagonal);
    /// assert_eq!([position.own().bits(), position.opponent().bits()], [0x0240, 0x0420]);
    /// ```
    pub fn start(start: Start) -> Self {
        let [black, white] = start.discs(S::WIDTH, S::HEIGHT);
        Self::of(Bitboard::of(black), Bitboard::of(white))
    }
}
