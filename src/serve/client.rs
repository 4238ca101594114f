//! Jobs for one client, such as a review. Each waits for its turn in the queue.

use std::sync::{Arc, Weak};

use othello_core::Progress;
use tokio::task::spawn_blocking;

use super::queue::Need;
use super::response::{Problem, Result};
use super::searches::Searches;

/// Does a job when it is its turn. It stops when its client disconnects or the server stops.
pub(super) async fn work<T: Send + 'static>(
    searches: Arc<Searches>,
    job: impl FnOnce(&Client) -> T + Send + 'static,
) -> Result<T> {
    let slot = searches.queue.place(Need::default())?.await.map_err(|_| Problem::too_many())?;
    // Dropped when the client disconnects.
    let connection = Arc::new(());
    let client = Client { connection: Arc::downgrade(&connection), searches };
    let done = spawn_blocking(move || {
        let _slot = slot;
        job(&client)
    });
    done.await.map_err(|_| Problem::failed())
}

/// The client of a job, which it listens to.
pub(super) struct Client {
    connection: Weak<()>,
    pub(super) searches: Arc<Searches>,
}

impl Progress for Client {
    fn is_stopped(&self) -> bool {
        self.connection.strong_count() == 0 || self.searches.is_stopped()
    }
}
