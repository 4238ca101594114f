//! The library for Python.
//!
//! Each function reads its arguments, releases the interpreter and calls the library. The doc
//! comments here are the docstrings that users see; the types are in the stubs.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use othello_solver as library;
use othello_solver::analysis::AnalysisOptions;
use othello_solver::search::{Find, MAX_THREADS, NoMemory};
use othello_solver::{
    Color, Game, Objective, Progress, Rules, Scoring, SearchOptions, Size, Square, Start,
    TimeLimit, Turn,
};
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rayon::prelude::*;

/// The most empty squares that a position may have for `solve`, which then takes seconds and some
/// 50 MB.
const MOST_EMPTIES: u32 = 16;

/// How often a job checks whether Ctrl-C was pressed.
const INTERVAL: Duration = Duration::from_millis(50);

/// An error in an argument, which it names.
fn wrong(argument: &str, problem: impl Display) -> PyErr {
    PyValueError::new_err(format!("argument '{argument}': {problem}"))
}

/// Parses a size, a start, an objective, a way of scoring or a convention about passes.
fn read<T: FromStr<Err: Display>>(argument: &str, text: &str) -> PyResult<T> {
    text.parse().map_err(|error| wrong(argument, error))
}

fn rules(score: &str, objective: &str) -> PyResult<Rules> {
    Ok(Rules::new(read::<Scoring>("score", score)?, read::<Objective>("objective", objective)?))
}

/// The time in seconds, `None` for no limit.
fn limit(time: Option<f64>) -> PyResult<Duration> {
    match time {
        None => Ok(Duration::MAX),
        Some(seconds @ 0.0..) => Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)),
        Some(_) => Err(wrong("time", "it must be a number of seconds, 0 or more")),
    }
}

/// Reads a whole number that lies in this range.
fn whole<T: TryFrom<u64>>(
    argument: &str,
    range: RangeInclusive<u64>,
    value: &Bound<'_, PyAny>,
) -> PyResult<T> {
    let number = match value.extract::<u64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => None,
        number => Some(number?),
    };
    let number = number.filter(|number| range.contains(number));
    number.and_then(|number| number.try_into().ok()).ok_or_else(|| {
        let (least, most) = range.into_inner();
        wrong(argument, format!("it must lie between {least} and {most}"))
    })
}

/// Reads a number of threads.
fn threads(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("threads", 1..=MAX_THREADS.into(), value)
}

/// Reads a number of threads; `None` is one for each processor.
fn threads_or_all(value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    if value.is_none() { Ok(None) } else { threads(value).map(Some) }
}

/// Reads a number of plies.
fn depth(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    whole("depth", 0..=u32::MAX.into(), value)
}

/// Reads a number of bytes that the system grants.
fn hash(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    let bytes = whole("hash", 0..=u64::MAX, value)?;
    // Nothing is written to it, so it is allocated and freed at once.
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        let problem = "argument 'hash': the system does not grant that much memory";
        return Err(PyMemoryError::new_err(problem));
    }
    Ok(bytes)
}

fn names(squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// A dict from moves to values, in this order.
fn valued(
    py: Python<'_>,
    moves: impl IntoIterator<Item = (Square, i32)>,
) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for (square, value) in moves {
        dict.set_item(square.to_string(), value)?;
    }
    Ok(dict)
}

/// A listener that only stops a job.
struct Stop(AtomicBool);

impl Progress for Stop {
    fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Does a job without holding the interpreter, so that other Python threads run meanwhile. Ctrl-C
/// stops it.
fn without_interpreter<T: Send>(
    py: Python<'_>,
    job: impl FnOnce(&Stop) -> T + Send,
) -> PyResult<T> {
    let stop = Stop(AtomicBool::new(false));
    py.detach(|| {
        thread::scope(|scope| {
            let (done, end) = channel::<()>();
            let stop = &stop;
            let job = scope.spawn(move || {
                let _done = done;
                job(stop)
            });
            // Signals reach only this thread.
            while end.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                #[expect(clippy::redundant_closure_for_method_calls, reason = "lifetimes need it")]
                if let Err(interrupt) = Python::attach(|py| py.check_signals()) {
                    stop.0.store(true, Relaxed);
                    let _ = job.join();
                    return Err(interrupt);
                }
            }
            job.join().map_err(|panic| match panic.downcast_ref::<NoMemory>() {
                Some(problem) => PyMemoryError::new_err(problem.to_string()),
                None => resume_unwind(panic),
            })
        })
    })
}

/// A position: a board, its discs, and whose turn it is. It is immutable.
///
/// `Position("6x6")` is the start of a game on a board of six columns and six rows.
#[pyclass(frozen, eq, hash, from_py_object, module = "othello_solver")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Position(library::Position);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (size = "8x8", start = "diagonal"))]
    fn new(size: &str, start: &str) -> PyResult<Self> {
        Ok(Self(library::Position::start(
            read::<Size>("size", size)?,
            read::<Start>("start", start)?,
        )))
    }

    /// Parses a position: the cells row by row from a1 and the side to move, as in
    /// `'-----OX--XO----- X'`, or two hexadecimal words of discs and the side to move. Without a
    /// size, the board is the square one with this number of cells.
    #[staticmethod]
    #[pyo3(signature = (text, size = None))]
    fn parse(text: &str, size: Option<&str>) -> PyResult<Self> {
        let position = match size {
            None => text.parse(),
            Some(size) => library::Position::parse(read("size", size)?, text),
        };
        position.map(Self).map_err(|error| wrong("text", error))
    }

    /// The position after one or more moves, as in `'d3c5'`; forced passes are left out.
    fn play(&self, moves: &str) -> PyResult<Self> {
        let game = Game::parse(self.0, moves).map_err(|error| wrong("moves", error))?;
        Ok(Self(game.end()))
    }

    /// The same discs with the other player to move.
    fn passed(&self) -> Self {
        Self(self.0.pass())
    }

    /// The legal moves, in the order of squares. There are none if the player must pass or the game
    /// is over.
    fn moves(&self) -> Vec<String> {
        names(self.0.moves())
    }

    /// What the player to move may do: `'place'`, `'pass'` or, if the game is over, `'over'`.
    #[getter]
    fn turn(&self) -> &'static str {
        match self.0.turn() {
            Turn::Place => "place",
            Turn::Pass => "pass",
            Turn::Over => "over",
        }
    }

    /// The score if the game ends here, seen by the player to move.
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

    /// The position that represents this one and all its mirror images and rotations.
    fn canonical(&self) -> Self {
        Self(self.0.canonical())
    }

    /// The board as text, with a dot on each legal move.
    fn diagram(&self) -> String {
        self.0.diagram().trim_end().to_owned()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position.parse('{}', '{}')", self.0, self.0.size())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let parse = py.get_type::<Self>().getattr("parse")?;
        Ok((parse, (self.0.to_string(), self.size())))
    }
}

/// The values of a position and of every position that can follow it: see `solve`.
#[pyclass(frozen, module = "othello_solver")]
struct Solution(library::Solution);

/// The position was not solved.
fn unknown() -> PyErr {
    wrong("position", "it cannot be reached from the one that was solved")
}

#[pymethods]
impl Solution {
    /// The value of a position, seen by the player to move.
    fn value(&self, position: Position) -> PyResult<i32> {
        self.0.value(position.0).ok_or_else(unknown)
    }

    /// The legal moves, in the order of squares, each with its value for the player who makes it.
    fn moves<'py>(&self, py: Python<'py>, position: Position) -> PyResult<Bound<'py, PyDict>> {
        valued(py, self.0.moves(position.0).ok_or_else(unknown)?)
    }

    /// The moves that keep the value, in the order of squares.
    fn best_moves(&self, position: Position) -> PyResult<Vec<String>> {
        self.0.best_moves(position.0).map(names).ok_or_else(unknown)
    }

    /// The moves with which both players play best to the end of the game.
    fn line(&self, position: Position) -> PyResult<String> {
        self.0.line(position.0).map(|line| line.to_string()).ok_or_else(unknown)
    }

    /// The number of positions; mirror images and rotations count once.
    fn __len__(&self) -> usize {
        self.0.positions().count()
    }
}

/// The result of a search. Values are seen by the player to move.
#[pyclass(frozen, get_all, module = "othello_solver")]
struct SearchResult {
    /// The value, or None if the search was stopped before it was known.
    value: Option<i32>,
    /// The value is at least this.
    lower: i32,
    /// The value is at most this.
    upper: i32,
    /// A move that keeps the value, or None if there is none.
    best_move: Option<String>,
    /// With `all_moves` or `move_values`, every move that keeps the value; otherwise None.
    best_moves: Option<Vec<String>>,
    /// With `move_values`, every legal move with its value, the best first; otherwise empty.
    moves: Py<PyDict>,
    /// The moves with which both players play best to the end of the game.
    line: String,
    /// The number of positions searched.
    nodes: u64,
}

impl SearchResult {
    fn new(py: Python<'_>, find: Find, found: &library::SearchResult) -> PyResult<Self> {
        let moves = found.moves.iter().map(|of| (of.square, of.value));
        Ok(Self {
            value: found.value(),
            lower: found.lower,
            upper: found.upper,
            best_move: found.best_moves.first().map(Square::to_string),
            best_moves: (find > Find::BestMove).then(|| names(found.best_moves.iter().copied())),
            moves: valued(py, moves)?.unbind(),
            line: found.line.to_string(),
            nodes: found.nodes,
        })
    }
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self) -> String {
        let value = self.value.map_or("None".to_owned(), |value| value.to_string());
        format!("<SearchResult value={value} line='{}' nodes={}>", self.line, self.nodes)
    }
}

/// The result of best play to a fixed depth. Values are seen by the player to move.
#[pyclass(frozen, get_all, module = "othello_solver")]
struct Analysis {
    /// The number of plies.
    depth: u32,
    /// The score at the end of the line. If the game is not over there, discs count as they lie.
    value: i32,
    /// Whether this is the value of the whole game.
    exact: bool,
    /// Each legal move with its value, in the order of squares.
    moves: Py<PyDict>,
    /// The moves with the highest value.
    best_moves: Vec<String>,
    /// The moves with which both players play best to this depth.
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

/// Solves a position of a small board and every position that can follow it; without a position,
/// the start of 4x4. The board may have at most 24 squares, of which at most 16 may be empty.
///
/// This takes milliseconds on 4x4, and seconds on 4x5. For other positions use `search`.
#[pyfunction]
#[pyo3(signature = (position = None, *, score = "discs", objective = "most"))]
fn solve(
    py: Python<'_>,
    position: Option<Position>,
    score: &str,
    objective: &str,
) -> PyResult<Solution> {
    let position = position.map_or_else(|| Position::new("4x4", "diagonal"), Ok)?;
    let rules = rules(score, objective)?;
    let (position, most) = (position.0, library::Solution::MAX_SQUARES);
    if position.size().squares() > most || position.empties() > MOST_EMPTIES {
        let problem = format!(
            "solve accepts boards of at most {most} squares with at most {MOST_EMPTIES} empty; \
             search finds the value of one position"
        );
        return Err(wrong("position", problem));
    }
    let solution = without_interpreter(py, |_| library::Solution::new(position, rules))?;
    solution.map(Solution).map_err(|error| wrong("position", error))
}

/// What a search is asked for.
fn find(all_moves: bool, move_values: bool) -> Find {
    match (all_moves, move_values) {
        (_, true) => Find::EveryMove,
        (true, false) => Find::BestMoves,
        (false, false) => Find::BestMove,
    }
}

/// Searches for the value of a position with best play by both sides.
///
/// `threads` may be 1 to 1024; `time` is the time limit in seconds, and `hash` the memory limit of
/// the transposition table in bytes. When the time is up, `lower` and `upper` say what is known of the value.
#[pyfunction]
#[pyo3(signature = (position, *, score = "discs", objective = "most", all_moves = false,
    move_values = false, threads = 1, hash = 256 << 20, time = None))]
#[expect(clippy::too_many_arguments, reason = "they have names")]
fn search(
    py: Python<'_>,
    position: Position,
    score: &str,
    objective: &str,
    all_moves: bool,
    move_values: bool,
    #[pyo3(from_py_with = threads)] threads: usize,
    #[pyo3(from_py_with = hash)] hash: usize,
    time: Option<f64>,
) -> PyResult<SearchResult> {
    let (rules, time) = (rules(score, objective)?, limit(time)?);
    let find = find(all_moves, move_values);
    let options = SearchOptions { rules, hash, threads, find, ..Default::default() };
    let found = without_interpreter(py, |stop| {
        library::search(position.0, &options, &TimeLimit::new(stop, time))
    })?;
    SearchResult::new(py, find, &found)
}

/// Searches many positions in parallel, and returns the result of `search` for each, in order.
///
/// The limits `time`, in seconds, and `hash`, in bytes, hold for all of them together. By default
/// there is one thread for each processor.
#[pyfunction]
#[pyo3(signature = (positions, *, score = "discs", objective = "most", all_moves = false,
    move_values = false, threads = None, hash = 256 << 20, time = None))]
#[expect(clippy::too_many_arguments, reason = "they have names")]
fn search_many(
    py: Python<'_>,
    positions: Vec<Position>,
    score: &str,
    objective: &str,
    all_moves: bool,
    move_values: bool,
    #[pyo3(from_py_with = threads_or_all)] threads: Option<usize>,
    #[pyo3(from_py_with = hash)] hash: usize,
    time: Option<f64>,
) -> PyResult<Vec<SearchResult>> {
    let (rules, time) = (rules(score, objective)?, limit(time)?);
    let available = || thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.unwrap_or_else(available);
    let hash = hash / threads;
    let options =
        SearchOptions { rules, hash, find: find(all_moves, move_values), ..Default::default() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| wrong("threads", error))?;
    let found: Vec<_> = without_interpreter(py, |stop| {
        let limit = TimeLimit::new(stop, time);
        pool.install(|| {
            positions
                .par_iter()
                .map(|position| library::search(position.0, &options, &limit))
                .collect()
        })
    })?;
    found.iter().map(|found| SearchResult::new(py, options.find, found)).collect()
}

/// Best play for the next few plies: the deepest search of at most `depth` plies that ends within
/// `time` seconds, or None if there is not even time for one ply.
#[pyfunction]
#[pyo3(signature = (position, depth = 10, *, score = "discs", objective = "most", hash = 256 << 20,
    time = None))]
fn analyze(
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
        library::analyze(position.0, &options, &TimeLimit::new(stop, time), |analysis| {
            deepest = Some(analysis);
            std::ops::ControlFlow::Continue(())
        });
        deepest
    })?;
    let analysis = |found: library::analysis::Analysis| {
        Ok(Analysis {
            depth: found.depth,
            value: found.value,
            exact: found.exact,
            best_moves: names(found.best_moves),
            moves: valued(py, found.moves.iter().map(|of| (of.square, of.value)))?.unbind(),
            line: found.line.to_string(),
            nodes: found.nodes,
        })
    };
    deepest.map(analysis).transpose()
}

/// Counts the lines of play of `depth` plies. A pass is a ply unless `passes='free'`.
#[pyfunction]
#[pyo3(signature = (position, depth, *, passes = "ply"))]
fn perft(
    py: Python<'_>,
    position: Position,
    #[pyo3(from_py_with = depth)] depth: u32,
    passes: &str,
) -> PyResult<u64> {
    let passes = read("passes", passes)?;
    without_interpreter(py, |stop| library::perft(position.0, depth, passes, stop))
}

/// The columns of `positions_4x4`, as bytes.
type Columns<'py> = [Bound<'py, PyBytes>; 4];

/// The positions of 4x4: own discs, opponent's discs and best moves as 16 bits each, and values as
/// 8 bits.
#[pyfunction]
fn columns_4x4<'py>(
    py: Python<'py>,
    start: &str,
    score: &str,
    objective: &str,
) -> PyResult<Columns<'py>> {
    let position = Position::new("4x4", start)?;
    let rules = rules(score, objective)?;
    let columns = without_interpreter(py, |_| {
        let solution = library::Solution::new(position.0, rules).ok()?;
        let mut columns = [const { Vec::new() }; 4];
        for (position, value) in solution.positions() {
            let best = solution.best_moves(position)?;
            let best =
                best.iter().fold(0, |set, &square| set | 1_u64 << position.size().index(square));
            let sets = [
                position.discs(position.side()).bits(),
                position.discs(!position.side()).bits(),
                best,
            ];
            for (column, set) in columns.iter_mut().zip(sets) {
                column.extend(u16::try_from(set).ok()?.to_ne_bytes());
            }
            columns[3].extend(i8::try_from(value).ok()?.to_ne_bytes());
        }
        Some(columns)
    })?;
    Ok(columns.expect("4x4 is small").map(|column| PyBytes::new(py, &column)))
}

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{
        Analysis, Position, SearchResult, Solution, analyze, columns_4x4, perft, search,
        search_many, solve,
    };
}
