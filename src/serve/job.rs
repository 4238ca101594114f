//! A search that one or several requests wait for.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tokio::sync::watch::{Receiver, Sender};
use tokio::time::{sleep_until, timeout};

use super::bounds::{Bounds, Pace};
use super::forecast::Forecast;
use super::problem::Problem;
use super::question::Question;
use crate::board::Square;
use crate::game::Score;
use crate::progress::Progress;
use crate::results::SolvedBoard;

/// How long a search goes on after a request was answered with bounds, so that the next request
/// finds more.
const KEPT: Duration = Duration::from_secs(10);

/// How a search has ended.
pub(super) type End = Result<Arc<SolvedBoard>, Problem>;

/// What is known by now.
#[derive(Clone, Debug)]
struct News {
    bounds: Bounds,
    end: Option<End>,
}

/// A search, and who waits for it: whoever has an [`Interest`].
#[derive(Debug)]
pub(super) struct Job {
    pub(super) question: Question,
    news: Sender<News>,
    pace: Pace,
    /// The number of parts that have begun. Only the first is about the value.
    parts: AtomicU32,
    /// Until when it goes on even if nobody waits.
    kept_until: Mutex<Instant>,
    /// Whether it was given up, because nobody waits or because the server stops.
    is_closed: AtomicBool,
}

impl Job {
    pub(super) fn new(question: Question) -> Self {
        Self {
            question,
            news: Sender::new(News { bounds: Bounds::new(&question), end: None }),
            pace: Pace::default(),
            parts: AtomicU32::new(0),
            kept_until: Mutex::new(Instant::now()),
            is_closed: AtomicBool::new(false),
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

    /// The search begins, with a forecast if one pays.
    pub(super) fn begin(&self) {
        self.pace.begin();
        let forecast = Forecast::of(&self.question, self);
        if forecast.is_some() {
            self.news.send_modify(|news| news.bounds.forecast = forecast);
        }
    }

    /// Tells everybody who waits how it has ended.
    pub(super) fn end(&self, end: End) {
        self.news.send_modify(|news| news.end = Some(end));
    }
}

/// What the search says of itself.
impl Progress for Job {
    fn begin(&self, _what: &str, _steps: Option<u64>) {
        self.parts.fetch_add(1, Relaxed);
    }

    fn advance(&self, steps: u64) {
        self.pace.nodes.fetch_add(steps, Relaxed);
    }

    fn expect(&self, positions: u64) {
        self.pace.expected.store(positions, Relaxed);
    }

    fn bounds(&self, lower: Score, upper: Score) {
        if self.parts.load(Relaxed) <= 1 {
            self.news.send_modify(|news| news.bounds.narrow(lower, upper));
        }
    }

    fn move_bounds(&self, square: Square, lower: Score, upper: Score) {
        self.news.send_modify(|news| news.bounds.narrow_move(square, lower, upper));
    }

    fn is_stopped(&self) -> bool {
        self.is_given_up()
    }
}

/// A request that waits for a search. The search stops when the last one is gone.
#[derive(Debug)]
pub(super) struct Interest {
    job: Arc<Job>,
    news: Receiver<News>,
}

impl Interest {
    /// Waits for the end.
    pub(super) async fn end(&mut self) -> End {
        let news = self.news.wait_for(|news| news.end.is_some()).await;
        let news = news.expect("the job is here, and it sends");
        news.end.clone().expect("this was waited for")
    }

    /// What is proved by now.
    pub(super) fn bounds(&self) -> Bounds {
        self.news.borrow().bounds.clone().at(&self.job.pace)
    }

    /// Waits until there is news, but at most this long; and returns the end, if it has come.
    pub(super) async fn news(&mut self, patience: Duration) -> Option<End> {
        let _ = timeout(patience, self.news.changed()).await;
        self.news.borrow_and_update().end.clone()
    }

    /// Goes away, but may come back soon.
    pub(super) fn pause(self) {
        *self.job.kept_until() = Instant::now() + KEPT;
    }
}
