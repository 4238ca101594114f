//! A position as a value: the board, the discs and the player to move.

use std::fmt;

use super::rules::{Rules, Score, Start};
use crate::board::kernel::Discs;
use crate::board::{Color, Size, Square, SquareSet, Symmetry, Turn, error_text};

/// A position with colours: the size of the board, the discs of each colour, and the player to
/// move.
///
/// It is written, and serialized, as its cells row by row from `a1` and the side to move. The text
/// does not contain the board's size, so only positions on square boards can be deserialized. Use
/// [`read_position`](crate::notation::read_position) for other boards.
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

    /// Which start this position is, if any.
    pub fn which_start(self) -> Option<Start> {
        Start::ALL.into_iter().find(|&start| Self::start(self.size(), start) == self)
    }

    /// A position with these discs. `None` if two discs are on the same square or the sets are on
    /// different boards.
    pub fn new(black: SquareSet, white: SquareSet, to_move: Color) -> Option<Self> {
        let size = black.size();
        if size != white.size() || !(black & white).is_empty() {
            return None;
        }
        Some(Self { size, black: black.bits(), white: white.bits(), side: to_move })
    }

    /// The position with these cells, row by row. `None` if the board has a different number of
    /// squares.
    pub fn from_cells(size: Size, cells: &[Option<Color>], to_move: Color) -> Option<Self> {
        if cells.len() != size.squares() as usize {
            return None;
        }
        let [black, white] = Color::ALL.map(|color| {
            let cells = cells.iter().rev();
            cells.fold(0, |bits, &cell| bits << 1 | u64::from(cell == Some(color)))
        });
        Some(Self { size, black, white, side: to_move })
    }

    /// The position with these discs, seen by the player to move. They must be on the board and on
    /// different squares.
    pub fn from_discs(size: Size, discs: Discs, to_move: Color) -> Self {
        let Discs { own, opponent } = discs;
        let (black, white) = to_move.choose((own, opponent), (opponent, own));
        Self { size, black, white, side: to_move }
    }

    /// The discs, seen by the player to move.
    pub fn own_and_opponent(self) -> Discs {
        Discs { own: self.discs(self.side).bits(), opponent: self.discs(!self.side).bits() }
    }

    /// The discs of the player to move.
    pub fn own(self) -> SquareSet {
        self.discs(self.side)
    }

    /// The discs of the opponent.
    pub fn opponent(self) -> SquareSet {
        self.discs(!self.side)
    }

    /// The size of the board.
    pub const fn size(self) -> Size {
        self.size
    }

    /// The player to move.
    pub const fn side(self) -> Color {
        self.side
    }

    /// The squares with a disc of this colour.
    pub fn discs(self, color: Color) -> SquareSet {
        SquareSet::of(self.size, color.choose(self.black, self.white))
    }

    /// The number of discs of this colour.
    pub fn count(self, color: Color) -> u32 {
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

    /// The number of empty squares.
    pub const fn empties(self) -> u32 {
        self.size.squares() - (self.black | self.white).count_ones()
    }

    /// The most plies that a game can continue from here: two passes are never consecutive.
    pub const fn most_plies(self) -> u32 {
        2 * self.empties()
    }

    /// The legal moves of the player to move.
    pub fn moves(self) -> SquareSet {
        SquareSet::of(self.size, self.own_and_opponent().moves(self.size))
    }

    /// Whether placing a disc on a square is a legal move.
    pub fn is_legal(self, square: Square) -> bool {
        !self.flips(square).is_empty()
    }

    /// The opponent's discs flipped by placing a disc on a square. There are none if the move is
    /// not legal.
    pub fn flips(self, square: Square) -> SquareSet {
        SquareSet::of(self.size, self.own_and_opponent().flips(self.size, square))
    }

    /// Whether the player to move places a disc or passes, or the game is over.
    pub fn turn(self) -> Turn {
        Turn::of(!self.moves().is_empty(), || !self.pass().moves().is_empty())
    }

    /// Whether neither player has a legal move.
    pub fn is_over(self) -> bool {
        self.turn() == Turn::Over
    }

    /// The options of the side to move, as the end of an error message.
    pub(crate) fn choices(self) -> String {
        let side = self.side;
        match self.turn() {
            Turn::Place => format!("the legal moves are {}", self.moves()),
            Turn::Pass => format!("{side} has no legal move and must pass"),
            Turn::Over => "the game is over".to_owned(),
        }
    }

    /// The position after placing a disc on a square.
    ///
    /// # Errors
    ///
    /// If the move is not legal.
    pub fn play(self, square: Square) -> Result<Self, IllegalMove> {
        let after = self.own_and_opponent().play(self.size, square);
        let after = after.ok_or(IllegalMove { position: self, square })?;
        Ok(Self::from_discs(self.size, after, !self.side))
    }

    /// The positions after each of the legal moves, in the order of squares.
    pub fn after_moves(self) -> impl Iterator<Item = Self> {
        self.moves().into_iter().filter_map(move |square| self.play(square).ok())
    }

    /// The position with the other player to move. This does not check that a pass is legal.
    pub fn pass(self) -> Self {
        Self { side: !self.side, ..self }
    }

    /// The position after a pass, if the player to move has to pass, and the position itself
    /// otherwise.
    pub fn after_forced_pass(self) -> Self {
        if self.turn() == Turn::Pass { self.pass() } else { self }
    }

    /// The score if the game ends here, seen by the player to move. The game is assumed to be over.
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

    /// The position after mirroring or rotating the board.
    ///
    /// # Panics
    ///
    /// If the board does not have the symmetry.
    pub fn transformed(self, symmetry: Symmetry) -> Self {
        let [black, white] = Color::ALL.map(|color| self.discs(color).transformed(symmetry).bits());
        Self { black, white, ..self }
    }

    /// The position that represents this one and all its reflections and rotations: the least of
    /// them, compared by the discs of the player to move and then by the opponent's.
    pub fn canonical(self) -> Self {
        Self::from_discs(self.size, self.own_and_opponent().canonical(self.size), self.side)
    }

    /// The same position with Black to move: if White is to move, the colours are swapped.
    pub fn black_to_move(self) -> Self {
        Self::from_discs(self.size, self.own_and_opponent(), Color::Black)
    }

    /// A symmetry that maps this position to another, if there is one.
    pub fn symmetry_to(self, other: Self) -> Option<Symmetry> {
        Symmetry::all(self.size).find(|&symmetry| self.transformed(symmetry) == other)
    }

    /// A drawing of the board with coordinates, and with a dot on each legal move.
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
        let (squares, moves) = (SquareSet::all(self.size), self.moves());
        let margin = if self.size.height() < 10 { 1 } else { 2 };
        let mut text = " ".repeat(margin);
        for square in squares.iter().take_while(|square| square.row() == 0) {
            text.extend([' ', square.letter()]);
        }
        for (square, disc) in squares.iter().zip(self.cells()) {
            if square.column() == 0 {
                text += &format!("\n{:>margin$}", square.row() + 1);
            }
            let empty = if moves.contains(square) { '·' } else { '-' };
            text.extend([' ', disc.map_or(empty, Color::symbol)]);
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

/// Draws the board, and names the player to move.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}{} to move", self.diagram(), self.side)
    }
}

/// A move that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The position before the move.
    pub position: Position,
    /// The square of the move.
    pub square: Square,
}

error_text!(IllegalMove, |Self { position, square }, f| {
    let (side, choices) = (position.side(), position.choices());
    write!(f, "{square} is not a legal move for {side}; {choices}")
});
