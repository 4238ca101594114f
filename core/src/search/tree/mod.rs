//! The tree search, compiled for each grid and instruction set.
//!
//! `node` is a null-window search with a transposition `table`. Moves are ordered to keep the tree
//! small (`ordering`, `shallow`), with more effort if a cutoff is expected. Stable discs, the table
//! and shallow searches can cut a node off early (`stability`, `cutoffs`, `selective`). Simpler
//! code searches nodes with few empty squares (`late`) and the last of them (`endgame`). `parallel`
//! splits a node among threads. All of these are parts of one recursion over a `Search`.

mod context;
mod cutoffs;
mod endgame;
mod entry;
mod expected;
mod late;
mod node;
mod ordering;
mod pages;
mod parallel;
mod region;
mod search;
mod selective;
pub(crate) mod shallow;
mod stability;
mod stop;
mod table;

use context::opposite;
use expected::ExpectedNode;
use search::run;
use shallow::{INFINITE, MOST_DISCS, POINTS_PER_REPLY};
use stop::{Sibling, StopAtPanic};
use table::LocalTable;

pub(crate) use context::Context;
pub(crate) use entry::{Entry, Key};
pub(crate) use ordering::{Candidate, Candidates};
pub(crate) use parallel::{HAS_THREADS, SPLIT, pool};
pub(crate) use region::Region;
pub(crate) use search::{Search, SearchState, Stage};
pub(crate) use stop::Stop;
pub use table::{NoMemory, Table};
