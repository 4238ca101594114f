//! Positions.

use othello_core as library;
use othello_core::notation::{read_game, read_position};
use othello_core::{Color, Size, Square, SquareSet, Turn};
use othello_solver::results::svg;
use pyo3::prelude::*;

use crate::arguments::{read, rules, wrong};

pub(crate) fn names(squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// A position: a board, its discs, and whose turn it is. It is immutable.
///
/// `Position("6x6")` is the start of a game on a board of six columns and six rows, and
/// `Position("-----OX--XO----- X")` is parsed like `Position.parse`.
#[pyclass(frozen, eq, hash, from_py_object, module = "othello_solver")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) library::Position);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (size = "8x8", start = "diagonal"))]
    fn new(size: &str, start: &str) -> PyResult<Self> {
        // A size is one word.
        if size.trim().contains(char::is_whitespace) {
            return Self::parse(size, None);
        }
        Ok(Self(library::Position::start(read("size", size)?, read("start", start)?)))
    }

    /// Parses a position: the cells row by row from a1 and the side to move, as in
    /// `'-----OX--XO----- X'`, or two hexadecimal words of discs and the side to move. Without a
    /// size, the board is the square board with this number of cells.
    #[staticmethod]
    #[pyo3(signature = (text, size = None))]
    fn parse(text: &str, size: Option<&str>) -> PyResult<Self> {
        let position = match size {
            None => text.parse(),
            Some(size) => read_position(read("size", size)?, text),
        };
        position.map(Self).map_err(|error| wrong("text", error))
    }

    /// The position after one or more moves, as in `'d3c5'`; forced passes are left out.
    fn play(&self, moves: &str) -> PyResult<Self> {
        let game = read_game(self.0, moves).map_err(|error| wrong("moves", error))?;
        Ok(Self(game.end()))
    }

    /// The same discs with the other player to move.
    fn passed(&self) -> Self {
        Self(self.0.pass())
    }

    /// The legal moves in square order. Empty if the player must pass or the game is over.
    fn moves(&self) -> Vec<String> {
        names(self.0.moves())
    }

    /// The legal moves in square order, the same as `moves()`.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.moves()
    }

    /// The squares of the discs that a move flips, in square order. Empty if it is not legal.
    fn flips(&self, square: &str) -> PyResult<Vec<String>> {
        let square = read::<Square>("square", square)?;
        if !self.0.size().contains(square) {
            return Err(wrong("square", format!("{square} is not on the {} board", self.size())));
        }
        Ok(names(self.0.flips(square)))
    }

    /// Whether the game is over: neither player has a legal move.
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The position itself, because it is immutable. A `Game` can be changed.
    fn copy(&self) -> Self {
        *self
    }

    /// The kind of turn: `'place'`, `'pass'` or, if the game is over, `'over'`.
    #[getter]
    fn turn(&self) -> &'static str {
        match self.0.turn() {
            Turn::Place => "place",
            Turn::Pass => "pass",
            Turn::Over => "over",
        }
    }

    /// The score if the game ends here, from the point of view of the player to move.
    #[pyo3(signature = (*, score = "discs", objective = "most"))]
    fn score(&self, score: &str, objective: &str) -> PyResult<i32> {
        Ok(self.0.score(rules(score, objective)?))
    }

    /// The size of the board: columns and rows.
    #[getter]
    fn size(&self) -> String {
        self.0.size().to_string()
    }

    /// The black discs: bit 0 is a1, and bits run row by row.
    #[getter]
    fn black(&self) -> u64 {
        self.0.discs(Color::Black).bits()
    }

    /// The white discs: bit 0 is a1, and bits run row by row.
    #[getter]
    fn white(&self) -> u64 {
        self.0.discs(Color::White).bits()
    }

    /// The player to move: `'X'` for Black, `'O'` for White.
    #[getter]
    fn side(&self) -> char {
        self.0.side().symbol()
    }

    /// The number of empty squares.
    #[getter]
    fn empties(&self) -> u32 {
        self.0.empties()
    }

    /// The canonical representative of this position and all its mirror images and rotations.
    fn canonical(&self) -> Self {
        Self(self.0.canonical())
    }

    /// The board as text, with a dot on each legal move.
    fn diagram(&self) -> String {
        self.0.diagram().trim_end().to_owned()
    }

    /// The board as a picture in SVG, with a dot on each legal move.
    fn svg(&self) -> String {
        svg::board(self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position.parse('{}', '{}')", self.0, self.0.size())
    }
}

/// The player that is called `X` or `O`.
pub(crate) fn color(side: &str) -> PyResult<Color> {
    match side {
        "X" => Ok(Color::Black),
        "O" => Ok(Color::White),
        _ => Err(wrong("side", format!("'{side}' is neither 'X' nor 'O'"))),
    }
}

/// A position with these black and white discs.
#[pyfunction]
pub(crate) fn position(black: u64, white: u64, side: &str, size: &str) -> PyResult<Position> {
    let size: Size = read("size", size)?;
    let problem = format!("the {size} board has only {} squares", size.squares());
    let Some(black) = SquareSet::new(size, black) else { return Err(wrong("black", problem)) };
    let Some(white) = SquareSet::new(size, white) else { return Err(wrong("white", problem)) };
    match library::Position::new(black, white, color(side)?) {
        Some(position) => Ok(Position(position)),
        None => Err(wrong("white", "two discs are on the same square")),
    }
}
