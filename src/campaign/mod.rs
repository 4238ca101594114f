//! Campaigns: a board is solved by many processes that share nothing but a folder.
//!
//! The positions that can be reached from the start form a graph, up to symmetry, that ends at the
//! *frontier*: the positions with a given number of empty squares. A *proof tree* in this graph
//! proves that the value of the start is at least `v`. For the side that has to achieve this, one
//! move in each position is enough. For the other side all moves are needed. The same
//! question arises for each position at the frontier, seen by its side to move. Two such trees, for "at
//! least `v`" and for "not at least `v + 1`", prove the value.
//!
//! A campaign guesses `v`, and a good move in each position. [`Campaign::plan`] finds the unanswered
//! questions at the frontier that the two trees need. [`work()`] answers questions, in any order, on
//! any machine, even more than once, and appends each answer to the file of its process. Only
//! complete lines of these files are read, so a process can be killed at any time. If an answer is
//! not the expected one, the next plan takes another move there, or another `v`, and asks what is
//! then missing.
//!
//! Once the value is known, questions of the same kind prove which moves at the start keep it, that
//! the moves of the line keep it but earlier moves in the order of squares do not, and the value if
//! the winner also counts the empty squares. Then [`Campaign::result`] equals the result of a search.
//!
//! The estimates of positions are stored, so the next plan, or a worker that determines which
//! questions are still needed, only has to walk through the trees.
//!
//! The whole graph is never in memory. A plan generates the positions of its trees as it reaches
//! them, and their number is about the square root of the size of the graph. With 14 plies to the
//! frontier on 6×8, this is 10⁵ instead of 10¹⁰ positions.
//!
//! Answers contradict each other if the value of a position is at least `a` by one of them and at
//! most `b` by another, and `a > b`. Nothing else needs to be checked. If bounds agree, `a ≤ b`, at
//! each position of the frontier, they agree at each position above it, because the maximum of the
//! `a` is not above the maximum of the `b`. So two trees that contradict each other share a position
//! of the frontier with contradictory answers.

mod answers;
mod conclusion;
mod estimates;
mod folder;
mod lines;
mod trees;

use thiserror::Error;

use crate::storage::FileError;
pub use answers::{Answers, Worked, work};
pub use conclusion::{Conclusion, Standing};
pub use folder::Campaign;
pub use lines::{AnswerLine, Case, QuestionLine, ScoreBounds};

type Result<T, E = CampaignError> = std::result::Result<T, E>;

/// An error in a campaign.
#[derive(Debug, Error)]
pub enum CampaignError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A campaign, its folder or a question cannot be used, or a plan would take too much memory.
    #[error("{0}")]
    Input(String),
    /// This number of questions is still open.
    #[error("{0} questions are open; alternate `plan` and `work` until `plan` writes none")]
    Open(usize),
    /// The listener stopped a search.
    #[error("stopped")]
    Stopped,
    /// These answers contradict each other, a second search or the line, so nothing follows from them.
    /// Each text names a file and a line.
    #[error("these answers are contradicted:\n  {}", .0.join("\n  "))]
    Contradiction(Vec<String>),
}
