//! The result of a search.

use std::iter;

use super::options::Find;
use crate::board::Square;
use crate::game::{Game, Position, Rules, Score};

/// The result of a search. Values are seen by the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SearchResult {
    /// The value is at least this.
    pub(crate) lower: Score,
    /// The value is at most this. Equal to the lower bound unless the search was stopped.
    pub(crate) upper: Score,
    /// A best move, or the first of them in the order of squares if all were wanted. `None` if only
    /// the value was wanted, if the side to move has to pass, or if the game is over.
    pub(crate) best_move: Option<Square>,
    /// All best moves in the order of squares, if they were wanted; see [`Find`].
    pub(crate) best_moves: Option<Vec<Square>>,
    /// With [`Find::AllMoves`], all legal moves with their values: the best first, and moves of
    /// equal value in the order of squares. Empty if the search was stopped.
    pub(crate) moves: Vec<ValuedMove>,
    /// The principal variation: best play by both sides to the end of the game. Empty if only the
    /// value was wanted.
    pub(crate) line: Game,
    /// Whether everything wanted was found, as it is unless the search was stopped.
    pub(crate) complete: bool,
    /// The number of positions searched.
    pub(crate) nodes: u64,
}

/// A legal move and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValuedMove {
    /// Where the disc is placed.
    pub(crate) square: Square,
    /// The exact value, seen by the side that makes the move.
    pub(crate) value: Score,
    /// The move, followed by best play by both sides to the end of the game. It is the principal
    /// variation if that begins with the move; otherwise it continues at each turn with the most
    /// promising of the best moves. The line does not depend on the table or the number of threads.
    /// Moves that lead to mirror images of the same position have mirrored lines. `None` unless
    /// lines were wanted.
    pub(crate) line: Option<Game>,
}

impl ValuedMove {
    /// The same for another move in this position that leads to a mirror image of the same
    /// position.
    pub(super) fn image(&self, square: Square) -> Self {
        let line = self.line.as_ref().map(|line| mirrored(line, square));
        Self { square, value: self.value, line }
    }
}

/// The same line for another first move that leads to a mirror image of the same position.
pub(crate) fn mirrored(line: &Game, square: Square) -> Game {
    let (start, first) = (line.start(), line.moves()[0]);
    let [one, other] = [first, square].map(|it| start.play(it).expect("the move is legal"));
    let symmetry = one.symmetry_to(other).expect("one is an image of the other");
    let rest = line.moves()[1..].iter().map(|next| symmetry.image(*next, start.size()));
    Game::known(start, iter::once(square).chain(rest))
}

impl SearchResult {
    /// A result with these bounds, no moves and no line.
    pub(super) fn with_bounds(position: Position, (lower, upper): (Score, Score)) -> Self {
        let (best_moves, moves, line) = (None, Vec::new(), Game::new(position));
        Self { lower, upper, best_move: None, best_moves, moves, line, complete: false, nodes: 0 }
    }

    /// Whether the value lies within the bounds that the search began with. If it does not, bounds
    /// cross, or a line does not end with its value.
    pub(super) fn is_consistent(&self, find: Find, rules: Rules) -> bool {
        if !self.complete {
            return true;
        }
        let principal = if find > Find::Value { Some((&self.line, self.lower)) } else { None };
        let others = self.moves.iter().filter_map(|mv| Some((mv.line.as_ref()?, mv.value)));
        for (line, value) in principal.into_iter().chain(others) {
            let end = line.end();
            let score = line.start().side().sees(end.score(rules), end.side());
            if !end.is_over() || score != value {
                return false;
            }
        }
        self.lower == self.upper
    }
}
