//! Several threads search for the answer to one question.
//!
//! If the best move of a position does not answer the question there, it is
//! likely that none does, and all of them have to be searched. Then the others
//! are searched at the same time, and if one of them does answer it after all, the rest are
//! abandoned (young brothers wait: Feldmann, "Game tree search on massively parallel systems",
//! 1993).
//!
//! On two cores, FFO 46–51 take 12 % more nodes than with one thread, nearly all of them on FFO 49,
//! and 1/1.8 of the time. When this was compared with threads that all begin at the root, share the
//! table and defer moves that another thread is searching (Kerrigan, "Simplified ABDADA"), 6×6 took
//! 11 % more nodes and 1/1.73 of the time, against 23 % and 1/1.5, and FFO 40–43 took 9 % and 1/1.8,
//! against 16 % and 1/1.6.

use std::iter;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::context::StopAtPanic;
use super::{Candidates, Search};
use crate::board::simd::Isa;
use crate::board::{Shape, Square};
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

/// A position whose moves are searched at the same time.
#[derive(Debug)]
pub(super) struct Split<'a> {
    /// Whether one of the moves has made the others superfluous.
    answered: AtomicBool,
    /// The position whose search led to this one.
    above: Option<&'a Split<'a>>,
}

impl Split<'_> {
    /// Whether the search of a move has become superfluous, here or further up.
    pub(super) fn is_answered(&self) -> bool {
        iter::successors(Some(self), |split| split.above).any(|split| split.answered.load(Relaxed))
    }
}

/// What was found out by all threads together.
struct Found {
    best: Option<(Score, Square)>,
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
        let split = Split { answered: AtomicBool::new(false), above: self.split };
        let found = Mutex::new(Found { best: None, nodes: 0, reported: 0 });
        let before = &*self;
        in_order(brothers.len(), &|number| {
            let _guard = StopAtPanic(before.stop);
            let mut search = Search {
                split: Some(&split),
                reported: before.nodes,
                local: before.context.local_table(before.table),
                ..before.clone()
            };
            if search.is_stopped() {
                return;
            }
            let brother = &brothers[number];
            let value = -search.null_window(brother.next, -alpha - 1);
            let stopped = search.is_stopped();
            if stopped || value > alpha {
                split.answered.store(true, Relaxed);
            }
            let mut found = found.lock().expect("no thread has panicked");
            if !stopped && found.best.is_none_or(|(best, _)| value > best) {
                found.best = Some((value, brother.square));
            }
            found.nodes += search.nodes - before.nodes;
            found.reported += search.reported - before.nodes;
        });
        let found = found.into_inner().expect("no thread has panicked");
        self.nodes += found.nodes;
        self.reported += found.reported;
        found.best
    }
}

/// Does the work for each number below `count`. The first thread that is free begins the next
/// number.
fn in_order(count: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let begin = |_| work(next.fetch_add(1, Relaxed));
    (0..count).into_par_iter().with_max_len(1).for_each(begin);
}
