//! A search that one or several requests wait for.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use othello_core::analysis::{BoundsKeeper, Forecast, TABLE};
use othello_core::board::Square;
use othello_core::game::Score;
use othello_core::progress::{Progress, TimeLimit};
use othello_core::search::expected_positions;
use tokio::sync::watch::{Receiver, Sender};
use tokio::time::{sleep_until, timeout};

use super::bounds::{BoundsSoFar, Pace};
use super::problem::Problem;
use super::question::Question;
use super::queue::Need;
use crate::clock::clock;
use crate::results::SolvedBoard;

/// How long a search goes on after a request was answered with bounds, so that the next request
/// finds more.
const KEPT: Duration = Duration::from_secs(10);

/// A search of fewer positions is over in a second or two, and needs no forecast.
const LONG: u64 = 10_000_000;

/// The time for a forecast.
const FORECAST: Duration = Duration::from_millis(300);

/// How a search has ended.
pub(super) type End = Result<Arc<SolvedBoard>, Problem>;

/// A search, and who waits for it: whoever has an [`Interest`].
#[derive(Debug)]
pub(super) struct Job {
    pub(super) question: Question,
    pub(super) known: BoundsKeeper<'static>,
    pace: Pace,
    /// The end, if it has come. Whoever waits hears of bounds too.
    news: Sender<Option<End>>,
    /// Until when it goes on even if nobody waits.
    kept_until: Mutex<Instant>,
    /// Whether it was given up, because nobody waits or because the server stops.
    is_closed: AtomicBool,
    /// Whether it is to make room for others.
    is_wanted: AtomicBool,
}

impl Job {
    pub(super) fn new(question: Question) -> Self {
        let known = BoundsKeeper::new(question.position, question.rules, &());
        known.set_start(question.start);
        Self {
            question,
            known,
            pace: Pace::default(),
            news: Sender::new(None),
            kept_until: Mutex::new(Instant::now()),
            is_closed: AtomicBool::new(false),
            is_wanted: AtomicBool::new(false),
        }
    }

    fn kept_until(&self) -> MutexGuard<'_, Instant> {
        self.kept_until.lock().expect("no thread has panicked")
    }

    /// Takes part in waiting, unless the search was given up.
    pub(super) fn interest(self: &Arc<Self>) -> Option<Interest> {
        let _guard = self.kept_until();
        let is_open = !self.is_closed.load(Relaxed);
        is_open.then(|| Interest { news: self.news.subscribe(), job: self.clone() })
    }

    /// Whether the search is given up, which it is from now on if nobody waits.
    pub(super) fn is_given_up(&self) -> bool {
        if self.news.receiver_count() == 0 {
            let kept_until = self.kept_until();
            if self.news.receiver_count() == 0 && *kept_until <= Instant::now() {
                self.give_up();
            }
        }
        self.is_closed.load(Relaxed)
    }

    pub(super) fn give_up(&self) {
        self.is_closed.store(true, Relaxed);
    }

    /// Waits until the search is given up.
    pub(super) async fn forgotten(&self) {
        while !self.is_given_up() {
            self.news.closed().await;
            let kept_until = *self.kept_until();
            sleep_until(kept_until.into()).await;
        }
    }

    /// What it needs of the time of the server.
    pub(super) fn need(&self) -> Need {
        let Question { position, rules, .. } = self.question;
        Need { had: self.pace.time(), expected: expected_positions(position, rules.objective) }
    }

    /// The search begins; the first time with a forecast if one pays, which has the memory first.
    pub(super) fn begin(&self, hash: usize) {
        let need = self.need();
        self.is_wanted.store(false, Relaxed);
        self.known.restart();
        self.pace.begin(self.known.nodes());
        if need.had.is_zero() && need.expected > LONG {
            let Question { position, rules, .. } = self.question;
            let limit = TimeLimit::new(self, clock, FORECAST);
            self.known.set_forecast(Forecast::new(position, rules, hash.min(TABLE), &limit));
        }
        self.tell();
    }

    /// The search is to make room for others.
    pub(super) fn interrupt(&self) {
        self.is_wanted.store(true, Relaxed);
    }

    /// The search has stopped, perhaps only for a while.
    pub(super) fn pause(&self) {
        self.pace.pause();
        self.tell();
    }

    /// Tells everybody who waits that more is known.
    fn tell(&self) {
        self.news.send_modify(|_| ());
    }

    /// Tells everybody who waits how it has ended.
    pub(super) fn end(&self, end: End) {
        self.news.send_replace(Some(end));
    }
}

/// What the search says of itself.
impl Progress for Job {
    fn begin(&self, what: &str, steps: Option<u64>) {
        self.known.begin(what, steps);
    }

    fn advance(&self, steps: u64) {
        self.known.advance(steps);
    }

    fn expect(&self, positions: u64) {
        self.pace.expected.store(positions, Relaxed);
    }

    fn bounds(&self, lower: Score, upper: Score) {
        Progress::bounds(&self.known, lower, upper);
        self.tell();
    }

    fn move_bounds(&self, square: Square, lower: Score, upper: Score) {
        self.known.move_bounds(square, lower, upper);
        self.tell();
    }

    fn is_stopped(&self) -> bool {
        self.is_wanted.load(Relaxed) || self.is_given_up()
    }
}

/// A request that waits for a search. The search stops when the last one is gone.
#[derive(Debug)]
pub(super) struct Interest {
    job: Arc<Job>,
    news: Receiver<Option<End>>,
}

impl Interest {
    /// Waits for the end.
    pub(super) async fn end(&mut self) -> End {
        let news = self.news.wait_for(Option::is_some).await;
        let news = news.expect("the job is here, and it sends");
        news.clone().expect("this was waited for")
    }

    /// What is proved by now.
    pub(super) fn bounds(&self) -> BoundsSoFar {
        self.job.pace.of(self.job.known.bounds())
    }

    /// Waits until there is news, but at most this long; and returns the end, if it has come.
    pub(super) async fn news(&mut self, patience: Duration) -> Option<End> {
        let _ = timeout(patience, self.news.changed()).await;
        self.news.borrow_and_update().clone()
    }

    /// Goes away, but may come back soon.
    pub(super) fn pause(self) {
        *self.job.kept_until() = Instant::now() + KEPT;
    }
}
