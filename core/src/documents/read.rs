//! Reading the positions and games in documents.

use crate::{Game, Position, Size};

/// The position in a document about a board of this size.
pub fn read_position(size: Size, text: &str) -> Result<Position, String> {
    Position::parse(size, text).map_err(|error| format!("position: {}", error.problem))
}

/// The game in a document that begins with `start` and continues with these moves.
pub fn read_line(start: Position, text: &str) -> Result<Game, String> {
    Game::parse(start, text).map_err(|error| format!("line '{text}': {}", error.problem))
}
