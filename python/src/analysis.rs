//! Looking a few plies ahead: best play, forecasts, and the number of lines.

use std::ops::ControlFlow;

use othello_core as library;
use othello_core::analysis::{AnalysisOptions, Forecast};
use pyo3::prelude::*;
use pythonize::pythonize;

use crate::arguments::{Options, read};
use crate::job::{pool, without_interpreter};
use crate::position::Position;

/// The fields of a `Forecast`, or None.
#[pyfunction]
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    position: Position,
    depth: u32,
    options: &Options,
) -> PyResult<Bound<'py, PyAny>> {
    let forecast = without_interpreter(py, |stop| {
        Forecast::to_depth(position.0, options.rules, depth, &options.limit(stop))
    })?;
    Ok(pythonize(py, &forecast)?)
}

/// The fields of an `Analysis`, or None.
#[pyfunction]
pub(crate) fn analyze<'py>(
    py: Python<'py>,
    position: Position,
    depth: u32,
    options: &Options,
) -> PyResult<Bound<'py, PyAny>> {
    let of = AnalysisOptions::to_depth(depth).rules(options.rules).hash(options.limits.hash);
    let deepest = without_interpreter(py, |stop| {
        let mut deepest = None;
        library::analyze(position.0, &of, &options.limit(stop), |analysis| {
            deepest = Some(analysis);
            ControlFlow::Continue(())
        });
        deepest
    })?;
    Ok(pythonize(py, &deepest)?)
}

#[pyfunction]
pub(crate) fn perft(py: Python<'_>, position: Position, depth: u32, passes: &str) -> PyResult<u64> {
    let passes = read("passes", passes)?;
    let pool = pool(0)?;
    let count = |stop: &_| library::perft(position.0, depth, passes, stop).unwrap_or_default();
    without_interpreter(py, |stop| pool.install(|| count(stop)))
}
