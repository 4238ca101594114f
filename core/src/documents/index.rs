//! The list of the solved boards, as the server and the solver for browsers answer it.

use crate::known::KnownBoard;
use crate::{Objective, Rules, Score, Scoring, Size, Start};
use serde::Serialize;

use super::Variant;

/// The solved boards.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Index {
    /// The boards.
    results: Vec<IndexEntry>,
}

/// A summary of a solved board.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct IndexEntry {
    /// The last part of the path of its document.
    name: String,
    /// The board.
    size: Size,
    /// The arrangement of the first four discs.
    start: Start,
    /// Whether the most or the fewest discs win.
    objective: Objective,
    /// How `value` is scored.
    score: Scoring,
    /// The value of the start, seen by Black, who is to move.
    value: Score,
}

impl Index {
    /// All boards that this project has solved.
    pub fn of_known() -> Self {
        let entry = |&KnownBoard { size, start, objective, value, .. }| {
            let score = Scoring::Discs;
            let variant = Variant { start, rules: Rules::new(score, objective) };
            let name = format!("{size}{}", variant.file_name());
            IndexEntry { name, size, start, objective, score, value }
        };
        Self { results: KnownBoard::all().map(entry).collect() }
    }
}
