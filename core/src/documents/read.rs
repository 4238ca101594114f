//! Reading the positions and games in documents.

use crate::notation;
use crate::{Game, Position, Size};

/// The position in a document about a board of this size.
///
/// # Errors
///
/// If it is not a position of this board.
pub fn read_position(size: Size, text: &str) -> Result<Position, String> {
    notation::read_position(size, text).map_err(|error| format!("position: {}", error.problem))
}

/// The game in a document that begins with `start` and continues with these moves.
///
/// # Errors
///
/// If one of them is not legal.
pub fn read_line(start: Position, text: &str) -> Result<Game, String> {
    notation::read_game(start, text).map_err(|error| format!("line '{text}': {}", error.problem))
}
