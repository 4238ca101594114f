//! The schema of `results/wipeouts.json`, and how its contents are produced.

use std::iter;

use othello_core::documents::{read_line, read_position};
use othello_core::wipeouts::{Forced, Wipeouts, forced_wipeout, shortest_wipeouts};
use othello_core::{Color, Game, IllegalMove, Position, Progress, Size, Square, Start};
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
        let board = |(size, start)| Self::board(size, start, progress);
        Some(Self {
            schema: Self::SCHEMA.to_owned(),
            command: Self::COMMAND.to_owned(),
            boards: Self::contents().map(board).collect::<Option<_>>()?,
        })
    }

    /// Makes the entry of one board. `None` if the listener stops it.
    pub fn board(size: Size, start: Start, progress: &dyn Progress) -> Option<BoardWipeouts> {
        let position = Position::start(size, start);
        let found = shortest_wipeouts(position, None, u32::MAX, progress);
        let mut board = BoardWipeouts::new(position, Some(start), found);
        if size.squares() <= Self::FORCED_SQUARES {
            let forced = ForcedWipeouts::search(position, u32::MAX, Self::FORCED_HASH, progress);
            board.forced = Some(forced);
        }
        (!progress.is_stopped()).then_some(board)
    }
}

/// The shortest games on a board that end with a wipe-out, and whether a player can force one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(!try_from))]
#[serde(try_from = "RawBoardWipeouts")]
pub struct BoardWipeouts {
    /// The board.
    pub size: Size,
    /// How the first four discs lie, if the games begin there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// The position in which the games begin, if it is not a start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The number of discs placed in each of the games; `null` if there are none.
    pub plies: Option<u32>,
    /// The colour that is left; `null` if there are no games.
    pub winner: Option<Winner>,
    /// The number of games.
    pub count: usize,
    /// The games, sorted as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<Game>>,
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
        let both = |winner, other| if winner == other { winner } else { Self::Both };
        let winners = colors.into_iter().map(|color| color.choose(Self::Black, Self::White));
        winners.reduce(both)
    }
}

impl BoardWipeouts {
    /// The shortest wipe-outs from a position, by `by` or by either side, in games in which at most
    /// `max` discs are placed. If `first` is given, only games that begin with this move count. If the
    /// position is a start, `start` names it and replaces the position.
    ///
    /// There are no games if the listener stops the search.
    ///
    /// # Errors
    ///
    /// If the first move is not legal.
    pub fn search(
        position: Position,
        start: Option<Start>,
        first: Option<Square>,
        by: Option<Color>,
        max: u32,
        progress: &dyn Progress,
    ) -> Result<Self, IllegalMove> {
        let Some(first) = first else {
            return Ok(Self::new(position, start, shortest_wipeouts(position, by, max, progress)));
        };
        let max = max.saturating_sub(1);
        let mut found = shortest_wipeouts(position.play(first)?, by, max, progress);
        found.moves += 1;
        for wipeout in &mut found.games {
            let rest = wipeout.game.moves().iter().copied();
            wipeout.game = Game::known(position, iter::once(first).chain(rest));
        }
        Ok(Self::new(position, start, found))
    }

    fn new(position: Position, start: Option<Start>, found: Wipeouts) -> Self {
        let Wipeouts { moves, games } = found;
        Self {
            size: position.size(),
            start,
            position: start.is_none().then_some(position),
            plies: (!games.is_empty()).then_some(moves),
            winner: Winner::of_games(games.iter().map(|wipeout| wipeout.winner)),
            count: games.len(),
            lines: Some(games.into_iter().map(|wipeout| wipeout.game).collect()),
            forced: None,
        }
    }
}

/// Whether each of the players can force a wipe-out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForcedWipeouts {
    /// Whether Black can.
    pub black: Forced,
    /// Whether White can.
    pub white: Forced,
}

impl ForcedWipeouts {
    /// Determines whether each player can force a wipe-out of the other within `max` discs, with a
    /// table of at most `hash` bytes.
    ///
    /// If the listener stops the search, the open questions stay open.
    pub fn search(position: Position, max: u32, hash: usize, progress: &dyn Progress) -> Self {
        let by = |color| forced_wipeout(position, color, max, hash, progress);
        Self { black: by(Color::Black), white: by(Color::White) }
    }

    /// Whether a player can force a wipe-out.
    pub fn by(&self, color: Color) -> &Forced {
        color.choose(&self.black, &self.white)
    }
}

/// The document before its games are read, which depend on its other fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBoardWipeouts {
    size: Size,
    start: Option<Start>,
    position: Option<String>,
    plies: Option<u32>,
    winner: Option<Winner>,
    count: usize,
    lines: Option<Vec<String>>,
    forced: Option<RawForcedWipeouts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawForcedWipeouts {
    black: RawForced,
    white: RawForced,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawForced {
    can: Option<bool>,
    plies: Option<u32>,
    line: Option<String>,
}

impl TryFrom<RawBoardWipeouts> for BoardWipeouts {
    type Error = String;

    fn try_from(raw: RawBoardWipeouts) -> Result<Self, String> {
        let RawBoardWipeouts { size, start, plies, winner, count, .. } = raw;
        let position = raw.position.map(|text| read_position(size, &text)).transpose()?;
        let first = position.or_else(|| Some(Position::start(size, start?)));
        let first = first.ok_or("a start or a position is expected")?;
        let read = |lines: Vec<String>| lines.iter().map(|line| read_line(first, line)).collect();
        let lines = raw.lines.map(read).transpose()?;
        let forced = raw.forced.map(|RawForcedWipeouts { black, white }| {
            let (black, white) = (read_forced(first, black)?, read_forced(first, white)?);
            Ok::<_, String>(ForcedWipeouts { black, white })
        });
        let forced = forced.transpose()?;
        Ok(Self { size, start, position, plies, winner, count, lines, forced })
    }
}

fn read_forced(first: Position, raw: RawForced) -> Result<Forced, String> {
    match (raw.can, raw.plies, raw.line) {
        (Some(true), Some(_), Some(line)) => Ok(Forced::Within { line: read_line(first, &line)? }),
        (Some(false), None, None) => Ok(Forced::Never),
        (None, Some(moves), None) => Ok(Forced::NotWithin { moves }),
        _ => Err("forced: can, plies and line do not go together".to_owned()),
    }
}
