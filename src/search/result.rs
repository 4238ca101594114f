//! The result of a search.

use std::iter;

use serde::Serialize;

use crate::board::{Square, Symmetry};
use crate::game::{Game, Score};

/// The result of a search. Values are seen by the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this. It is equal to the lower bound unless the search was stopped.
    pub upper: Score,
    /// Moves that keep the value, in the order of squares: all of them, one or none, as
    /// [`Find`](super::Find) says. There are none if the side to move must pass or the game is over.
    pub best_moves: Vec<Square>,
    /// With [`Find::EveryMove`](super::Find::EveryMove), all legal moves with their values: the
    /// best first, and moves of equal value in the order of squares. There are none if the search
    /// was stopped.
    pub moves: Vec<ValuedMove>,
    /// The principal variation: a game in which both sides play best to the end. It is empty if
    /// only the value was wanted.
    pub line: Game,
    /// Whether everything that was asked for was found. This is so unless the search was stopped.
    pub complete: bool,
    /// The number of positions searched.
    pub nodes: u64,
}

/// A legal move, and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValuedMove {
    /// Where the disc is placed.
    #[serde(rename = "move")]
    pub square: Square,
    /// The exact value, seen by the side that makes the move.
    pub value: Score,
    /// The move and a game after it in which both sides play best to the end. It is the principal
    /// variation if that begins with the move; otherwise it continues at each turn with the most
    /// promising of the best moves. The line is always the same, whatever the table and the number
    /// of threads. Moves that lead to mirror images of one another have lines that are mirror images
    /// too.
    pub line: Game,
}

impl ValuedMove {
    /// The same for another move, which leads to a mirror image of the same position.
    pub(crate) fn image(&self, square: Square) -> Self {
        let (start, size) = (self.line.start(), self.line.start().size());
        let after = |square| start.play(square).expect("the move is legal");
        let (this, other) = (after(self.square), after(square));
        let symmetry = Symmetry::all(size)
            .find(|&symmetry| this.transformed(symmetry) == other)
            .expect("the one position is an image of the other");
        let rest = self.line.moves()[1..].iter().map(|next| next.transformed(size, symmetry));
        let line = Game::known(start, iter::once(square).chain(rest));
        Self { square, value: self.value, line }
    }
}

impl SearchResult {
    /// The value, seen by the side to move, if it is known.
    pub fn value(&self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }
}
