//! The searches of a server. Identical requests share a search, and answers are cached.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::State;
use othello_core::answer::{
    AnswerError, EXHAUSTIVE_SQUARES, Limits, OpenQuestion, Sources, TABLE, ValueSource,
};
use othello_core::documents::AnswerDocument;
use othello_core::requests::{BoundsSoFar, Pace, SearchRequest};
use othello_core::search::KeptHistory;
use othello_core::{Progress, Score, Square, TimeLimit};
use tokio::sync::watch::{Receiver, Sender};
use tokio::time::{sleep, timeout};

use super::queue::{Place, Queue, SearchTurn};
use super::response::{HttpProblem, Result};
use super::sync::{hasty, lock, unless};
use crate::clock::clock;
use crate::tables::ValueTable;

/// The number of searches that are kept, most of them as answers of some kilobytes. There are so few
/// that a linear search takes microseconds.
const MAX_KEPT: usize = 1000;

/// How long a search continues after a client got bounds, so that the client's next request gets
/// better ones.
const LINGER: Duration = Duration::from_secs(10);

/// A search of fewer positions takes a second or two and needs no forecast.
const FORECAST_FROM: u64 = 10_000_000;

/// The time limit for a forecast.
const FORECAST_TIME: Duration = Duration::from_millis(300);

/// The searches, as the handlers of requests get them.
pub(super) type SharedSearches = State<Arc<Searches>>;

/// All searches.
#[derive(Debug)]
pub(super) struct Searches {
    /// The memory for the transposition table of each search, review or plan, in bytes.
    pub(super) hash: usize,
    pub(super) queue: Arc<Queue>,
    /// The queue of the plans. Only one is made at a time, because a large one takes tens of MiB, and
    /// on its own thread, because it cannot make room for searches.
    pub(super) plans: Arc<Queue>,
    /// A table of positions that need no search.
    table: Option<ValueTable>,
    /// The current searches, and those that have found an answer, the oldest first.
    kept: Mutex<VecDeque<Arc<SharedSearch>>>,
    /// The number of searches started so far.
    pub(super) begun: AtomicU64,
}

impl Searches {
    /// `stopping` tells them that the server is stopping.
    pub(super) fn new(
        threads: usize,
        hash: usize,
        table: Option<ValueTable>,
        stopping: Receiver<bool>,
    ) -> Self {
        let queue = Arc::new(Queue::new(threads, stopping.clone()));
        let plans = Arc::new(Queue::new(1, stopping));
        tokio::spawn(queue.clone().call());
        tokio::spawn(plans.clone().call());
        let hash = hash / (queue.slots + plans.slots);
        Self { hash, queue, plans, table, kept: Mutex::default(), begun: 0.into() }
    }

    /// Finds a known answer, or joins the search of an identical request, or starts one.
    pub(super) fn ask(self: &Arc<Self>, request: SearchRequest) -> Result<Interest> {
        let mut kept = lock(&self.kept);
        if let Some(search) = kept.iter().find(|search| search.request == request) {
            return Ok(search.interest());
        }
        let search = Arc::new(SharedSearch {
            request,
            open: OpenQuestion::new(request.question),
            pace: Mutex::default(),
            news: Sender::new(None),
        });
        // Small boards are solved instead, which gives more.
        let is_small = request.question.position.size().squares() <= EXHAUSTIVE_SQUARES;
        let quick =
            Sources { enumeration: false, known: !is_small, search: false, ..self.sources() };
        search.open.pursue(&quick, &Limits::single(0), &()).map_err(|_| HttpProblem::failed())?;
        let interest = search.interest();
        if let Some(answer) = search.answer() {
            search.news.send_replace(Some(Ok(answer)));
        } else {
            let place = self.queue.place(request.question.expected_positions())?;
            if kept.len() >= MAX_KEPT {
                kept.pop_front();
            }
            kept.push_back(search.clone());
            tokio::spawn(self.clone().work(search, place));
        }
        Ok(interest)
    }

    /// Searches until the end or until no client is waiting, and caches the answer.
    async fn work(self: Arc<Self>, search: Arc<SharedSearch>, place: Place) {
        let (this, searched, mut earlier) = (self.clone(), search.clone(), KeptHistory::default());
        let expected = search.request.question.expected_positions();
        let turns = self.queue.run(place, Some(expected), move |turn| {
            if turn.had.is_zero() {
                this.begun.fetch_add(1, Relaxed);
            }
            let done = searched.resume(turn, &this.sources(), this.hash, &mut earlier);
            done.map_err(|_| HttpProblem::failed())?;
            Ok(searched.answer())
        });
        let Some(end) = unless(self.forgotten(&search), turns).await else { return };
        let mut kept = lock(&self.kept);
        if end.is_err() {
            kept.retain(|other| !Arc::ptr_eq(other, &search));
        }
        search.news.send_replace(Some(end));
    }

    /// Waits until no client is waiting for a search, and removes it, so that none can join it.
    async fn forgotten(&self, search: &Arc<SharedSearch>) {
        loop {
            search.news.closed().await;
            let mut kept = lock(&self.kept);
            if search.news.is_closed() {
                kept.retain(|other| !Arc::ptr_eq(other, search));
                return;
            }
        }
    }

    /// The sources of answers.
    fn sources(&self) -> Sources<'_> {
        let table = self.table.as_ref().map(|table| table as &dyn ValueSource);
        Sources { table, forecast: false, ..Sources::ALL }
    }
}

/// The outcome of a search.
type End = Result<Arc<AnswerDocument>>;

/// A search, which may have ended. A client waits for it by holding an [`Interest`].
#[derive(Debug)]
struct SharedSearch {
    request: SearchRequest,
    open: OpenQuestion,
    pace: Mutex<Pace>,
    /// The outcome, once the search has ended. New bounds wake the waiting clients too.
    news: Sender<Option<End>>,
}

impl SharedSearch {
    /// Adds a client.
    fn interest(self: &Arc<Self>) -> Interest {
        Interest { news: self.news.subscribe(), search: self.clone() }
    }

    /// The answer, if it has been found.
    fn answer(&self) -> Option<Arc<AnswerDocument>> {
        self.request.settled(&self.open).map(Arc::new)
    }

    /// Searches until the end, or until the turn is over. The first turn of a long search starts with
    /// a forecast, which uses the memory before the search does. Between turns the table is not kept:
    /// that would take too much memory.
    fn resume(
        &self,
        turn: &SearchTurn,
        sources: &Sources<'_>,
        hash: usize,
        earlier: &mut KeptHistory,
    ) -> Result<(), AnswerError> {
        lock(&self.pace).begin(clock(), self.open.nodes());
        let listener = TurnListener { search: self, turn };
        if turn.had.is_zero() && self.request.question.expected_positions() > FORECAST_FROM {
            let limit = TimeLimit::new(&listener, &clock, FORECAST_TIME);
            self.open.look_ahead(hash.min(TABLE), &limit)?;
        }
        self.notify();
        let limits = Limits::new(hash, turn.threads);
        self.open.resume(sources, &limits, Some(earlier), &listener)?;
        lock(&self.pace).pause(clock());
        self.notify();
        Ok(())
    }

    /// Wakes all waiting clients because there is news.
    fn notify(&self) {
        self.news.send_modify(|_| ());
    }
}

/// Listens to a search during a turn.
struct TurnListener<'a> {
    search: &'a SharedSearch,
    turn: &'a SearchTurn,
}

impl Progress for TurnListener<'_> {
    fn expect(&self, positions: u64) {
        lock(&self.search.pace).expected = positions;
    }

    fn bounds(&self, _lower: Score, _upper: Score) {
        self.search.notify();
    }

    fn move_bounds(&self, _square: Square, _lower: Score, _upper: Score) {
        self.search.notify();
    }

    fn is_stopped(&self) -> bool {
        self.turn.is_stopped()
    }
}

/// A client that waits for a search. The search stops when the last one is dropped.
#[derive(Debug)]
pub(super) struct Interest {
    search: Arc<SharedSearch>,
    news: Receiver<Option<End>>,
}

impl Interest {
    /// Waits for the answer, but at most this long.
    pub(super) async fn answer(&mut self, wait: Duration) -> Result<Option<Arc<AnswerDocument>>> {
        let Ok(end) = timeout(wait, self.news.wait_for(Option::is_some)).await else {
            return Ok(None);
        };
        end.expect("the sender is in the search").clone().transpose()
    }

    /// Waits for news, but at most this long. Returns the outcome if the search has ended.
    pub(super) async fn news(&mut self, wait: Duration) -> Option<End> {
        let _ = timeout(wait, self.news.changed()).await;
        self.news.borrow_and_update().clone()
    }

    /// The bounds proved so far.
    pub(super) fn bounds(&self) -> BoundsSoFar {
        let search = &self.search;
        let document = search.request.bounds(&search.open);
        lock(&search.pace).describe(clock(), document)
    }

    /// Keeps the search running for a while, because the client may soon ask again.
    pub(super) fn linger(self) {
        tokio::spawn(async move {
            sleep(hasty(LINGER)).await;
            drop(self);
        });
    }
}
