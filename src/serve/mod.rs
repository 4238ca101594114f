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
mod sync;
mod tasks;

pub use server::{Server, ServerOptions};

/// The schemas of the documents that only the server writes.
#[doc(hidden)]
pub fn schemas() -> [(&'static str, serde_json::Value); 7] {
    use crate::results::{AnswerDocument, InFile};
    use crate::schema::{Or, schema};
    use othello_core::requests::{BoundsSoFar, Contents, Problem};
    type AnswerLine = Or<InFile<AnswerDocument>, Or<InFile<BoundsSoFar>, InFile<Problem>>>;
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
