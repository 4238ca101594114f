//! One question after the other about a board, all with one table.

use super::host::{Frame, OnGrid, on_grid};
use super::table::Table;
use super::{Search, SearchMonitor};
use crate::board::isa::Isa;
use crate::board::{Discs, Position, Shape};
use crate::progress::Progress;
use crate::score::{Rules, Score};

/// A searcher that remembers what it has found for the next question.
#[derive(Debug)]
pub struct Oracle {
    rules: Rules,
    table: Table,
    monitor: SearchMonitor,
}

impl Oracle {
    /// A searcher for positions of at most so many empty squares, with a table
    /// of at most `hash` bytes.
    pub fn new(rules: Rules, hash: usize, empties: u32) -> Self {
        Self { rules, table: Table::new(hash, empties), monitor: SearchMonitor::default() }
    }

    /// Whether the value for the side to move is `bound` or more; `None` if
    /// `progress` tells to stop before that is known.
    pub fn at_least<S: Shape>(
        &self,
        position: Position<S>,
        bound: Score,
        progress: &dyn Progress,
    ) -> Option<bool> {
        on_grid::<S, _>(AtLeast { oracle: self, position: position.into(), bound, progress })
    }
}

/// After so many nodes, about half a second, it is looked whether to stop.
const PAUSE: u64 = 1 << 24;

struct AtLeast<'a> {
    oracle: &'a Oracle,
    position: Discs,
    bound: Score,
    progress: &'a dyn Progress,
}

impl OnGrid for AtLeast<'_> {
    type Output = Option<bool>;

    fn run<H: Shape, I: Isa>(self, isa: I, frame: &Frame<H>) -> Option<bool> {
        let Oracle { rules, table, monitor } = self.oracle;
        let position = frame.position(self.position);
        let mut search = Search::new(isa, &frame.region, *rules, table, monitor)
            .with_evaluation(frame.region.empty(position).len());
        while !self.progress.stopped() {
            // More and more, so that it comes to its end however little the
            // table keeps.
            search.pause_at = search.nodes + PAUSE.max(search.nodes >> 4);
            let value = search.null_window(position, self.bound - 1);
            if !search.stopped() {
                return Some(value >= self.bound);
            }
        }
        None
    }
}
