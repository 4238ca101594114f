//! Arguments. Errors name the argument.

use std::fmt::Display;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use othello_core::answer::{Limits, Question};
use othello_core::{Find, Position, Rules, TimeLimit};
use othello_solver::clock::clock;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use crate::job::Stop;

/// An error that names the argument.
pub(crate) fn wrong(argument: &str, problem: impl Display) -> PyErr {
    PyValueError::new_err(format!("argument '{argument}': {problem}"))
}

/// Parses a size, a start, an objective, a scoring rule or a convention for passes.
pub(crate) fn read<T: FromStr<Err: Display>>(argument: &str, text: &str) -> PyResult<T> {
    text.parse().map_err(|error| wrong(argument, error))
}

pub(crate) fn rules(score: &str, objective: &str) -> PyResult<Rules> {
    Ok(Rules::new(read("score", score)?, read("objective", objective)?))
}

/// The options that the long jobs share.
#[pyclass(frozen)]
pub(crate) struct Options {
    pub(crate) rules: Rules,
    pub(crate) find: Find,
    pub(crate) limits: Limits,
    time: Duration,
}

#[pymethods]
impl Options {
    /// Without a number of threads, there is one for each processor. The memory is given in bytes and
    /// must be available, and the time is given in seconds.
    #[new]
    fn new(
        score: &str,
        objective: &str,
        find: &str,
        threads: Option<usize>,
        hash: usize,
        time: Option<f64>,
    ) -> PyResult<Self> {
        // Nothing is written to this memory, so allocating and freeing it is cheap.
        if Vec::<u8>::new().try_reserve_exact(hash).is_err() {
            let problem = "argument 'hash': the system cannot provide that much memory";
            return Err(PyMemoryError::new_err(problem));
        }
        let threads = match threads {
            Some(threads) => threads,
            None => thread::available_parallelism().map_or(1, usize::from),
        };
        let time = match time {
            None => Duration::MAX,
            Some(seconds @ 0.0..) => Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX),
            Some(_) => return Err(wrong("time", "it must be a number of seconds, 0 or more")),
        };
        let (rules, find) = (rules(score, objective)?, read("find", find)?);
        Ok(Self { rules, find, limits: Limits::new(hash, threads), time })
    }
}

impl Options {
    pub(crate) fn question(&self, position: Position) -> Question {
        Question::usual(position, self.rules).with_goal(self.find)
    }

    /// The time limit of a job that begins now.
    pub(crate) fn limit<'a>(&self, stop: &'a Stop) -> TimeLimit<'a> {
        TimeLimit::new(stop, &clock, self.time)
    }
}
