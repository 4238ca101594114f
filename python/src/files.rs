//! Files that the program writes (tables of values and certificates), and checking them.

use std::path::PathBuf;

use othello_core::notation::PositionRow;
use othello_core::{Progress, TimeLimit};
use othello_solver::clock::clock;
use othello_solver::proof::{self, CertifyError, CertifyOptions};
use othello_solver::results::to_json;
use othello_solver::storage::{FileError, JobFolder, TableError, write_whole};
use othello_solver::tables::ValueTable;
use othello_solver::verify::FileVerdict;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{hash, limit, rules, threads, whole};
use crate::job::{failed, without_interpreter};
use crate::position::{Position, names, valued};

fn in_file(error: FileError) -> PyErr {
    PyOSError::new_err(error.to_string())
}

fn in_table(error: TableError) -> PyErr {
    match error {
        TableError::File(error) => in_file(error),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// A file with the values of all positions of a board, written by `othello-solver tabulate`. Values
/// are from the point of view of the player to move.
#[pyclass(frozen, module = "othello_solver")]
pub(crate) struct Table {
    file: PathBuf,
    table: ValueTable,
}

impl Table {
    fn row(&self, position: Position) -> PyResult<PositionRow> {
        let row = self.table.row(position.0).map_err(in_table)?;
        row.ok_or_else(|| {
            PyValueError::new_err("argument 'position': no game of this table reaches it")
        })
    }
}

#[pymethods]
impl Table {
    #[new]
    fn new(file: PathBuf) -> PyResult<Self> {
        let table = ValueTable::open(&file).map_err(in_table)?;
        Ok(Self { file, table })
    }

    /// The value of a position.
    fn value(&self, position: Position) -> PyResult<i32> {
        self.row(position).map(|row| row.value)
    }

    /// The legal moves in square order, each with its value for the player who makes it.
    fn moves<'py>(&self, py: Python<'py>, position: Position) -> PyResult<Bound<'py, PyDict>> {
        valued(py, self.row(position)?.move_values().map(|mv| (mv.square, mv.value)))
    }

    /// The moves that keep the value, in square order.
    fn best_moves(&self, position: Position) -> PyResult<Vec<String>> {
        let row = self.row(position)?;
        Ok(names(row.move_values().filter(|mv| mv.value == row.value).map(|mv| mv.square)))
    }

    /// The size of the board: columns and rows.
    #[getter]
    fn size(&self) -> String {
        self.table.size.to_string()
    }

    /// How discs are counted.
    #[getter]
    fn score(&self) -> String {
        self.table.rules.scoring.to_string()
    }

    /// Whether the most or the fewest discs win.
    #[getter]
    fn objective(&self) -> String {
        self.table.rules.objective.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Table('{}')", self.file.display())
    }
}

/// Proves the value of a position, writes the proof to a file, and returns the value.
///
/// `verify` checks the proof. Positions with at most `leaves` empty squares are left to `verify`;
/// the default is 0 on boards of at most 24 squares, and 8 on others. `hash` is the memory for the
/// search in bytes, and the proof may take the same amount again. If the job is interrupted, the
/// same call resumes it.
#[pyfunction]
#[pyo3(signature = (position, file, *, score = "discs", objective = "most", leaves = None,
    threads = 1, hash = 2 << 30))]
#[expect(clippy::too_many_arguments, reason = "they have names")]
pub(crate) fn certify(
    py: Python<'_>,
    position: Position,
    file: PathBuf,
    score: &str,
    objective: &str,
    #[pyo3(from_py_with = leaves)] leaves: Option<u32>,
    #[pyo3(from_py_with = threads)] threads: usize,
    #[pyo3(from_py_with = hash)] hash: usize,
) -> PyResult<i32> {
    let (position, rules) = (position.0, rules(score, objective)?);
    let usual = CertifyOptions::usual_leaves(position.size());
    let leaves = leaves.unwrap_or(usual);
    let options = CertifyOptions { rules, leaves, hash, threads, value: None };
    let place = JobFolder::for_file(&file, "certify", position, rules).map_err(in_file)?;
    let made = without_interpreter(py, |stop| {
        let certificate = proof::certify(position, &options, &|_, _| None, &place, stop)?;
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

/// Reads a number of empty squares.
fn leaves(value: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    if value.is_none() { Ok(None) } else { whole("leaves", 0..=64, value).map(Some) }
}

/// The verdicts on files and on everything in folders: the output of `verify --format json`.
#[pyfunction]
pub(crate) fn verify_document(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    time: f64,
    #[pyo3(from_py_with = hash)] hash: usize,
) -> PyResult<String> {
    let time = limit(Some(time))?;
    let verdicts: Vec<FileVerdict> = without_interpreter(py, |stop| {
        let limit = TimeLimit::new(stop, clock, time);
        let verdicts = othello_solver::verify::verify(&paths, hash, &limit);
        verdicts.take_while(|_| !stop.is_stopped()).collect()
    })?;
    Ok(to_json(&verdicts))
}
