//! Campaigns: a board is solved by many processes that share nothing but a folder.
//!
//! The positions that can be reached from the start, up to symmetry, down to those with a certain
//! number of empty squares, the *frontier*, form a graph. Whether the value of the start is at
//! least `v` follows from a *proof tree* in this graph: for the side that has to achieve this, one
//! move in each position is enough; for the other side all moves are needed; and at the frontier
//! the same question is asked about each position, with the sign for its side to move. Two such
//! trees, one for "at least `v`" and one for "not at least `v + 1`", prove the value.
//!
//! A campaign guesses `v`, and a good move in each position. [`Campaign::plan`] finds the questions
//! at the frontier that the two trees then need and that are not yet answered. [`work()`] answers
//! questions, in any order, on any machine, more than once if need be, and appends each answer to a
//! file of its own process. Only complete lines of these files are read, so a process may be killed
//! at any moment. If an answer is not the one that was guessed, the next plan takes another move
//! there, or another `v`, and asks what is then missing.
//!
//! Once the value is known, questions of the same kind prove which moves at the start keep it, that
//! the moves of the line do and those before them in the order of squares do not, and the value if
//! the winner counts the empty squares too. Then [`Campaign::result`] is what a search would find.
//!
//! Positions are estimated once, and the estimates are kept, so that the next plan, and a worker
//! that finds out which questions are still needed, take as long as it takes to go through the
//! trees.
//!
//! The graph is never held in memory as a whole: a plan makes the positions of its trees as it
//! reaches them, and their number is about the square root of all positions. With 14 plies to the
//! frontier on 6×8 that is the difference between 10⁵ and 10¹⁰ positions.
//!
//! Answers contradict one another if one says that the value of a position is at least `a`, another
//! that it is at most `b`, and `a > b`. Nothing else needs to be checked: if bounds agree at each
//! position of the frontier, `a ≤ b`, they agree at each position above it, because the greatest of
//! some `a` is not above the greatest of their `b`. So two trees that prove too much share a
//! position of the frontier at which answers contradict one another.

mod answers;
mod conclusion;
mod error;
mod estimates;
mod folder;
mod lines;
mod plan;
mod terms;
mod trees;
mod work;

pub use answers::Answers;
pub use conclusion::Known;
pub use error::CampaignError;
pub use folder::Campaign;
pub use lines::{Answer, Bounds, Question, Subject};
pub use plan::Plan;
pub use terms::Terms;
pub use work::{Worked, work};
