//! One question after the other about a board, all with one table.

use super::host::{Discs, Frame, OnGrid, on_grid};
use super::root::ranked;
use super::table::Table;
use super::{Search, SearchMonitor, sign};
use crate::board::isa::Isa;
use crate::board::{Position, Shape, Square};
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

    /// A legal move that is worth `bound` or more for the side to move, if there
    /// is one.
    pub fn move_worth<S: Shape>(&self, position: Position<S>, bound: Score) -> Option<Square<S>> {
        let found = on_grid::<S, _>(MoveWorth { oracle: self, position: position.into(), bound });
        found.map(Square::from_index)
    }
}

struct MoveWorth<'a> {
    oracle: &'a Oracle,
    position: Discs,
    bound: Score,
}

impl OnGrid for MoveWorth<'_> {
    /// The number of the square.
    type Output = Option<u32>;

    fn run<H: Shape, I: Isa>(self, isa: I, frame: &Frame<H>) -> Option<u32> {
        let mut search = Search {
            isa,
            region: &frame.region,
            rules: self.oracle.rules,
            sign: sign(self.oracle.rules),
            table: &self.oracle.table,
            monitor: &self.oracle.monitor,
            shared: None,
            nodes: 0,
            reported: 0,
        };
        let position = frame.position(self.position);
        ranked(&mut search, position)
            .into_iter()
            .find(|&square| {
                search.null_window(isa.play(position, square), -self.bound) <= -self.bound
            })
            .map(|square| frame.index(square))
    }
}
