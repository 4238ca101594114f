//! The fields of a document that are read one by one: how a position or a line reads depends on the
//! size of the board and on the start, which are other fields.

use othello_core::board::Size;
use othello_core::game::{Game, Position};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A JSON object.
#[derive(Deserialize)]
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// Reads a field. One that is missing is read as `null`.
    pub(super) fn get<T: DeserializeOwned>(&self, key: &str) -> Result<T, String> {
        let value = self.0.get(key).unwrap_or(&Value::Null);
        T::deserialize(value).map_err(|error| format!("{key}: {error}"))
    }
}

/// The position that the text of a document stands for.
pub(super) fn read_position(size: Size, text: &str) -> Result<Position, String> {
    Position::parse(size, text).map_err(|error| format!("position: {}", error.problem))
}

/// The game that begins with `start` and goes on with the line of a document.
pub(super) fn read_line(start: Position, text: &str) -> Result<Game, String> {
    Game::parse(start, text).map_err(|error| format!("line '{text}': {}", error.problem))
}
