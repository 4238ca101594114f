//! The rules of the game.

use std::fmt::{self, Write};

use super::shape::Axis;
use super::{Bitboard, Shape, Square};

/// The discs on the board, seen by the player to move.
///
/// The colours are not recorded: a position and the same position with the
/// colours swapped are played alike, and a solver need only look at one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<S: Shape> {
    own: Bitboard<S>,
    opponent: Bitboard<S>,
}

/// What the player to move may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn<S: Shape> {
    /// Place a disc on one of these squares; there is at least one.
    Place(Bitboard<S>),
    /// Pass, having no legal move.
    Pass,
    /// Nothing: neither player has a legal move, and the game is over.
    Over,
}

impl<S: Shape> Position<S> {
    /// A position with the given discs, or `None` if two are on one square.
    pub fn new(own: Bitboard<S>, opponent: Bitboard<S>) -> Option<Self> {
        (!own.intersects(opponent)).then_some(Self { own, opponent })
    }

    /// A position with discs that are known to be on different squares.
    #[inline(always)]
    pub(crate) fn of(own: Bitboard<S>, opponent: Bitboard<S>) -> Self {
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
    /// # use othello_solver::{Board4x4, Position, Start};
    /// let moves: Vec<_> = Position::<Board4x4>::start(Start::Diagonal).moves().into_iter().collect();
    /// assert_eq!(format!("{moves:?}"), "[b1, a2, d3, c4]");
    /// ```
    #[inline]
    pub fn moves(self) -> Bitboard<S> {
        let mut beyond = Bitboard::empty();
        for &axis in &S::AXES {
            let (ahead, behind) = self.runs(self.own, axis);
            beyond |= ahead.forward(axis.stride) | behind.backward(axis.stride);
        }
        beyond & self.empty()
    }

    /// The opponent's discs that are flipped by placing a disc on `square`:
    /// those in a run from that square one way and in a run from a disc of the
    /// player to move the other way.
    #[inline]
    pub fn flips(self, square: Square<S>) -> Bitboard<S> {
        let mut flips = Bitboard::empty();
        for &axis in &S::AXES {
            let (ahead, behind) = self.runs(square.into(), axis);
            let (own_ahead, own_behind) = self.runs(self.own, axis);
            flips |= (ahead & own_behind) | (behind & own_ahead);
        }
        flips
    }

    /// The opponent's discs in unbroken runs that start next to a square of
    /// `from` and go forward and backward along `axis`.
    #[inline(always)]
    pub(crate) fn runs(self, from: Bitboard<S>, axis: Axis) -> (Bitboard<S>, Bitboard<S>) {
        (self.run(from, axis, Bitboard::forward), self.run(from, axis, Bitboard::backward))
    }

    /// One of the [`runs`](Self::runs). The run doubles in each round, by
    /// Kogge and Stone's parallel prefix.
    #[inline(always)]
    fn run(
        self,
        from: Bitboard<S>,
        axis: Axis,
        go: impl Fn(Bitboard<S>, u32) -> Bitboard<S>,
    ) -> Bitboard<S> {
        let mut discs = self.opponent & Bitboard::of(axis.inner);
        let mut run = go(from, axis.stride) & discs;
        let mut length = 1;
        while length < axis.longest {
            let distance = length * axis.stride;
            run |= go(run, distance) & discs;
            discs = discs & go(discs, distance);
            length *= 2;
        }
        run
    }

    /// What the player to move may do.
    #[inline]
    pub fn turn(self) -> Turn<S> {
        let moves = self.moves();
        if !moves.is_empty() {
            Turn::Place(moves)
        } else if !self.pass().moves().is_empty() {
            Turn::Pass
        } else {
            Turn::Over
        }
    }

    /// The position after a disc is placed on `square`, seen by the opponent.
    ///
    /// The move must be legal; this is checked in debug builds only.
    #[inline]
    #[must_use]
    pub fn play(self, square: Square<S>) -> Self {
        debug_assert!(self.moves().contains(square), "{square} is not a legal move");
        self.place(square, self.flips(square))
    }

    /// The position after a disc is placed on `square` and `flips` are flipped,
    /// seen by the opponent.
    #[inline(always)]
    pub(crate) fn place(self, square: Square<S>, flips: Bitboard<S>) -> Self {
        Self { own: self.opponent - flips, opponent: self.own | flips | square.into() }
    }

    /// The same discs, seen by the opponent.
    #[inline]
    #[must_use]
    pub fn pass(self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }
}

/// A position of a board whose shape is not known at compile time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Discs {
    pub(crate) own: u64,
    pub(crate) opponent: u64,
}

impl Discs {
    /// The position, which must be one of shape `S`.
    #[inline]
    pub(crate) fn position<S: Shape>(self) -> Position<S> {
        Position::of(Bitboard::of(self.own), Bitboard::of(self.opponent))
    }
}

impl<S: Shape> From<Position<S>> for Discs {
    #[inline]
    fn from(position: Position<S>) -> Self {
        Self { own: position.own.bits().into(), opponent: position.opponent.bits().into() }
    }
}

/// Draws the board, `X` for the player to move and `O` for the opponent.
impl<S: Shape> fmt::Debug for Position<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in !Bitboard::<S>::empty() {
            if square.column() == 0 {
                f.write_char('\n')?;
            }
            f.write_char(match square {
                _ if self.own.contains(square) => 'X',
                _ if self.opponent.contains(square) => 'O',
                _ => '-',
            })?;
        }
        Ok(())
    }
}
