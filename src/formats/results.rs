//! The schema of the files under `results/`.
//!
//! What these structs serialize to is the format: the fields in this order, as
//! JSON, with a newline at the end. Nothing in it depends on the machine, the
//! time or the number of threads.

use serde::{Deserialize, Serialize};

use crate::board::Color;
use crate::game::Start;
use crate::score::{Objective, Score, Scoring};

pub use super::reachable::ReachableCensus;
pub use super::wipeouts::{BoardWipeouts, ForcedWipeout, ForcedWipeouts, WipeoutTable};

/// A solved position: the contents of `results/4x4.json` and its like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolvedBoard {
    /// The name and version of this format: [`SolvedBoard::SCHEMA`].
    pub schema: String,
    /// The command that makes this file, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The board, WIDTH×HEIGHT: `6x4`.
    pub size: String,
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// How the first four discs lie, if the position is the start of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// What the players want.
    pub objective: Objective,
    /// How `value` is counted.
    pub score: Scoring,
    /// The cells row by row from `a1` and the side to move:
    /// `-----OX--XO----- X`.
    pub position: String,
    /// The score with best play of both sides, seen by the side to move.
    pub value: Score,
    /// Black's discs at the end of `line`.
    pub black: u32,
    /// White's discs at the end of `line`.
    pub white: u32,
    /// The squares without a disc at the end of `line`.
    pub empty: u32,
    /// Every move that keeps the value, in the order of squares.
    pub best_moves: Vec<String>,
    /// A game in which both sides always play the first of the best moves in
    /// the order of squares, as moves without separators. Passes are forced,
    /// and left out.
    pub line: String,
    /// The value if the winner also counts the empty squares, seen by the side
    /// to move.
    pub value_empties_to_winner: Score,
    /// The positions that can be reached, if all of them were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Positions>,
    /// The games that can be played, if all of them were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Games>,
    /// How the value is known, if not by looking at every position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
}

impl SolvedBoard {
    /// The name and version of the format.
    pub const SCHEMA: &str = "othello-solver/solved-board/1";

    /// Who wins with best play of both sides, or `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        let black_ahead = self.black.cmp(&self.white);
        let black_wins = match self.objective {
            Objective::Most => black_ahead,
            Objective::Fewest => black_ahead.reverse(),
        };
        match black_wins {
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(Color::White),
        }
    }
}

/// The positions that can be reached, each counted once for each side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Positions {
    /// All of them.
    pub total: u64,
    /// Those in which the side to move has a legal move.
    pub decision: u64,
    /// Those in which it must pass.
    pub pass: u64,
    /// Those in which the game is over.
    pub over: u64,
    /// Pairs of own and opponent's discs, whichever side is Black.
    pub distinct: u64,
    /// The same up to the symmetries of the board.
    pub canonical: u64,
    /// The same figures by the number of empty squares, from many to few.
    pub by_empties: Vec<PositionsByEmpties>,
}

/// The positions with so many empty squares; otherwise as [`Positions`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "they are those of Positions")]
pub struct PositionsByEmpties {
    /// The number of empty squares.
    pub empties: u32,
    pub total: u64,
    pub decision: u64,
    pub pass: u64,
    pub over: u64,
    pub distinct: u64,
    pub canonical: u64,
}

/// The games that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// All of them.
    pub total: u64,
    /// Those that Black wins.
    pub black_wins: u64,
    /// Those that White wins.
    pub white_wins: u64,
    /// Those that nobody wins.
    pub draws: u64,
    /// Those in which both sides always play a best move.
    pub optimal: u64,
    /// The nodes of the game tree, passes and the root counted.
    pub tree_nodes: u64,
    /// How they end, from the most black discs to the fewest.
    pub by_discs: Vec<GamesByDiscs>,
}

/// The games that end with these discs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesByDiscs {
    /// Black's discs.
    pub black: u32,
    /// White's discs.
    pub white: u32,
    /// The number of games.
    pub games: u64,
}

/// How a value is known that was found by search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// `search`: exact alpha-beta search to the end of the game.
    pub method: String,
    /// The positions that one thread looked at. Not there when more threads
    /// were at work, whose number differs from run to run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A row of a table of positions: the contents of `results/4x4-positions.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionRow {
    /// The cells row by row from `a1`: `X` for the side to move, `O` for the
    /// opponent, `-` for an empty square.
    pub cells: String,
    /// The number of empty squares.
    pub empties: u32,
    /// The value, seen by the side to move.
    pub value: Score,
    /// Each legal move with its value for the side that makes it, in the order
    /// of squares: `b1:-8 a2:-8`. `pa` is a pass. Nothing if the game is over.
    pub moves: String,
}

/// What is known of a single position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lookup {
    /// The cells row by row from `a1` and the side to move.
    pub position: String,
    /// What the players want.
    pub objective: Objective,
    /// How values are counted.
    pub score: Scoring,
    /// The starts from which a game can come to the position, or to one of its
    /// mirror images and turns.
    pub reached_from: Vec<Start>,
    /// The value, seen by the side to move.
    pub value: Score,
    /// Every move that keeps the value, in the order of squares.
    pub best_moves: Vec<String>,
    /// Each legal move, in the order of squares. Empty if the side to move
    /// must pass or the game is over.
    pub moves: Vec<MoveValue>,
    /// A game in which both sides always play the first of the best moves.
    pub line: String,
}

/// A move and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveValue {
    /// The square.
    #[serde(rename = "move")]
    pub square: String,
    /// The value for the side that makes the move.
    pub value: Score,
}
