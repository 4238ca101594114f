//! A game on a board whose shape is known only when the program runs.
//!
//! What is generic over the shape is compiled once for every shape. That is
//! right where positions are counted by the million; what reads, writes and
//! draws them is written for this in place of [`Game`], and compiled once.

use std::fmt::{self, Write};

use crate::board::square::{column_and_row, column_letter, name};
use crate::board::{Color, Discs, Shape, Square};
use crate::game::{Game, Start};

/// As [`Game`], on a board of any shape. A square is known by its number, and a
/// set of squares by a word with a bit for each: bit 0 is `a1`, bits run row by
/// row.
///
/// ```
/// # use othello_solver::{AnyGame, Board4x4, Game, Start};
/// let start = Game::<Board4x4>::start(Start::Diagonal);
/// let any = AnyGame::from(start);
/// assert_eq!((any.width(), any.moves()), (4, 0x4812));
/// assert_eq!(any.play(1).names(any.play(1).moves()), ["a1", "c1", "a3"]);
/// assert_eq!(any.game(), Some(start));
/// ```
#[derive(Clone, Copy)]
pub struct AnyGame {
    width: u32,
    height: u32,
    discs: Discs,
    side: Color,
    /// The rules on boards of the shape: the legal moves,
    moves: fn(Discs) -> u64,
    /// the discs that a disc on a square flips,
    flips: fn(Discs, u32) -> u64,
    /// and the position that stands for all mirror images of one.
    canonical: fn(Discs) -> Discs,
}

/// What the player to move may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyTurn {
    /// Place a disc on one of these squares; there is at least one.
    Place(u64),
    /// Pass, having no legal move.
    Pass,
    /// Nothing: neither player has a legal move, and the game is over.
    Over,
}

impl<S: Shape> From<Game<S>> for AnyGame {
    fn from(game: Game<S>) -> Self {
        Self {
            width: S::WIDTH,
            height: S::HEIGHT,
            discs: game.position().into(),
            side: game.side(),
            moves: |discs| discs.position::<S>().moves().bits().into(),
            flips: |discs, square| {
                discs.position::<S>().flips(Square::from_index(square)).bits().into()
            },
            canonical: |discs| discs.position::<S>().canonical().into(),
        }
    }
}

impl AnyGame {
    /// The start of a game on a board of shape `S`.
    pub fn start<S: Shape>(start: Start) -> Self {
        Game::<S>::start(start).into()
    }

    /// The game on a board of shape `S`, if it is on one.
    pub fn game<S: Shape>(self) -> Option<Game<S>> {
        ((S::WIDTH, S::HEIGHT) == (self.width, self.height))
            .then(|| Game::new(self.discs.position(), self.side))
    }

    /// Another game on the same board. `None` if two of its discs are on one
    /// square, or any off the board.
    #[must_use]
    pub fn with_discs(self, black: u64, white: u64, side: Color) -> Option<Self> {
        let on_the_board = (black | white) & !self.mask() == 0;
        let (own, opponent) = match side {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        let discs = Discs { own, opponent };
        (on_the_board && black & white == 0).then_some(Self { discs, side, ..self })
    }

    /// The number of columns.
    pub const fn width(self) -> u32 {
        self.width
    }

    /// The number of rows.
    pub const fn height(self) -> u32 {
        self.height
    }

    /// The number of squares.
    pub const fn squares(self) -> u32 {
        self.width * self.height
    }

    /// All squares of the board.
    pub const fn mask(self) -> u64 {
        u64::MAX >> (u64::BITS - self.squares())
    }

    /// The size of the board, WIDTHxHEIGHT.
    pub fn size(self) -> String {
        format!("{}x{}", self.width, self.height)
    }

    /// The player to move.
    pub const fn side(self) -> Color {
        self.side
    }

    /// The discs of a colour.
    pub fn discs(self, color: Color) -> u64 {
        if color == self.side { self.discs.own } else { self.discs.opponent }
    }

    /// The colour of the disc on a square, if there is one.
    pub fn disc(self, square: u32) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.discs(color) >> square & 1 == 1)
    }

    /// The disc on each square, row by row from `a1`.
    pub fn cells(self) -> impl Iterator<Item = Option<Color>> {
        (0..self.squares()).map(move |square| self.disc(square))
    }

    /// The number of squares without a disc.
    pub const fn empties(self) -> u32 {
        self.squares() - (self.discs.own | self.discs.opponent).count_ones()
    }

    /// The squares on which the player to move may place a disc.
    pub fn moves(self) -> u64 {
        (self.moves)(self.discs)
    }

    /// The opponent's discs that are flipped by placing a disc on a square.
    pub fn flips(self, square: u32) -> u64 {
        (self.flips)(self.discs, square)
    }

    /// Whether the other position is the same, mirrored or turned or not, and
    /// the side to move whoever it is.
    pub fn is_image_of(self, other: Self) -> bool {
        (self.canonical)(self.discs) == (other.canonical)(other.discs)
    }

    /// What the player to move may do.
    pub fn turn(self) -> AnyTurn {
        match (self.moves(), self.pass().moves()) {
            (0, 0) => AnyTurn::Over,
            (0, _) => AnyTurn::Pass,
            (moves, _) => AnyTurn::Place(moves),
        }
    }

    /// The game after the player to move places a disc on a square. The move
    /// must be legal.
    #[must_use]
    pub fn play(self, square: u32) -> Self {
        let (Discs { own, opponent }, flips) = (self.discs, self.flips(square));
        let discs = Discs { own: opponent & !flips, opponent: own | flips | 1 << square };
        Self { discs, side: !self.side, ..self }
    }

    /// The game with the other player to move. Whether a pass is legal is not
    /// asked.
    #[must_use]
    pub fn pass(self) -> Self {
        let Discs { own, opponent } = self.discs;
        let discs = Discs { own: opponent, opponent: own };
        Self { discs, side: !self.side, ..self }
    }

    /// The game after the pass that is forced on the player to move, or the
    /// game itself where none is.
    #[must_use]
    pub fn after_forced_pass(self) -> Self {
        if self.turn() == AnyTurn::Pass { self.pass() } else { self }
    }

    /// The name of a square: `a1` is top left.
    pub fn name(self, square: u32) -> String {
        name(square % self.width, square / self.width)
    }

    /// The names of the squares of a set, in ascending order.
    pub fn names(self, set: u64) -> Vec<String> {
        squares(set).map(|square| self.name(square)).collect()
    }

    /// The square of a name, in capitals or not, if it is on the board.
    pub fn square(self, name: &str) -> Option<u32> {
        let (column, row) = column_and_row(&name.to_ascii_lowercase())?;
        (column < self.width && row < self.height).then(|| row * self.width + column)
    }

    /// Says that placing a disc on a square is against the rules, and what is
    /// not.
    pub fn illegal(self, square: u32) -> String {
        let (square, side) = (self.name(square), self.side);
        let instead = match self.turn() {
            AnyTurn::Place(moves) => format!("the legal moves are {}", self.names(moves).join(" ")),
            AnyTurn::Pass => format!("{side} has no legal move and must pass"),
            AnyTurn::Over => "the game is over".to_owned(),
        };
        format!("{square} is not a legal move for {side}; {instead}")
    }

    /// A drawing of the board: see [`Game::diagram`].
    pub fn diagram(self) -> String {
        let moves = self.moves();
        let margin = if self.height < 10 { 1 } else { 2 };
        let mut text = " ".repeat(margin);
        for column in 0..self.width {
            text.push(' ');
            text.push(column_letter(column));
        }
        for (square, disc) in (0..).zip(self.cells()) {
            if square % self.width == 0 {
                // Writing to a string cannot fail.
                let _ = write!(text, "\n{:>margin$}", square / self.width + 1);
            }
            text.push(' ');
            text.push(match disc {
                Some(color) => color.symbol(),
                None if moves >> square & 1 == 1 => '·',
                None => '-',
            });
        }
        text + "\n"
    }
}

/// The numbers of the squares of a set, in ascending order: the bits that are
/// set in a word.
pub fn squares(set: u64) -> impl Iterator<Item = u32> {
    (0..u64::BITS).filter(move |square| set >> square & 1 == 1)
}

/// Writes the cells row by row from `a1`, `X` black, `O` white, `-` empty, then
/// a space and the side to move.
impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.cells().map(|disc| disc.map_or('-', Color::symbol));
        write!(f, "{} {}", cells.collect::<String>(), self.side.symbol())
    }
}

/// Draws the board and names the player to move.
impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}{} to move", self.diagram(), self.side)
    }
}
