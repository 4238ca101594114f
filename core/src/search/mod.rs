//! The exact search for big boards. [`answer`](crate::answer::answer) uses it, and is what most
//! callers want; an [`Oracle`] asks whether positions are worth a score or more.
//!
//! `tree` answers one question about one position: is its value above a bound? This code is
//! compiled for each grid and instruction set. A `solver` hides the grid from everything else,
//! which works with positions of any board. `root` asks one question after another until the value,
//! the best moves and the principal variation are known. The `journal` keeps the answers, so that
//! the search can be interrupted and resumed. An `oracle` answers single questions.

mod benchmark;
mod journal;
mod options;
mod oracle;
mod result;
mod root;
mod solver;
pub(crate) mod tree;

pub(crate) use options::SearchOptions;
pub use options::{Find, MAX_THREADS};
pub use oracle::Oracle;
pub(crate) use result::{SearchResult, ValuedMove, mirrored};
pub(crate) use root::{SearchError, classes, search};
pub use tree::NoMemory;
pub(crate) use tree::{Candidate, Candidates, Context, Entry, Key, Region, Stop};
#[doc(hidden)]
pub use {
    benchmark::{Benchmark, SIGNATURE, benchmarks, expected_positions, ffo},
    journal::{History, Journal, KeptHistory, RootAnswer},
    oracle::{ranked_moves, selective_value},
    solver::Window,
    tree::Table,
};
