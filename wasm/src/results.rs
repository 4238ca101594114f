//! The documents of solved positions, as the program writes them: these are its own files.

#[path = "../../src/results/lookup.rs"]
mod lookup;
#[path = "../../src/results/solved_board.rs"]
mod solved_board;
#[path = "../../src/results/variant.rs"]
mod variant;

use othello_core::{Game, Position, Size};

pub(crate) use lookup::Lookup;
pub(crate) use solved_board::{Proof, ProofMethod, SolvedBoard};
pub(crate) use variant::Variant;

/// The position in a document about a board of this size.
fn read_position(size: Size, text: &str) -> Result<Position, String> {
    Position::parse(size, text).map_err(|error| format!("position: {}", error.problem))
}

/// The game in a document that begins with `start` and continues with these moves.
fn read_line(start: Position, text: &str) -> Result<Game, String> {
    Game::parse(start, text).map_err(|error| format!("line '{text}': {}", error.problem))
}
