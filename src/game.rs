//! A game: a position and the colour of the player to move.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::any_game::AnyGame;
use crate::board::{Bitboard, Color, Position, Shape, Square, Turn};
use crate::mailbox::Opening;

/// How the first four discs lie.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Othello's own: like colours on a diagonal, Black on the upper right and
    /// the lower left of the four centre squares.
    #[default]
    Diagonal,
    /// Black on the upper two of the four centre squares, White on the lower.
    Parallel,
}

/// The same for the plain engine, which knows nothing of this one.
impl From<Start> for Opening {
    fn from(start: Start) -> Self {
        match start {
            Start::Diagonal => Self::Diagonal,
            Start::Parallel => Self::Parallel,
        }
    }
}

impl<S: Shape> Position<S> {
    /// The position a game starts from, seen by Black, who moves first.
    ///
    /// On an odd side the four centre squares are those of columns or rows
    /// ⌊n/2⌋−1 and ⌊n/2⌋, counted from zero.
    ///
    /// ```
    /// # use othello_solver::{Board4x4, Position, Start};
    /// let position = Position::<Board4x4>::start(Start::Diagonal);
    /// assert_eq!(format!("{position:?}"), "\n----\n-OX-\n-XO-\n----");
    /// ```
    pub fn start(start: Start) -> Self {
        let (right, lower) = (S::WIDTH / 2, S::HEIGHT / 2);
        let (left, upper) = (right - 1, lower - 1);
        let disc = |column, row| Bitboard::of(1_u64 << (row * S::WIDTH + column));
        match start {
            Start::Diagonal => Self::of(
                disc(right, upper) | disc(left, lower),
                disc(left, upper) | disc(right, lower),
            ),
            Start::Parallel => Self::of(
                disc(left, upper) | disc(right, upper),
                disc(left, lower) | disc(right, lower),
            ),
        }
    }
}

/// A position of a game, with colours: who is to move, and whose discs lie
/// where.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Game<S: Shape> {
    position: Position<S>,
    side: Color,
}

impl<S: Shape> Game<S> {
    /// A game that has come to `position`, with `side` to move.
    pub const fn new(position: Position<S>, side: Color) -> Self {
        Self { position, side }
    }

    /// The start of a game. Black moves first.
    pub fn start(start: Start) -> Self {
        Self::new(Position::start(start), Color::Black)
    }

    /// The position, seen by the player to move.
    pub const fn position(self) -> Position<S> {
        self.position
    }

    /// The player to move.
    pub const fn side(self) -> Color {
        self.side
    }

    /// The discs of a colour.
    pub fn discs(self, color: Color) -> Bitboard<S> {
        if color == self.side { self.position.own() } else { self.position.opponent() }
    }

    /// The colour of the disc on `square`, if there is one.
    pub fn disc(self, square: Square<S>) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.discs(color).contains(square))
    }

    /// What the player to move may do.
    pub fn turn(self) -> Turn<S> {
        self.position.turn()
    }

    /// The game after the player to move places a disc on `square`.
    ///
    /// # Errors
    ///
    /// If that is not a legal move.
    pub fn play(self, square: Square<S>) -> Result<Self, IllegalMove<S>> {
        let moves = self.position.moves();
        if moves.contains(square) {
            Ok(Self::new(self.position.play(square), !self.side))
        } else {
            Err(IllegalMove { game: self, square })
        }
    }

    /// The game with the other player to move. Whether a pass is legal is not
    /// asked.
    #[must_use]
    pub fn pass(self) -> Self {
        Self::new(self.position.pass(), !self.side)
    }

    /// The game after the pass that is forced on the player to move, or the
    /// game itself where none is.
    #[must_use]
    pub fn after_forced_pass(self) -> Self {
        if self.turn() == Turn::Pass { self.pass() } else { self }
    }

    /// The discs of a colour minus those of the other, seen by Black, as they
    /// lie.
    pub fn black_minus_white(self) -> i32 {
        let count = |color| self.discs(color).len().cast_signed();
        count(Color::Black) - count(Color::White)
    }

    /// A drawing of the board with its coordinates, the legal moves of the
    /// player to move marked with a dot.
    ///
    /// ```
    /// # use othello_solver::{Board4x4, Game, Start};
    /// let expected = [
    ///     "  a b c d", //
    ///     "1 - · - -",
    ///     "2 · O X -",
    ///     "3 - X O ·",
    ///     "4 - - · -",
    /// ];
    /// let diagram = Game::<Board4x4>::start(Start::Diagonal).diagram();
    /// assert!(diagram.lines().eq(expected), "{diagram}");
    /// ```
    pub fn diagram(self) -> String {
        AnyGame::from(self).diagram()
    }
}

/// Writes the cells row by row from `a1`, `X` black, `O` white, `-` empty, then
/// a space and the side to move.
///
/// ```
/// # use othello_solver::{Board4x4, Game, Start};
/// let game = Game::<Board4x4>::start(Start::Diagonal);
/// assert_eq!(game.to_string(), "-----OX--XO----- X");
/// ```
impl<S: Shape> fmt::Display for Game<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&AnyGame::from(*self), f)
    }
}

/// Draws the board and names the player to move.
impl<S: Shape> fmt::Debug for Game<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&AnyGame::from(*self), f)
    }
}

/// A move that the rules do not allow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct IllegalMove<S: Shape> {
    game: Game<S>,
    square: Square<S>,
}

impl<S: Shape> fmt::Display for IllegalMove<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&AnyGame::from(self.game).illegal(self.square.index()))
    }
}

impl<S: Shape> fmt::Debug for IllegalMove<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<S: Shape> Error for IllegalMove<S> {}
