//! Serialization of answers whose documents differ from their types.

use serde::{Serialize, Serializer};

use crate::board::{Square, schema_like};
use crate::game::{Game, Position, Score};
use crate::search::{SearchResult, ValuedMove};

/// The answer for a position in a file.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SearchResult"))]
struct ResultKeys<'a> {
    /// The position.
    position: Position,
    /// The score with best play by both sides, seen by the side to move; `null` if the search was
    /// stopped before it was known.
    value: Option<Score>,
    /// A move that keeps the value; `null` if the side to move must pass or the game is over.
    best_move: Option<Square>,
    /// Every move that keeps the value, in the order of squares, if all were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_moves: Option<&'a [Square]>,
    /// Every legal move with its value and line, if requested: best first, and moves of equal value
    /// in the order of squares.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    moves: &'a [ValuedMove],
    /// A game where both sides play best, beginning with `best_move`.
    line: &'a Game,
    /// The number of positions searched.
    nodes: u64,
}

impl Serialize for SearchResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { best_move, best_moves, moves, line, nodes, .. } = self;
        let (position, value, best_move) = (line.start(), self.value(), *best_move);
        let best_moves = best_moves.as_deref();
        let keys =
            ResultKeys { position, value, best_move, best_moves, moves, line, nodes: *nodes };
        keys.serialize(serializer)
    }
}

schema_like!(SearchResult, ResultKeys<'_>);
