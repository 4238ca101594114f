//! The schema of `results/wipeouts.json`.

use serde::{Deserialize, Serialize};

use crate::game::Start;

/// The shortest wipe-outs of many boards: the contents of
/// `results/wipeouts.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WipeoutTable {
    /// The name and version of this format: [`WipeoutTable::SCHEMA`].
    pub schema: String,
    /// The command that makes this file.
    pub command: String,
    /// The boards, the small ones first.
    pub boards: Vec<BoardWipeouts>,
}

impl WipeoutTable {
    /// The name and version of this format.
    pub const SCHEMA: &str = "othello-solver/wipeouts/1";
}

/// The shortest games on a board that end with one colour gone, and whether a
/// player can force that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardWipeouts {
    /// The board, WIDTH×HEIGHT: `6x4`.
    pub size: String,
    /// How the first four discs lie, if the games begin there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// Where the games begin, cells and side to move, if not at a start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The number of discs placed in each of the games; `null` if there are
    /// none.
    pub plies: Option<u32>,
    /// Who is left: `black`, `white`, or `both` if it differs.
    pub winner: Option<String>,
    /// The number of games.
    pub count: usize,
    /// The games, sorted, as moves without separators. Passes are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<String>>,
    /// Whether a player can force a wipe-out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forced: Option<ForcedWipeouts>,
}

/// Whether each of the players can force a wipe-out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForcedWipeouts {
    /// Whether Black can.
    pub black: ForcedWipeout,
    /// Whether White can.
    pub white: ForcedWipeout,
}

/// Whether a player can force a wipe-out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForcedWipeout {
    /// Whether it can be forced; `null` if that is not known.
    pub can: Option<bool>,
    /// If it can: with the placing of how many discs, by both. If that is not
    /// known: that it takes more than so many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// If it can: a game in which the other player holds out as long as
    /// possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
}
