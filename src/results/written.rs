//! Positions and lines as documents hold them. To read them takes the size of the board, which is
//! another field, so documents with positions are first deserialized as texts.

use crate::board::Size;
use crate::game::{Game, Position};

/// The position that the text of a document stands for.
pub(super) fn read_position(size: Size, text: &str) -> Result<Position, String> {
    Position::parse(size, text).map_err(|error| format!("position: {}", error.problem))
}

/// The game that begins with `start` and goes on with the line of a document.
pub(super) fn read_line(start: Position, text: &str) -> Result<Game, String> {
    Game::parse(start, text).map_err(|error| format!("line '{text}': {error}"))
}
