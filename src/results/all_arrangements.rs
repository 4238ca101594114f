//! The schema of `results/4x4-all.json`.

use othello_core::board::kernel::{Board4x4, Shape};
use othello_core::exhaustive::ValueCounts;
use othello_core::{Objective, Scoring, Size};
use serde::{Deserialize, Serialize};

use crate::tables::Arrangements;

/// A summary of all arrangements of discs on the 4×4 board: the contents of `results/4x4-all.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AllArrangements {
    /// The name and version of this format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = Self::SCHEMA)))]
    pub schema: String,
    /// The board: 4×4.
    pub size: Size,
    /// Whether the most or the fewest discs win.
    pub objective: Objective,
    /// How values are counted.
    pub score: Scoring,
    /// The number of arrangements.
    pub arrangements: u64,
    /// The number of arrangements in which the side to move wins.
    pub wins: u64,
    /// The number of arrangements that are drawn.
    pub draws: u64,
    /// The number of arrangements in which the side to move loses.
    pub losses: u64,
    /// The same and further counts by the number of empty squares, full boards first.
    pub by_empties: Vec<ValueCounts>,
}

impl AllArrangements {
    /// The name and version of the format.
    pub const SCHEMA: &str = "othello-solver/all-arrangements/1";

    /// Tallies the values of all arrangements.
    pub fn new(all: &Arrangements) -> Self {
        let by_empties = all.by_empties.clone();
        Self {
            schema: Self::SCHEMA.to_owned(),
            size: Board4x4::SIZE,
            objective: all.rules.objective,
            score: all.rules.scoring,
            arrangements: by_empties.iter().map(|values| values.positions).sum(),
            wins: by_empties.iter().map(|values| values.wins).sum(),
            draws: by_empties.iter().map(|values| values.draws).sum(),
            losses: by_empties.iter().map(|values| values.losses).sum(),
            by_empties,
        }
    }
}
