//! The rules once more, the way one first writes them down: a list of cells,
//! and a walk from a square in each of the eight directions.
//!
//! This is the oracle that the bitboards are tested against, so it shares no
//! code with them and does nothing cleverly. Its board may have any width and
//! height that give at most [`MAX_SQUARES`], chosen when the program runs.

use std::fmt;

use crate::score::{Rules, Score};

/// The most squares a [`Mailbox`] can have.
pub const MAX_SQUARES: usize = 64;

/// The eight directions as steps in columns and rows, clockwise from the right.
/// A byte with one bit for each names a set of them; bit 0 is the first.
const DIRECTIONS: [(isize, isize); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// A disc, or the player who owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Disc {
    /// A black disc. Black moves first.
    Black,
    /// A white disc.
    White,
}

impl Disc {
    /// The other colour.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// A square's disc, or `None` if it has none.
pub type Cell = Option<Disc>;

/// How the four discs of a [`Mailbox::start`] lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Like colours on a diagonal, Black on the upper right and the lower left.
    Diagonal,
    /// Black on the upper two of the four squares, White on the lower two.
    Parallel,
}

/// A board of cells, row by row from `a1`, and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mailbox {
    width: usize,
    height: usize,
    // Those after the last square of the board stay empty.
    cells: [Cell; MAX_SQUARES],
    side: Disc,
}

impl Mailbox {
    /// A board with these cells and `side` to move, or `None` if there are not
    /// `width`×`height` cells, at least one and at most [`MAX_SQUARES`].
    pub fn new(width: usize, height: usize, cells: &[Cell], side: Disc) -> Option<Self> {
        let accepted = 1..=MAX_SQUARES;
        if width.checked_mul(height)? != cells.len() || !accepted.contains(&cells.len()) {
            return None;
        }
        let mut board = Self { width, height, cells: [None; MAX_SQUARES], side };
        board.cells[..cells.len()].copy_from_slice(cells);
        Some(board)
    }

    /// The opening, Black to move, or `None` if the board has no four centre
    /// squares or too many squares. On an odd side the centre is that at
    /// ⌊n/2⌋−1 and ⌊n/2⌋, counted from 0.
    pub fn start(width: usize, height: usize, opening: Opening) -> Option<Self> {
        let squares = width.checked_mul(height)?;
        let mut cells = [None; MAX_SQUARES];
        let (right, lower) = (width / 2, height / 2);
        let (left, upper) = (right.checked_sub(1)?, lower.checked_sub(1)?);
        let (upper_left, lower_right) = match opening {
            Opening::Diagonal => (Disc::White, Disc::White),
            Opening::Parallel => (Disc::Black, Disc::White),
        };
        if squares > MAX_SQUARES {
            return None;
        }
        cells[upper * width + left] = Some(upper_left);
        cells[upper * width + right] = Some(Disc::Black);
        cells[lower * width + left] = Some(upper_left.other());
        cells[lower * width + right] = Some(lower_right);
        Self::new(width, height, &cells[..squares], Disc::Black)
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
    pub fn side(&self) -> Disc {
        self.side
    }

    /// The map of the legal moves: for each square a byte with one bit for each
    /// direction in which a disc placed there flips something. It is 0 where
    /// no move is legal. The bits go clockwise; bit 0 is to the right.
    ///
    /// ```
    /// # use othello_solver::mailbox::{Mailbox, Opening};
    /// let start = Mailbox::start(4, 4, Opening::Diagonal).unwrap();
    /// # #[rustfmt::skip]
    /// assert_eq!(start.directions(), [
    ///     0, 4, 0,  0,
    ///     1, 0, 0,  0,
    ///     0, 0, 0, 16,
    ///     0, 0, 64, 0,
    /// ]);
    /// ```
    pub fn directions(&self) -> Vec<u8> {
        (0..self.cells().len()).map(|square| self.directions_from(square)).collect()
    }

    /// The byte of one square in the map of [`directions`](Self::directions).
    fn directions_from(&self, square: usize) -> u8 {
        let mut directions = 0;
        if self.cells[square].is_none() {
            for (bit, &direction) in DIRECTIONS.iter().enumerate() {
                if self.flips_toward(square, direction) {
                    directions |= 1 << bit;
                }
            }
        }
        directions
    }

    /// Whether a walk from `square` meets one or more of the opponent's discs
    /// and then one of the player to move.
    fn flips_toward(&self, square: usize, direction: (isize, isize)) -> bool {
        let mut outflanked = 0;
        let mut here = square;
        while let Some(next) = self.step(here, direction) {
            match self.cells[next] {
                None => return false,
                Some(disc) if disc == self.side => return outflanked > 0,
                Some(_) => outflanked += 1,
            }
            here = next;
        }
        false
    }

    /// The next square in a direction, or `None` at the edge of the board.
    fn step(&self, square: usize, (columns, rows): (isize, isize)) -> Option<usize> {
        let column = (square % self.width).checked_add_signed(columns)?;
        let row = (square / self.width).checked_add_signed(rows)?;
        (column < self.width && row < self.height).then_some(row * self.width + column)
    }

    /// The board after the player to move places a disc on `square`, or `None`
    /// if that is not a legal move.
    #[must_use]
    pub fn play(&self, square: usize) -> Option<Self> {
        if square >= self.cells().len() {
            return None;
        }
        let directions = self.directions_from(square);
        if directions == 0 {
            return None;
        }
        let mut after = *self;
        after.cells[square] = Some(self.side);
        for (bit, &direction) in DIRECTIONS.iter().enumerate() {
            if directions & (1 << bit) != 0 {
                let mut here = self.step(square, direction)?;
                while self.cells[here] == Some(self.side.other()) {
                    after.cells[here] = Some(self.side);
                    here = self.step(here, direction)?;
                }
            }
        }
        after.side = self.side.other();
        Some(after)
    }

    /// The same discs with the other player to move, or `None` if passing is
    /// not legal: the player to move has a move, or the game is over.
    #[must_use]
    pub fn pass(&self) -> Option<Self> {
        let after = self.turned();
        (!self.can_move() && after.can_move()).then_some(after)
    }

    /// Whether neither player has a legal move.
    pub fn is_over(&self) -> bool {
        !self.can_move() && !self.turned().can_move()
    }

    /// Whether the player to move has a legal move.
    pub fn can_move(&self) -> bool {
        (0..self.cells().len()).any(|square| self.directions_from(square) != 0)
    }

    /// The same discs with the other player to move.
    fn turned(&self) -> Self {
        Self { side: self.side.other(), ..*self }
    }

    /// The number of squares that hold `cell`.
    pub fn count(&self, cell: Cell) -> u32 {
        self.cells().iter().map(|&other| u32::from(other == cell)).sum()
    }

    /// The score if the game ends here, seen by the player to move. Whether it
    /// does end here is not asked.
    pub fn score(&self, rules: Rules) -> Score {
        let (own, opponent) = (Some(self.side), Some(self.side.other()));
        rules.score(self.count(own), self.count(opponent), self.count(None))
    }
}

/// Draws the board, one line for each row, and names the player to move.
impl fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells().chunks(self.width) {
            let row = row.iter().map(|cell| match cell {
                None => '-',
                Some(Disc::Black) => 'X',
                Some(Disc::White) => 'O',
            });
            write!(f, "\n{}", row.collect::<String>())?;
        }
        write!(f, "\n{:?} to move", self.side)
    }
}
