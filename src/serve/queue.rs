//! The queue of searches, reviews and plans that wait for their turn.
//!
//! A few of them run at a time. If others are waiting, a search makes room after a turn, and resumes
//! when it is the one that has had the least time. So a very long search delays the others but does
//! not block them.

use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use othello_core::progress::{POSITIONS_PER_SECOND, Progress};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot, watch};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::response::{HttpProblem, Result};
use super::sync::{hasty, lock, unless};

/// The maximum number of running searches, each with an equal share of the memory.
const MAX_RUNNING: usize = 4;

/// The maximum number of waiting searches.
const MAX_WAITING: usize = 32;

/// The shortest time for which a search runs before it makes room for others.
const TURN: Duration = Duration::from_secs(5);

/// The interval at which the server checks whether a search should make room for others.
const TURN_CHECK: Duration = Duration::from_millis(500);

/// The running and the waiting searches.
#[derive(Debug)]
pub(super) struct Queue {
    threads: usize,
    /// The number of searches that can run at the same time.
    pub(super) slots: usize,
    free: Arc<Semaphore>,
    /// The waiting searches in the order of their arrival.
    waiting: Mutex<Vec<Waiting>>,
    arrival: Notify,
    /// Whether the server is stopping.
    stopping: watch::Receiver<bool>,
}

/// A waiting search. The one that has had the least time is next, and if several have, the one that is
/// expected to be the shortest.
#[derive(Debug)]
struct Waiting {
    /// The time it has had.
    had: Duration,
    /// The number of positions it is expected to search.
    expected: u64,
    /// Calls it.
    call: oneshot::Sender<SlotPermit>,
}

/// A slot, in which a search may run until this is dropped.
type SlotPermit = OwnedSemaphorePermit;

/// A place in the queue, which is closed if another search takes it.
pub(super) type Place = oneshot::Receiver<SlotPermit>;

/// A turn, for the search that has it. It is over when the other half is dropped: when others want
/// the slot, or because the client has disconnected.
#[derive(Debug)]
pub(super) struct SearchTurn {
    /// The number of threads.
    pub(super) threads: usize,
    /// The time of all earlier turns.
    pub(super) had: Duration,
    other_half: Weak<()>,
}

impl Progress for SearchTurn {
    fn is_stopped(&self) -> bool {
        self.other_half.strong_count() == 0
    }
}

impl Queue {
    pub(super) fn new(threads: usize, stopping: watch::Receiver<bool>) -> Self {
        let slots = threads.clamp(1, MAX_RUNNING);
        let (free, waiting) = (Arc::new(Semaphore::new(slots)), Mutex::default());
        Self { threads, slots, free, waiting, arrival: Notify::new(), stopping }
    }

    /// A place for a search of this expected number of positions. If none is left, the search that
    /// has run longest loses its place, provided that it has had a whole turn.
    pub(super) fn place(&self, expected: u64) -> Result<Place> {
        if self.free.available_permits() == 0 && self.waiting() >= MAX_WAITING {
            let mut waiting = lock(&self.waiting);
            let longest = (0..waiting.len()).max_by_key(|&at| waiting[at].had);
            match longest {
                Some(at) if waiting[at].had >= hasty(TURN) => drop(waiting.remove(at)),
                _ => return Err(HttpProblem::too_many()),
            }
        }
        Ok(self.join(Duration::ZERO, expected))
    }

    fn join(&self, had: Duration, expected: u64) -> Place {
        let (call, called) = oneshot::channel();
        lock(&self.waiting).push(Waiting { had, expected, call });
        self.arrival.notify_one();
        called
    }

    /// Calls the next search whenever a slot is free.
    pub(super) async fn call(self: Arc<Self>) {
        loop {
            if self.waiting() == 0 {
                self.arrival.notified().await;
                continue;
            }
            let Ok(slot) = self.free.clone().acquire_owned().await else { return };
            let mut waiting = lock(&self.waiting);
            let next = (0..waiting.len()).min_by_key(|&at| (waiting[at].had, waiting[at].expected));
            if let Some(next) = next {
                // If it has been abandoned, the slot is free again.
                let _ = waiting.remove(next).call.send(slot);
            }
        }
    }

    /// Runs a search that takes all of this time, so that shorter ones go first.
    pub(super) async fn run_for<T: Send + 'static>(
        &self,
        time: Duration,
        search: impl FnMut(&SearchTurn) -> Result<Option<T>> + Send + 'static,
    ) -> Result<T> {
        let expected = time.as_secs() * POSITIONS_PER_SECOND;
        self.run(self.place(expected)?, Some(expected), search).await
    }

    /// Runs a search until it has a result or the server stops. It is expected to search this number
    /// of positions. A task that cannot make room for others, because it would have to start over,
    /// has none.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        mut place: Place,
        expected: Option<u64>,
        mut search: impl FnMut(&SearchTurn) -> Result<Option<T>> + Send + 'static,
    ) -> Result<T> {
        let turns = async {
            let mut had = Duration::ZERO;
            loop {
                let slot = place.await.map_err(|_| HttpProblem::too_many())?;
                let (began, half) = (Instant::now(), Arc::new(()));
                // Those that wait are about to run as well, or keep all slots in use.
                let soon = (self.running() + self.waiting()).min(self.slots);
                let threads = (self.threads / soon).max(1);
                let turn = SearchTurn { threads, had, other_half: Arc::downgrade(&half) };
                let mut half = Some(half);
                let mut running = spawn_blocking(move || {
                    // Even if the client disconnects, the slot is not free before the search ends.
                    let _slot = slot;
                    (search(&turn), search)
                });
                let ended = loop {
                    if let Ok(ended) = timeout(hasty(TURN_CHECK), &mut running).await {
                        break ended;
                    }
                    if expected.is_some() && self.is_wanted(had + began.elapsed()) {
                        drop(half.take());
                    }
                };
                let (found, continued) = ended.map_err(|_| HttpProblem::failed())?;
                if let Some(found) = found? {
                    return Ok(found);
                }
                (search, had) = (continued, had + began.elapsed());
                place = self.join(had, expected.unwrap_or_default());
            }
        };
        let mut stopping = self.stopping.clone();
        let found = unless(stopping.wait_for(|&stopping| stopping), turns).await;
        found.unwrap_or_else(|| Err(HttpProblem::stopping()))
    }

    /// Whether a search that has run for this time should make room for another. Because a search
    /// starts over in each turn, each turn is longer than the last, and most of the time is not wasted.
    fn is_wanted(&self, had: Duration) -> bool {
        let is_long = had >= hasty(TURN);
        is_long && self.waiting() > 0 && lock(&self.waiting).iter().any(|it| it.had <= had / 2)
    }

    /// The number of running searches.
    pub(super) fn running(&self) -> usize {
        self.slots - self.free.available_permits()
    }

    /// The number of searches that are still waiting.
    pub(super) fn waiting(&self) -> usize {
        let mut waiting = lock(&self.waiting);
        waiting.retain(|search| !search.call.is_closed());
        waiting.len()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use crate::serve::tests::wait_for;

    fn queue() -> Arc<Queue> {
        // It is stopping, so it stops what it runs.
        Arc::new(Queue::new(1, watch::channel(true).1))
    }

    fn seconds(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    /// The slot of a search, if it has been called.
    fn slot(queue: &Arc<Queue>, place: &mut Place) -> Option<SlotPermit> {
        queue.clone().call().now_or_never();
        place.try_recv().ok()
    }

    #[test]
    fn the_search_with_the_least_time_and_then_the_shortest_is_next() {
        let queue = queue();
        let first = slot(&queue, &mut queue.place(900).unwrap());
        let needs = [(0, 500), (5, 1), (0, 7), (0, 7)];
        let mut places = needs.map(|(had, expected)| queue.join(seconds(had), expected));
        assert_eq!((queue.running(), queue.waiting()), (1, 4));
        let mut running = first.expect("it was the first");
        for expected in [2, 3, 0, 1] {
            drop(running);
            let called = places.iter_mut().map(|place| slot(&queue, place));
            let called: Vec<_> = called.enumerate().filter(|(_, slot)| slot.is_some()).collect();
            assert_eq!(called.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [expected]);
            running = called.into_iter().next().unwrap().1.unwrap();
        }
        drop(running);
        assert_eq!((queue.running(), queue.waiting()), (0, 0));
    }

    #[test]
    fn an_abandoned_place_delays_no_other() {
        let queue = queue();
        let running = slot(&queue, &mut queue.place(0).unwrap());
        drop(queue.place(0).unwrap());
        assert_eq!(queue.waiting(), 0);
        let called = queue.place(0).unwrap();
        drop(running);
        queue.clone().call().now_or_never();
        // It has a slot, but is dropped before it learns of it.
        assert_eq!(queue.running(), 1);
        drop(called);
        assert_eq!(queue.running(), 0);
    }

    #[test]
    fn a_search_makes_room_after_a_turn_and_then_after_twice_what_others_had() {
        let queue = queue();
        let _running = slot(&queue, &mut queue.place(0).unwrap());
        assert!(!queue.is_wanted(seconds(1000)), "none is waiting");
        let newcomer = queue.place(0).unwrap();
        assert!(!queue.is_wanted(TURN / 2) && queue.is_wanted(TURN));
        drop(newcomer);
        let _other = queue.join(seconds(60), 0);
        assert!(!queue.is_wanted(seconds(119)) && queue.is_wanted(seconds(120)));
    }

    #[test]
    fn in_a_full_queue_the_longest_search_loses_its_place_after_a_whole_turn() {
        let queue = queue();
        let _running = slot(&queue, &mut queue.place(0).unwrap());
        let mut places: Vec<_> = (0..MAX_WAITING).map(|_| queue.place(0).unwrap()).collect();
        assert!(queue.place(0).is_err());
        places[3] = queue.join(seconds(4), 0);
        assert!(queue.place(0).is_err(), "it has not had a whole turn");
        places[3] = queue.join(seconds(6), 0);
        places[4] = queue.join(seconds(7), 0);
        let _newcomer = queue.place(0).unwrap();
        assert!(
            places[4].try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Closed)
        );
        assert_eq!(queue.waiting(), MAX_WAITING);
    }

    #[test]
    fn a_stopping_server_stops_what_it_runs() {
        let queue = queue();
        let place = queue.place(0).unwrap();
        let stopped = wait_for(async {
            tokio::spawn(queue.clone().call());
            let search = |turn: &SearchTurn| {
                while !turn.is_stopped() {}
                Ok(None::<()>)
            };
            queue.run(place, Some(0), search).await
        });
        let status = serde_json::to_value(stopped.unwrap_err()).unwrap()["status"].clone();
        assert_eq!(status, 503);
    }
}
