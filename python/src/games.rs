//! Games: files of games, and game reviews.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use othello_core as library;
use othello_core::notation::{
    Extent, Notation, PositionEntry, Reader, Record, read_game, write, wthor_names,
};
use othello_core::{Size, Start, TimeLimit, analysis};
use othello_solver::clock::clock;
use othello_solver::reading::read_file;
use othello_solver::results::{html, svg, to_json};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{limit, read, rules, wrong};
use crate::job::{failed, without_interpreter};
use crate::picture::image;
use crate::position::{Position, names, valued};

/// A game: its starting position and its moves. `push` and `pop` change it.
///
/// `Game("f5d6c3")` begins at the start of 8x8, and `Game("b1a1", Position("4x4"))` at the start of
/// 4x4.
#[pyclass(eq, from_py_object, module = "othello_solver")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Game(PositionEntry);

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (moves = "", start = None))]
    fn new(moves: &str, start: Option<Position>) -> PyResult<Self> {
        let start = start.map_or_else(|| Position::new("8x8", "diagonal"), Ok)?;
        let game = read_game(start.0, moves).map_err(|error| wrong("moves", error))?;
        Ok(Self(PositionEntry::from_game(game)))
    }

    /// The starting position.
    #[getter]
    fn start(&self) -> Position {
        Position(self.0.game.start())
    }

    /// The position after the last move.
    #[getter]
    fn end(&self) -> Position {
        Position(self.0.game.end())
    }

    /// The moves, in order; forced passes are left out.
    #[getter]
    fn moves(&self) -> Vec<String> {
        names(self.0.game.moves().iter().copied())
    }

    /// The legal moves at the end, after a forced pass if there is one.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        names(self.0.game.end().after_forced_pass().moves())
    }

    /// Whether neither player has a legal move at the end.
    fn is_over(&self) -> bool {
        self.end().is_over()
    }

    /// Adds one or more moves, as in `'d3c5'`; forced passes are left out. If one of them is not
    /// legal, nothing is added.
    fn push(&mut self, moves: &str) -> PyResult<()> {
        let text = format!("{}{moves}", self.0.game);
        let game = read_game(self.0.game.start(), &text);
        self.change(game.map_err(|error| wrong("moves", error))?);
        Ok(())
    }

    /// Takes back the last move and returns it.
    fn pop(&mut self) -> PyResult<String> {
        let mut game = self.0.game.clone();
        let last = game.moves().last().copied();
        let last = last.ok_or_else(|| PyIndexError::new_err("the game has no moves"))?;
        game.truncate(game.moves().len() - 1);
        self.change(game);
        Ok(last.to_string())
    }

    /// An independent copy.
    fn copy(&self) -> Self {
        self.clone()
    }

    /// The position before each move, in order.
    fn positions(&self) -> Vec<Position> {
        self.0.game.turns().map(|(before, _)| Position(before)).collect()
    }

    /// The names of Black and White, each None if the file does not name the player.
    #[getter]
    fn players(&self) -> (Option<String>, Option<String>) {
        let [black, white] = self.0.players.clone();
        (black, white)
    }

    /// The score in the file, from the point of view of the player to move at the end, with the
    /// empty squares given to the winner; None if there is none.
    #[getter]
    fn expected(&self) -> Option<i32> {
        self.0.score
    }

    /// The game as a row of boards: a picture in SVG.
    fn svg(&self) -> String {
        svg::line(&format!("A game of {} Othello", self.0.game.start().size()), &self.0.game)
    }

    /// Moves from the end of the game and their scores in the file, from the point of view of the
    /// player who makes them.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        valued(py, self.0.scores.iter().copied())
    }

    /// Whether the `'most'` or the `'fewest'` discs win; None if the file does not say.
    #[getter]
    fn objective(&self) -> Option<String> {
        self.0.objective.map(|objective| objective.to_string())
    }

    /// What the file says about the game besides, by names such as `Event` and `Date`.
    #[getter]
    fn tags(&self) -> BTreeMap<String, String> {
        self.0.tags.iter().cloned().collect()
    }

    /// The game as a record in the Generic Game Format.
    fn ggf(&self) -> PyResult<String> {
        self.to("ggf")
    }

    /// The game in a notation: `'cells'`, `'hex'`, `'obf'`, `'transcript'`, `'ggf'`, `'sgf'`, `'pgn'`
    /// or `'csv'`.
    fn to(&self, notation: &str) -> PyResult<String> {
        let written = write(&self.0, read::<Notation>("notation", notation)?).text;
        Ok(written.trim_end().to_owned())
    }

    fn __len__(&self) -> usize {
        self.0.game.moves().len()
    }

    fn __str__(&self) -> String {
        self.0.game.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Game('{}', {})", self.0.game, self.start().__repr__())
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        image(py, &self.0.game.to_string(), &self.svg())
    }
}

impl Game {
    /// Changes the moves. The score in the file is not about the new ones.
    fn change(&mut self, game: library::Game) {
        (self.0.game, self.0.score) = (game, None);
    }
}

/// Reads the games and positions in a file. Its contents decide what it is: positions in any
/// notation, OBF, transcripts, GGF, SGF, PGN, a table with commas, or a WTHOR database.
///
/// Moves alone begin at `start`, on the board of this `size`, by default 8x8 if they are legal there. `players` is the file
/// with the player names of WTHOR databases, `WTHOR.JOU`. With `errors="skip"`, records that cannot
/// be read are skipped; otherwise the first of them raises a `ValueError`.
#[pyfunction]
#[pyo3(signature = (file, *, size = None, start = "diagonal", players = None, errors = "raise"))]
pub(crate) fn read_games(
    file: PathBuf,
    size: Option<&str>,
    start: &str,
    players: Option<PathBuf>,
    errors: &str,
) -> PyResult<Vec<Game>> {
    let size = size.map(|size| read("size", size)).transpose()?;
    let reader = Reader::new(size, Size::STANDARD, read::<Start>("start", start)?).on_any_board();
    let is_skipped = match errors {
        "raise" => false,
        "skip" => true,
        _ => return Err(wrong("errors", format!("'{errors}' is neither 'raise' nor 'skip'"))),
    };
    let names = match players {
        Some(path) => wthor_names(&fs::read(path)?).map_err(|error| wrong("players", error))?,
        None => Vec::new(),
    };
    let records = read_file(&fs::read(&file)?, &file.to_string_lossy(), reader, Extent::Whole);
    let records = records.map_err(|error| wrong("file", error))?;
    let games = records.into_iter().filter_map(|record: Record| {
        let number = record.number;
        match record.into_entry() {
            Ok(entry) => Some(Ok(Game(entry.with_names(&names, &[])))),
            Err(_) if is_skipped => None,
            Err(problem) => {
                let problem = format!("{}, line {number}: {problem}", file.display());
                Some(Err(PyValueError::new_err(problem)))
            }
        }
    });
    games.collect()
}

/// Finds how much each move of a game gave away: the output of `review --format json`, its chart in
/// SVG and its page in HTML.
#[pyfunction]
pub(crate) fn review_document(
    py: Python<'_>,
    game: Game,
    score: &str,
    objective: &str,
    time: f64,
) -> PyResult<[String; 3]> {
    let (rules, time) = (rules(score, objective)?, limit(Some(time))?);
    let review = without_interpreter(py, |stop| {
        analysis::review(&game.0.game, rules, &TimeLimit::new(stop, clock, time))
    })?;
    let review = review.map_err(failed)?;
    Ok([to_json(&review), svg::course(&review), html::review(&review)])
}
