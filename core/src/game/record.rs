//! A game, move by move.

use std::fmt;

use crate::board::{Square, Symmetry};
use crate::serialized_as_text;

use super::position::{IllegalMove, Position};

/// A game, move by move: its start and the squares where discs were placed. Passes are always
/// forced, so they are not recorded.
///
/// It is written, and serialized, as its moves without separators or passes, `f5d6c3`.
/// [`read_game`](crate::notation::read_game) reads this notation, given the start.
///
/// ```
/// # use othello_core::{Position, Size, Start, Game};
/// let mut game = Game::new(Position::start(Size::new(4, 4).unwrap(), Start::Diagonal));
/// for square in ["b1", "a1", "a2"] {
///     game.play(square.parse()?)?;
/// }
/// assert_eq!(game.to_string(), "b1a1a2");
/// assert_eq!(game.end().to_string(), "OX--XXX--XO----- O");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    moves: Vec<Square>,
    end: Position,
}

impl Game {
    /// A game without moves.
    pub fn new(start: Position) -> Self {
        Self { start, moves: Vec::new(), end: start }
    }

    /// A game with these moves, which must be legal.
    ///
    /// # Panics
    ///
    /// If one of them is not legal.
    pub fn known(start: Position, moves: impl IntoIterator<Item = Square>) -> Self {
        let mut game = Self::new(start);
        for square in moves {
            game.play(square).expect("the moves are known to be legal");
        }
        game
    }

    /// Adds a move, and a forced pass before it if there is one.
    ///
    /// # Errors
    ///
    /// If the move is not legal.
    pub fn play(&mut self, square: Square) -> Result<(), IllegalMove> {
        self.end = self.end.after_forced_pass().play(square)?;
        self.moves.push(square);
        Ok(())
    }

    /// Takes back all but the first `moves` moves.
    pub fn truncate(&mut self, moves: usize) {
        *self = Self::known(self.start, self.moves.iter().copied().take(moves));
    }

    /// Passes at the end of the game, if the player to move has to.
    pub fn take_forced_pass(&mut self) {
        self.end = self.end.after_forced_pass();
    }

    /// The game after mirroring or rotating the board.
    ///
    /// # Panics
    ///
    /// If the board does not have the symmetry.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let size = self.start.size();
        let moves = self.moves.iter().map(|&square| symmetry.image(square, size)).collect();
        let (start, end) = (self.start.transformed(symmetry), self.end.transformed(symmetry));
        Self { start, moves, end }
    }

    /// The symmetry that maps the game to the representative of its mirror images and rotations. The
    /// representative begins at a named start if there is one, otherwise at the
    /// [canonical](Position::canonical) position, and has the least sequence of squares.
    pub fn symmetry_to_canonical(&self) -> Symmetry {
        let start = self.start;
        let start = if start.which_start().is_some() { start } else { start.canonical() };
        let images = Symmetry::all(start.size()).filter(|&it| self.start.transformed(it) == start);
        images.min_by_key(|&it| self.transformed(it).moves).unwrap_or_default()
    }

    /// The position before the first move.
    pub fn start(&self) -> Position {
        self.start
    }

    /// The position after the last move. The player to move there may have to pass.
    pub fn end(&self) -> Position {
        self.end
    }

    /// The squares where discs were placed, in order.
    pub fn moves(&self) -> &[Square] {
        &self.moves
    }

    /// Each move with the position before it, after any forced pass.
    #[expect(clippy::missing_panics_doc, reason = "the moves are legal")]
    pub fn turns(&self) -> impl Iterator<Item = (Position, Square)> {
        let mut position = self.start;
        self.moves.iter().map(move |&square| {
            let before = position.after_forced_pass();
            position = before.play(square).expect("the moves of a game are legal");
            (before, square)
        })
    }
}

/// Writes the moves without separators or passes.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|square| write!(f, "{square}"))
    }
}

serialized_as_text! { Game, {
    "pattern": "^([a-z][1-9][0-9]?)*$",
    "description": "Moves without separators, such as f5d6c3; passes are left out."
} }

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::game::Start;

    #[test]
    fn values_serialize_as_their_text() {
        let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
        let game = Game::known(start, ["b1", "a1"].map(|square| square.parse().unwrap()));
        let json = serde_json::to_string(&(game.moves(), start, &game)).unwrap();
        let expected = r#"[["b1","a1"],"-----OX--XO----- X","b1a1"]"#;
        assert_eq!(json, expected);
        let read: (Vec<Square>, Position) =
            serde_json::from_str(r#"[["B1","a1"],"-----OX--XO----- X"]"#).unwrap();
        assert_eq!(read, (game.moves().to_vec(), start));
        let wrong = serde_json::from_str::<Square>("\"1b\"").unwrap_err().to_string();
        assert!(wrong.starts_with("a square is a letter and a number, such as f5"), "{wrong}");
        let wrong = serde_json::from_str::<Position>("\"--- X\"").unwrap_err().to_string();
        assert!(wrong.contains("the position has 3 cells; accepted without a size"), "{wrong}");
    }
}
