//! The state of a search, and where it is saved, so that a search that is killed can later continue
//! as if nothing had happened.
//!
//! The root asks one question after the other. At certain numbers of nodes it breaks the question
//! off, and asks it again at once: what was finished is in the table, so the search is soon back
//! where it was. At such a moment it has no stack. All that matters later are the answers to the
//! questions before, the number of nodes and the table, and these are saved. A search that begins
//! with such a state takes the answers from it instead of asking, then continues with the number of
//! nodes and the table.
//!
//! Because questions are broken off whether the state is saved or not, and by a number of nodes and
//! not by time, one thread goes through the very same states whether it is killed or not: even the
//! number of nodes is the same in the end.

use super::tree::Table;
use crate::board::Square;
use crate::game::Score;

/// An answer to a question of the root.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Finding {
    /// A bound of a value, and the place of the move that reaches it.
    Bound(Score, usize),
    /// Moves, the most promising first.
    Order(Vec<Square>),
}

/// The state of a search between two questions, but for its table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct History {
    /// The answers, in the order of the questions.
    pub findings: Vec<Finding>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// Saves the state of a search. The implementation for `()` saves nothing.
pub trait Journal {
    /// The state that an earlier run of the same search has saved, whose table goes into `table`;
    /// an empty one if there was no such run, and `None` if the state cannot be read. Then the
    /// search ends at once, incomplete. This is called once, at the beginning.
    fn load(&mut self, _table: &Table) -> Option<History> {
        Some(History::default())
    }

    /// Saves the state of a search that pauses, unless that was done a moment ago.
    fn pause(&mut self, _history: &History, _table: &Table) {}

    /// Saves the final state, for which no table is needed.
    fn finish(&mut self, _history: &History) {}

    /// The state that was loaded answers other questions than those that are asked. The search
    /// ends, incomplete.
    fn contradict(&mut self) {}
}

impl Journal for () {}
