//! A position seen by the player to move: [`Position`] on a board whose shape is known at compile
//! time, and [`Discs`] on a board of any size.

use serde::{Deserialize, Serialize};

use super::{Axis, Bitboard, Shape, mirror::Mirror, rules};
use crate::board::{Size, Square, Symmetry, Turn};

/// The discs on the board, seen by the player to move.
///
/// Colours are not stored: swapping them changes neither the moves nor the value, so a solver only
/// has to look at one of the two positions. A 4×4 position takes four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<S: Shape> {
    own: Bitboard<S>,
    opponent: Bitboard<S>,
}

impl<S: Shape> Position<S> {
    /// A position with these discs, or `None` if two are on the same square.
    pub fn new(own: Bitboard<S>, opponent: Bitboard<S>) -> Option<Self> {
        if own.intersects(opponent) { None } else { Some(Self { own, opponent }) }
    }

    /// A position with these discs, which must be on different squares.
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

    /// The legal moves of the player to move.
    ///
    /// ```
    /// # use othello_core::Start;
    /// # use othello_core::kernel::Board4x4;
    /// let position = Start::Diagonal.position::<Board4x4>();
    /// assert_eq!(position.moves().to_string(), "b1 a2 d3 c4");
    /// ```
    // In browsers, moves and flips are functions of their own. This makes the module smaller, and the
    // search is as fast.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    pub fn moves(self) -> Bitboard<S> {
        let moves = rules::moves(self.own.bits(), self.opponent.bits(), &S::AXES);
        // The word may be wider than the board.
        Bitboard::of(moves.into()) & Bitboard::of(S::BOARD)
    }

    /// The opponent's discs flipped by placing a disc on `square`, which must be empty. There are
    /// none if the move is not legal.
    ///
    /// # Panics
    ///
    /// In debug builds, if the square is off the board.
    #[inline]
    pub fn flips(self, square: Square) -> Bitboard<S> {
        self.flips_at(S::index(square))
    }

    /// As [`flips`](Self::flips), for the square with this number.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    pub(crate) fn flips_at(self, index: u32) -> Bitboard<S> {
        let Discs { own, opponent } = self.into();
        Bitboard::of(rules::flips_at::<S>(own, opponent, index))
    }

    /// Whether the player to move places a disc or passes, or the game is over.
    #[inline]
    pub fn turn(self) -> Turn {
        Turn::of(!self.moves().is_empty(), || !self.pass().moves().is_empty())
    }

    /// The position after placing a disc on `square`, seen by the opponent. `None` if the move is
    /// not legal.
    #[inline]
    pub fn play(self, square: Square) -> Option<Self> {
        if self.moves().contains(square) { Some(self.play_unchecked(square)) } else { None }
    }

    /// The position after a legal move, seen by the opponent. After any other move the position is
    /// meaningless.
    ///
    /// # Panics
    ///
    /// In debug builds, if the move is not legal.
    #[inline]
    pub fn play_unchecked(self, square: Square) -> Self {
        debug_assert!(self.moves().contains(square), "{square} is not a legal move");
        self.place(square, self.flips(square))
    }

    /// The position after a legal move to the only square of this set, seen by the opponent.
    #[inline]
    pub(crate) fn play_on(self, placed: Bitboard<S>) -> Self {
        let flips = self.flips_at(placed.first());
        Self { own: self.opponent - flips, opponent: self.own | flips | placed }
    }

    /// The position after placing a disc on `square` and flipping `flips`, seen by the opponent.
    #[inline(always)]
    pub fn place(self, square: Square, flips: Bitboard<S>) -> Self {
        self.place_at(S::index(square), flips)
    }

    /// As [`place`](Self::place), on the square with this number.
    #[inline(always)]
    pub(crate) fn place_at(self, index: u32, flips: Bitboard<S>) -> Self {
        Self { own: self.opponent - flips, opponent: self.own | flips | Bitboard::at(index) }
    }

    /// The same discs, seen by the opponent. This does not check that a pass is legal.
    #[inline]
    pub fn pass(self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }

    /// The position after mirroring or rotating the board.
    ///
    /// # Panics
    ///
    /// In debug builds, if the board does not have the symmetry.
    pub fn transformed(self, symmetry: Symmetry) -> Self {
        Self::of(self.own.transformed(symmetry), self.opponent.transformed(symmetry))
    }

    /// The position that represents this one and all its reflections and rotations: the least of
    /// them, compared by the own discs and then the opponent's.
    pub fn canonical(self) -> Self {
        self.least_image(S::WIDTH == S::HEIGHT, (0, 0))
    }

    /// The least image of a position whose discs cover only part of the board, square or not: see
    /// [`Mirror::least`].
    #[inline(always)]
    pub(super) fn least_image(self, is_square: bool, beyond: (u32, u32)) -> Self {
        let mirror = const { Mirror::new(S::WIDTH, S::HEIGHT) };
        let discs = [self.own.bits().into(), self.opponent.bits().into()];
        let [own, opponent] = mirror.least(discs, is_square, beyond);
        Self::of(Bitboard::of(own), Bitboard::of(opponent))
    }
}

/// The discs on a board or grid whose size is known only at run time, seen by the player to move.
/// Bit 0 is `a1`, and bits run row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Discs {
    /// The discs of the side to move.
    pub own: u64,
    /// The opponent's discs.
    pub opponent: u64,
}

impl Discs {
    /// The legal moves on a board of this size.
    pub fn moves(self, size: Size) -> u64 {
        rules::moves(self.own, self.opponent, Axis::of_size(size)) & size.mask()
    }

    /// The discs flipped by placing a disc on a square of a board of this size. There are none if
    /// the move is not legal.
    pub fn flips(self, size: Size, square: Square) -> u64 {
        if !size.contains(square) {
            return 0;
        }
        // A disc on an occupied square is left out, so it flips nothing.
        let placed = 1 << size.index(square) & !(self.own | self.opponent);
        rules::flips(self.own, self.opponent, placed, Axis::of_size(size))
    }

    /// The least image of the discs on a board of this size, like [`Position::canonical`].
    pub fn canonical(self, size: Size) -> Self {
        let mirror = Mirror::new(size.width(), size.height());
        let discs = [self.own, self.opponent];
        let [own, opponent] = mirror.least(discs, size.is_square(), (0, 0));
        Self { own, opponent }
    }

    /// The discs after a move on a board of this size, seen by the opponent. `None` if the move is
    /// not legal.
    pub fn play(self, size: Size, square: Square) -> Option<Self> {
        let flips = self.flips(size, square);
        if flips == 0 {
            return None;
        }
        let placed = 1 << size.index(square);
        Some(Self { own: self.opponent & !flips, opponent: self.own | flips | placed })
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
