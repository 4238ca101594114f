//! Locks, and how long the server waits.

use std::pin::pin;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use futures_util::future::{Either, select};

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread has panicked")
}

/// Waits for work, or `None` if the end comes first.
pub(super) async fn unless<T>(end: impl Future, work: impl Future<Output = T>) -> Option<T> {
    match select(pin!(work), pin!(end)).await {
        Either::Left((done, _)) => Some(done),
        Either::Right(_) => None,
    }
}

/// A timeout or a turn, which the tests of the server shorten so that they do not wait for seconds.
pub(super) fn hasty(time: Duration) -> Duration {
    let haste = std::env::var("OTHELLO_SOLVER_HASTE").unwrap_or_default();
    time / haste.parse().unwrap_or(1).max(1)
}
