//! The JSON documents of answers, as the files under `results/`, the commands, the server and the
//! solver for browsers write them. Each shows an [`Answer`] to one kind of reader.

mod index;
mod lookup;
mod perft;
mod plan;
mod read;
mod solved_board;
mod variant;

use std::cmp::Reverse;

use serde::Serialize;

use crate::answer::{Answer, Forecast, Question};
use crate::board::{Size, Square};
use crate::game::{Game, Objective, Position, Score, Scoring, Start};
use crate::search::{Find, ValuedMove};
pub use index::Index;
pub use lookup::{Lookup, Reachable};
pub use perft::{MoveCount, PerftDocument, PlyCount};
pub use plan::{PlanDocument, PlanReply, PlanStep};
pub use read::{read_line, read_position};
pub use solved_board::{Games, GamesByDiscs, Positions, Proof, ProofMethod, SolvedBoard};
pub use variant::Variant;

/// Returns an error with this message unless a condition is met.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !($condition) {
            return Err(format!($($message)+));
        }
    };
}
use ensure;

/// The answer for a position in a file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SearchResult"))]
pub struct FileAnswer {
    /// The position.
    position: Position,
    /// The score with best play by both sides, seen by the side to move; `null` if the search was
    /// stopped before it was known.
    value: Option<Score>,
    /// A move that keeps the value; `null` if the side to move must pass or the game is over.
    best_move: Option<Square>,
    /// Every move that keeps the value, in the order of squares, if all were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_moves: Option<Vec<Square>>,
    /// Every legal move with its value and line, if requested: best first, and moves of equal value
    /// in the order of squares.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    moves: Vec<ValuedMove>,
    /// A game where both sides play best, beginning with `best_move`.
    line: Game,
    /// The number of positions searched.
    nodes: u64,
}

impl FileAnswer {
    /// The document of an answer that settles a question.
    pub fn new(question: &Question, answer: &Answer) -> Self {
        let position = answer.position();
        Self {
            position,
            value: answer.value(),
            best_move: answer.best_move(),
            best_moves: best_moves(question, answer),
            moves: moves(question, answer).unwrap_or_default(),
            line: answer.line().cloned().unwrap_or(Game::new(position)),
            nodes: answer.nodes(),
        }
    }
}

/// All best moves, if they were wanted.
pub fn best_moves(question: &Question, answer: &Answer) -> Option<Vec<Square>> {
    if question.find < Find::BestMoves {
        return None;
    }
    answer.best_moves()
}

/// Every legal move with its value and its line, if the values of all moves were wanted: the best
/// first, and moves of equal value in the order of squares.
pub fn moves(question: &Question, answer: &Answer) -> Option<Vec<ValuedMove>> {
    if question.find < Find::AllMoves {
        return None;
    }
    let mut moves = Vec::new();
    for mv in answer.moves() {
        let (square, line) = (mv.square(), mv.line().cloned());
        moves.push(ValuedMove { square, value: mv.value()?, line });
    }
    moves.sort_by_key(|mv| (Reverse(mv.value), mv.square));
    Some(moves)
}

/// The bounds proved so far on the value of a position and of its moves, seen by the side to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Bounds"))]
pub struct BoundsDocument {
    /// The name and version of this format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = Self::SCHEMA)))]
    schema: &'static str,
    /// The board.
    size: Size,
    /// How the first four discs are placed, if the position was given as a start.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
    /// Whether the most or the fewest discs win.
    objective: Objective,
    /// How discs are counted at the end.
    score: Scoring,
    /// The position.
    position: Position,
    /// The value, seen by the side to move, if it is proved. Other parts of the answer are still
    /// missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Score>,
    /// A move that is proved to keep the value, if there is one yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_move: Option<Square>,
    /// The value of the position is at least this, seen by the side to move.
    lower: Score,
    /// The value of the position is at most this, seen by the side to move.
    upper: Score,
    /// The legal moves, in the order of squares.
    moves: Vec<MoveBounds>,
    /// The best move, if it is known, or the most promising so far. `null` if there is no
    /// information about any move, or no legal move.
    best_so_far: Option<Square>,
    /// A forecast, if it was requested and the board has a trained evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    forecast: Option<Forecast>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// The bounds on a move's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MoveBounds {
    /// The square where the disc is placed.
    #[serde(rename = "move")]
    square: Square,
    /// The value of the move is at least this, seen by the side that makes it.
    lower: Score,
    /// The value of the move is at most this, seen by the side that makes it.
    upper: Score,
}

impl BoundsDocument {
    /// The name and version of the format.
    const SCHEMA: &str = "othello-solver/bounds/1";

    /// The document of an answer that does not settle its question yet. The position may be a start.
    pub fn new(answer: &Answer, start: Option<Start>) -> Self {
        let (position, bounds) = (answer.position(), answer.bounds());
        let mut moves = Vec::new();
        for mv in answer.moves() {
            let (lower, upper) = (mv.bounds().lower(), mv.bounds().upper());
            moves.push(MoveBounds { square: mv.square(), lower, upper });
        }
        Self {
            schema: Self::SCHEMA,
            size: position.size(),
            start,
            objective: answer.rules().objective,
            score: answer.rules().scoring,
            position,
            value: answer.value(),
            best_move: answer.best_move(),
            lower: bounds.lower(),
            upper: bounds.upper(),
            moves,
            best_so_far: answer.best_so_far(),
            forecast: answer.forecast(),
            nodes: answer.nodes(),
        }
    }
}
