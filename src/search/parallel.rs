//! Several threads that search for the answer to the same question.
//!
//! Each begins at the root, and they meet in the transposition table: what one
//! has found out the others need not search. So that they do not all search
//! the same at once, a thread puts off a move that another is at, and by the
//! time it comes back to it the answer is in the table most often (Kerrigan,
//! "Simplified ABDADA", after Weill, "The ABDADA distributed minimax search
//! algorithm", 1996).

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use super::Search;
use super::journal::next_pause;
use super::table::Key;
use crate::board::Shape;
use crate::board::isa::Isa;

/// What the threads tell one another besides what is in the table.
#[derive(Debug)]
pub(super) struct Shared {
    /// Whether one of them has answered the question.
    answered: AtomicBool,
    /// The positions that they are searching.
    pub(super) busy: Busy,
}

impl Shared {
    pub(super) fn new() -> Self {
        Self {
            answered: AtomicBool::new(false),
            busy: Busy([const { AtomicU64::new(0) }; 1 << 10]),
        }
    }

    /// Whether a thread has answered the question.
    #[inline(always)]
    pub(super) fn is_answered(&self) -> bool {
        self.answered.load(Relaxed)
    }
}

/// Positions that some thread is searching.
///
/// There is one place for many positions. If two fall on one, one of them is
/// not seen, and is searched twice at worst.
#[derive(Debug)]
pub(super) struct Busy([AtomicU64; 1 << 10]);

impl Busy {
    fn place(&self, key: Key) -> &AtomicU64 {
        &self.0[(key.check() % (1 << 10)) as usize]
    }

    /// Whether a thread is searching the position.
    pub(super) fn contains(&self, key: Key) -> bool {
        self.place(key).load(Relaxed) == key.check()
    }

    pub(super) fn insert(&self, key: Key) {
        self.place(key).store(key.check(), Relaxed);
    }

    pub(super) fn remove(&self, key: Key) {
        self.place(key).store(0, Relaxed);
    }
}

/// The threads of a search.
pub(super) struct Crew<'a, H: Shape, I>(Vec<Search<'a, H, I>>);

impl<'a, H: Shape, I: Isa> Crew<'a, H, I> {
    /// So many threads like the one given.
    pub(super) fn new(mut search: Search<'a, H, I>, threads: usize) -> Self {
        search.pause_at = next_pause(0);
        Self(vec![search; threads.max(1)])
    }

    /// The first of the crew.
    pub(super) fn leader(&mut self) -> &mut Search<'a, H, I> {
        &mut self.0[0]
    }

    /// How many positions each has looked at.
    pub(super) fn nodes(&self) -> Vec<u64> {
        self.0.iter().map(|search| search.nodes).collect()
    }

    /// Goes on as a crew that has looked at so many positions.
    pub(super) fn restore(&mut self, nodes: &[u64]) {
        for (search, &nodes) in self.0.iter_mut().zip(nodes) {
            search.nodes = nodes;
            search.pause_at = next_pause(nodes);
        }
    }

    /// The answer of the thread that has one first, or `None` if the search
    /// was stopped from outside or pauses.
    pub(super) fn ask<T: Send>(
        &mut self,
        question: impl Fn(&mut Search<'a, H, I>) -> T + Sync,
    ) -> Option<T> {
        for search in &mut self.0 {
            if search.nodes >= search.pause_at {
                search.pause_at = next_pause(search.nodes);
            }
        }
        let Some(shared) = self.leader().shared else {
            let answer = question(self.leader());
            return (!self.leader().stopped()).then_some(answer);
        };
        let first = Mutex::new(None);
        thread::scope(|scope| {
            for search in &mut self.0 {
                let (question, first) = (&question, &first);
                scope.spawn(move || {
                    let answer = question(search);
                    if let Ok(mut first) = first.lock() {
                        // The answer of a search that was stopped is void.
                        if !search.stopped() {
                            *first = Some(answer);
                            shared.answered.store(true, Relaxed);
                        }
                    }
                });
            }
        });
        shared.answered.store(false, Relaxed);
        first.into_inner().ok().flatten()
    }
}
