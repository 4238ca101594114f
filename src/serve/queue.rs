//! Which searches run, and which wait for their turn.
//!
//! A few run at a time. A search that others wait for does not keep its place for ever: after a turn
//! it makes room, and it goes on when it is the one that has had the least time. So a search of years
//! delays the others, and stops none of them.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::oneshot;

use super::problem::Problem;

/// The most searches that wait for others.
const WAITING: usize = 32;

/// How long a search runs before it makes room for others.
const TURN: Duration = Duration::from_secs(5);

/// The searches that run, and those that wait.
#[derive(Debug)]
pub(super) struct Queue {
    /// The most searches at a time.
    most: usize,
    line: Arc<Mutex<Line>>,
}

#[derive(Debug)]
struct Line {
    /// How many more may run.
    free: usize,
    /// Those that wait, in the order in which they came.
    waiting: Vec<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    need: Need,
    call: oneshot::Sender<Slot>,
}

/// What decides whose turn it is: who has had the least time, and of those the one that is expected
/// to need the least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Need {
    /// How long it has run.
    pub(super) had: Duration,
    /// The number of positions that it is expected to search.
    pub(super) expected: u64,
}

/// A place in the queue.
#[derive(Debug)]
pub(super) struct Place(oneshot::Receiver<Slot>);

/// The turn of a search, which may run as long as this is kept.
#[derive(Debug)]
pub(super) struct Slot(Option<Arc<Mutex<Line>>>);

impl Queue {
    pub(super) fn new(most: usize) -> Self {
        let line = Line { free: most, waiting: Vec::new() };
        Self { most, line: Arc::new(Mutex::new(line)) }
    }

    /// A place for a search that has not run yet. If none is left, whoever has run longest loses
    /// its own, but not before it has had a turn.
    pub(super) fn place(&self, need: Need) -> Result<Place, Problem> {
        let mut line = lock(&self.line);
        if line.free == 0 && line.waiting() >= WAITING {
            let longest = (0..line.waiting.len()).max_by_key(|&at| line.waiting[at].need.had);
            let longest = longest.filter(|&at| line.waiting[at].need.had >= TURN);
            line.waiting.remove(longest.ok_or_else(Problem::too_many)?);
        }
        Ok(self.join(line, need))
    }

    /// A place for a search that has made room for others.
    pub(super) fn again(&self, need: Need) -> Place {
        self.join(lock(&self.line), need)
    }

    fn join(&self, mut line: MutexGuard<'_, Line>, need: Need) -> Place {
        let (call, called) = oneshot::channel();
        line.waiting.push(Waiting { need, call });
        line.call(&self.line);
        Place(called)
    }

    /// Whether a search that has run so long is to make room for another. Each time it runs for
    /// longer, so that in the end most of its time was not in vain, although it begins anew.
    pub(super) fn is_wanted(&self, had: Duration) -> bool {
        let mut line = lock(&self.line);
        had >= TURN && line.waiting() > 0 && line.waiting.iter().any(|of| of.need.had <= had / 2)
    }

    /// How many searches run.
    pub(super) fn running(&self) -> usize {
        self.most - lock(&self.line).free
    }

    /// How many searches wait.
    pub(super) fn waiting(&self) -> usize {
        lock(&self.line).waiting()
    }
}

fn lock(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    line.lock().expect("no thread has panicked")
}

impl Line {
    /// How many wait, and have not gone away.
    fn waiting(&mut self) -> usize {
        self.waiting.retain(|of| !of.call.is_closed());
        self.waiting.len()
    }

    /// Calls those whose turn it is; `line` is this one.
    fn call(&mut self, line: &Arc<Mutex<Self>>) {
        while self.free > 0
            && let Some(next) = (0..self.waiting.len()).min_by_key(|&at| self.waiting[at].need)
        {
            self.free -= 1;
            let slot = Slot(Some(line.clone()));
            if let Err(mut slot) = self.waiting.remove(next).call.send(slot) {
                slot.0 = None;
                self.free += 1;
            }
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if let Some(line) = &self.0 {
            let mut free = lock(line);
            free.free += 1;
            free.call(line);
        }
    }
}

impl Place {
    /// Waits for its turn, unless the place is lost to another.
    pub(super) async fn slot(self) -> Result<Slot, Problem> {
        self.0.await.map_err(|_| Problem::too_many())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(had: u64, expected: u64) -> Need {
        Need { had: Duration::from_secs(had), expected }
    }

    fn slot(place: &mut Place) -> Option<Slot> {
        place.0.try_recv().ok()
    }

    #[test]
    fn whoever_has_had_the_least_and_needs_the_least_is_next() {
        let queue = Queue::new(1);
        let first = slot(&mut queue.place(need(0, 900)).unwrap());
        let needs = [need(0, 500), need(5, 1), need(0, 7), need(0, 7)];
        let mut places = needs.map(|need| queue.again(need));
        assert_eq!((queue.running(), queue.waiting()), (1, 4));
        let mut running = first.expect("nobody was before it");
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
    fn nobody_waits_for_those_that_have_gone_away() {
        let queue = Queue::new(1);
        let running = slot(&mut queue.place(Need::default()).unwrap());
        drop(queue.place(Need::default()).unwrap());
        assert_eq!(queue.waiting(), 0);
        let called = queue.place(Need::default()).unwrap();
        drop(running);
        // It was called and goes away before it has heard of it.
        assert_eq!(queue.running(), 1);
        drop(called);
        assert_eq!(queue.running(), 0);
    }

    #[test]
    fn a_search_makes_room_after_a_turn_and_then_after_twice_what_others_had() {
        let queue = Queue::new(1);
        let _running = slot(&mut queue.place(Need::default()).unwrap());
        let seconds = Duration::from_secs;
        assert!(!queue.is_wanted(seconds(1000)), "nobody waits");
        let newcomer = queue.place(Need::default()).unwrap();
        assert!(!queue.is_wanted(TURN / 2) && queue.is_wanted(TURN));
        drop(newcomer);
        let _other = queue.again(need(60, 0));
        assert!(!queue.is_wanted(seconds(119)) && queue.is_wanted(seconds(120)));
    }

    #[test]
    fn in_a_full_queue_the_longest_search_makes_room_once_it_has_had_a_turn() {
        let queue = Queue::new(1);
        let _running = slot(&mut queue.place(Need::default()).unwrap());
        let mut places: Vec<_> =
            (0..WAITING).map(|_| queue.place(Need::default()).unwrap()).collect();
        assert!(queue.place(Need::default()).is_err());
        places[3] = queue.again(need(4, 0));
        assert!(queue.place(Need::default()).is_err(), "it has had no whole turn");
        places[3] = queue.again(need(6, 0));
        places[4] = queue.again(need(7, 0));
        let _newcomer = queue.place(Need::default()).unwrap();
        assert!(
            places[4]
                .0
                .try_recv()
                .is_err_and(|error| error == oneshot::error::TryRecvError::Closed)
        );
        assert_eq!(queue.waiting(), WAITING);
    }
}
