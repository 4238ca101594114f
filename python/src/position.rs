//! Positions.

use othello_core as library;
use othello_core::notation::{read_game, read_position};
use othello_core::{Color, Size, Square, SquareSet, Start, Turn};
use othello_solver::results::svg;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{read, rules, whole, wrong};
use crate::picture::image;

pub(crate) fn names(squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// A dict from moves to values, in the given order.
pub(crate) fn valued(
    py: Python<'_>,
    moves: impl IntoIterator<Item = (Square, i32)>,
) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for (square, value) in moves {
        dict.set_item(square.to_string(), value)?;
    }
    Ok(dict)
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
    pub(crate) fn new(size: &str, start: &str) -> PyResult<Self> {
        // A size is one word.
        if size.trim().contains(char::is_whitespace) {
            return Self::parse(size, None);
        }
        Ok(Self(library::Position::start(
            read::<Size>("size", size)?,
            read::<Start>("start", start)?,
        )))
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
    pub(crate) fn legal_moves(&self) -> Vec<String> {
        self.moves()
    }

    /// The squares of the discs that a move flips, in square order. Empty if it is not legal.
    fn flips(&self, square: &str) -> PyResult<Vec<String>> {
        let square = read::<Square>("square", square)?;
        let is_on_board = self.0.size().contains(square);
        let flips = is_on_board.then(|| names(self.0.flips(square)));
        flips
            .ok_or_else(|| wrong("square", format!("{square} is not on the {} board", self.size())))
    }

    /// Whether the game is over: neither player has a legal move.
    pub(crate) fn is_over(&self) -> bool {
        self.0.turn() == Turn::Over
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

    /// Makes a position from an array: 1 is a black disc, -1 a white disc and 0 an empty square.
    /// The array has two dimensions, and its first row is the row of a1.
    #[staticmethod]
    #[pyo3(signature = (array, side = "X"))]
    fn from_array(array: &Bound<'_, PyAny>, side: &str) -> PyResult<Self> {
        let numpy = PyModule::import(array.py(), "numpy")?;
        if numpy.getattr("ma")?.call_method1("is_masked", (array,))?.is_truthy()? {
            return Err(wrong("array", "it has masked elements; fill them, for instance with 0"));
        }
        let array = numpy.call_method1("asarray", (array,))?;
        let [height, width] = array.getattr("shape")?.extract::<Vec<u32>>()?[..] else {
            return Err(wrong("array", "it must have two dimensions, rows and columns"));
        };
        let size = Size::new(width, height).ok_or_else(|| {
            wrong("array", format!("there is no board of {width} columns and {height} rows"))
        })?;
        let cells: Vec<f64> = array.call_method0("ravel")?.call_method0("tolist")?.extract()?;
        let [mut black, mut white] = [0; 2];
        for (bit, cell) in cells.into_iter().enumerate() {
            match cell {
                1.0 => black |= 1 << bit,
                -1.0 => white |= 1 << bit,
                0.0 => {}
                _ => return Err(wrong("array", format!("{cell} is not 1, -1 or 0"))),
            }
        }
        position(size, [("array", black), ("array", white)], side)
    }

    /// The discs as an array: 1 is a black disc, -1 a white disc and 0 an empty square. The first
    /// row of the array is the row of a1.
    #[expect(clippy::wrong_self_convention, reason = "Python passes a reference")]
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (size, cells) = (self.0.size(), self.0.cells());
        let cells: Vec<i8> = cells
            .map(|disc| match disc {
                Some(Color::Black) => 1,
                Some(Color::White) => -1,
                None => 0,
            })
            .collect();
        let numpy = PyModule::import(py, "numpy")?;
        let array = numpy.call_method1("array", (cells, numpy.getattr("int8")?))?;
        array.call_method1("reshape", (size.height(), size.width()))
    }

    /// Makes a position from sets of squares: bit 0 is a1, and bits run row by row.
    #[staticmethod]
    #[pyo3(signature = (black, white, side = "X", size = "8x8"))]
    fn from_bitboards(
        #[pyo3(from_py_with = black)] black: u64,
        #[pyo3(from_py_with = white)] white: u64,
        side: &str,
        size: &str,
    ) -> PyResult<Self> {
        position(read("size", size)?, [("black", black), ("white", white)], side)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        image(py, &self.0.to_string(), &self.svg())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    pub(crate) fn __repr__(&self) -> String {
        format!("Position.parse('{}', '{}')", self.0, self.0.size())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let parse = py.get_type::<Self>().getattr("parse")?;
        Ok((parse, (self.0.to_string(), self.size())))
    }
}

/// Reads a set of black discs.
fn black(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("black", 0..=u64::MAX, value)
}

/// Reads a set of white discs.
fn white(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("white", 0..=u64::MAX, value)
}

/// The position with these black and white discs, each given with its argument's name.
fn position(size: Size, discs: [(&str, u64); 2], side: &str) -> PyResult<Position> {
    let side = match side {
        "X" => Color::Black,
        "O" => Color::White,
        _ => return Err(wrong("side", format!("'{side}' is neither 'X' nor 'O'"))),
    };
    let set = |(argument, bits)| {
        let problem = format!("the {size} board has only {} squares", size.squares());
        SquareSet::new(size, bits).ok_or_else(|| wrong(argument, problem))
    };
    let [of_black, of_white] = [set(discs[0])?, set(discs[1])?];
    let found = library::Position::new(of_black, of_white, side);
    found.map(Position).ok_or_else(|| wrong(discs[1].0, "two discs lie on one square"))
}
