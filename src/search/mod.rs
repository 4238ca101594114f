//! The exact search for big boards.
//!
//! A null-window search with a transposition table (`node`, `table`), whose
//! moves are ordered by what tends to make the tree small (`ordering`,
//! `shallow`), which stops early where discs are safe (`stability`), and which
//! ends in plain code for the last few empty squares (`endgame`). `root` asks it
//! one question after the other until the value, the best moves and the principal variation are
//! known, `parallel` shares a question among threads, and `journal` and `checkpoint` store what has
//! been found, so that a search that was killed can continue. A board of any size is searched in
//! the middle of one of a few grids; what a search has to know about it there is in `region`.

mod benchmark;
#[cfg(feature = "files")]
mod checkpoint;
mod context;
mod endgame;
mod estimate;
mod journal;
mod local;
mod node;
mod options;
mod oracle;
mod ordering;
mod parallel;
mod region;
mod root;
pub(crate) mod shallow;
mod stability;
mod table;

pub use benchmark::{Benchmark, SIGNATURE, benchmarks, ffo};
pub(crate) use context::{Context, Stop};
pub use estimate::expected_positions;
pub(crate) use journal::Journal;
use local::LocalTable;
pub(crate) use node::Search;
#[cfg(feature = "files")]
pub use options::search_resumable;
pub use options::{Find, SearchOptions, SearchResult, ValuedMove, search};
pub use oracle::Oracle;
#[cfg(feature = "files")]
pub(crate) use oracle::{Reply, ranked_moves, selective_value};
pub(crate) use ordering::Candidates;
pub(crate) use region::Region;
pub(crate) use root::{Problem, Window, classes};
use shallow::INFINITE;
pub(crate) use table::{Entry, Key, Table};
