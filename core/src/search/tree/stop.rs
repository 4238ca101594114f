//! Whether a search should stop: on all of its threads, or that of a move which has become superfluous.

use std::iter;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
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

/// One of the moves of a position that are searched at the same time.
#[derive(Debug)]
pub(super) struct Sibling<'a> {
    /// The place of the move in their order.
    pub(super) place: usize,
    /// From this place on they have become superfluous.
    pub(super) superfluous: &'a AtomicUsize,
    /// The move further up whose search led to the position.
    pub(super) above: Option<&'a Sibling<'a>>,
}

impl Sibling<'_> {
    /// Whether the search of the move has become superfluous, because of an answer here or further
    /// up.
    pub(super) fn is_superfluous(&self) -> bool {
        iter::successors(Some(self), |sibling| sibling.above)
            .any(|sibling| sibling.superfluous.load(Relaxed) <= sibling.place)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_superfluous_after_the_first_that_answers_here_or_above() {
        let (here, above) = (AtomicUsize::new(9), AtomicUsize::new(9));
        let upper = Sibling { place: 4, superfluous: &above, above: None };
        let moves =
            [0, 1, 2].map(|place| Sibling { place, superfluous: &here, above: Some(&upper) });
        let superfluous = || moves.each_ref().map(Sibling::is_superfluous);
        assert_eq!(superfluous(), [false; 3]);
        here.store(2, Relaxed);
        assert_eq!(superfluous(), [false, false, true]);
        above.store(5, Relaxed);
        assert_eq!(superfluous(), [false, false, true]);
        above.store(4, Relaxed);
        assert_eq!(superfluous(), [true; 3]);
    }
}
