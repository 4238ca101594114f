//! A move and its value.

use serde::Serialize;

use super::score::Score;
use crate::board::Square;

/// A move and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveValue {
    /// The square on which a disc is placed.
    #[serde(rename = "move")]
    pub square: Square,
    /// The value for the side that makes the move.
    pub value: Score,
}
