//! Reading the positions and games in documents.

use othello_core::notation;
use othello_core::{Game, Position, Size};

/// The position in a document about a board of this size.
pub(super) fn read_position(size: Size, text: &str) -> Result<Position, String> {
    notation::read_position(size, text).map_err(|error| format!("position: {}", error.problem))
}

/// The game in a document that begins with `start` and continues with these moves.
pub(super) fn read_line(start: Position, text: &str) -> Result<Game, String> {
    notation::read_game(start, text).map_err(|error| format!("line '{text}': {}", error.problem))
}
