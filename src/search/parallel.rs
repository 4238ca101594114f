//! Several threads search for the answer to one question.
//!
//! If the best move of a position does not answer the question there, it is
//! likely that none does, and all of them have to be searched. Then the others
//! are searched at the same time, and if one of them does answer it after all, the rest are
//! abandoned (young brothers wait: Feldmann, "Game tree search on massively parallel systems",
//! 1993).
//!
//! A selective search finishes the moves before the one that answers, and the first in order that
//! answers is the best, as with one thread: the exact search begins with the best moves, and one
//! that merely happened to be found sooner may have a much larger tree. FFO 49 takes 183 million
//! nodes so, and 272 million otherwise. An exact search does not gain from it.
//!
//! On two cores, FFO 46–51 take 3 % more nodes than with one thread, and 1/1.9 of the time. FFO
//! 48–52, of a quarter of a thousand million nodes each, take 1.6 times the nodes with 16 threads
//! and 1.9 times with 64, measured with threads that shared two cores. A thread begins a move 15 to
//! 30 thousand times a second, every 1,000 to 2,000 nodes. Only then does it take a lock, which
//! none but those that search the brothers of the move ever hold; and the nodes that all count
//! together are added in steps of 65,536. So 64 threads do not wait for one another.
//!
//! When an earlier version was compared with threads that all begin at the root, share the table
//! and defer moves that another thread is searching (Kerrigan, "Simplified ABDADA"), 6×6 took 11 %
//! more nodes and 1/1.73 of the time, against 23 % and 1/1.5, and FFO 40–43 took 9 % and 1/1.8,
//! against 16 % and 1/1.6.

use std::cmp::Reverse;
use std::iter;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::context::{StopAtPanic, opposite};
use super::{Candidates, Search};
use crate::board::Square;
use crate::board::kernel::Shape;
use crate::board::kernel::simd::Isa;
use crate::game::Score;

/// From this many empty squares on, moves are searched at the same time.
pub(super) const SPLIT: u32 = 16;

/// This many threads, or `None` if one thread does everything.
///
/// While a thread waits for others, it does more work on top of its stack.
pub(super) fn pool(threads: usize) -> Option<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(64 << 20);
    if threads > 1 { pool.build().ok() } else { None }
}

/// One of the moves of a position that are searched at the same time.
#[derive(Debug)]
pub(super) struct Brother<'a> {
    /// The place of the move in their order.
    place: usize,
    /// From this place on they have become superfluous.
    superfluous: &'a AtomicUsize,
    /// The move further up whose search led to the position.
    above: Option<&'a Brother<'a>>,
}

impl Brother<'_> {
    /// Whether the search of the move has become superfluous, because of an answer here or further
    /// up.
    pub(super) fn is_superfluous(&self) -> bool {
        iter::successors(Some(self), |brother| brother.above)
            .any(|brother| brother.superfluous.load(Relaxed) <= brother.place)
    }
}

/// What was found out by all threads together.
struct Found {
    /// The value of the best move, capped at what answers the question; its place; and the value
    /// itself. So the first of several moves that answer is the best.
    best: Option<(Score, Reverse<usize>, Score)>,
    nodes: u64,
    reported: u64,
}

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// Takes all moves that are left and searches them, several at a time. Returns the value of the
    /// best, as [`null_window`](Self::null_window) does.
    pub(super) fn young_brothers(
        &mut self,
        candidates: &mut Candidates<G>,
        alpha: Score,
    ) -> Option<(Score, Square)> {
        let brothers: Vec<_> = iter::from_fn(|| candidates.take_best()).collect();
        let superfluous = AtomicUsize::new(brothers.len());
        let found = Mutex::new(Found { best: None, nodes: 0, reported: 0 });
        let before = &*self;
        in_order(brothers.len(), &|place| {
            let _guard = StopAtPanic(before.stop);
            let brother = Brother { place, superfluous: &superfluous, above: before.brother };
            let mut search = Search {
                brother: Some(&brother),
                reported: before.nodes,
                local: before.context.local_table(before.table),
                ..before.clone()
            };
            if search.is_stopped() {
                return;
            }
            let value = -search.null_window(brothers[place].next, opposite(alpha));
            let stopped = search.is_stopped();
            if stopped || value > alpha {
                let first = if search.margin.is_some() { place + 1 } else { 0 };
                superfluous.fetch_min(first, Relaxed);
            }
            let mut found = found.lock().expect("no thread has panicked");
            if !stopped {
                found.best = found.best.max(Some((value.min(alpha + 1), Reverse(place), value)));
            }
            found.nodes += search.nodes - before.nodes;
            found.reported += search.reported - before.nodes;
        });
        let found = found.into_inner().expect("no thread has panicked");
        self.nodes += found.nodes;
        self.reported += found.reported;
        found.best.map(|(_, Reverse(place), value)| (value, brothers[place].square))
    }
}

/// Does the work for each number below `count`. The first thread that is free begins the next
/// number.
fn in_order(count: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let begin = |_| work(next.fetch_add(1, Relaxed));
    (0..count).into_par_iter().with_max_len(1).for_each(begin);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_superfluous_after_the_first_that_answers_here_or_above() {
        let (here, above) = (AtomicUsize::new(9), AtomicUsize::new(9));
        let upper = Brother { place: 4, superfluous: &above, above: None };
        let moves =
            [0, 1, 2].map(|place| Brother { place, superfluous: &here, above: Some(&upper) });
        let superfluous = || moves.each_ref().map(Brother::is_superfluous);
        assert_eq!(superfluous(), [false; 3]);
        here.store(2, Relaxed);
        assert_eq!(superfluous(), [false, false, true]);
        above.store(5, Relaxed);
        assert_eq!(superfluous(), [false, false, true]);
        above.store(4, Relaxed);
        assert_eq!(superfluous(), [true; 3]);
    }
}
