//! Searches for the values of positions.

use std::time::Duration;

use othello_core as library;
use othello_core::analysis::{Plan, PlanError, PositionBounds, answer_within};
use othello_core::{Color, Progress, SearchOptions, Size, Square, SquareSet, TimeLimit};
use othello_solver::clock::clock;
use othello_solver::results::{PlanDocument, to_json};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rayon::prelude::*;

use crate::analysis::Forecast;
use crate::arguments::{hash, limit, or_all, read, rules, threads, threads_or_all, wrong};
use crate::job::{Stop, without_interpreter};
use crate::position::{Position, names, valued};

/// The result of a search. Values are from the point of view of the player to move.
#[pyclass(frozen, get_all, module = "othello_solver")]
pub(crate) struct SearchResult {
    /// The value, or None if time ran out first.
    value: Option<i32>,
    /// The value is at least this.
    lower: i32,
    /// The value is at most this.
    upper: i32,
    /// A move that keeps the value. None if there is no move, if only the value was requested, or
    /// if time ran out before a best move was known.
    best_move: Option<String>,
    /// Every move that keeps the value, in square order, with `find="best-moves"` or
    /// `find="all-moves"`; otherwise None.
    best_moves: Option<Vec<String>>,
    /// With `find="all-moves"`, every legal move with its value, best first; otherwise empty.
    moves: Py<PyDict>,
    /// If time ran out, every legal move with its proved bounds: its value is at least the first
    /// number and at most the second. Otherwise empty.
    move_bounds: Py<PyDict>,
    /// If time ran out, the trained evaluation's forecast, on boards with an evaluation.
    forecast: Option<Py<Forecast>>,
    /// Best play by both players to the end of the game.
    line: String,
    /// The number of positions searched.
    nodes: u64,
}

impl SearchResult {
    fn new(
        py: Python<'_>,
        found: Result<library::SearchResult, Box<PositionBounds>>,
    ) -> PyResult<Self> {
        Ok(match found {
            Ok(found) => Self {
                value: found.value(),
                lower: found.lower,
                upper: found.upper,
                best_move: found.best_move.map(|square| square.to_string()),
                best_moves: found.best_moves.map(names),
                moves: valued(py, found.moves.iter().map(|mv| (mv.square, mv.value)))?.unbind(),
                move_bounds: PyDict::new(py).unbind(),
                forecast: None,
                line: found.line.to_string(),
                nodes: found.nodes,
            },
            Err(bounds) => {
                let PositionBounds {
                    value, best_move, lower, upper, moves, forecast, nodes, ..
                } = *bounds;
                let move_bounds = PyDict::new(py);
                for mv in moves {
                    move_bounds.set_item(mv.square.to_string(), (mv.lower, mv.upper))?;
                }
                let forecast =
                    forecast.map(|it| Py::new(py, Forecast::new(py, &it)?)).transpose()?;
                Self {
                    value,
                    lower,
                    upper,
                    best_move: best_move.map(|square| square.to_string()),
                    best_moves: None,
                    moves: PyDict::new(py).unbind(),
                    move_bounds: move_bounds.unbind(),
                    forecast,
                    line: String::new(),
                    nodes,
                }
            }
        })
    }
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self) -> String {
        let Self { value, lower, upper, best_move, line, nodes, .. } = self;
        match value {
            Some(value) => {
                let best = best_move.as_deref().unwrap_or_default();
                format!(
                    "<SearchResult value={value} best_move='{best}' line='{line}' nodes={nodes}>"
                )
            }
            None => format!("<SearchResult {lower} <= value <= {upper} nodes={nodes}>"),
        }
    }
}

/// Searches for the value of a position with best play by both sides.
///
/// `find` sets what to look for: "value", "best-move", "best-moves" for all of them, or "all-moves"
/// for the value of every move. Positions that this project has solved are looked up. `threads` may
/// be 1 to 1024, `time` is the time limit in seconds, and `hash` is the memory limit of the
/// transposition table in bytes. If time runs out before the value is known, `lower`, `upper` and
/// `move_bounds` give the proved bounds, and `forecast` gives the trained evaluation's forecast.
#[pyfunction]
#[pyo3(signature = (position, *, score = "discs", objective = "most", find = "best-move",
    threads = 1, hash = 256 << 20, time = None))]
#[expect(clippy::too_many_arguments, reason = "they have names")]
pub(crate) fn search(
    py: Python<'_>,
    position: Position,
    score: &str,
    objective: &str,
    find: &str,
    #[pyo3(from_py_with = threads)] threads: usize,
    #[pyo3(from_py_with = hash)] hash: usize,
    time: Option<f64>,
) -> PyResult<SearchResult> {
    let (rules, time) = (rules(score, objective)?, limit(time)?);
    let find = read("find", find)?;
    let options = SearchOptions { rules, hash, threads, find, ..Default::default() };
    let found = without_interpreter(py, |stop| {
        answer_within(position.0, &options, &TimeLimit::new(stop, clock, time))
    })?;
    SearchResult::new(py, found)
}

/// A plan as JSON, or None if time ran out first.
#[pyfunction]
pub(crate) fn plan_document(
    py: Python<'_>,
    position: Position,
    side: Option<char>,
    score: &str,
    objective: &str,
    time: Option<f64>,
) -> PyResult<Option<String>> {
    let (rules, time) = (rules(score, objective)?, limit(time)?);
    let player = match side {
        None => None,
        Some('X') => Some(Color::Black),
        Some('O') => Some(Color::White),
        Some(side) => return Err(wrong("side", format!("'{side}' is neither 'X' nor 'O'"))),
    };
    let plan = without_interpreter(py, |stop| {
        Plan::new(position.0, rules, player, &TimeLimit::new(stop, clock, time))
    })?;
    match plan {
        Ok(plan) => Ok(Some(to_json(&PlanDocument::new(&plan)))),
        Err(PlanError::Stopped) => Ok(None),
        Err(error) => Err(wrong("position", error)),
    }
}

/// Searches many positions in parallel, and returns the result of `search` for each, in order.
///
/// The limits `time`, in seconds, and `hash`, in bytes, apply to all of them together. By default
/// there is one thread for each processor.
#[pyfunction]
#[pyo3(signature = (positions, *, score = "discs", objective = "most", find = "best-move",
    threads = None, hash = 256 << 20, time = None))]
#[expect(clippy::too_many_arguments, reason = "they have names")]
pub(crate) fn search_many(
    py: Python<'_>,
    positions: Vec<Position>,
    score: &str,
    objective: &str,
    find: &str,
    #[pyo3(from_py_with = threads_or_all)] threads: Option<usize>,
    #[pyo3(from_py_with = hash)] hash: usize,
    time: Option<f64>,
) -> PyResult<Vec<SearchResult>> {
    let (rules, time) = (rules(score, objective)?, limit(time)?);
    let positions: Vec<_> = positions.into_iter().map(|position| position.0).collect();
    let options = SearchOptions { rules, hash, find: read("find", find)?, ..Default::default() };
    let threads = or_all(threads);
    let found = search_each(py, &positions, options, threads, time, |position, options, limit| {
        answer_within(position, options, limit)
    })?;
    found.into_iter().map(|found| SearchResult::new(py, found)).collect()
}

/// Runs the same job on each position, with several threads that share the memory and the time.
fn search_each<T: Send>(
    py: Python<'_>,
    positions: &[library::Position],
    options: SearchOptions,
    threads: usize,
    time: Duration,
    work: impl Fn(library::Position, &SearchOptions, &TimeLimit<'_>) -> T + Send + Sync,
) -> PyResult<Vec<T>> {
    let options = SearchOptions { hash: options.hash / threads, ..options };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| wrong("threads", error))?;
    without_interpreter(py, |stop: &Stop| {
        let limit = TimeLimit::new(stop as &dyn Progress, clock, time);
        pool.install(|| {
            positions.par_iter().map(|&position| work(position, &options, &limit)).collect()
        })
    })
}

/// The columns of `search_arrays`, as bytes.
type Columns<'py> =
    (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>);

/// Takes positions as own and opponent's discs of 64 bits each. Returns the bounds of their values
/// as 8 bits, and sets of 64 bits for one best move and, if requested, for all of them.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "only this package calls it")]
pub(crate) fn search_columns<'py>(
    py: Python<'py>,
    own: &[u8],
    opponent: &[u8],
    size: &str,
    score: &str,
    objective: &str,
    find: &str,
    #[pyo3(from_py_with = threads_or_all)] threads: Option<usize>,
    #[pyo3(from_py_with = hash)] hash: usize,
    time: Option<f64>,
) -> PyResult<Columns<'py>> {
    let (rules, time, size) = (rules(score, objective)?, limit(time)?, read("size", size)?);
    let positions = own.chunks_exact(8).zip(opponent.chunks_exact(8)).enumerate();
    let positions = positions.map(|(index, (own, opponent))| position(size, index, own, opponent));
    let positions = positions.collect::<PyResult<Vec<_>>>()?;
    let options = SearchOptions { rules, hash, find: read("find", find)?, ..Default::default() };
    let bit = |square: &Square| 1_u64 << size.index(*square);
    let work = |position, options: &SearchOptions, limit: &TimeLimit<'_>| {
        let found = library::search(position, options, limit);
        let set = |squares: &[Square]| squares.iter().map(bit).fold(0, |set, bit| set | bit);
        let best = found.best_move.filter(|_| found.complete);
        let all = found.best_moves.filter(|_| found.complete);
        (found.lower, found.upper, set(best.as_slice()), set(&all.unwrap_or_default()))
    };
    let found = search_each(py, &positions, options, or_all(threads), time, work)?;
    let scores = |of: fn(&(i32, i32, u64, u64)) -> i32| -> Vec<u8> {
        found
            .iter()
            .map(|row| i8::try_from(of(row)).expect("a board has 64 squares"))
            .map(i8::cast_unsigned)
            .collect()
    };
    let best: Vec<u8> = found.iter().flat_map(|(_, _, best, _)| best.to_ne_bytes()).collect();
    let all: Vec<u8> = found.iter().flat_map(|(_, _, _, all)| all.to_ne_bytes()).collect();
    let columns = [scores(|row| row.0), scores(|row| row.1), best, all];
    let [lower, upper, best, all] = columns.map(|column| PyBytes::new(py, &column));
    Ok((lower, upper, best, all))
}

/// The position with these discs and Black to move.
fn position(size: Size, index: usize, own: &[u8], opponent: &[u8]) -> PyResult<library::Position> {
    let set = |argument, bytes: &[u8]| {
        let bits = u64::from_ne_bytes(bytes.try_into().expect("each has eight bytes"));
        SquareSet::new(size, bits).ok_or_else(|| {
            let problem = format!("element {index}: the {size} board has no such square");
            wrong(argument, problem)
        })
    };
    let (own, opponent) = (set("own", own)?, set("opponent", opponent)?);
    library::Position::new(own, opponent, Color::Black)
        .ok_or_else(|| wrong("opponent", format!("element {index}: two discs lie on one square")))
}
