//! The schema of `results/4x6-census.json`.

use othello_core::exhaustive::ValueCounts;
use othello_core::{Objective, Position, Rules, Score, Scoring, Size, Start};
use serde::{Deserialize, Serialize};

use super::{Positions, Variant};
use crate::tables::Tabulated;

/// A summary of the strong solution of a board: the contents of `results/4x6-census.json`.
///
/// Fields that follow from others are recomputed when it is deserialized.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(!from))]
#[serde(from = "RawCensus")]
pub struct ReachableCensus {
    /// The name and version of this format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = Self::SCHEMA)))]
    pub schema: String,
    /// The command that makes this file.
    pub command: String,
    /// The board.
    pub size: Size,
    /// How the first four discs lie.
    pub start: Start,
    /// Whether the most or the fewest discs win.
    pub objective: Objective,
    /// How values are counted.
    pub score: Scoring,
    /// The start as a position.
    pub position: Position,
    /// The value of the start, seen by Black, who is to move.
    pub value: Score,
    /// The positions that can be reached.
    pub positions: Positions,
    /// The values of the canonical positions, by the number of empty squares, from many to few.
    pub values: Vec<ValueCounts>,
}

impl ReachableCensus {
    /// The name and version of the format.
    pub const SCHEMA: &str = "othello-solver/reachable-census/1";

    /// The command that makes the file of a board.
    pub fn command(size: Size, variant: Variant) -> String {
        format!("othello-solver tabulate {size}{}", variant.options())
    }

    /// The summary of what [`tabulate`](crate::tables::tabulate) has found about the games from a
    /// start.
    pub fn new(size: Size, variant: Variant, tabulated: Tabulated) -> Self {
        let Tabulated { positions, values } = tabulated;
        // The first layer consists of the start.
        let value = values.first().and_then(|first| first.by_value.keys().next());
        Self {
            schema: Self::SCHEMA.to_owned(),
            command: Self::command(size, variant),
            size,
            start: variant.start,
            objective: variant.rules.objective,
            score: variant.rules.scoring,
            position: Position::start(size, variant.start),
            value: value.copied().unwrap_or_default(),
            positions: Positions::new(positions),
            values,
        }
    }
}

/// The fields of the document that do not follow from others.
#[derive(Deserialize)]
struct RawCensus {
    size: Size,
    start: Start,
    objective: Objective,
    score: Scoring,
    positions: Positions,
    values: Vec<ValueCounts>,
}

impl From<RawCensus> for ReachableCensus {
    fn from(raw: RawCensus) -> Self {
        let variant = Variant { start: raw.start, rules: Rules::new(raw.score, raw.objective) };
        let values = raw.values.into_iter();
        let values = values.map(|it| ValueCounts::new(it.empties, it.by_value, it.pass, it.over));
        let (positions, values) = (raw.positions.by_empties, values.collect());
        Self::new(raw.size, variant, Tabulated { positions, values })
    }
}
