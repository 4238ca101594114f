//! The queue of searches that wait for their turn.
//!
//! A few searches run at a time. If others are waiting, a search makes room after a turn, and resumes
//! when it is the one that has had the least time. So a very long search delays the others but does
//! not block them.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::oneshot;

use super::response::{Problem, Result};
use super::sync::{hasty, lock};

/// The maximum number of waiting searches.
const MAX_WAITING: usize = 32;

/// The shortest time for which a search runs before it makes room for others.
const TURN: Duration = Duration::from_secs(5);

/// The running and the waiting searches.
#[derive(Debug)]
pub(super) struct Queue {
    /// The number of searches that can run at the same time.
    slots: usize,
    state: Arc<Mutex<QueueState>>,
}

#[derive(Debug)]
struct QueueState {
    /// The number of free slots.
    free: usize,
    /// The waiting searches in the order of their arrival, and how to call each of them.
    waiting: Vec<(Need, oneshot::Sender<Slot>)>,
}

/// The priority of a search. The search that has had the least time is next, and if several have, the
/// one that is expected to be the shortest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Need {
    /// The time it has had.
    pub(super) had: Duration,
    /// The number of positions it is expected to search.
    pub(super) expected: u64,
}

/// A place in the queue, which is closed if another search takes it.
pub(super) type Place = oneshot::Receiver<Slot>;

/// A slot, in which a search may run until this is dropped.
#[derive(Debug)]
pub(super) struct Slot(Option<Arc<Mutex<QueueState>>>);

impl Queue {
    pub(super) fn new(slots: usize) -> Self {
        let state = QueueState { free: slots, waiting: Vec::new() };
        Self { slots, state: Arc::new(Mutex::new(state)) }
    }

    /// A place for a search that has not run yet. If none is left, the search that has run longest
    /// loses its place, provided that it has had a whole turn.
    pub(super) fn place(&self, need: Need) -> Result<Place> {
        let mut state = lock(&self.state);
        if state.free == 0 && state.waiting() >= MAX_WAITING {
            let had = |at: &usize| state.waiting[*at].0.had;
            let longest =
                (0..state.waiting.len()).max_by_key(had).filter(|at| had(at) >= hasty(TURN));
            state.waiting.remove(longest.ok_or_else(Problem::too_many)?);
        }
        Ok(self.join(state, need))
    }

    /// A place for a search that has made room for others.
    pub(super) fn again(&self, need: Need) -> Place {
        self.join(lock(&self.state), need)
    }

    fn join(&self, mut state: MutexGuard<'_, QueueState>, need: Need) -> Place {
        let (call, called) = oneshot::channel();
        state.waiting.push((need, call));
        state.fill(&self.state);
        called
    }

    /// Whether a search that has run for this time should make room for another. Because a search
    /// starts over in each turn, each turn is longer than the last, and most of the time is not wasted.
    pub(super) fn is_wanted(&self, had: Duration) -> bool {
        let mut state = lock(&self.state);
        had >= hasty(TURN)
            && state.waiting() > 0
            && state.waiting.iter().any(|it| it.0.had <= had / 2)
    }

    /// The number of running searches.
    pub(super) fn running(&self) -> usize {
        self.slots - lock(&self.state).free
    }

    /// The number of waiting searches.
    pub(super) fn waiting(&self) -> usize {
        lock(&self.state).waiting()
    }
}

impl QueueState {
    /// The number of searches that are still waiting.
    fn waiting(&mut self) -> usize {
        self.waiting.retain(|(_, call)| !call.is_closed());
        self.waiting.len()
    }

    /// Fills the free slots; `shared` is the mutex around this state.
    fn fill(&mut self, shared: &Arc<Mutex<Self>>) {
        while self.free > 0
            && let Some(next) = (0..self.waiting.len()).min_by_key(|&at| self.waiting[at].0)
        {
            self.free -= 1;
            let slot = Slot(Some(shared.clone()));
            let (_, call) = self.waiting.remove(next);
            if let Err(mut slot) = call.send(slot) {
                slot.0 = None;
                self.free += 1;
            }
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if let Some(shared) = &self.0 {
            let mut state = lock(shared);
            state.free += 1;
            state.fill(shared);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(had: u64, expected: u64) -> Need {
        Need { had: Duration::from_secs(had), expected }
    }

    fn slot(place: &mut Place) -> Option<Slot> {
        place.try_recv().ok()
    }

    #[test]
    fn the_search_with_the_least_time_and_then_the_shortest_is_next() {
        let queue = Queue::new(1);
        let first = slot(&mut queue.place(need(0, 900)).unwrap());
        let needs = [need(0, 500), need(5, 1), need(0, 7), need(0, 7)];
        let mut places = needs.map(|need| queue.again(need));
        assert_eq!((queue.running(), queue.waiting()), (1, 4));
        let mut running = first.expect("it was the first");
        for expected in [2, 3, 0, 1] {
            drop(running);
            let called = places.iter_mut().map(slot).collect::<Vec<_>>();
            let called = called.into_iter().enumerate().filter(|(_, slot)| slot.is_some());
            let called: Vec<_> = called.collect();
            assert_eq!(called.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [expected]);
            running = called.into_iter().next().unwrap().1.unwrap();
        }
        drop(running);
        assert_eq!((queue.running(), queue.waiting()), (0, 0));
    }

    #[test]
    fn an_abandoned_place_delays_no_other() {
        let queue = Queue::new(1);
        let running = slot(&mut queue.place(Need::default()).unwrap());
        drop(queue.place(Need::default()).unwrap());
        assert_eq!(queue.waiting(), 0);
        let called = queue.place(Need::default()).unwrap();
        drop(running);
        // It has a slot, but is dropped before it learns of it.
        assert_eq!(queue.running(), 1);
        drop(called);
        assert_eq!(queue.running(), 0);
    }

    #[test]
    fn a_search_makes_room_after_a_turn_and_then_after_twice_what_others_had() {
        let queue = Queue::new(1);
        let _running = slot(&mut queue.place(Need::default()).unwrap());
        let seconds = Duration::from_secs;
        assert!(!queue.is_wanted(seconds(1000)), "none is waiting");
        let newcomer = queue.place(Need::default()).unwrap();
        assert!(!queue.is_wanted(TURN / 2) && queue.is_wanted(TURN));
        drop(newcomer);
        let _other = queue.again(need(60, 0));
        assert!(!queue.is_wanted(seconds(119)) && queue.is_wanted(seconds(120)));
    }

    #[test]
    fn in_a_full_queue_the_longest_search_loses_its_place_after_a_whole_turn() {
        let queue = Queue::new(1);
        let _running = slot(&mut queue.place(Need::default()).unwrap());
        let mut places: Vec<_> =
            (0..MAX_WAITING).map(|_| queue.place(Need::default()).unwrap()).collect();
        assert!(queue.place(Need::default()).is_err());
        places[3] = queue.again(need(4, 0));
        assert!(queue.place(Need::default()).is_err(), "it has not had a whole turn");
        places[3] = queue.again(need(6, 0));
        places[4] = queue.again(need(7, 0));
        let _newcomer = queue.place(Need::default()).unwrap();
        assert!(
            places[4].try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Closed)
        );
        assert_eq!(queue.waiting(), MAX_WAITING);
    }
}
