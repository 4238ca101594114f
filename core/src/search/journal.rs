//! Saving the state of a search, so that it can be interrupted and resumed.
//!
//! The root asks the solver one question after another. At certain node counts the session breaks
//! off the question and asks it again straight away. What was finished is in the table, so the
//! search soon gets back to where it was. At such a pause there is no stack to save: the state is
//! the answers to the earlier questions, the node count and the table. A resumed search replays the
//! answers instead of asking, then carries on with the node count and the table.
//!
//! The pauses happen whether or not the state is saved, and depend on the node count rather than
//! the time. A single-threaded search therefore goes through the same states whether or not it is
//! interrupted, and even its final node count is the same.

use rayon::ThreadPool;

use super::solver::Solver;
use super::tree::{HAS_THREADS, Table};
use crate::board::Square;
use crate::game::{Position, Score};

/// The answer to a question from the root.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum RootAnswer {
    /// A bound of a value, and the index of the move that reaches it.
    Bound(Score, usize),
    /// Moves, the most promising first.
    Order(Vec<Square>),
}

/// The state of a search between two questions, apart from its table.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct History {
    /// The answers, in the order of the questions.
    #[serde(rename = "findings")]
    pub answers: Vec<RootAnswer>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// Saves the state of a search. The implementation for `()` saves nothing.
pub trait Journal {
    /// Loads the state saved by an earlier run of the same search, and restores `table`. Returns
    /// an empty history if there was no such run. On `None`, which means that the state cannot be
    /// read, the search ends immediately and is incomplete. Called once, at the start.
    fn load(&mut self, _table: &Table) -> Option<History> {
        Some(History::default())
    }

    /// Saves the state of a search that pauses, unless it was saved a moment ago.
    fn pause(&mut self, _history: &History, _table: &Table) {}

    /// The bounds with which the search began, if there was an earlier run, and otherwise `bounds`.
    /// Answers belong to the bounds that they began with.
    fn bounds(&mut self, bounds: (Score, Score)) -> (Score, Score) {
        bounds
    }

    /// Saves the state of a search that the listener has stopped.
    fn stop(&mut self, _history: &History) {}

    /// Saves the final state, which does not need the table.
    fn finish(&mut self, _history: &History) {}

    /// Called if the loaded answers do not match the questions. The search then ends, incomplete.
    fn contradict(&mut self) {}
}

impl Journal for () {}

/// Keeps the questions and the answers of a search in memory, and not its table.
#[derive(Debug, Default)]
pub struct KeptHistory {
    history: History,
    bounds: Option<(Score, Score)>,
}

impl Journal for KeptHistory {
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

/// The node count at which a thread that has searched `nodes` nodes pauses next. The interval
/// doubles the count, but is at least 2^20 nodes, which take a moment, and at most 2^29, which take
/// half a minute. It grows again for very large counts, so that the search ends however little the
/// table retains.
///
/// Getting back to where the search was cost less than 1 in 100,000 nodes even with a pause every
/// 2^22 nodes.
fn next_pause(nodes: u64) -> u64 {
    nodes + nodes.clamp(1 << 20, (1 << 29).max(nodes >> 8))
}

/// A solver whose answers are recorded.
pub(super) struct Session<'a> {
    pub(super) solver: Box<dyn Solver + 'a>,
    table: &'a Table,
    /// The threads, if there are several.
    pool: Option<ThreadPool>,
    journal: &'a mut dyn Journal,
    history: History,
    /// How many questions have been asked, including those answered from the history.
    asked: usize,
    /// The node count of an earlier run, until its last answer has been replayed.
    earlier_nodes: Option<u64>,
    /// Whether every question was answered.
    pub(super) complete: bool,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        mut solver: Box<dyn Solver + 'a>,
        table: &'a Table,
        pool: Option<ThreadPool>,
        journal: &'a mut dyn Journal,
    ) -> Self {
        let loaded = journal.load(table);
        let complete = loaded.is_some();
        let history = loaded.unwrap_or_default();
        let earlier_nodes = Some(history.nodes).filter(|&nodes| nodes > 0);
        solver.state().pause_at = next_pause(0);
        Self { solver, table, pool, journal, history, asked: 0, earlier_nodes, complete }
    }

    /// Asks the solver whether the best of these moves reaches `bound`, and returns its answer.
    /// `None` if the search was stopped.
    pub(super) fn at_least(
        &mut self,
        position: Position,
        moves: &[Square],
        bound: Score,
    ) -> Option<(Score, usize)> {
        let earlier = if self.complete { self.replay() } else { None };
        match earlier {
            Some(RootAnswer::Bound(value, index)) => return Some((value, index)),
            Some(RootAnswer::Order(_)) => self.contradict(),
            None => {}
        }
        while self.complete {
            let (value, index) = match &self.pool {
                Some(pool) if HAS_THREADS => {
                    pool.install(|| self.solver.at_least(position, moves, bound))
                }
                _ => self.solver.at_least(position, moves, bound),
            };
            if !self.solver.is_stopped() {
                self.record(RootAnswer::Bound(value, index));
                return Some((value, index));
            }
            self.complete = !self.solver.is_cancelled();
            if self.complete {
                // A resumed search starts with empty small tables, so clear them here too.
                self.table.clear_locals();
                self.history.nodes = self.solver.state().nodes;
                self.journal.pause(&self.history, self.table);
                self.solver.state().pause_at = next_pause(self.history.nodes);
            }
        }
        None
    }

    /// The legal moves, the most promising first. With `afresh`, their order is independent of what
    /// the search has learned so far.
    pub(super) fn ranked(&mut self, position: Position, afresh: bool) -> Vec<Square> {
        match self.replay() {
            Some(RootAnswer::Order(moves)) => return moves,
            Some(RootAnswer::Bound(..)) => self.contradict(),
            None => {}
        }
        let moves = self.solver.ranked(position, afresh);
        self.record(RootAnswer::Order(moves.clone()));
        moves
    }

    /// Ends the session and returns the number of positions searched.
    pub(super) fn finish(&mut self) -> u64 {
        self.replay();
        self.history.nodes = self.solver.state().nodes;
        if self.complete {
            self.journal.finish(&self.history);
        } else {
            self.journal.stop(&self.history);
        }
        self.history.nodes
    }

    /// The next answer of an earlier run. After its last answer, the search carries on from where
    /// that run was.
    fn replay(&mut self) -> Option<RootAnswer> {
        let answer = self.history.answers.get(self.asked).cloned();
        if answer.is_some() {
            self.asked += 1;
        } else if let Some(nodes) = self.earlier_nodes.take() {
            let state = self.solver.state();
            (state.nodes, state.reported, state.pause_at) = (nodes, nodes, next_pause(nodes));
        }
        answer
    }

    fn record(&mut self, answer: RootAnswer) {
        self.history.answers.push(answer);
        self.asked += 1;
    }

    fn contradict(&mut self) {
        self.journal.contradict();
        self.complete = false;
    }
}
