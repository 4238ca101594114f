//! One question after the other about a board, all with one table.

use super::host::{Frame, OnGrid, on_grid};
use super::table::Table;
use super::{Search, SearchMonitor};
use crate::board::isa::Isa;
use crate::board::{Discs, Position, Shape};
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

    /// Whether the value for the side to move is `bound` or more.
    pub fn at_least<S: Shape>(&self, position: Position<S>, bound: Score) -> bool {
        on_grid::<S, _>(AtLeast { oracle: self, position: position.into(), bound })
    }
}

struct AtLeast<'a> {
    oracle: &'a Oracle,
    position: Discs,
    bound: Score,
}

impl OnGrid for AtLeast<'_> {
    type Output = bool;

    fn run<H: Shape, I: Isa>(self, isa: I, frame: &Frame<H>) -> bool {
        let Oracle { rules, table, monitor } = self.oracle;
        let mut search = Search::new(isa, &frame.region, *rules, table, monitor);
        search.null_window(frame.position(self.position), self.bound - 1) >= self.bound
    }
}
