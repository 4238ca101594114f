//! The library's Python bindings.
//!
//! Each function reads its arguments, releases the interpreter and calls the library. The doc
//! comments here are the docstrings that users see; the types are in the stubs.

mod analysis;
mod arguments;
mod files;
mod games;
mod job;
mod picture;
mod position;
mod search;
mod solution;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::analysis::{Analysis, Forecast, analyze, evaluate, perft};
    #[pymodule_export]
    use super::files::{Table, certify, verify_document};
    #[pymodule_export]
    use super::games::{Game, read_games, review_document};
    #[pymodule_export]
    use super::picture::image;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::search::{SearchResult, plan_document, search, search_columns, search_many};
    #[pymodule_export]
    use super::solution::{Solution, columns_4x4, solve};

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "that is its name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
