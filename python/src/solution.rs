//! Completely solved boards.

use othello_core as library;
use othello_core::SquareSet;
use pyo3::prelude::*;

use crate::arguments::{Options, wrong};
use crate::job::without_interpreter;
use crate::position::Position;

/// The most empty squares that `solve` accepts. It then takes seconds and about 200 MB.
const MOST_EMPTIES: u32 = 16;

/// The values of a position and of every position that can follow it, and of no others.
#[pyclass(frozen)]
pub(crate) struct Solved(library::Solution);

#[pymethods]
impl Solved {
    fn value(&self, position: Position) -> Option<i32> {
        self.0.value(position.0)
    }

    /// The legal moves in square order, each with its value for the player who makes it.
    fn moves(&self, position: Position) -> Option<Vec<(String, i32)>> {
        let moves = self.0.moves(position.0)?.into_iter();
        Some(moves.map(|(square, value)| (square.to_string(), value)).collect())
    }

    fn line(&self, position: Position) -> Option<String> {
        Some(self.0.line(position.0)?.to_string())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The own discs, the opponent's discs, the best moves and the value of each position.
    fn rows(&self) -> Vec<(u64, u64, u64, i32)> {
        let mut rows = Vec::new();
        for (position, value) in self.0.positions() {
            let best = self.0.best_moves(position).unwrap_or_default();
            let best = SquareSet::from_squares(position.size(), best);
            rows.push((position.own().bits(), position.opponent().bits(), best.bits(), value));
        }
        rows
    }
}

#[pyfunction]
pub(crate) fn solve(py: Python<'_>, position: Position, options: &Options) -> PyResult<Solved> {
    let (position, most) = (position.0, library::Solution::MAX_SQUARES);
    if position.size().squares() > most || position.empties() > MOST_EMPTIES {
        let problem = format!(
            "solve accepts boards of at most {most} squares with at most {MOST_EMPTIES} empty; \
             search finds the value of one position"
        );
        return Err(wrong("position", problem));
    }
    let solution = without_interpreter(py, |stop| {
        library::Solution::unless_stopped(position, options.rules, stop)
    })?;
    let solution = solution.map_err(|error| wrong("position", error))?;
    // If Ctrl-C stopped the job, it has already raised KeyboardInterrupt.
    Ok(Solved(solution.expect("nothing has stopped it")))
}
