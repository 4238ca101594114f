//! The exact search for big boards.
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

pub use benchmark::{Benchmark, SIGNATURE, benchmarks, expected_positions, ffo};
pub use journal::{History, Journal, KeptHistory, RootAnswer};
pub(crate) use options::SearchOptions;
pub use options::{Find, MAX_THREADS};
pub use oracle::{Oracle, ranked_moves, selective_value};
pub(crate) use result::{SearchResult, ValuedMove, mirrored};
pub(crate) use root::{SearchError, classes, search};
pub use solver::Window;
pub(crate) use tree::{Candidate, Candidates, Context, Entry, Key, Region, Stop};
pub use tree::{NoMemory, Table};
