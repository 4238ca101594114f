//! Searches for the values of positions.

use std::time::Duration;

use othello_core as library;
use othello_core::analysis::{Plan, PlanError};
use othello_core::answer::{Answer, AnswerError, Limits, Lines, Question, Sources, answer};
use othello_core::{Color, Find, Game, Progress, Size, Square, SquareSet, TimeLimit};
use othello_solver::clock::clock;
use othello_solver::results::{PlanDocument, to_json};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rayon::prelude::*;

use crate::analysis::Forecast;
use crate::arguments::{hash, limit, or_all, read, rules, threads, threads_or_all, wrong};
use crate::job::{Stop, failed, without_interpreter};
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
    fn new(py: Python<'_>, question: &Question, answer: &Answer) -> PyResult<Self> {
        let is_settled = question.is_settled_by(answer);
        let bounds = answer.bounds();
        let move_bounds = PyDict::new(py);
        if !is_settled {
            for mv in answer.moves() {
                let bounds = mv.bounds();
                move_bounds.set_item(mv.square().to_string(), (bounds.lower(), bounds.upper()))?;
            }
        }
        let forecast = match answer.forecast() {
            Some(forecast) => Some(Py::new(py, Forecast::new(py, &forecast)?)?),
            None => None,
        };
        let has_moves = is_settled && question.find >= Find::AllMoves;
        let moves = if has_moves { answer.valued_moves() } else { Vec::new() };
        let all_best = is_settled && question.find >= Find::BestMoves;
        Ok(Self {
            value: answer.value(),
            lower: bounds.lower(),
            upper: bounds.upper(),
            best_move: answer.best_move().map(|square| square.to_string()),
            best_moves: if all_best { answer.best_moves().map(names) } else { None },
            moves: valued(py, moves.iter().map(|mv| (mv.square, mv.value)))?.unbind(),
            move_bounds: move_bounds.unbind(),
            forecast,
            line: answer.line().filter(|_| is_settled).map_or(String::new(), Game::to_string),
            nodes: answer.nodes(),
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
    let question = Question::usual(position.0, rules).with_goal(read("find", find)?);
    let found = without_interpreter(py, |stop| {
        let limits = Limits { hash, threads };
        answer(&question, &Sources::ALL, &limits, &TimeLimit::new(stop, clock, time))
    })?;
    SearchResult::new(py, &question, &found.map_err(failed)?)
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
    let (find, limits) = (read("find", find)?, Limits { hash, threads: or_all(threads) });
    let asked = |position| Question::usual(position, rules).with_goal(find);
    let questions: Vec<_> = positions.into_iter().map(asked).collect();
    let found = answer_each(py, &questions, &Sources::ALL, limits, time, |answer| answer)?;
    let results = questions.iter().zip(&found);
    results.map(|(question, answer)| SearchResult::new(py, question, answer)).collect()
}

/// Answers each question, with several threads that share the memory and the time, and keeps what is
/// wanted of it.
fn answer_each<T: Send>(
    py: Python<'_>,
    questions: &[Question],
    sources: &Sources<'_>,
    limits: Limits,
    time: Duration,
    wanted: impl Fn(Answer) -> T + Send + Sync,
) -> PyResult<Vec<T>> {
    let own = Limits::single(limits.hash / limits.threads);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(limits.threads).build();
    let pool = pool.map_err(|error| wrong("threads", error))?;
    let found: Result<Vec<_>, AnswerError> = without_interpreter(py, |stop: &Stop| {
        let limit = TimeLimit::new(stop as &dyn Progress, clock, time);
        pool.install(|| {
            let each = questions.par_iter();
            each.map(|question| answer(question, sources, &own, &limit).map(&wanted)).collect()
        })
    })?;
    found.map_err(failed)
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
    let find: Find = read("find", find)?;
    let bit = |square: &Square| 1_u64 << size.index(*square);
    let questions: Vec<_> = positions
        .into_iter()
        .map(|position| Question {
            lines: Lines::None,
            ..Question::usual(position, rules).with_goal(find)
        })
        .collect();
    let sources = Sources { enumeration: false, known: false, forecast: false, ..Sources::ALL };
    let limits = Limits { hash, threads: or_all(threads) };
    let found = answer_each(py, &questions, &sources, limits, time, |answer| {
        let set = |squares: &[Square]| squares.iter().map(bit).fold(0, |set, bit| set | bit);
        let best = answer.best_move().filter(|_| find >= Find::BestMove);
        let all = answer.best_moves().filter(|_| find >= Find::BestMoves).unwrap_or_default();
        let bounds = answer.bounds();
        (bounds.lower(), bounds.upper(), set(best.as_slice()), set(&all))
    })?;
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
