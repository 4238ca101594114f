//! The search of a tree on a grid: the kernel of the search, compiled for each grid and instruction
//! set.
//!
//! `node` is a null-window search with a transposition `table` and a small one for each thread
//! (`local`). Moves are ordered by what tends to make the tree small (`ordering`, `shallow`), and with
//! more care where one of them will probably do (`expected`). The search returns early where safe
//! discs or a shallow search suffice (`stability`, `cutoffs`, `selective`), and it ends in plain code
//! for the last few empty squares (`endgame`). `parallel` shares a node among threads. All of them
//! are parts of one recursion over a `Search`.

mod context;
mod cutoffs;
mod endgame;
mod entry;
mod expected;
mod local;
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
use entry::Slot;
use expected::Expected;
use local::LocalTable;
use pages::prefer_large_pages;
use shallow::{INFINITE, LookAhead};
use stop::{Sibling, StopAtPanic};

pub(crate) use context::Context;
pub(crate) use entry::{Entry, Key};
pub(crate) use ordering::{Candidate, Candidates};
pub(crate) use parallel::{SPLIT, pool};
pub(crate) use region::Region;
pub(crate) use search::{Search, SearchState};
pub(crate) use selective::Stage;
pub(crate) use stop::Stop;
pub use table::{NoMemory, Table};
