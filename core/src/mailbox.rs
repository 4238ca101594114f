//! A second implementation of the rules in their simplest form: a list of cells, and a walk from a
//! square in each of the eight directions.
//!
//! This is the oracle that the bitboards, the tables and the results are checked against, so it
//! shares no code with them and does nothing clever. It has its own code for placing, flipping and
//! passing, for counting and scoring, for rotating and mirroring, and for reading and writing. It
//! shares only the names of colours, starts and rules with the rest of the crate. Its board may
//! have any width and height, with at most [`MAX_SQUARES`] squares.

use std::fmt;

use crate::board::Color;
use crate::game::{Objective, Rules, Score, Scoring, Start};

/// The most squares a [`Mailbox`] can have.
pub const MAX_SQUARES: usize = 64;

/// The eight directions as steps in columns and rows, clockwise from the right.
const DIRECTIONS: [(isize, isize); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// A square's disc, or `None` if the square is empty.
pub type Cell = Option<Color>;

/// The other colour.
fn other(color: Color) -> Color {
    if color == Color::Black { Color::White } else { Color::Black }
}

/// A board of cells, row by row from `a1`, and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mailbox {
    width: usize,
    height: usize,
    // Cells after the last square of the board stay empty.
    cells: [Cell; MAX_SQUARES],
    side: Color,
}

impl Mailbox {
    /// A board with these cells and `side` to move. `None` if their number is not `width`×`height`,
    /// or is 0, or is more than [`MAX_SQUARES`].
    pub fn new(width: usize, height: usize, cells: &[Cell], side: Color) -> Option<Self> {
        let accepted = 1..=MAX_SQUARES;
        if width.checked_mul(height)? != cells.len() || !accepted.contains(&cells.len()) {
            return None;
        }
        let mut board = Self { width, height, cells: [None; MAX_SQUARES], side };
        board.cells[..cells.len()].copy_from_slice(cells);
        Some(board)
    }

    /// The start of a game, with Black to move. `None` if the board has too many squares, or too
    /// few for the four centre squares. If a side n is odd, the centre is at ⌊n/2⌋−1 and ⌊n/2⌋,
    /// counted from 0.
    pub fn start(width: usize, height: usize, start: Start) -> Option<Self> {
        let cells = [None; MAX_SQUARES];
        let cells = cells.get(..width.checked_mul(height)?)?;
        let mut board = Self::new(width, height, cells, Color::Black)?;
        let (right, lower) = (width / 2, height / 2);
        let (left, upper) = (right.checked_sub(1)?, lower.checked_sub(1)?);
        let centre = [(left, upper), (right, upper), (left, lower), (right, lower)];
        let colors = match start {
            Start::Diagonal => [Color::White, Color::Black, Color::Black, Color::White],
            Start::Parallel => [Color::Black, Color::Black, Color::White, Color::White],
        };
        for ((column, row), color) in centre.into_iter().zip(colors) {
            board.cells[row * width + column] = Some(color);
        }
        Some(board)
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The cells, row by row from `a1`.
    pub fn cells(&self) -> &[Cell] {
        &self.cells[..self.width * self.height]
    }

    /// The player to move.
    pub fn side(&self) -> Color {
        self.side
    }

    /// The discs flipped by a move to `square`, one bit for each. A walk in a direction flips the
    /// opponent's discs that it meets if the next disc after them belongs to the player to move.
    /// There are none if the move is not legal.
    fn flips(&self, square: usize) -> u64 {
        if self.cells().get(square) != Some(&None) {
            return 0;
        }
        let mut flips = 0;
        for direction in DIRECTIONS {
            let (mut here, mut outflanked) = (square, 0);
            while let Some(next) = self.step(here, direction)
                && let Some(disc) = self.cells[next]
            {
                if disc == self.side {
                    flips |= outflanked;
                    break;
                }
                (here, outflanked) = (next, outflanked | 1 << next);
            }
        }
        flips
    }

    /// The next square in a direction, or `None` at the edge of the board.
    fn step(&self, square: usize, (columns, rows): (isize, isize)) -> Option<usize> {
        let column = (square % self.width).checked_add_signed(columns)?;
        let row = (square / self.width).checked_add_signed(rows)?;
        if column < self.width && row < self.height {
            Some(row * self.width + column)
        } else {
            None
        }
    }

    /// The board after placing a disc on `square`. `None` if the move is not legal.
    pub fn play(&self, square: usize) -> Option<Self> {
        let flips = self.flips(square);
        if flips == 0 {
            return None;
        }
        let mut after = self.turned();
        for (place, cell) in after.cells.iter_mut().enumerate() {
            if place == square || flips >> place & 1 == 1 {
                *cell = Some(self.side);
            }
        }
        Some(after)
    }

    /// The legal moves in the order of squares, each with the board after it.
    pub fn moves(&self) -> impl Iterator<Item = (usize, Self)> {
        (0..self.cells().len()).filter_map(|square| Some((square, self.play(square)?)))
    }

    /// The same discs with the other player to move. `None` if passing is not legal, because the
    /// player to move has a move or the game is over.
    pub fn pass(&self) -> Option<Self> {
        let after = self.turned();
        if !self.can_move() && after.can_move() { Some(after) } else { None }
    }

    /// Whether neither player has a legal move.
    pub fn is_over(&self) -> bool {
        !self.can_move() && !self.turned().can_move()
    }

    /// Whether the player to move has a legal move.
    pub fn can_move(&self) -> bool {
        (0..self.cells().len()).any(|square| self.flips(square) != 0)
    }

    /// The same discs with the other player to move.
    fn turned(&self) -> Self {
        Self { side: other(self.side), ..*self }
    }

    /// The images of the board under all its symmetries: eight if it is square, four otherwise. The
    /// first is the board itself, and some may be equal.
    pub fn images(&self) -> Vec<Self> {
        let ways = if self.width == self.height { 8 } else { 4 };
        (0..ways).map(|way| self.image(way & 1 != 0, way & 2 != 0, way & 4 != 0)).collect()
    }

    /// The board with left and right, then top and bottom, then columns and rows swapped, each if
    /// requested.
    fn image(&self, left_right: bool, top_bottom: bool, transposed: bool) -> Self {
        let mut image = Self { cells: [None; MAX_SQUARES], ..*self };
        for (square, &cell) in self.cells().iter().enumerate() {
            let (column, row) = (square % self.width, square / self.width);
            let column = if left_right { self.width - 1 - column } else { column };
            let row = if top_bottom { self.height - 1 - row } else { row };
            let (column, row) = if transposed { (row, column) } else { (column, row) };
            image.cells[row * self.width + column] = cell;
        }
        image
    }

    /// The number of squares with this cell.
    pub fn count(&self, cell: Cell) -> u32 {
        self.cells().iter().map(|&other| u32::from(other == cell)).sum()
    }

    /// The score if the game ends here, seen by the player to move. The game is assumed to be over.
    pub fn score(&self, rules: Rules) -> Score {
        let [own, opponent, empty] = [Some(self.side), Some(other(self.side)), None]
            .map(|cell| self.count(cell).cast_signed());
        let mut score = own - opponent;
        if rules.scoring == Scoring::EmptiesToWinner && score != 0 {
            score += if score > 0 { empty } else { -empty };
        }
        if rules.objective == Objective::Fewest { -score } else { score }
    }

    /// Reads the text that [`Display`](fmt::Display) writes: the cells row by row from `a1`, `X`
    /// black, `O` white and `-` empty, a space, and the player to move. `None` if the text is
    /// anything else, or does not have `width`×`height` cells.
    ///
    /// ```
    /// # use othello_core::{Start, mailbox::Mailbox};
    /// let start = Mailbox::parse(4, 4, "-----OX--XO----- X").unwrap();
    /// assert_eq!(Mailbox::start(4, 4, Start::Diagonal), Some(start));
    /// assert_eq!(start.play(1).unwrap().to_string(), "-X---XX--XO----- O");
    /// ```
    pub fn parse(width: usize, height: usize, text: &str) -> Option<Self> {
        let (cells, side) = text.split_once(' ')?;
        let [Some(side)] = cells_of(side)?[..] else { return None };
        Self::new(width, height, &cells_of(cells)?, side)
    }
}

/// The cells that characters stand for. `None` if there is another character.
fn cells_of(text: &str) -> Option<Vec<Cell>> {
    let kinds = [None, Some(Color::Black), Some(Color::White)];
    text.chars().map(|found| kinds.into_iter().find(|&cell| symbol(cell) == found)).collect()
}

/// The character for a cell.
fn symbol(cell: Cell) -> char {
    match cell {
        None => '-',
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
    }
}

/// Writes the cells row by row from `a1`, a space, and the player to move.
impl fmt::Display for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: String = self.cells().iter().copied().map(symbol).collect();
        write!(f, "{cells} {}", symbol(Some(self.side)))
    }
}

/// Writes the same text as [`Display`](fmt::Display).
impl fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
