//! The searches of a server: equal questions share one, and answers are kept.

use std::collections::{HashMap, VecDeque};
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use futures_util::future::{Either, select};
use othello_core::known::KnownPosition;
use othello_core::search::SearchOptions;
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::timeout;

use super::job::{End, Interest, Job};
use super::problem::Problem;
use super::question::Question;
use super::queue::{Place, Queue};
use crate::results::{EXHAUSTIVE_SQUARES, SolvedBoard, answer};
use crate::tables::ValueTable;

/// The most searches at a time, each with an equal part of the memory.
const MOST_AT_A_TIME: usize = 4;

/// How often a search is asked whether it is the turn of others.
const PULSE: Duration = Duration::from_millis(500);

/// The most answers that are kept, of some kilobytes each.
const KEPT_ANSWERS: usize = 1000;

/// All searches.
#[derive(Debug)]
pub(super) struct Searches {
    threads: usize,
    /// The memory for the table of each search or review, in bytes.
    pub(super) hash: usize,
    pub(super) queue: Queue,
    /// A table whose positions need no search.
    table: Option<ValueTable>,
    desk: Mutex<Desk>,
    /// The number of searches that have begun.
    begun: AtomicU64,
}

/// What is being searched, and what was found.
#[derive(Debug, Default)]
struct Desk {
    open: HashMap<Question, Arc<Job>>,
    answers: HashMap<Question, Arc<SolvedBoard>>,
    /// The questions of the answers, the oldest first.
    answered: VecDeque<Question>,
    is_stopped: bool,
}

/// What becomes of a question.
#[derive(Debug)]
pub(super) enum Asked {
    Answered(Arc<SolvedBoard>),
    Open(Interest),
}

impl Searches {
    pub(super) fn new(threads: usize, hash: usize, table: Option<ValueTable>) -> Self {
        let most = threads.clamp(1, MOST_AT_A_TIME);
        Self {
            threads,
            hash: hash / most,
            queue: Queue::new(most),
            table,
            desk: Mutex::default(),
            begun: AtomicU64::new(0),
        }
    }

    pub(super) fn begun(&self) -> u64 {
        self.begun.load(Relaxed)
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().expect("no thread has panicked")
    }

    /// Finds the answer among those known, or waits for the search of an equal question, or begins
    /// one.
    pub(super) fn ask(self: &Arc<Self>, question: Question) -> Result<Asked, Problem> {
        let mut desk = self.desk();
        if desk.is_stopped {
            return Err(Problem::stopping());
        }
        if let Some(answer) = desk.answers.get(&question) {
            return Ok(Asked::Answered(answer.clone()));
        }
        let known = known(question);
        let looked_up = known.clone().or_else(|| self.row(question));
        if let Some(found) = looked_up.filter(|found| question.is_answered_by(found)) {
            let Question { position, start, rules, .. } = question;
            let answer = SolvedBoard::looked_up(position, start, rules, question.part_of(found));
            return Ok(Asked::Answered(Arc::new(answer)));
        }
        if let Some(interest) = desk.open.get(&question).and_then(Job::interest) {
            return Ok(Asked::Open(interest));
        }
        let job = Arc::new(Job::new(question));
        let place = self.queue.place(job.need())?;
        if let Some(known) = &known {
            job.known.learn(known);
        }
        let interest = job.interest().expect("it is not given up yet");
        desk.open.insert(question, job.clone());
        tokio::spawn(self.clone().work(job, place));
        Ok(Asked::Open(interest))
    }

    /// Searches until the end, whenever it is the turn of this job, unless nobody waits for it any
    /// more.
    async fn work(self: Arc<Self>, job: Arc<Job>, mut place: Place) {
        let end = loop {
            let slot = match select(pin!(place.slot()), pin!(job.forgotten())).await {
                Either::Left((Ok(slot), _)) => slot,
                Either::Left((Err(lost), _)) => break Err(lost),
                Either::Right(_) => break Err(Problem::stopping()),
            };
            let threads = (self.threads / self.queue.running()).max(1);
            let found = self.turn(&job, threads).await;
            job.pause();
            match found {
                Ok(Some(board)) => break Ok(Arc::new(board)),
                Ok(None) if job.is_given_up() => break Err(Problem::stopping()),
                // It is in the queue before its slot is free, so that others are called first.
                Ok(None) => place = self.queue.again(job.need()),
                Err(_) => break Err(Problem::failed()),
            }
            drop(slot);
        };
        self.end(&job, end);
    }

    /// Searches until the end, or until it is the turn of others.
    async fn turn(
        self: &Arc<Self>,
        job: &Arc<Job>,
        threads: usize,
    ) -> Result<Option<SolvedBoard>, JoinError> {
        let (this, searched) = (self.clone(), job.clone());
        let mut search = spawn_blocking(move || this.search(&searched, threads));
        loop {
            if let Ok(found) = timeout(PULSE, &mut search).await {
                return found;
            }
            if self.queue.is_wanted(job.need().had) {
                job.interrupt();
            }
        }
    }

    fn search(&self, job: &Job, threads: usize) -> Option<SolvedBoard> {
        if job.need().had.is_zero() {
            self.begun.fetch_add(1, Relaxed);
        }
        let Question { position, start, rules, find, .. } = job.question;
        let hash = self.hash;
        let options = SearchOptions { rules, hash, threads, find, ..SearchOptions::default() };
        job.begin(self.hash);
        let solved = answer(position, start, &options, job).ok()?;
        Some(job.question.part_of_solved(solved.board))
    }

    /// The row of a position in the table. A table that cannot be read has no answers.
    fn row(&self, Question { position, rules, .. }: Question) -> Option<KnownPosition> {
        let table = self.table.as_ref().filter(|table| table.rules() == rules)?;
        let is_on_its_board = table.size() == position.size();
        let row = is_on_its_board.then(|| table.row(position).ok().flatten()).flatten()?;
        Some(KnownPosition::of_row(&row))
    }

    fn end(&self, job: &Arc<Job>, end: End) {
        let mut desk = self.desk();
        if desk.open.get(&job.question).is_some_and(|open| Arc::ptr_eq(open, job)) {
            desk.open.remove(&job.question);
        }
        if let Ok(answer) = &end {
            desk.keep(job.question, answer.clone());
        }
        job.end(end);
    }

    /// Whether the server stops.
    pub(super) fn is_stopped(&self) -> bool {
        self.desk().is_stopped
    }

    /// Stops all searches, and tells those who wait.
    pub(super) fn stop(&self) {
        let mut desk = self.desk();
        desk.is_stopped = true;
        for (_, job) in desk.open.drain() {
            job.give_up();
            job.end(Err(Problem::stopping()));
        }
    }
}

/// Known facts about a position. Small boards are solved instead, which gives more.
fn known(Question { position, rules, .. }: Question) -> Option<KnownPosition> {
    let is_small = position.size().squares() <= EXHAUSTIVE_SQUARES;
    if is_small { None } else { KnownPosition::find(position, rules) }
}

impl Desk {
    fn keep(&mut self, question: Question, answer: Arc<SolvedBoard>) {
        if self.answers.insert(question, answer).is_none() {
            self.answered.push_back(question);
        }
        if self.answered.len() > KEPT_ANSWERS
            && let Some(oldest) = self.answered.pop_front()
        {
            self.answers.remove(&oldest);
        }
    }
}
