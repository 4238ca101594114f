//! The schema of `results/4x6-census.json`.

use othello_core::board::Size;
use othello_core::exhaustive::ValueCounts;
use othello_core::game::{Objective, Position, Rules, Score, Scoring, Start};
use serde::{Deserialize, Serialize};

use super::fields::Fields;
use super::{Positions, Variant};
use crate::tables::Tabulated;

/// A summary of the strong solution of a board: the contents of `results/4x6-census.json`.
///
/// When it is deserialized, the fields that follow from others are computed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(!try_from))]
#[serde(try_from = "Fields")]
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
        // The first layer is the start alone.
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

impl TryFrom<Fields> for ReachableCensus {
    type Error = String;

    fn try_from(fields: Fields) -> Result<Self, String> {
        let rules = Rules::new(fields.get("score")?, fields.get("objective")?);
        let variant = Variant { start: fields.get("start")?, rules };
        let positions = fields.get::<Positions>("positions")?.by_empties;
        let values = fields.get::<Vec<ValueCounts>>("values")?.into_iter();
        let values = values.map(|of| ValueCounts::new(of.empties, of.by_value, of.pass, of.over));
        let tabulated = Tabulated { positions, values: values.collect() };
        Ok(Self::new(fields.get("size")?, variant, tabulated))
    }
}
