//! How many lines of play there are.

use serde::Serialize;

use crate::exhaustive::{Passes, Unique};
use crate::{Position, Size, Start};

/// The numbers of lines of play from a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PerftDocument {
    /// The board.
    pub size: Size,
    /// How the first four discs are placed; absent if a position was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// The position in which the lines begin.
    pub position: Position,
    /// Whether a pass counts as a ply.
    pub passes: Passes,
    /// The counts for one ply and more.
    pub depths: Vec<PlyCount>,
    /// The lines of the greatest depth by their first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveCount>>,
}

/// The number of lines of play of one length.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlyCount {
    /// The number of plies.
    pub depth: u32,
    /// The number of lines.
    pub count: u64,
    /// The numbers of different positions that they lead to.
    #[serde(flatten)]
    pub unique: Option<Unique>,
}

/// The number of lines that begin with a move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveCount {
    /// The first move, or `pa` for a pass.
    #[serde(rename = "move")]
    pub name: String,
    /// The number of lines.
    pub count: u64,
}
