//! The exact search for big boards.
//!
//! `tree` answers one question about one position: is its value above a bound? That code is
//! compiled for each grid and instruction set; `searcher` starts it on the grid of a board, and all
//! else works with positions of any board. `root` asks one question after the other until the
//! value, the best moves and the principal variation are known. `questions` keeps the answers for a
//! `journal`, so that a search that was killed can continue. An `oracle` answers single questions.

mod benchmark;
mod classes;
mod estimate;
mod journal;
mod options;
mod oracle;
mod questions;
mod result;
mod root;
mod searcher;
mod solve;
pub(crate) mod tree;
mod window;

pub use benchmark::{Benchmark, SIGNATURE, benchmarks, ffo};
pub(crate) use classes::classes;
pub use estimate::expected_positions;
pub use journal::{Finding, History, Journal};
pub use options::{Find, MAX_THREADS, SearchOptions};
pub use oracle::{ranked_moves, selective_value};
pub use result::{SearchResult, ValuedMove};
pub use searcher::Oracle;
pub use solve::{search, search_with};
pub(crate) use tree::{Candidate, Candidates, Context, Entry, Key, Region, Stop};
pub use tree::{NoMemory, Table};
pub use window::Window;
