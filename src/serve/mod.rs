//! The server: the page for any board and its API, on this machine.
//!
//! A request becomes a `SearchRequest`. Recent answers are cached, and identical requests share one
//! search (`searches`, `job`). A few searches run at a time while others wait (`queue`); what they
//! have proved so far is reported as `bounds`. A search stops when no client is waiting for it.
//!
//! Constants limit the memory: for connections and their buffers (`server`), request bodies (`body`),
//! waiting searches (`queue`), and cached answers and transposition tables (`searches`). `guard`
//! decides which clients get an answer. No path names a file.

mod body;
mod guard;
mod job;
mod queue;
mod response;
mod routes;
mod searches;
mod server;
mod solve;
mod tasks;

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

pub use server::{Server, ServerOptions};

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread has panicked")
}

/// A timeout or a turn, which the tests of the server shorten so that they do not wait for seconds.
fn hasty(time: Duration) -> Duration {
    let haste = std::env::var("OTHELLO_SOLVER_HASTE").unwrap_or_default();
    time / haste.parse().unwrap_or(1).max(1)
}

/// The schemas of the documents that only the server writes.
#[doc(hidden)]
pub fn schemas() -> [(&'static str, serde_json::Value); 7] {
    use crate::results::{InFile, SolvedBoard};
    use crate::schema::{Or, schema};
    use othello_core::requests::{BoundsSoFar, Contents};
    use response::Problem;
    type AnswerLine = Or<InFile<SolvedBoard>, Or<InFile<BoundsSoFar>, InFile<Problem>>>;
    [
        ("serve-bounds", schema::<BoundsSoFar>()),
        ("serve-error", schema::<Problem>()),
        ("serve-health", schema::<routes::Health>()),
        ("serve-index", schema::<routes::Index>()),
        ("serve-line", schema::<AnswerLine>()),
        ("serve-read", schema::<Contents>()),
        ("serve-results", schema::<crate::results::Index>()),
    ]
}
