//! A move and its value.

use super::score::Score;
use crate::board::Square;

/// A move and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveValue {
    /// The square on which a disc is placed.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub square: Square,
    /// The value for the side that makes the move.
    pub value: Score,
}
