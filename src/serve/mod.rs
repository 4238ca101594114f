//! The server: the page for any board, and its API, on this machine.
//!
//! A request becomes a `question`. Its answer is among those that are kept, or equal questions share
//! one search (`searches`, `job`). A few searches run at a time and a few wait (`queue`); what they
//! have proved so far are `bounds`. A search that nobody waits for stops.
//!
//! The memory is bounded by constants: connections and their buffers (`server`), bodies of requests
//! (`body`), searches that wait (`queue`), answers that are kept and tables (`searches`). Who may ask
//! is decided in `guard`. No path names a file.

mod api;
mod body;
mod bounds;
mod document;
mod guard;
mod job;
mod json;
mod lines;
mod openapi;
mod parameters;
mod problem;
mod question;
mod queue;
mod results;
mod review;
mod routes;
mod searches;
mod server;
mod solve;

pub use server::{Server, ServerOptions, Stopper};

/// The schemas of the documents that only the server has.
#[cfg(feature = "schema")]
#[doc(hidden)]
pub fn schemas() -> [(&'static str, serde_json::Value); 6] {
    use crate::results::{InFile, SolvedBoard};
    use crate::schema::{Or, schema};
    use bounds::BoundsSoFar;
    use problem::Problem;
    type Line = Or<InFile<SolvedBoard>, Or<InFile<BoundsSoFar>, InFile<Problem>>>;
    [
        ("serve-bounds", schema::<BoundsSoFar>()),
        ("serve-error", schema::<Problem>()),
        ("serve-health", schema::<routes::Health>()),
        ("serve-index", schema::<openapi::Index>()),
        ("serve-line", schema::<Line>()),
        ("serve-results", schema::<results::List>()),
    ]
}
