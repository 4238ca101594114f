//! Stopping a search, either on all its threads or for a move that is no longer needed.

use std::iter;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use crate::progress::Progress;

/// Whether the listener has asked the search to stop. All threads check this flag, which costs
/// almost nothing, and poll the listener now and then.
pub(crate) struct Stop<'a> {
    listener: &'a dyn Progress,
    is_stopped: AtomicBool,
}

impl<'a> Stop<'a> {
    pub(crate) fn new(listener: &'a dyn Progress) -> Self {
        Self { listener, is_stopped: AtomicBool::new(listener.is_stopped()) }
    }

    /// Whether the listener wanted the search to stop when it was last polled.
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }

    /// Reports positions searched to the listener, and polls it.
    pub(crate) fn report(&self, nodes: u64) {
        self.listener.advance(nodes);
        if self.listener.is_stopped() {
            self.is_stopped.store(true, Relaxed);
        }
    }
}

/// One of the moves of a position that are searched in parallel.
pub(super) struct Sibling<'a> {
    /// Its index in the order of moves.
    pub(super) index: usize,
    /// From this index on, the moves no longer need to be searched.
    pub(super) superfluous: &'a AtomicUsize,
    /// The enclosing move higher up in the tree, if any.
    pub(super) above: Option<&'a Sibling<'a>>,
}

impl Sibling<'_> {
    /// Whether a result here or higher up has made the search of this move unnecessary.
    pub(super) fn is_superfluous(&self) -> bool {
        iter::successors(Some(self), |sibling| sibling.above)
            .any(|sibling| sibling.superfluous.load(Relaxed) <= sibling.index)
    }
}

/// Stops the whole search if it is dropped by a panic. The panic propagates only after the other
/// threads have ended.
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
    fn a_cutoff_here_or_above_makes_later_moves_superfluous() {
        let (here, above) = (AtomicUsize::new(9), AtomicUsize::new(9));
        let upper = Sibling { index: 4, superfluous: &above, above: None };
        let moves =
            [0, 1, 2].map(|index| Sibling { index, superfluous: &here, above: Some(&upper) });
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
