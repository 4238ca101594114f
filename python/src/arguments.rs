//! Arguments. Errors name the argument.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use othello_core::search::MAX_THREADS;
use othello_core::{Objective, Rules, Scoring};
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// An error that names the argument.
pub(crate) fn wrong(argument: &str, problem: impl Display) -> PyErr {
    PyValueError::new_err(format!("argument '{argument}': {problem}"))
}

/// Parses a size, a start, an objective, a scoring rule or a convention for passes.
pub(crate) fn read<T: FromStr<Err: Display>>(argument: &str, text: &str) -> PyResult<T> {
    text.parse().map_err(|error| wrong(argument, error))
}

pub(crate) fn rules(score: &str, objective: &str) -> PyResult<Rules> {
    Ok(Rules::new(read::<Scoring>("score", score)?, read::<Objective>("objective", objective)?))
}

/// The time limit, given in seconds; `None` means no limit.
pub(crate) fn limit(time: Option<f64>) -> PyResult<Duration> {
    match time {
        None => Ok(Duration::MAX),
        Some(seconds @ 0.0..) => Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)),
        Some(_) => Err(wrong("time", "it must be a number of seconds, 0 or more")),
    }
}

/// Reads a whole number in this range.
pub(crate) fn whole<T: TryFrom<u64>>(
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
pub(crate) fn threads(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("threads", 1..=MAX_THREADS.into(), value)
}

/// Reads a number of threads; `None` means one for each processor.
pub(crate) fn threads_or_all(value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    if value.is_none() { Ok(None) } else { threads(value).map(Some) }
}

/// Reads a number of plies.
pub(crate) fn depth(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    whole("depth", 0..=u32::MAX.into(), value)
}

/// Reads a number of bytes, which the system must be able to grant.
pub(crate) fn hash(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    let bytes = whole("hash", 0..=u64::MAX, value)?;
    // Nothing is written to this memory, so allocating and freeing it is cheap.
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        let problem = "argument 'hash': the system does not grant that much memory";
        return Err(PyMemoryError::new_err(problem));
    }
    Ok(bytes)
}

/// The given number of threads, or one for each processor.
pub(crate) fn or_all(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}
