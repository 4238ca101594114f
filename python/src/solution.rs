//! Completely solved boards.

use othello_core as library;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arguments::{rules, wrong};
use crate::job::without_interpreter;
use crate::position::{Position, names, valued};

/// The most empty squares that `solve` accepts. It then takes seconds and about 200 MB.
const MOST_EMPTIES: u32 = 16;

/// The values of a position and of every position that can follow it; see `solve`.
#[pyclass(frozen, module = "othello_solver")]
pub(crate) struct Solution {
    start: library::Position,
    of: library::Solution,
}

/// The error for a position that was not solved.
fn unknown() -> PyErr {
    wrong("position", "it cannot be reached from the solved position")
}

#[pymethods]
impl Solution {
    /// The value of a position, from the point of view of the player to move.
    fn value(&self, position: Position) -> PyResult<i32> {
        self.of.value(position.0).ok_or_else(unknown)
    }

    /// The legal moves in square order, each with its value for the player who makes it.
    fn moves<'py>(&self, py: Python<'py>, position: Position) -> PyResult<Bound<'py, PyDict>> {
        valued(py, self.of.moves(position.0).ok_or_else(unknown)?)
    }

    /// The moves that keep the value, in square order.
    fn best_moves(&self, position: Position) -> PyResult<Vec<String>> {
        self.of.best_moves(position.0).map(names).ok_or_else(unknown)
    }

    /// Best play by both players to the end of the game.
    fn line(&self, position: Position) -> PyResult<String> {
        self.of.line(position.0).map(|line| line.to_string()).ok_or_else(unknown)
    }

    fn __repr__(&self) -> String {
        let Self { start, of } = self;
        let value = of.value(*start).map_or(String::new(), |value| format!("value={value} "));
        format!("<Solution of {} '{start}' {value}positions={}>", start.size(), self.__len__())
    }

    /// The number of positions; mirror images and rotations count once.
    fn __len__(&self) -> usize {
        self.of.positions().count()
    }
}

/// Solves a position of a small board and every position that can follow it; without a position,
/// the start of 4x4. The board may have at most 24 squares, and at most 16 may be empty.
///
/// This takes milliseconds on 4x4, and seconds on 4x5. For other positions use `search`.
#[pyfunction]
#[pyo3(signature = (position = None, *, score = "discs", objective = "most"))]
pub(crate) fn solve(
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
    let solution =
        without_interpreter(py, |stop| library::Solution::unless_stopped(position, rules, stop))?;
    let of = solution.map_err(|error| wrong("position", error))?;
    // If Ctrl-C stopped the job, it has already raised KeyboardInterrupt.
    Ok(Solution { start: position, of: of.expect("nothing has stopped it") })
}

/// The columns of `positions_4x4`, as bytes.
type Columns<'py> = [Bound<'py, PyBytes>; 4];

/// Returns the positions of 4x4: own discs, opponent's discs and best moves as 16 bits each, and
/// values as 8 bits.
#[pyfunction]
pub(crate) fn columns_4x4<'py>(
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
