//! The time limit of the searches for one answer.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crate::progress::{Progress, TimeLimit};

/// The time for several searches that lead to one answer. Of what they report only the number of
/// positions is passed on: the rest would not be about the answer, and a player should not see it.
pub(super) struct ThinkingTime<'a> {
    limit: TimeLimit<'a>,
    /// Whether the searches stop when the time is up.
    is_limited: AtomicBool,
}

impl<'a> ThinkingTime<'a> {
    /// Gives the searches this much time from now on.
    pub(super) fn new(progress: &'a dyn Progress, time: Duration) -> Self {
        Self { limit: TimeLimit::new(progress, time), is_limited: true.into() }
    }

    /// As [`new`](Self::new), but the searches may take longer until there is a [first
    /// result](Self::has_result), so that there is an answer.
    pub(super) fn after_first_result(progress: &'a dyn Progress, time: Duration) -> Self {
        Self { is_limited: false.into(), ..Self::new(progress, time) }
    }

    /// There is a result.
    pub(super) fn has_result(&self) {
        self.is_limited.store(true, Relaxed);
    }
}

impl Progress for ThinkingTime<'_> {
    fn advance(&self, steps: u64) {
        self.limit.advance(steps);
    }

    fn is_stopped(&self) -> bool {
        self.is_limited.load(Relaxed) && self.limit.is_stopped()
    }
}
