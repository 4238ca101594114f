//! The schema of `results/wipeouts.json`, and how its contents are produced.

use std::collections::BTreeMap;

use othello_core::wipeouts::{ForcedWipeout, forced_wipeout, shortest_wipeouts};
use othello_core::{Color, Game, Position, Progress, Size, Start};
use serde::{Deserialize, Serialize};

/// The shortest wipe-outs of many boards: the contents of `results/wipeouts.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WipeoutTable {
    /// The name and version of this format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = Self::SCHEMA)))]
    pub schema: String,
    /// The command that makes this file.
    pub command: String,
    /// The boards, the small ones first.
    pub boards: Vec<BoardWipeouts>,
}

impl WipeoutTable {
    /// The name and version of this format.
    pub const SCHEMA: &str = "othello-solver/wipeouts/1";

    /// The command that makes the file.
    pub const COMMAND: &str = "othello-solver wipeouts --all";

    /// The boards of the file.
    const SIZES: &str = "4x4 4x5 5x4 4x6 6x4 5x5 5x6 6x5 4x8 8x4 6x6 4x10 10x4 6x8 8x6 4x12 12x4 \
                         7x7 4x14 14x4 8x8 4x16 16x4";

    /// Forced wipe-outs are listed for boards of at most this many squares.
    pub(crate) const FORCED_SQUARES: u32 = 32;

    /// The memory for the table of that search, in bytes.
    const FORCED_HASH: usize = 512 << 20;

    /// The starts of the file, in its order.
    pub(crate) fn starts() -> impl Iterator<Item = Position> {
        let sizes = Self::SIZES.split(' ').filter_map(|size| size.parse::<Size>().ok());
        sizes.flat_map(|size| Start::ALL.map(|start| Position::start(size, start)))
    }

    /// Makes the whole table. `None` if the listener stops it.
    pub fn new(progress: &dyn Progress) -> Option<Self> {
        let boards = Self::starts().map(|it| Self::board(it, progress)).collect::<Option<_>>()?;
        Some(Self { schema: Self::SCHEMA.to_owned(), command: Self::COMMAND.to_owned(), boards })
    }

    /// Makes the entry of one board. `None` if the listener stops it.
    pub(crate) fn board(start: Position, progress: &dyn Progress) -> Option<BoardWipeouts> {
        let mut board = BoardWipeouts::new(start, &shortest_wipeouts(start, None, progress));
        if start.size().squares() <= Self::FORCED_SQUARES {
            board.force(start, Self::FORCED_HASH, progress);
        }
        if progress.is_stopped() { None } else { Some(board) }
    }
}

/// The shortest games on a board that end with a wipe-out, and whether a player can force one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BoardWipeouts {
    /// The board.
    pub size: Size,
    /// How the first four discs lie, if the games begin there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// The position in which the games begin, if it is not a start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Position>"))]
    pub position: Option<String>,
    /// The number of discs placed in each of the games; `null` if there are none.
    pub plies: Option<usize>,
    /// The colour that is left; `null` if there are no games.
    pub winner: Option<Winner>,
    /// The number of games.
    pub count: usize,
    /// The games, sorted as text.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Game>"))]
    pub lines: Vec<String>,
    /// Whether each of the players can force a wipe-out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forced: Option<BTreeMap<Color, ForcedWipeout>>,
}

/// The colour left at the end of one or more games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// Black in all of them.
    Black,
    /// White in all of them.
    White,
    /// Black in some of them, and White in the others.
    Both,
}

impl BoardWipeouts {
    /// The shortest wipe-outs from a position, which all have the same length.
    pub fn new(position: Position, games: &[Game]) -> Self {
        let is_left = Color::ALL.map(|it| games.iter().any(|game| game.end().count(it) > 0));
        let winner = match is_left {
            [true, true] => Some(Winner::Both),
            [true, false] => Some(Winner::Black),
            [false, true] => Some(Winner::White),
            [false, false] => None,
        };
        let start = position.which_start();
        Self {
            size: position.size(),
            start,
            position: if start.is_none() { Some(position.to_string()) } else { None },
            plies: games.first().map(|game| game.moves().len()),
            winner,
            count: games.len(),
            lines: games.iter().map(Game::to_string).collect(),
            forced: None,
        }
    }

    /// Adds whether each of the players can force a wipe-out, with a table of at most `hash` bytes. If
    /// the listener stops the search, the open questions stay open.
    pub fn force(&mut self, position: Position, hash: usize, progress: &dyn Progress) {
        let forced = Color::ALL.map(|it| (it, forced_wipeout(position, it, hash, progress)));
        self.forced = Some(forced.into());
    }
}
