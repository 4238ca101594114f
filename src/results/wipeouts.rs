//! The schema of `results/wipeouts.json`, and how its contents are made.

use serde::{Deserialize, Serialize};

use crate::board::{Color, Size, Square};
use crate::game::{IllegalMove, Position, Start};
use crate::progress::Progress;
use crate::wipeouts::{Forced, Wipeouts, forced_wipeout, shortest_wipeouts};

/// The shortest wipe-outs of many boards: the contents of
/// `results/wipeouts.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WipeoutTable {
    /// The name and version of this format: [`WipeoutTable::SCHEMA`].
    pub schema: String,
    /// The command that makes this file: [`WipeoutTable::COMMAND`].
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

    /// The most squares of a board for which the table says whether a wipe-out can be forced.
    pub(crate) const FORCED_SQUARES: u32 = 32;

    /// The most memory for the table of that search, in bytes.
    const FORCED_HASH: usize = 512 << 20;

    /// The boards of the file and their starts, in its order.
    pub fn contents() -> impl Iterator<Item = (Size, Start)> {
        let sizes = Self::SIZES.split(' ').filter_map(|size| size.parse().ok());
        sizes.flat_map(|size| Start::ALL.map(|start| (size, start)))
    }

    /// Makes the whole table, or returns `None` if the listener stops it.
    pub fn new(progress: &dyn Progress) -> Option<Self> {
        let board = |(size, start)| Self::board(size, start, progress);
        Some(Self {
            schema: Self::SCHEMA.to_owned(),
            command: Self::COMMAND.to_owned(),
            boards: Self::contents().map(board).collect::<Option<_>>()?,
        })
    }

    /// Makes the part of the table about one board, or returns `None` if the listener stops it.
    pub fn board(size: Size, start: Start, progress: &dyn Progress) -> Option<BoardWipeouts> {
        let game = Position::start(size, start);
        let found = shortest_wipeouts(game, None, u32::MAX, progress);
        let mut board = BoardWipeouts::new(game, Some(start), &found);
        if size.squares() <= Self::FORCED_SQUARES {
            let forced = ForcedWipeouts::search(game, u32::MAX, Self::FORCED_HASH, progress);
            board.forced = Some(forced);
        }
        (!progress.is_stopped()).then_some(board)
    }
}

/// The shortest games on a board that end with one colour gone, and whether a
/// player can force that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardWipeouts {
    /// The board.
    pub size: Size,
    /// How the first four discs lie, if the games begin there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// The position in which the games begin, if it is not a start: the cells and the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The number of discs placed in each of the games; `null` if there are
    /// none.
    pub plies: Option<u32>,
    /// Who is left; `null` if there are no games.
    pub winner: Option<Winner>,
    /// The number of games.
    pub count: usize,
    /// The games, sorted, as moves without separators. Passes are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<String>>,
    /// Whether a player can force a wipe-out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forced: Option<ForcedWipeouts>,
}

/// Who is left at the end of one or more games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// Black, in each of them.
    Black,
    /// White, in each of them.
    White,
    /// Black in some of them, and White in the others.
    Both,
}

impl Winner {
    /// Who is left, if these colours are in one game each. `None` if there is no
    /// game.
    pub fn of_games(colors: impl IntoIterator<Item = Color>) -> Option<Self> {
        let both = |winner, other| if winner == other { winner } else { Self::Both };
        let winners = colors.into_iter().map(|color| color.choose(Self::Black, Self::White));
        winners.reduce(both)
    }
}

impl BoardWipeouts {
    /// The shortest wipe-outs of a game in which at most `max` discs are placed and
    /// `by`, or either side, is left. If `first` is given, only games that begin with this
    /// move count. If the game is at a start, `start` names it and replaces the
    /// position.
    ///
    /// If the listener stops the search, there are no games.
    ///
    /// # Errors
    ///
    /// If the first move is not legal.
    pub fn search(
        game: Position,
        start: Option<Start>,
        first: Option<Square>,
        by: Option<Color>,
        max: u32,
        progress: &dyn Progress,
    ) -> Result<Self, IllegalMove> {
        let Some(first) = first else {
            return Ok(Self::new(game, start, &shortest_wipeouts(game, by, max, progress)));
        };
        let found = shortest_wipeouts(game.play(first)?, by, max.saturating_sub(1), progress);
        let mut board = Self::new(game, start, &found);
        board.plies = board.plies.map(|plies| plies + 1);
        for line in board.lines.iter_mut().flatten() {
            line.insert_str(0, &first.to_string());
        }
        Ok(board)
    }

    fn new(game: Position, start: Option<Start>, found: &Wipeouts) -> Self {
        let games = &found.games;
        Self {
            size: game.size(),
            start,
            position: start.is_none().then(|| game.to_string()),
            plies: (!games.is_empty()).then_some(found.moves),
            winner: Winner::of_games(games.iter().map(|wipeout| wipeout.winner)),
            count: games.len(),
            lines: Some(games.iter().map(|wipeout| wipeout.game.to_string()).collect()),
            forced: None,
        }
    }
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

impl ForcedWipeouts {
    /// Finds whether each player can force a wipe-out of a game before more than
    /// `max` discs are placed, with a table of at most `hash` bytes.
    ///
    /// If the listener stops the search, what is not known yet is left open.
    pub fn search(game: Position, max: u32, hash: usize, progress: &dyn Progress) -> Self {
        let by = |color| ForcedWipeout::new(&forced_wipeout(game, color, max, hash, progress));
        Self { black: by(Color::Black), white: by(Color::White) }
    }

    /// Whether a player can force a wipe-out.
    pub fn by(&self, color: Color) -> &ForcedWipeout {
        color.choose(&self.black, &self.white)
    }
}

/// Whether a player can force a wipe-out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForcedWipeout {
    /// Whether it can be forced; `null` if that is not known.
    pub can: Option<bool>,
    /// The number of discs, placed by both players, with which it can be forced. If it is not known
    /// whether it can be forced: the number with which it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// If it can be forced: a game in which the other player holds out as long as
    /// possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
}

impl ForcedWipeout {
    fn new(found: &Forced) -> Self {
        match found {
            Forced::Within { line } => {
                let plies = u32::try_from(line.moves().len()).unwrap_or(u32::MAX);
                Self { can: Some(true), plies: Some(plies), line: Some(line.to_string()) }
            }
            Forced::Never => Self { can: Some(false), plies: None, line: None },
            &Forced::NotWithin { moves } => Self { can: None, plies: Some(moves), line: None },
        }
    }
}
