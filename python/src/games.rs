//! Games: reading, writing and reviewing them.

use std::fs;
use std::path::PathBuf;

use othello_core as library;
use othello_core::notation::Notation::{Csv, Wthor};
use othello_core::notation::{self, Extent, Note, PositionEntry, Reader, read_game, wthor_names};
use othello_core::{Size, analysis};
use othello_solver::reading::read_file;
use othello_solver::results::{Language, html, svg};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pythonize::{depythonize, pythonize};

use crate::arguments::{Options, read, wrong};
use crate::job::{failed, without_interpreter};
use crate::position::{Position, names};

/// A game: its start, its moves, the position after them, and the other facts in its record.
type Game<'py> = (Position, Vec<String>, Position, Bound<'py, PyAny>, Vec<[String; 3]>);

fn played(start: Position, moves: &str) -> PyResult<library::Game> {
    read_game(start.0, moves).map_err(|error| wrong("moves", error))
}

/// Reads moves. Returns them and the position after them; forced passes are left out.
#[pyfunction]
pub(crate) fn play(start: Position, moves: &str) -> PyResult<(Vec<String>, Position)> {
    let game = played(start, moves)?;
    Ok((names(game.moves().iter().copied()), Position(game.end())))
}

/// A game as a row of boards, in SVG.
#[pyfunction]
pub(crate) fn game_svg(start: Position, moves: &str) -> PyResult<String> {
    Ok(svg::line(&format!("A game of {} Othello", start.0.size()), &played(start, moves)?))
}

#[pyfunction]
pub(crate) fn write_game(
    start: Position,
    moves: &str,
    end: Position,
    facts: &Bound<'_, PyAny>,
    notes: Vec<[String; 3]>,
    notation: &str,
) -> PyResult<String> {
    let mut game = played(start, moves)?;
    if game.end() != end.0 {
        game.take_forced_pass();
    }
    let mut entry = PositionEntry::from_game(game);
    let it = &mut entry;
    (it.scores, it.score, it.bounds, it.objective, it.players, it.tags) = depythonize(facts)?;
    for [evaluation, time, comment] in notes {
        entry.notes.push(Note { evaluation, time, comment });
    }
    let to = read("notation", notation)?;
    if to == Wthor {
        return Err(wrong("notation", "a WTHOR database is not text, and is only read"));
    }
    let header = if to == Csv { notation::CSV_HEADER } else { "" };
    Ok(format!("{header}{}", notation::write(&entry, to).text.trim_end()))
}

/// Reads the games and positions in a file. Records that cannot be read may be skipped.
#[pyfunction]
pub(crate) fn read_games<'py>(
    py: Python<'py>,
    file: PathBuf,
    size: Option<&str>,
    start: &str,
    players: Option<PathBuf>,
    skip: bool,
) -> PyResult<Vec<Game<'py>>> {
    let size = match size {
        Some(size) => Some(read("size", size)?),
        None => None,
    };
    let reader = Reader::new(size, Size::STANDARD, read("start", start)?).on_any_board();
    let names_of_players = match players {
        Some(path) => wthor_names(&fs::read(path)?).map_err(|error| wrong("players", error))?,
        None => Vec::new(),
    };
    let records = read_file(&fs::read(&file)?, &file.to_string_lossy(), reader, Extent::Whole);
    let mut games = Vec::new();
    for record in records.map_err(|error| wrong("file", error))? {
        let number = record.number;
        let entry = match record.into_entry() {
            Ok(entry) => entry.with_names(&names_of_players, &[]),
            Err(_) if skip => continue,
            Err(problem) => {
                let problem = format!("{}, line {number}: {problem}", file.display());
                return Err(PyValueError::new_err(problem));
            }
        };
        let PositionEntry { game, scores, score, bounds, objective, players, tags, .. } = entry;
        let facts = pythonize(py, &(scores, score, bounds, objective, players, tags))?;
        let notes = entry.notes.into_iter().map(|it| [it.evaluation, it.time, it.comment]);
        let moves = names(game.moves().iter().copied());
        games.push((Position(game.start()), moves, Position(game.end()), facts, notes.collect()));
    }
    Ok(games)
}

/// Finds how much each move of a game gave away. Returns the review, its chart in SVG and its page in
/// HTML.
#[pyfunction]
pub(crate) fn review<'py>(
    py: Python<'py>,
    start: Position,
    moves: &str,
    options: &Options,
) -> PyResult<(Bound<'py, PyAny>, String, String)> {
    let game = played(start, moves)?;
    let review = without_interpreter(py, |stop| {
        analysis::review(&game, options.rules, &options.limit(stop))
    })?;
    let review = review.map_err(failed)?;
    let language = Language::English;
    Ok((pythonize(py, &review)?, svg::course(&review, language), html::review(&review, language)))
}
