//! Locks, and how long the server waits.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread has panicked")
}

/// A timeout or a turn, which the tests of the server shorten so that they do not wait for seconds.
pub(super) fn hasty(time: Duration) -> Duration {
    let haste = std::env::var("OTHELLO_SOLVER_HASTE").unwrap_or_default();
    time / haste.parse().unwrap_or(1).max(1)
}
