//! Several threads search for the answer to one question.
//!
//! If the best move of a position does not answer the question there, it is likely that none does,
//! and all of them have to be searched. Then the others are searched at the same time, and if one
//! of them does answer it after all, the rest are abandoned ("young brothers wait": Feldmann, "Game
//! tree search on massively parallel systems", 1993).
//!
//! A selective search finishes the moves before the one that answers, and the first in order that
//! answers is the best, as with one thread: the exact search begins with the best moves, and one
//! that merely happened to be found sooner may have a much larger tree. FFO 49 takes 183 million
//! nodes so, and 272 million otherwise. An exact search does not gain from it.
//!
//! A thread begins a move every 1,000 to 2,000 nodes, and only then takes a lock, which none but
//! those that search the siblings of the move ever hold; the nodes that all count together are
//! added in steps of 65,536. So 64 threads do not wait for one another. NOTES.md has measurements.

use std::cmp::Reverse;
use std::iter;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use arrayvec::ArrayVec;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{Candidate, Candidates, Expected, Search, Sibling, StopAtPanic, opposite};
use crate::board::Square;
use crate::board::kernel::{Isa, Shape};
use crate::game::Score;

/// From this many empty squares on, moves are searched at the same time.
pub(crate) const SPLIT: u32 = 16;

/// This many threads, or `None` if one thread does everything.
///
/// While a thread waits for others, it does more work on top of its stack.
pub(crate) fn pool(threads: usize) -> Option<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(64 << 20);
    if threads > 1 { pool.build().ok() } else { None }
}

/// The findings of all threads together.
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
    pub(super) fn search_siblings(
        &mut self,
        candidates: &mut Candidates<G>,
        alpha: Score,
    ) -> Option<(Score, Square)> {
        let siblings: ArrayVec<_, 64> = iter::from_fn(|| candidates.take_best()).collect();
        let superfluous = AtomicUsize::new(siblings.len());
        let found = Mutex::new(Found { best: None, nodes: 0, reported: 0 });
        let before = &*self;
        in_order(siblings.len(), &|place| {
            let _guard = StopAtPanic(before.stop);
            let sibling = Sibling { place, superfluous: &superfluous, above: before.sibling };
            let mut search = before.clone().on_this_thread();
            search.sibling = Some(&sibling);
            search.state.reported = before.state.nodes;
            if search.is_stopped() {
                return;
            }
            let Candidate { next, replies, .. } = siblings[place];
            let value = -search.expecting(Expected::Cut, next, replies, opposite(alpha));
            let stopped = search.is_stopped();
            if stopped || value > alpha {
                let first = if search.state.stage.is_some() { place + 1 } else { 0 };
                superfluous.fetch_min(first, Relaxed);
            }
            let mut found = found.lock().expect("no thread has panicked");
            if !stopped {
                found.best = found.best.max(Some((value.min(alpha + 1), Reverse(place), value)));
            }
            found.nodes += search.state.nodes - before.state.nodes;
            found.reported += search.state.reported - before.state.nodes;
        });
        let found = found.into_inner().expect("no thread has panicked");
        self.state.nodes += found.nodes;
        self.state.reported += found.reported;
        found.best.map(|(_, Reverse(place), value)| (value, siblings[place].square))
    }
}

/// Does the work for each number below `count`. The first thread that is free begins the next
/// number.
fn in_order(count: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let begin = |_| work(next.fetch_add(1, Relaxed));
    (0..count).into_par_iter().with_max_len(1).for_each(begin);
}
