//! The walk of a whole board: `negamax` of `examples/four.rs`, for a board of any shape. It takes
//! the moves one by one by `x & -x`, and solves each position once.
//!
//! All else is around it. The [`WalkTable`] treats mirror images as one position and can be told to
//! stop, a [`Value`] is the score under both ways of scoring, and positions and games are counted
//! later, from the table.

use super::table::{Replies, SolvedReply, Value, WalkTable};
use crate::board::kernel::{Position, Shape};

/// Solves a position and everything after it. `None` if the walk was stopped.
pub(super) fn negamax<S: Shape>(
    position: Position<S>,
    table: &mut WalkTable<'_, S>,
) -> Option<SolvedReply> {
    let image = table.image(position);
    if let Some(solved) = table.get(image) {
        return Some(solved);
    }
    let mut replies = Replies::new();
    let mut moves = table.moves(image.position);
    while !moves.is_empty() {
        // The lowest square of the set: x & -x.
        let square = moves.lowest();
        moves = moves - square;
        replies.push(negamax(image.position.play_on(square), table)?);
    }
    let passed = image.position.pass();
    if replies.is_empty() && !table.moves(passed).is_empty() {
        replies.push(negamax(passed, table)?);
    }
    let best = replies.iter().map(|reply| -reply.value).reduce(Value::max);
    let value = best.unwrap_or_else(|| table.score(image.position));
    table.insert(image, value, &replies)
}
