//! Moves of one position that several threads search at the same time.

use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

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
