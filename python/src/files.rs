//! Files that the program writes (tables of values and certificates), and checking them.

use std::path::PathBuf;

use othello_core::answer::Limits;
use othello_core::{Progress, Rules};
use othello_solver::proof::{self, CertifyError, CertifyOptions};
use othello_solver::storage::{FileError, JobFolder, TableError, write_whole};
use othello_solver::tables;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pythonize::pythonize;

use crate::arguments::Options;
use crate::job::{failed, without_interpreter};
use crate::position::Position;

fn in_file(error: FileError) -> PyErr {
    PyOSError::new_err(error.to_string())
}

fn in_table(error: TableError) -> PyErr {
    match error {
        TableError::File(error) => in_file(error),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// A file with the values of all positions of a board.
#[pyclass(frozen)]
pub(crate) struct ValueTable(tables::ValueTable);

#[pymethods]
impl ValueTable {
    #[new]
    fn new(file: PathBuf) -> PyResult<Self> {
        tables::ValueTable::open(&file).map(Self).map_err(in_table)
    }

    /// The board, how discs are counted, and whether the most or the fewest win.
    fn variant(&self) -> [String; 3] {
        let Rules { scoring, objective } = self.0.rules;
        [self.0.size.to_string(), scoring.to_string(), objective.to_string()]
    }

    /// The value of a position, and the legal moves in square order, each with its value for the
    /// player who makes it. None if the table does not have the position.
    #[expect(clippy::type_complexity, reason = "it is used once")]
    fn row(&self, position: Position) -> PyResult<Option<(i32, Vec<(String, i32)>)>> {
        let Some(row) = self.0.row(position.0).map_err(in_table)? else { return Ok(None) };
        let moves = row.move_values().map(|mv| (mv.square.to_string(), mv.value));
        Ok(Some((row.value, moves.collect())))
    }
}

/// Writes a proof of the value of a position to a file, and returns the value.
#[pyfunction]
pub(crate) fn certify(
    py: Python<'_>,
    position: Position,
    file: PathBuf,
    leaves: Option<u32>,
    options: &Options,
) -> PyResult<i32> {
    let &Options { rules, limits: Limits { hash, threads, .. }, .. } = options;
    let position = position.0;
    let leaves = leaves.unwrap_or(CertifyOptions::usual_leaves(position.size()));
    let of = CertifyOptions { rules, leaves, hash, threads, value: None };
    let place = JobFolder::for_file(&file, "certify", position, rules).map_err(in_file)?;
    let made = without_interpreter(py, |stop| {
        let certificate = proof::certify(position, &of, &|_, _| None, &place, stop)?;
        write_whole(&file, &certificate.to_bytes()).map_err(TableError::from)?;
        Ok(certificate.claim.value)
    })?;
    let value = made.map_err(|error| match error {
        CertifyError::State(error) => in_table(error),
        CertifyError::Answer(error) => failed(error),
        CertifyError::OutOfMemory { .. } => PyMemoryError::new_err(error.to_string()),
        CertifyError::Stopped => PyValueError::new_err(error.to_string()),
    })?;
    place.leave();
    Ok(value)
}

/// The verdicts on files and on everything in folders, as the program writes them.
#[pyfunction]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    paths: Vec<PathBuf>,
    options: &Options,
) -> PyResult<Bound<'py, PyAny>> {
    let verdicts: Vec<_> = without_interpreter(py, |stop| {
        let limit = options.limit(stop);
        let verdicts = othello_solver::verify::verify(&paths, options.limits.hash, &limit);
        verdicts.take_while(|_| !stop.is_stopped()).collect()
    })?;
    Ok(pythonize(py, &verdicts)?)
}
