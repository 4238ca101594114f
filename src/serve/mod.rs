//! The server: the page for any board and its API, on this machine.
//!
//! A request becomes a `SearchRequest`. Recent answers are cached, and identical requests share one
//! search (`searches`). A few searches run at a time while others wait (`queue`); what they have proved
//! so far is reported as `bounds`. A search stops when no client is waiting for it.
//!
//! Constants limit the memory: for connections and their buffers (`server`), request bodies and what
//! answers them (`body`), waiting searches (`queue`), and cached answers and transposition tables
//! (`searches`). A response is sent within a time limit (`response`). `guard` decides which clients get
//! an answer. No path names a file.

mod answers;
mod body;
mod guard;
mod queue;
mod response;
mod routes;
mod searches;
mod server;
mod sync;

pub use server::{Server, ServerOptions};

#[cfg(test)]
mod tests {
    /// Waits for a future as a server does, with one thread.
    pub(super) fn wait_for<T>(future: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.unwrap().block_on(future)
    }
}
