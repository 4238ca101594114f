//! Moves that lead to mirror images of one another.

use crate::board::Square;
use crate::game::Position;

/// The legal moves, in classes of those that lead to mirror images of one another, in the order of
/// squares. From a start there is one class of four.
pub(crate) fn classes(position: Position) -> Vec<Vec<Square>> {
    let mut classes: Vec<(Position, Vec<Square>)> = Vec::new();
    for (square, after) in position.moves().into_iter().zip(position.after_moves()) {
        let form = after.canonical();
        match classes.iter_mut().find(|(other, _)| *other == form) {
            Some((_, class)) => class.push(square),
            None => classes.push((form, vec![square])),
        }
    }
    classes.into_iter().map(|(_, class)| class).collect()
}
