//! Searching a node with several threads.
//!
//! If the first move of a node causes no cutoff, probably none will, and all moves have to be
//! searched. The remaining moves are then searched in parallel, and if one of them does cause a
//! cutoff after all, the others are abandoned ("young brothers wait": Feldmann, "Game tree search
//! on massively parallel systems", 1993).
//!
//! A selective search still finishes the moves that come before the one with the cutoff. The first
//! move in order that causes a cutoff is then the best move, as in a single-threaded search. The
//! exact search starts with these best moves, and a move that merely finished earlier may have a
//! much larger tree: FFO 49 takes 183 million nodes this way, and 272 million otherwise. An exact
//! search gains nothing from it.
//!
//! A thread starts a move every 1,000 to 2,000 nodes, and threads share no lock. The common node
//! count is updated in steps of 65,536. So even 64 threads hardly wait for each other. NOTES.md has
//! measurements.

use std::cmp::Reverse;
use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use arrayvec::ArrayVec;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{Candidate, Candidates, ExpectedNode, Search, Sibling, StopAtPanic, opposite};
use crate::board::Square;
use crate::board::kernel::{Isa, Shape};
use crate::game::Score;

/// From this many empty squares on, moves are searched in parallel.
pub(crate) const SPLIT: u32 = 16;

/// Whether there can be several threads.
pub(crate) const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// A pool of this many threads, or `None` for a single-threaded search.
///
/// The stacks are large because a thread that waits for others takes on more work, on top of its
/// stack.
pub(crate) fn pool(threads: usize) -> Option<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(64 << 20);
    if HAS_THREADS && threads > 1 { pool.build().ok() } else { None }
}

/// The results of some of the moves, taken together.
#[derive(Clone, Copy, Default)]
struct Found {
    /// For the best move, its value capped just above `alpha`, its index and its value. Of several
    /// moves that cause a cutoff, the first is the maximum.
    best: Option<(Score, Reverse<usize>, Score)>,
    nodes: u64,
    reported: u64,
}

impl<G: Shape, I: Isa> Search<'_, G, I> {
    /// Searches the remaining moves in parallel. Returns the best of them with its value, bounded
    /// as in [`null_window`](Self::null_window), unless `best` is as good.
    pub(super) fn best_sibling(
        &mut self,
        candidates: &mut Candidates<G>,
        alpha: Score,
        best: (Score, Option<Square>),
    ) -> (Score, Option<Square>) {
        let siblings: ArrayVec<_, 64> = iter::from_fn(|| candidates.take_best()).collect();
        let superfluous = AtomicUsize::new(siblings.len());
        let before = &*self;
        let found = in_order(siblings.len(), &|index| {
            let _guard = StopAtPanic(before.stop);
            let sibling = Sibling { index, superfluous: &superfluous, above: before.sibling };
            let mut search = before.clone().on_this_thread();
            search.sibling = Some(&sibling);
            search.state.reported = before.state.nodes;
            if search.is_stopped() {
                return Found::default();
            }
            let Candidate { next, replies, .. } = siblings[index];
            let value = -search.expecting(ExpectedNode::Cut, next, replies, opposite(alpha));
            let stopped = search.is_stopped();
            if stopped || value > alpha {
                let first = if search.state.stage.is_some() { index + 1 } else { 0 };
                superfluous.fetch_min(first, Relaxed);
            }
            let best = (value.min(alpha + 1), Reverse(index), value);
            Found {
                best: if stopped { None } else { Some(best) },
                nodes: search.state.nodes - before.state.nodes,
                reported: search.state.reported - before.state.nodes,
            }
        });
        self.state.nodes += found.nodes;
        self.state.reported += found.reported;
        let better = found.best.filter(|&(.., value)| value > best.0);
        better.map_or(best, |(_, Reverse(index), value)| (value, Some(siblings[index].square)))
    }
}

/// Calls `search` with each number below `count`. Whenever a thread is free, it takes the next
/// number. Not generic, so that the code for threads is compiled only once.
fn in_order(count: usize, search: &(dyn Fn(usize) -> Found + Sync)) -> Found {
    let next = AtomicUsize::new(0);
    let found = (0..count).into_par_iter().with_max_len(1);
    let found = found.map(|_| search(next.fetch_add(1, Relaxed)));
    found.reduce(Found::default, |one, other| Found {
        best: one.best.max(other.best),
        nodes: one.nodes + other.nodes,
        reported: one.reported + other.reported,
    })
}
