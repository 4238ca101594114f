//! The library's Python bindings.
//!
//! Each function reads its arguments, releases the interpreter and calls the library. Classes that
//! only hold data, the defaults of arguments and most docstrings are in `__init__.py`; the other doc
//! comments here are docstrings too. The types are in the stubs.

mod analysis;
mod arguments;
mod files;
mod games;
mod job;
mod position;
mod search;
mod solution;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::analysis::{analyze, evaluate, perft};
    #[pymodule_export]
    use super::arguments::Options;
    #[pymodule_export]
    use super::files::{ValueTable, certify, verify};
    #[pymodule_export]
    use super::games::{game_svg, play, read_games, review, write_game};
    #[pymodule_export]
    use super::position::{Position, position};
    #[pymodule_export]
    use super::search::{plan, search, search_many, search_records};
    #[pymodule_export]
    use super::solution::solve;

    /// The most threads of a search.
    #[pymodule_export]
    const MAX_THREADS: u16 = othello_core::search::MAX_THREADS;

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "that is its name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
