//! Whether a search should stop, on all of its threads.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use crate::progress::Progress;

/// Whether the listener of a search has asked it to stop. Threads check this, which costs next to
/// nothing, and ask the listener now and then.
pub(crate) struct Stop<'a> {
    listener: &'a dyn Progress,
    is_stopped: AtomicBool,
}

impl<'a> Stop<'a> {
    pub(crate) fn new(listener: &'a dyn Progress) -> Self {
        Self { listener, is_stopped: AtomicBool::new(listener.is_stopped()) }
    }

    /// Whether the search was asked to stop when the listener was last asked.
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }

    /// Reports positions searched to the listener, and asks it whether to stop.
    pub(crate) fn report(&self, nodes: u64) {
        self.listener.advance(nodes);
        if self.listener.is_stopped() {
            self.is_stopped.store(true, Relaxed);
        }
    }
}

/// Stops the search when it is dropped because its thread has panicked: the panic propagates only
/// after the other threads have ended.
pub(super) struct StopAtPanic<'a>(pub(super) &'a Stop<'a>);

impl Drop for StopAtPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.is_stopped.store(true, Relaxed);
        }
    }
}
