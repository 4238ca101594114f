//! A position on a board whose shape is known at compile time.

use super::{Bitboard, Shape, rules};
use crate::board::{Square, Turn};

/// The discs on the board, seen by the player to move.
///
/// The colours are not recorded: a position and the same position with the colours exchanged have
/// the same moves and value, and a solver need only look at one of them. On 4×4 a position takes
/// four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<S: Shape> {
    own: Bitboard<S>,
    opponent: Bitboard<S>,
}

impl<S: Shape> Position<S> {
    /// A position with the given discs, or `None` if two are on one square.
    pub fn new(own: Bitboard<S>, opponent: Bitboard<S>) -> Option<Self> {
        (!own.intersects(opponent)).then_some(Self { own, opponent })
    }

    /// A position with discs that are known to be on different squares.
    #[inline(always)]
    pub fn of(own: Bitboard<S>, opponent: Bitboard<S>) -> Self {
        debug_assert!(!own.intersects(opponent));
        Self { own, opponent }
    }

    /// The discs of the player to move.
    #[inline]
    pub fn own(self) -> Bitboard<S> {
        self.own
    }

    /// The discs of the opponent.
    #[inline]
    pub fn opponent(self) -> Bitboard<S> {
        self.opponent
    }

    /// The squares without a disc.
    #[inline]
    pub fn empty(self) -> Bitboard<S> {
        !(self.own | self.opponent)
    }

    /// The squares on which the player to move may place a disc.
    ///
    /// ```
    /// # use othello_core::Start;
    /// # use othello_core::kernel::{Board4x4, Position};
    /// let position = Position::<Board4x4>::start(Start::Diagonal);
    /// assert_eq!(position.moves().to_string(), "b1 a2 d3 c4");
    /// ```
    #[inline]
    pub fn moves(self) -> Bitboard<S> {
        let moves = rules::moves(self.own.bits(), self.opponent.bits(), &S::AXES);
        // The word may be wider than the board.
        Bitboard::of(moves.into()) & Bitboard::of(S::BOARD)
    }

    /// The opponent's discs that are flipped by placing a disc on `square`, which must be empty.
    /// There are none if that is not a legal move.
    ///
    /// # Panics
    ///
    /// In debug builds, if the square is off the board.
    #[inline]
    pub fn flips(self, square: Square) -> Bitboard<S> {
        let (own, opponent) = (self.own.bits(), self.opponent.bits());
        let placed = Bitboard::<S>::only(square).bits();
        Bitboard::of(rules::flips(own, opponent, placed, &S::AXES).into())
    }

    /// Whether the player to move places a disc or passes, or the game is over.
    #[inline]
    pub fn turn(self) -> Turn {
        Turn::of(!self.moves().is_empty(), || !self.pass().moves().is_empty())
    }

    /// The position after a disc is placed on `square`, seen by the opponent, or `None` if that is
    /// not a legal move.
    #[inline]
    #[must_use]
    pub fn play(self, square: Square) -> Option<Self> {
        self.moves().contains(square).then(|| self.play_unchecked(square))
    }

    /// The position after a disc is placed on `square`, seen by the opponent, for a move that is
    /// known to be legal. After any other move the position is meaningless.
    ///
    /// # Panics
    ///
    /// In debug builds, if the move is not legal.
    #[inline]
    #[must_use]
    pub fn play_unchecked(self, square: Square) -> Self {
        debug_assert!(self.moves().contains(square), "{square} is not a legal move");
        self.place(square, self.flips(square))
    }

    /// The position after a disc is placed on `square` and `flips` are flipped, seen by the
    /// opponent.
    #[inline(always)]
    #[must_use]
    pub fn place(self, square: Square, flips: Bitboard<S>) -> Self {
        Self { own: self.opponent - flips, opponent: self.own | flips | Bitboard::only(square) }
    }

    /// The same discs, seen by the opponent. Whether a pass is legal is not checked.
    #[inline]
    #[must_use]
    pub fn pass(self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }
}
