//! A search that one or more clients wait for.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use othello_core::answer::{
    AnalysisOptions, AnswerError, Limits, OpenQuestion, Question, Sources, TABLE,
};
use othello_core::documents::AnswerDocument;
use othello_core::requests::{BoundsSoFar, Pace, SearchRequest};
use othello_core::search::{History, Journal, Table, expected_positions};
use othello_core::{Progress, Score, Square, TimeLimit};
use tokio::sync::watch::{Receiver, Sender};
use tokio::time::{sleep_until, timeout};

use super::queue::Need;
use super::response::Result;
use super::sync::{hasty, lock};
use crate::clock::clock;

/// How long a search continues after a client got bounds, so that the client's next request gets
/// better ones.
const LINGER: Duration = Duration::from_secs(10);

/// A search of fewer positions takes a second or two and needs no forecast.
const FORECAST_FROM: u64 = 10_000_000;

/// The time limit for a forecast.
const FORECAST_TIME: Duration = Duration::from_millis(300);

/// The outcome of a search.
pub(super) type End = Result<Arc<AnswerDocument>>;

/// A search. A client waits for it by holding an [`Interest`].
#[derive(Debug)]
pub(super) struct Job {
    pub(super) request: SearchRequest,
    pub(super) open: OpenQuestion,
    /// The state of the search when it last made room for others.
    history: Mutex<Turns>,
    pace: Mutex<Pace>,
    /// The outcome, once the search has ended. New bounds wake the waiting clients too.
    pub(super) news: Sender<Option<End>>,
    /// The search continues until then, even without clients.
    kept_until: Mutex<Instant>,
    /// Whether it has been given up, because no client is waiting or the server is stopping.
    pub(super) is_given_up: AtomicBool,
    /// Whether it should make room for others.
    pub(super) is_interrupted: AtomicBool,
}

impl Job {
    pub(super) fn new(request: SearchRequest, open: OpenQuestion) -> Self {
        Self {
            request,
            open,
            history: Mutex::default(),
            pace: Mutex::default(),
            news: Sender::new(None),
            kept_until: Mutex::new(Instant::now()),
            is_given_up: AtomicBool::new(false),
            is_interrupted: AtomicBool::new(false),
        }
    }

    /// Adds a client, unless the search has been given up.
    pub(super) fn interest(self: &Arc<Self>) -> Option<Interest> {
        let _guard = lock(&self.kept_until);
        let is_open = !self.is_given_up.load(Relaxed);
        is_open.then(|| Interest { news: self.news.subscribe(), job: self.clone() })
    }

    /// Gives the search up if no client is waiting. Returns whether it has been given up.
    pub(super) fn is_given_up(&self) -> bool {
        if self.news.receiver_count() == 0 {
            let kept_until = lock(&self.kept_until);
            if self.news.receiver_count() == 0 && *kept_until <= Instant::now() {
                self.is_given_up.store(true, Relaxed);
            }
        }
        self.is_given_up.load(Relaxed)
    }

    /// Waits until the search has been given up.
    pub(super) async fn given_up(&self) {
        while !self.is_given_up() {
            self.news.closed().await;
            let kept_until = *lock(&self.kept_until);
            sleep_until(kept_until.into()).await;
        }
    }

    /// Its claim to a turn.
    pub(super) fn need(&self) -> Need {
        let Question { position, rules, .. } = self.request.question;
        Need {
            had: lock(&self.pace).time(clock()),
            expected: expected_positions(position, rules.objective),
        }
    }

    /// Searches until the end, or until the search should make room for others. The first turn of a
    /// long search starts with a forecast, which uses the memory before the search does.
    pub(super) fn search(
        &self,
        sources: &Sources<'_>,
        hash: usize,
        threads: usize,
    ) -> Result<(), AnswerError> {
        let need = self.need();
        self.is_interrupted.store(false, Relaxed);
        lock(&self.pace).begin(clock(), self.open.nodes());
        if need.had.is_zero() && need.expected > FORECAST_FROM {
            let rules = self.request.question.rules;
            let limit = TimeLimit::new(self, clock, FORECAST_TIME);
            let options = AnalysisOptions { rules, depth: u32::MAX, hash: hash.min(TABLE) };
            self.open.look_ahead(&options, &limit)?;
        }
        self.notify();
        let mut journal = lock(&self.history);
        self.open.resume(sources, &Limits { hash, threads }, Some(&mut *journal), self)
    }

    /// Ends a turn. There may be more.
    pub(super) fn pause(&self) {
        lock(&self.pace).pause(clock());
        self.notify();
    }

    /// Wakes all waiting clients because there is news.
    fn notify(&self) {
        self.news.send_modify(|_| ());
    }
}

/// What a search was asked in earlier turns, and what it answered. Its table is not kept: that would
/// take too much memory.
#[derive(Debug, Default)]
struct Turns {
    history: History,
    bounds: Option<(Score, Score)>,
}

impl Journal for Turns {
    fn load(&mut self, _table: &Table) -> Option<History> {
        Some(self.history.clone())
    }

    fn bounds(&mut self, bounds: (Score, Score)) -> (Score, Score) {
        *self.bounds.get_or_insert(bounds)
    }

    fn stop(&mut self, history: &History) {
        self.history = history.clone();
    }
}

/// The reports of the search itself.
impl Progress for Job {
    fn expect(&self, positions: u64) {
        lock(&self.pace).expected = positions;
    }

    fn bounds(&self, _lower: Score, _upper: Score) {
        self.notify();
    }

    fn move_bounds(&self, _square: Square, _lower: Score, _upper: Score) {
        self.notify();
    }

    fn is_stopped(&self) -> bool {
        self.is_interrupted.load(Relaxed) || self.is_given_up()
    }
}

/// A client that waits for a search. The search stops when the last one is dropped.
#[derive(Debug)]
pub(super) struct Interest {
    job: Arc<Job>,
    news: Receiver<Option<End>>,
}

impl Interest {
    /// Waits for the outcome.
    pub(super) async fn end(&mut self) -> End {
        let news = self.news.wait_for(Option::is_some).await.expect("the sender is in the job");
        news.clone().expect("this was waited for")
    }

    /// The bounds proved so far.
    pub(super) fn bounds(&self) -> BoundsSoFar {
        let document = self.job.request.bounds(&self.job.open);
        lock(&self.job.pace).describe(clock(), document)
    }

    /// Waits for news, but at most this long. Returns the outcome if the search has ended.
    pub(super) async fn news(&mut self, patience: Duration) -> Option<End> {
        let _ = timeout(patience, self.news.changed()).await;
        self.news.borrow_and_update().clone()
    }

    /// Keeps the search running for a while, because the client may soon ask again.
    pub(super) fn pause(self) {
        *lock(&self.job.kept_until) = Instant::now() + hasty(LINGER);
    }
}
