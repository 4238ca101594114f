//! Questions to a search whose answers are saved, so that it can pause and later continue.

use rayon::ThreadPool;

use super::journal::{Finding, History, Journal};
use super::searcher::Tree;
use super::tree::Table;
use crate::board::Square;
use crate::game::{Position, Score};

/// The number of nodes at which a thread that has looked at `nodes` nodes pauses next: at twice
/// that number, but after at least 2^20 more, which take a moment, and at most 2^29 more, which
/// take half a minute. After very many nodes the intervals are longer, so that the search ends
/// however little the table keeps.
///
/// Returning from the root to where the search was took less than 1 in 100,000 nodes even with a
/// pause every 2^22 nodes.
fn next_pause(nodes: u64) -> u64 {
    nodes + nodes.clamp(1 << 20, (1 << 29).max(nodes >> 8))
}

/// A search that is asked one question after the other.
pub(super) struct Questions<'a> {
    pub(super) tree: &'a mut (dyn Tree + 'a),
    table: &'a Table,
    /// The threads, if there are several.
    pool: Option<ThreadPool>,
    journal: &'a mut dyn Journal,
    history: History,
    /// The number of findings that were asked for, of those of an earlier run and new ones.
    asked: usize,
    /// The number of nodes of an earlier run, until the last of its findings was asked for.
    earlier_nodes: Option<u64>,
    /// Whether every question was answered.
    pub(super) complete: bool,
}

impl<'a> Questions<'a> {
    pub(super) fn new(
        tree: &'a mut (dyn Tree + 'a),
        table: &'a Table,
        pool: Option<ThreadPool>,
        journal: &'a mut dyn Journal,
    ) -> Self {
        let loaded = journal.load(table);
        let complete = loaded.is_some();
        let history = loaded.unwrap_or_default();
        let earlier_nodes = Some(history.nodes).filter(|&nodes| nodes > 0);
        tree.state().pause_at = next_pause(0);
        Self { tree, table, pool, journal, history, asked: 0, earlier_nodes, complete }
    }

    /// The next answer of an earlier run. After the last of them the search continues from where
    /// that run was.
    fn recall(&mut self) -> Option<Finding> {
        let finding = self.history.findings.get(self.asked).cloned();
        if finding.is_some() {
            self.asked += 1;
        } else if let Some(nodes) = self.earlier_nodes.take() {
            let state = self.tree.state();
            (state.nodes, state.reported, state.pause_at) = (nodes, nodes, next_pause(nodes));
        }
        finding
    }

    fn add(&mut self, finding: Finding) {
        self.history.findings.push(finding);
        self.asked += 1;
    }

    fn contradict(&mut self) {
        self.journal.contradict();
        self.complete = false;
    }

    /// Whether the best of these moves is worth `bound` or more: a bound of its value on the same
    /// side, and the place of the move that reaches it. `None` if the search was stopped.
    pub(super) fn at_least(
        &mut self,
        position: Position,
        moves: &[Square],
        bound: Score,
    ) -> Option<(Score, usize)> {
        if !self.complete {
            return None;
        }
        match self.recall() {
            Some(Finding::Bound(value, place)) => return Some((value, place)),
            Some(Finding::Order(_)) => self.contradict(),
            None => {}
        }
        while self.complete {
            let Self { tree, pool, .. } = self;
            let (value, place) = match pool {
                Some(pool) => pool.install(|| tree.at_least(position, moves, bound)),
                None => tree.at_least(position, moves, bound),
            };
            if !self.tree.is_stopped() {
                self.add(Finding::Bound(value, place));
                return Some((value, place));
            }
            if self.tree.is_stopped_for_good() {
                self.complete = false;
                break;
            }
            // A search that continues from here begins without them.
            self.table.clear_locals();
            self.history.nodes = self.tree.state().nodes;
            self.journal.pause(&self.history, self.table);
            self.tree.state().pause_at = next_pause(self.history.nodes);
        }
        None
    }

    /// The legal moves, the most promising first.
    pub(super) fn ranked(&mut self, position: Position) -> Vec<Square> {
        self.order(|tree| tree.ranked(position))
    }

    /// The same, whatever was learned about the position before.
    pub(super) fn ranked_afresh(&mut self, position: Position) -> Vec<Square> {
        self.order(|tree| tree.ranked_afresh(position))
    }

    /// The order of moves that was found by an earlier run, or is found now.
    fn order(&mut self, rank: impl FnOnce(&mut dyn Tree) -> Vec<Square>) -> Vec<Square> {
        match self.recall() {
            Some(Finding::Order(squares)) => return squares,
            Some(Finding::Bound(..)) => self.contradict(),
            None => {}
        }
        let moves = rank(self.tree);
        self.add(Finding::Order(moves.clone()));
        moves
    }

    /// The end of the questions. Returns the number of positions searched.
    pub(super) fn finish(&mut self) -> u64 {
        self.recall();
        self.history.nodes = self.tree.state().nodes;
        if self.complete {
            self.journal.finish(&self.history);
        }
        self.history.nodes
    }
}
