//! Counting the paths of the game tree.

use crate::board::{Position, Shape, Turn};

/// The number of lines of play of `depth` plies. A pass is a ply, and a game
/// that ends earlier counts once.
pub fn perft<S: Shape>(position: Position<S>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match position.turn() {
        Turn::Place(moves) => {
            moves.into_iter().map(|square| perft(position.play(square), depth - 1)).sum()
        }
        Turn::Pass => perft(position.pass(), depth - 1),
        Turn::Over => 1,
    }
}
