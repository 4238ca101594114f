//! The searches of a server. Identical requests share a search, and answers are cached.

use std::collections::{HashMap, VecDeque};
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::{Either, select};
use othello_core::answer::{
    AnswerError, EXHAUSTIVE_SQUARES, Limits, OpenQuestion, Sources, ValueSource,
};
use othello_core::documents::AnswerDocument;
use othello_core::requests::SearchRequest;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::job::{Interest, Job};
use super::queue::{Place, Queue};
use super::response::{Problem, Result};
use super::sync::{hasty, lock};
use crate::tables::ValueTable;

/// The maximum number of running searches, each with an equal share of the memory.
const MAX_RUNNING: usize = 4;

/// The interval at which the server checks whether a search should make room for others.
const TURN_CHECK: Duration = Duration::from_millis(500);

/// The number of answers in the cache, of some kilobytes each.
const MAX_ANSWERS: usize = 1000;

/// All searches.
#[derive(Debug)]
pub(super) struct Searches {
    threads: usize,
    /// The memory for the transposition table of each search or review, in bytes.
    pub(super) hash: usize,
    pub(super) queue: Queue,
    /// A table of positions that need no search.
    table: Option<ValueTable>,
    state: Mutex<State>,
    /// The number of searches started so far.
    pub(super) begun: AtomicU64,
}

/// The current searches, and the cache of answers.
#[derive(Debug, Default)]
struct State {
    open: HashMap<SearchRequest, Arc<Job>>,
    /// The newest answer is first. There are so few that a linear search takes microseconds.
    answers: VecDeque<(SearchRequest, Arc<AnswerDocument>)>,
    is_stopped: bool,
}

/// The response to a request: the answer, or a search to wait for.
#[derive(Debug)]
pub(super) enum Asked {
    Answered(Arc<AnswerDocument>),
    Open(Interest),
}

impl Asked {
    /// Waits for the answer, but at most this long.
    pub(super) async fn within(self, wait: Duration) -> Result<Self> {
        let Self::Open(mut interest) = self else { return Ok(self) };
        match timeout(wait, interest.end()).await {
            Ok(end) => end.map(Self::Answered),
            Err(_) => Ok(Self::Open(interest)),
        }
    }
}

impl Searches {
    pub(super) fn new(threads: usize, hash: usize, table: Option<ValueTable>) -> Self {
        let slots = threads.clamp(1, MAX_RUNNING);
        Self {
            threads,
            hash: hash / slots,
            queue: Queue::new(slots),
            table,
            state: Mutex::default(),
            begun: AtomicU64::new(0),
        }
    }

    /// Finds a known answer, or joins the search of an identical request, or starts one.
    pub(super) fn ask(self: &Arc<Self>, request: SearchRequest) -> Result<Asked> {
        let mut state = lock(&self.state);
        if state.is_stopped {
            return Err(Problem::stopping());
        }
        if let Some((_, answer)) = state.answers.iter().find(|(answered, _)| *answered == request) {
            return Ok(Asked::Answered(answer.clone()));
        }
        let open = OpenQuestion::new(request.question);
        // Small boards are solved instead, which gives more.
        let is_small = request.question.position.size().squares() <= EXHAUSTIVE_SQUARES;
        let quick = Sources { enumeration: false, known: !is_small, ..self.sources() };
        let quick = Sources { search: false, ..quick };
        open.pursue(&quick, &Limits::single(0), &()).map_err(|_| Problem::failed())?;
        if let Some(board) = request.settled(&open) {
            return Ok(Asked::Answered(Arc::new(board)));
        }
        if let Some(interest) = state.open.get(&request).and_then(Job::interest) {
            return Ok(Asked::Open(interest));
        }
        let job = Arc::new(Job::new(request, open));
        let place = self.queue.place(job.need())?;
        let interest = job.interest().expect("a new job has not been given up");
        state.open.insert(request, job.clone());
        tokio::spawn(self.clone().work(job, place));
        Ok(Asked::Open(interest))
    }

    /// Searches in turns until the end, or until no client is waiting, and caches the answer.
    async fn work(self: Arc<Self>, job: Arc<Job>, mut place: Place) {
        let end = loop {
            let slot = match select(place, pin!(job.given_up())).await {
                Either::Left((Ok(slot), _)) => slot,
                Either::Left((Err(_), _)) => break Err(Problem::too_many()),
                Either::Right(_) => break Err(Problem::stopping()),
            };
            let threads = (self.threads / self.queue.running()).max(1);
            let (this, searched) = (self.clone(), job.clone());
            let mut search = spawn_blocking(move || this.search(&searched, threads));
            let found = loop {
                if let Ok(found) = timeout(hasty(TURN_CHECK), &mut search).await {
                    break found;
                }
                if self.queue.is_wanted(job.need().had) {
                    job.is_interrupted.store(true, Relaxed);
                }
            };
            job.pause();
            match found {
                Ok(Ok(Some(board))) => break Ok(Arc::new(board)),
                Ok(Ok(None)) if job.is_given_up() => break Err(Problem::stopping()),
                // It joins the queue before its slot is free, so that others come first.
                Ok(Ok(None)) => place = self.queue.again(job.need()),
                Ok(Err(_)) | Err(_) => break Err(Problem::failed()),
            }
            drop(slot);
        };
        let mut state = lock(&self.state);
        state.open.retain(|_, open| !Arc::ptr_eq(open, &job));
        if let Ok(answer) = &end {
            state.answers.push_front((job.request, answer.clone()));
            state.answers.truncate(MAX_ANSWERS);
        }
        job.news.send_replace(Some(end));
    }

    /// Searches until the end, or until the search should make room for others.
    fn search(&self, job: &Job, threads: usize) -> Result<Option<AnswerDocument>, AnswerError> {
        if job.need().had.is_zero() {
            self.begun.fetch_add(1, Relaxed);
        }
        job.search(&self.sources(), self.hash, threads)?;
        Ok(job.request.settled(&job.open))
    }

    /// The sources of answers.
    fn sources(&self) -> Sources<'_> {
        let table = self.table.as_ref().map(|table| table as &dyn ValueSource);
        Sources { table, forecast: false, ..Sources::ALL }
    }

    /// Whether the server is stopping.
    pub(super) fn is_stopped(&self) -> bool {
        lock(&self.state).is_stopped
    }

    /// Stops all searches, and notifies their clients.
    pub(super) fn stop(&self) {
        let mut state = lock(&self.state);
        state.is_stopped = true;
        for (_, job) in state.open.drain() {
            job.is_given_up.store(true, Relaxed);
            job.news.send_replace(Some(Err(Problem::stopping())));
        }
    }
}
