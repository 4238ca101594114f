//! A few plies ahead: best play, forecasts, and the number of lines.

use std::ops::ControlFlow;

use othello_core as library;
use othello_core::TimeLimit;
use othello_core::analysis::AnalysisOptions;
use othello_solver::clock::clock;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{depth, hash, limit, read, rules};
use crate::job::without_interpreter;
use crate::position::{Position, names, valued};

/// The result of best play to a fixed depth. Values are from the point of view of the player to
/// move.
#[pyclass(frozen, get_all, module = "othello_solver")]
pub(crate) struct Analysis {
    /// The number of plies.
    depth: u32,
    /// The score at the end of the line. If the game is not over, discs count as they lie.
    value: i32,
    /// Whether this is the value of the whole game.
    exact: bool,
    /// Each legal move with its value, in square order.
    moves: Py<PyDict>,
    /// The moves with the highest value.
    best_moves: Vec<String>,
    /// Best play by both players to this depth.
    line: String,
    /// The number of positions searched for this depth.
    nodes: u64,
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        let Self { depth, value, line, .. } = self;
        format!("<Analysis depth={depth} value={value} line='{line}'>")
    }
}

/// The trained evaluation's forecast for a position. None of it is proved. Values are from the
/// point of view of the player to move.
#[pyclass(frozen, get_all, module = "othello_solver")]
pub(crate) struct Forecast {
    /// The number of plies searched.
    depth: u32,
    /// The expected value.
    value: i32,
    /// The usual error of the values in discs, as a root mean square; 0 if the search has reached
    /// the end of every game.
    usual_error: f64,
    /// Each legal move with its expected value, best first.
    moves: Py<PyDict>,
    /// How the game is expected to continue.
    line: String,
}

impl Forecast {
    pub(crate) fn new(py: Python<'_>, forecast: &library::analysis::Forecast) -> PyResult<Self> {
        let library::analysis::Forecast { depth, error, value, ref moves, ref line } = *forecast;
        let moves = valued(py, moves.iter().map(|mv| (mv.square, mv.value)))?.unbind();
        Ok(Self { depth, value, usual_error: error, moves, line: line.to_string() })
    }
}

#[pymethods]
impl Forecast {
    fn __repr__(&self) -> String {
        let Self { depth, value, usual_error, .. } = self;
        format!("<Forecast value={value} usual_error={usual_error:?} depth={depth}>")
    }
}

/// The trained evaluation's forecast for a position, from a search of at most `depth` plies and at
/// most `time` seconds. None if the game is over, or if there is no trained evaluation for this
/// board and objective.
#[pyfunction]
#[pyo3(signature = (position, depth = 8, *, score = "discs", objective = "most", time = None))]
pub(crate) fn evaluate(
    py: Python<'_>,
    position: Position,
    #[pyo3(from_py_with = depth)] depth: u32,
    score: &str,
    objective: &str,
    time: Option<f64>,
) -> PyResult<Option<Forecast>> {
    let (rules, time) = (rules(score, objective)?, limit(time)?);
    let forecast = without_interpreter(py, |stop| {
        let limit = TimeLimit::new(stop, clock, time);
        library::analysis::Forecast::to_depth(position.0, rules, depth, &limit)
    })?;
    forecast.map(|forecast| Forecast::new(py, &forecast)).transpose()
}

/// Best play for the next few plies: the deepest search of at most `depth` plies that finishes
/// within `time` seconds, or None if there is not even time for one ply.
#[pyfunction]
#[pyo3(signature = (position, depth = 10, *, score = "discs", objective = "most", hash = 256 << 20,
    time = None))]
pub(crate) fn analyze(
    py: Python<'_>,
    position: Position,
    #[pyo3(from_py_with = depth)] depth: u32,
    score: &str,
    objective: &str,
    #[pyo3(from_py_with = hash)] hash: usize,
    time: Option<f64>,
) -> PyResult<Option<Analysis>> {
    let (rules, time) = (rules(score, objective)?, limit(time)?);
    let options = AnalysisOptions { rules, depth, hash };
    let deepest = without_interpreter(py, |stop| {
        let mut deepest = None;
        library::analyze(position.0, &options, &TimeLimit::new(stop, clock, time), |analysis| {
            deepest = Some(analysis);
            ControlFlow::Continue(())
        });
        deepest
    })?;
    let analysis = |found: library::analysis::Analysis| {
        Ok(Analysis {
            depth: found.depth,
            value: found.value,
            exact: found.exact,
            best_moves: names(found.best_moves),
            moves: valued(py, found.moves.iter().map(|mv| (mv.square, mv.value)))?.unbind(),
            line: found.line.to_string(),
            nodes: found.nodes,
        })
    };
    deepest.map(analysis).transpose()
}

/// Counts the lines of play of `depth` plies. A pass is a ply unless `passes='free'`.
#[pyfunction]
#[pyo3(signature = (position, depth, *, passes = "ply"))]
pub(crate) fn perft(
    py: Python<'_>,
    position: Position,
    #[pyo3(from_py_with = depth)] depth: u32,
    passes: &str,
) -> PyResult<u64> {
    let passes = read("passes", passes)?;
    without_interpreter(py, |stop| {
        rayon::scope(|_| library::perft(position.0, depth, passes, stop))
    })
}
