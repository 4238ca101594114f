//! A game as a value: a board of any size, its discs and whose turn it is; how a game starts, its
//! moves, and the score at its end.

mod score;
mod transcript;

use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::{Bitboard, Color, Discs, Position, Shape, Size, Square, Symmetry, Turn};

pub use score::{Objective, Rules, Score, Scoring};
pub use transcript::Transcript;

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

impl Start {
    /// Both starts.
    pub const ALL: [Self; 2] = [Self::Diagonal, Self::Parallel];

    /// Black's and White's discs on a board of this width and height.
    fn discs(self, width: u32, height: u32) -> [u64; 2] {
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

/// Gives the values of an enum their names, by which they are written and read.
macro_rules! named {
    ($type:ident { $($value:ident = $name:literal),+ }) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(match self { $(Self::$value => $name),+ })
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::game::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name => Ok(Self::$value),)+
                    _ => Err($crate::game::UnknownName { accepted: &[$($name),+] }),
                }
            }
        }
    };
}
pub(crate) use named;

named! { Start { Diagonal = "diagonal", Parallel = "parallel" } }

/// The text is not one of the accepted names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("accepted are {}", accepted.join(", "))]
pub struct UnknownName {
    /// The names that are accepted.
    pub accepted: &'static [&'static str],
}

impl<S: Shape> Position<S> {
    /// The position a game starts from, seen by Black, who moves first.
    ///
    /// If the number n of columns or rows is odd, the four centre squares are in columns or rows
    /// ⌊n/2⌋−1 and ⌊n/2⌋, counted from 0.
    ///
    /// ```
    /// # use othello_solver::{Board4x4, Position, Start};
    /// let position = Position::<Board4x4>::start(Start::Diagonal);
    /// assert_eq!(format!("{position:?}"), "\n----\n-OX-\n-XO-\n----");
    /// ```
    pub fn start(start: Start) -> Self {
        let [black, white] = start.discs(S::WIDTH, S::HEIGHT);
        Self::of(Bitboard::of(black), Bitboard::of(white))
    }
}

/// A position of a game, with colours: the size of the board, the discs of each colour, and the
/// player to move.
///
/// Sets of discs are words with a bit for each square: bit 0 is `a1`, and bits run
/// row by row.
///
/// ```
/// # use othello_solver::{Game, Size, Start, Turn};
/// let start = Game::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// assert_eq!(start.to_string(), "-----OX--XO----- X");
/// let game = start.play("b1".parse()?)?;
/// assert_eq!((game.turn(), game.moves().len()), (Turn::Place, 3));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Game {
    size: Size,
    black: u64,
    white: u64,
    side: Color,
}

impl Game {
    /// The start of a game. Black moves first.
    ///
    /// If the number n of columns or rows is odd, the four centre squares are in columns or rows
    /// ⌊n/2⌋−1 and ⌊n/2⌋, counted from 0.
    pub fn start(size: Size, start: Start) -> Self {
        let [black, white] = start.discs(size.width(), size.height());
        Self { size, black, white, side: Color::Black }
    }

    /// A game with these discs, or `None` if two of them are on one square or one is off the board.
    pub fn new(size: Size, black: u64, white: u64, to_move: Color) -> Option<Self> {
        let fits = black & white == 0 && (black | white) & !size.mask() == 0;
        fits.then_some(Self { size, black, white, side: to_move })
    }

    /// A game with the discs of a kernel's position, whose own discs are those of `to_move`.
    pub fn from_position<S: Shape>(position: Position<S>, to_move: Color) -> Self {
        Self::from_discs(Size::of::<S>(), position.into(), to_move)
    }

    /// The position for a kernel, seen by the player to move, or `None` if the
    /// board has another shape.
    pub fn position<S: Shape>(self) -> Option<Position<S>> {
        let Discs { own, opponent } = self.own_and_opponent();
        ((S::WIDTH, S::HEIGHT) == (self.size.width(), self.size.height()))
            .then(|| Position::of(Bitboard::of(own), Bitboard::of(opponent)))
    }

    /// The game with these discs, seen by the player to move.
    pub(crate) fn from_discs(size: Size, discs: Discs, to_move: Color) -> Self {
        let Discs { own, opponent } = discs;
        let (black, white) = to_move.choose((own, opponent), (opponent, own));
        Self { size, black, white, side: to_move }
    }

    /// The discs, seen by the player to move.
    pub(crate) fn own_and_opponent(self) -> Discs {
        Discs { own: self.discs(self.side), opponent: self.discs(!self.side) }
    }

    /// The size of the board.
    pub const fn size(self) -> Size {
        self.size
    }

    /// The player to move.
    pub const fn side(self) -> Color {
        self.side
    }

    /// The squares that hold a disc of a colour.
    pub const fn discs(self, color: Color) -> u64 {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The number of discs of a colour.
    pub const fn count(self, color: Color) -> u32 {
        self.discs(color).count_ones()
    }

    /// The colour of the disc on a square, or `None` if it is empty.
    ///
    /// # Panics
    ///
    /// If the board has no such square.
    pub fn disc(self, square: Square) -> Option<Color> {
        self.disc_at(self.size.index(square))
    }

    fn disc_at(self, index: u32) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.discs(color) >> index & 1 == 1)
    }

    /// The disc on each square, row by row from `a1`.
    pub fn cells(self) -> impl Iterator<Item = Option<Color>> {
        (0..self.size.squares()).map(move |index| self.disc_at(index))
    }

    /// The number of squares without a disc.
    pub const fn empties(self) -> u32 {
        self.size.squares() - (self.black | self.white).count_ones()
    }

    /// The squares on which the player to move may place a disc, row by row.
    pub fn moves(self) -> Vec<Square> {
        self.size.squares_of(self.size.moves(self.own_and_opponent())).collect()
    }

    /// Whether the player to move may place a disc on a square.
    pub fn is_legal(self, square: Square) -> bool {
        self.size.contains(square)
            && self.size.moves(self.own_and_opponent()) >> self.size.index(square) & 1 == 1
    }

    /// The opponent's discs that are flipped by placing a disc on a square. There
    /// are none if that is not a legal move.
    pub fn flips(self, square: Square) -> Vec<Square> {
        let legal = self.is_legal(square);
        let flips = if legal { self.size.flips(self.own_and_opponent(), square) } else { 0 };
        self.size.squares_of(flips).collect()
    }

    /// What the player to move may do.
    pub fn turn(self) -> Turn {
        let discs = self.own_and_opponent();
        match (self.size.moves(discs), self.size.moves(discs.passed())) {
            (0, 0) => Turn::Over,
            (0, _) => Turn::Pass,
            _ => Turn::Place,
        }
    }

    /// The game after the player to move places a disc on a square.
    ///
    /// # Errors
    ///
    /// If that is not a legal move.
    pub fn play(self, square: Square) -> Result<Self, IllegalMove> {
        if !self.is_legal(square) {
            return Err(IllegalMove { game: self, square });
        }
        let Discs { own, opponent } = self.own_and_opponent();
        let flips = self.size.flips(self.own_and_opponent(), square);
        let placed = 1 << self.size.index(square);
        let discs = Discs { own: opponent & !flips, opponent: own | flips | placed };
        Ok(Self::from_discs(self.size, discs, !self.side))
    }

    /// The games after each of the legal moves, in the order of squares.
    #[cfg(feature = "files")]
    pub(crate) fn after_moves(self) -> impl Iterator<Item = Self> {
        self.moves().into_iter().filter_map(move |square| self.play(square).ok())
    }

    /// The game with the other player to move. Whether a pass is legal is not checked.
    #[must_use]
    pub fn pass(self) -> Self {
        Self { side: !self.side, ..self }
    }

    /// The game after the forced pass of the player to move, or the game itself if no pass is
    /// forced.
    #[must_use]
    pub fn after_forced_pass(self) -> Self {
        if self.turn() == Turn::Pass { self.pass() } else { self }
    }

    /// The score if the game ends here, seen by the player to move. Whether the game is over is not
    /// checked.
    ///
    /// ```
    /// # use othello_solver::{Color, Game, Objective, Rules, Scoring, Size};
    /// let size = Size::new(4, 4).unwrap();
    /// let game = Game::new(size, 0x0007, 0x7FF0, Color::Black).unwrap();
    /// assert_eq!(game.score(Rules::default()), 3 - 11);
    /// let tournament = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
    /// assert_eq!(game.score(tournament), -10);
    /// ```
    pub fn score(self, rules: Rules) -> Score {
        rules.score(self.count(self.side), self.count(!self.side), self.empties())
    }

    /// The game after the board is mirrored or rotated.
    ///
    /// # Panics
    ///
    /// If the board does not have the symmetry.
    #[must_use]
    pub fn transformed(self, symmetry: Symmetry) -> Self {
        let image = |set| {
            let squares = self.size.squares_of(set);
            let images = squares.map(|square| square.transformed(self.size, symmetry));
            images.fold(0, |set, square| set | 1 << self.size.index(square))
        };
        Self { black: image(self.black), white: image(self.white), ..self }
    }

    /// The one game that stands for this one and all its mirror images and rotations: the least of
    /// them by the discs of the player to move, and then by the opponent's.
    #[must_use]
    pub fn canonical(self) -> Self {
        let images = Symmetry::all(self.size).map(|symmetry| self.transformed(symmetry));
        images.min_by_key(|image| image.own_and_opponent()).unwrap_or(self)
    }

    /// A drawing of the board with its coordinates, the legal moves of the player
    /// to move marked with a dot.
    ///
    /// ```
    /// # use othello_solver::{Game, Size, Start};
    /// let expected = [
    ///     "  a b c d", //
    ///     "1 - · - -",
    ///     "2 · O X -",
    ///     "3 - X O ·",
    ///     "4 - - · -",
    /// ];
    /// let diagram = Game::start(Size::new(4, 4).unwrap(), Start::Diagonal).diagram();
    /// assert!(diagram.lines().eq(expected), "{diagram}");
    /// ```
    pub fn diagram(self) -> String {
        let moves = self.size.moves(self.own_and_opponent());
        let margin = if self.size.height() < 10 { 1 } else { 2 };
        let mut text = " ".repeat(margin);
        for square in self.size.squares_of(u64::MAX).take_while(|square| square.row() == 0) {
            text.push(' ');
            text.push(square.letter());
        }
        for (index, disc) in (0..).zip(self.cells()) {
            if index % self.size.width() == 0 {
                // Writing to a string cannot fail.
                let _ = write!(text, "\n{:>margin$}", index / self.size.width() + 1);
            }
            text.push(' ');
            text.push(match disc {
                Some(color) => color.symbol(),
                None if moves >> index & 1 == 1 => '·',
                None => '-',
            });
        }
        text + "\n"
    }
}

/// Writes the cells row by row from `a1`, `X` black, `O` white, `-` empty, then
/// a space and the side to move: `-----OX--XO----- X`.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.cells().map(|disc| disc.map_or('-', Color::symbol));
        write!(f, "{} {}", cells.collect::<String>(), self.side.symbol())
    }
}

/// Draws the board and names the player to move.
impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}{} to move", self.diagram(), self.side)
    }
}

/// The names of squares, with spaces between them.
pub(crate) fn names(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub struct IllegalMove {
    /// The game in which the move was tried.
    pub game: Game,
    /// The square of the move.
    pub square: Square,
}

/// Names the move and the legal ones.
impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.game.side();
        write!(f, "{} is not a legal move for {side}; ", self.square)?;
        match self.game.turn() {
            Turn::Place => write!(f, "the legal moves are {}", names(&self.game.moves())),
            Turn::Pass => write!(f, "{side} has no legal move and must pass"),
            Turn::Over => f.write_str("the game is over"),
        }
    }
}
