//! The JSON documents of answers, as the files under `results/`, the commands, the server and the
//! solver for browsers write them.

mod answer;
mod counts;
mod index;
mod perft;
mod plan;
mod reachable;
mod read;
mod variant;

pub use answer::{AnswerDocument, AnsweredMove, Proof, ProofMethod};
pub use counts::{Games, GamesByDiscs, Positions};
pub use index::Index;
pub use perft::{MoveCount, PerftDocument, PlyCount};
pub use plan::{PlanDocument, PlanReply, PlanStep};
pub use reachable::{Lookup, Reachable};
pub use read::{read_line, read_position};
pub use variant::Variant;

/// Returns an error with this message unless a condition is met.
#[doc(hidden)]
#[macro_export]
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !($condition) {
            return Err(format!($($message)+));
        }
    };
}
