//! The schema of `results/wipeouts.json`, and how its contents are produced.

use othello_core::wipeouts::{Filter, Forced, forced_wipeout, shortest_wipeouts};
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

    /// The boards of the file and their starts, in its order.
    pub fn contents() -> impl Iterator<Item = (Size, Start)> {
        let sizes = Self::SIZES.split(' ').filter_map(|size| size.parse().ok());
        sizes.flat_map(|size| Start::ALL.map(|start| (size, start)))
    }

    /// Makes the whole table. `None` if the listener stops it.
    pub fn new(progress: &dyn Progress) -> Option<Self> {
        let boards = Self::contents().map(|(size, start)| Self::board(size, start, progress));
        let boards = boards.collect::<Option<_>>()?;
        let [schema, command] = [Self::SCHEMA, Self::COMMAND].map(str::to_owned);
        Some(Self { schema, command, boards })
    }

    /// Makes the entry of one board. `None` if the listener stops it.
    pub fn board(size: Size, start: Start, progress: &dyn Progress) -> Option<BoardWipeouts> {
        let position = Position::start(size, start);
        let mut board = BoardWipeouts::search(position, Filter::default(), u32::MAX, progress);
        if size.squares() <= Self::FORCED_SQUARES {
            let forced = ForcedWipeouts::search(position, u32::MAX, Self::FORCED_HASH, progress);
            board.forced = Some(forced);
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
    pub plies: Option<u32>,
    /// The colour that is left; `null` if there are no games.
    pub winner: Option<Winner>,
    /// The number of games.
    pub count: usize,
    /// The games, sorted as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Game>>"))]
    pub lines: Option<Vec<String>>,
    /// Whether a player can force a wipe-out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forced: Option<ForcedWipeouts>,
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

impl Winner {
    /// Combines the colours left in single games. `None` if there are no games.
    pub fn of_games(colors: impl IntoIterator<Item = Color>) -> Option<Self> {
        let winners = colors.into_iter().map(|color| color.choose(Self::Black, Self::White));
        winners.reduce(|winner, other| if winner == other { winner } else { Self::Both })
    }
}

impl BoardWipeouts {
    /// The shortest wipe-outs from a position in games in which at most `max` discs are placed.
    ///
    /// There are no games if the listener stops the search.
    pub fn search(position: Position, filter: Filter, max: u32, progress: &dyn Progress) -> Self {
        let (moves, games) = shortest_wipeouts(position, filter, max, progress);
        let start = position.which_start();
        let has_black = |game: &Game| game.end().count(Color::Black) > 0;
        let winners =
            games.iter().map(|it| if has_black(it) { Color::Black } else { Color::White });
        Self {
            size: position.size(),
            start,
            position: if start.is_none() { Some(position.to_string()) } else { None },
            plies: if games.is_empty() { None } else { Some(moves) },
            winner: Winner::of_games(winners),
            count: games.len(),
            lines: Some(games.iter().map(Game::to_string).collect()),
            forced: None,
        }
    }
}

/// Whether each of the players can force a wipe-out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ForcedWipeouts {
    /// Whether Black can.
    pub black: ForcedWipeout,
    /// Whether White can.
    pub white: ForcedWipeout,
}

/// Whether a player can force a wipe-out, and how soon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ForcedWipeout {
    /// Whether the player can force it; `null` if unknown.
    pub can: Option<bool>,
    /// The number of discs placed until then. If `can` is `null`, the number of discs within which
    /// it cannot be forced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// A game where the defender holds out as long as possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Game>"))]
    pub line: Option<String>,
}

impl ForcedWipeouts {
    /// Determines whether each player can force a wipe-out of the other within `max` discs, with a
    /// table of at most `hash` bytes.
    ///
    /// If the listener stops the search, the open questions stay open.
    pub fn search(position: Position, max: u32, hash: usize, progress: &dyn Progress) -> Self {
        let [black, white] = Color::ALL.map(|color| {
            let (can, plies, line) = match forced_wipeout(position, color, max, hash, progress) {
                Forced::Within { line } => {
                    (Some(true), u32::try_from(line.moves().len()).ok(), Some(line.to_string()))
                }
                Forced::Never => (Some(false), None, None),
                Forced::NotWithin { moves } => (None, Some(moves), None),
            };
            ForcedWipeout { can, plies, line }
        });
        Self { black, white }
    }

    /// Whether a player can force a wipe-out.
    pub fn by(&self, color: Color) -> &ForcedWipeout {
        color.choose(&self.black, &self.white)
    }
}
