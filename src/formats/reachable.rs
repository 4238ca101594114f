//! The schema of `results/4x6-census.json`.

use serde::{Deserialize, Serialize};

use crate::game::Start;
use crate::score::{Objective, Score, Scoring};

use super::results::Positions;
use super::values::Values;

/// What is found in the strong solution of a board: the contents of
/// `results/4x6-census.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReachableCensus {
    /// The name and version of this format: [`ReachableCensus::SCHEMA`].
    pub schema: String,
    /// The command that makes this file.
    pub command: String,
    /// The board, WIDTH×HEIGHT: `4x6`.
    pub size: String,
    /// How the first four discs lie.
    pub start: Start,
    /// What the players want.
    pub objective: Objective,
    /// How values are counted.
    pub score: Scoring,
    /// The start: the cells row by row from `a1` and the side to move.
    pub position: String,
    /// The value of the start, seen by Black, who is to move.
    pub value: Score,
    /// The positions that can be reached.
    pub positions: Positions,
    /// The values of the canonical positions, by the number of empty squares, from
    /// many to few.
    pub values: Vec<Values>,
}

impl ReachableCensus {
    /// The name and version of the format.
    pub const SCHEMA: &str = "othello-solver/reachable-census/1";
}
