//! A position of a game as a value.

use std::fmt::{self, Write};

use super::score::{Rules, Score};
use super::start::Start;
use crate::board::kernel::{self, Bitboard, Discs, Shape};
use crate::board::{Color, Size, Square, SquareSet, Symmetry, Turn};
use crate::serialized_as_text;

/// A position of a game, with colours: the size of the board, the discs of each colour, and the
/// player to move.
///
/// It is written, and serialized, as its cells row by row from `a1` and the side to move. A text
/// does not name the size of its board, so only positions on square boards can be deserialized;
/// [`Position::parse`] reads the others.
///
/// ```
/// # use othello_core::{Position, Size, Start, Turn};
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// assert_eq!(start.to_string(), "-----OX--XO----- X");
/// let position = start.play("b1".parse()?)?;
/// assert_eq!((position.turn(), position.moves().len()), (Turn::Place, 3));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    size: Size,
    black: u64,
    white: u64,
    side: Color,
}

impl Position {
    /// The start of a game. Black moves first.
    ///
    /// If the number n of columns or rows is odd, the four centre squares are in columns or rows
    /// ⌊n/2⌋−1 and ⌊n/2⌋, counted from 0.
    pub fn start(size: Size, start: Start) -> Self {
        let [black, white] = start.discs(size.width(), size.height());
        Self { size, black, white, side: Color::Black }
    }

    /// The start that this position is, if it is one.
    pub fn which_start(self) -> Option<Start> {
        Start::ALL.into_iter().find(|&start| Self::start(self.size(), start) == self)
    }

    /// A position with these discs, or `None` if two of them are on one square or the sets are of
    /// different boards.
    pub fn new(black: SquareSet, white: SquareSet, to_move: Color) -> Option<Self> {
        let size = black.size();
        let fits = size == white.size() && (black & white).is_empty();
        fits.then_some(Self { size, black: black.bits(), white: white.bits(), side: to_move })
    }

    /// The position with these cells, row by row, or `None` if the board has another number of
    /// squares.
    pub fn from_cells(size: Size, cells: &[Option<Color>], to_move: Color) -> Option<Self> {
        if cells.len() != size.squares() as usize {
            return None;
        }
        let [black, white] = Color::ALL.map(|color| {
            let squares = SquareSet::all(size).into_iter().zip(cells);
            let squares = squares.filter(|&(_, &cell)| cell == Some(color));
            SquareSet::from_squares(size, squares.map(|(square, _)| square))
        });
        Self::new(black, white, to_move)
    }

    /// A position with the discs of a kernel's position, whose own discs are those of `to_move`.
    pub fn from_kernel<S: Shape>(position: kernel::Position<S>, to_move: Color) -> Self {
        Self::from_discs(S::SIZE, position.into(), to_move)
    }

    /// The position for a kernel, seen by the player to move, or `None` if the board has another
    /// shape.
    pub fn to_kernel<S: Shape>(self) -> Option<kernel::Position<S>> {
        let Discs { own, opponent } = self.own_and_opponent();
        ((S::WIDTH, S::HEIGHT) == (self.size.width(), self.size.height()))
            .then(|| kernel::Position::of(Bitboard::of(own), Bitboard::of(opponent)))
    }

    /// The position with these discs, seen by the player to move.
    pub fn from_discs(size: Size, discs: Discs, to_move: Color) -> Self {
        let Discs { own, opponent } = discs;
        let (black, white) = to_move.choose((own, opponent), (opponent, own));
        Self { size, black, white, side: to_move }
    }

    /// The discs, seen by the player to move.
    pub fn own_and_opponent(self) -> Discs {
        Discs { own: self.discs(self.side).bits(), opponent: self.discs(!self.side).bits() }
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
    pub const fn discs(self, color: Color) -> SquareSet {
        let bits = match color {
            Color::Black => self.black,
            Color::White => self.white,
        };
        SquareSet::of(self.size, bits)
    }

    /// The number of discs of a colour.
    pub const fn count(self, color: Color) -> u32 {
        self.discs(color).len()
    }

    /// The colour of the disc on a square, or `None` if it is empty or off the board.
    pub fn disc(self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.discs(color).contains(square))
    }

    /// The disc on each square, row by row from `a1`.
    pub fn cells(self) -> impl Iterator<Item = Option<Color>> {
        SquareSet::all(self.size).into_iter().map(move |square| self.disc(square))
    }

    /// The number of squares without a disc.
    pub const fn empties(self) -> u32 {
        self.size.squares() - (self.black | self.white).count_ones()
    }

    /// No game that goes on from here has more plies than this: no two passes follow one another.
    pub const fn most_plies(self) -> u32 {
        2 * self.empties()
    }

    /// The squares on which the player to move may place a disc.
    pub fn moves(self) -> SquareSet {
        SquareSet::of(self.size, self.own_and_opponent().moves(self.size))
    }

    /// Whether the player to move may place a disc on a square.
    pub fn is_legal(self, square: Square) -> bool {
        self.moves().contains(square)
    }

    /// The opponent's discs that are flipped by placing a disc on a square. There are none if that
    /// is not a legal move.
    pub fn flips(self, square: Square) -> SquareSet {
        let legal = self.is_legal(square);
        let flips = if legal { self.own_and_opponent().flips(self.size, square) } else { 0 };
        SquareSet::of(self.size, flips)
    }

    /// Whether the player to move places a disc or passes, or the game is over.
    pub fn turn(self) -> Turn {
        Turn::of(!self.moves().is_empty(), || !self.pass().moves().is_empty())
    }

    /// The position after the player to move places a disc on a square.
    ///
    /// # Errors
    ///
    /// If that is not a legal move.
    pub fn play(self, square: Square) -> Result<Self, IllegalMove> {
        let flips = self.flips(square).bits();
        if flips == 0 {
            return Err(IllegalMove { position: self, square });
        }
        let Discs { own, opponent } = self.own_and_opponent();
        let placed = 1 << self.size.index(square);
        let discs = Discs { own: opponent & !flips, opponent: own | flips | placed };
        Ok(Self::from_discs(self.size, discs, !self.side))
    }

    /// The positions after each of the legal moves, in the order of squares.
    pub fn after_moves(self) -> impl Iterator<Item = Self> {
        self.moves().into_iter().filter_map(move |square| self.play(square).ok())
    }

    /// The position with the other player to move. Whether a pass is legal is not checked.
    #[must_use]
    pub fn pass(self) -> Self {
        Self { side: !self.side, ..self }
    }

    /// The position after the forced pass of the player to move, or the position itself if no pass
    /// is forced.
    #[must_use]
    pub fn after_forced_pass(self) -> Self {
        if self.turn() == Turn::Pass { self.pass() } else { self }
    }

    /// The score if the game ends here, seen by the player to move. Whether the game is over is not
    /// checked.
    ///
    /// ```
    /// # use othello_core::{Color, Objective, Position, Rules, Scoring, Size, SquareSet};
    /// let size = Size::new(4, 4).unwrap();
    /// let [black, white] = [0x0007, 0x7FF0].map(|bits| SquareSet::new(size, bits).unwrap());
    /// let position = Position::new(black, white, Color::Black).unwrap();
    /// assert_eq!(position.score(Rules::default()), 3 - 11);
    /// let tournament = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
    /// assert_eq!(position.score(tournament), -10);
    /// ```
    pub fn score(self, rules: Rules) -> Score {
        rules.score(self.count(self.side), self.count(!self.side), self.empties())
    }

    /// The position after the board is mirrored or rotated.
    ///
    /// # Panics
    ///
    /// If the board does not have the symmetry.
    #[must_use]
    pub fn transformed(self, symmetry: Symmetry) -> Self {
        let [black, white] = Color::ALL.map(|color| self.discs(color).transformed(symmetry).bits());
        Self { black, white, ..self }
    }

    /// The one position that stands for this one and all its mirror images and rotations: the least
    /// of them by the discs of the player to move, and then by the opponent's.
    #[must_use]
    pub fn canonical(self) -> Self {
        Self::from_discs(self.size, self.own_and_opponent().canonical(self.size), self.side)
    }

    /// The same position with the colours exchanged if White is to move, so that Black is.
    #[must_use]
    pub fn black_to_move(self) -> Self {
        Self::from_discs(self.size, self.own_and_opponent(), Color::Black)
    }

    /// The symmetry that takes this position to another, if one does.
    pub fn symmetry_to(self, other: Self) -> Option<Symmetry> {
        let is_on_the_board = self.size == other.size;
        let mut symmetries = Symmetry::all(self.size).filter(|_| is_on_the_board);
        symmetries.find(|&symmetry| self.transformed(symmetry) == other)
    }

    /// A drawing of the board with its coordinates, the legal moves of the player to move marked
    /// with a dot.
    ///
    /// ```
    /// # use othello_core::{Position, Size, Start};
    /// let expected = [
    ///     "  a b c d", //
    ///     "1 - · - -",
    ///     "2 · O X -",
    ///     "3 - X O ·",
    ///     "4 - - · -",
    /// ];
    /// let diagram = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal).diagram();
    /// assert!(diagram.lines().eq(expected), "{diagram}");
    /// ```
    pub fn diagram(self) -> String {
        let moves = self.moves().bits();
        let margin = if self.size.height() < 10 { 1 } else { 2 };
        let mut text = " ".repeat(margin);
        for square in SquareSet::all(self.size).iter().take_while(|square| square.row() == 0) {
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

/// Writes the cells row by row from `a1`, `X` black, `O` white, `-` empty, then a space and the
/// side to move: `-----OX--XO----- X`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.cells().map(|disc| disc.map_or('-', Color::symbol));
        write!(f, "{} {}", cells.collect::<String>(), self.side.symbol())
    }
}

serialized_as_text!(
    read Position, "^[XO-]{4,64} [XO]$",
    "A position: its cells row by row from a1, X black, O white, - empty, then a space and the \
     side to move."
);

/// Draws the board and names the player to move.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}{} to move", self.diagram(), self.side)
    }
}

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The position in which the move was tried.
    pub position: Position,
    /// The square of the move.
    pub square: Square,
}

impl std::error::Error for IllegalMove {}

/// Names the move and the legal ones.
impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.position.side();
        write!(f, "{} is not a legal move for {side}; ", self.square)?;
        match self.position.turn() {
            Turn::Place => write!(f, "the legal moves are {}", self.position.moves()),
            Turn::Pass => write!(f, "{side} has no legal move and must pass"),
            Turn::Over => f.write_str("the game is over"),
        }
    }
}
