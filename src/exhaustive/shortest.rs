//! How soon a game can end.

use std::cmp::Reverse;

use crate::board::{Position, Shape, Square, Turn};
use crate::progress::Progress;

/// With so many plies to go, a search looks whether it is to stop.
const INTERRUPTIBLE: u32 = 6;

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending<S: Shape> {
    /// The number of plies, passes among them.
    pub plies: u32,
    /// The squares on which discs are placed. Passes are left out.
    pub line: Vec<Square<S>>,
    /// Whether one player has no discs left.
    pub wipeout: bool,
}

/// The shortest game from `position` on, if there is one of at most `max`
/// plies. Of several it is one that ends with a player wiped out, if there is
/// one, and the first in the order of squares.
///
/// If the search is stopped, it finds none.
///
/// ```
/// # use othello_solver::{Board8x8, Position, Start, shortest_game};
/// let start = Position::<Board8x8>::start(Start::Parallel);
/// let ending = shortest_game(start, 7, &()).unwrap();
/// assert!(ending.wipeout && ending.plies == 7);
/// ```
pub fn shortest_game<S: Shape>(
    position: Position<S>,
    max: u32,
    progress: &dyn Progress,
) -> Option<Ending<S>> {
    for plies in 0..=max {
        progress.begin(&format!("games of {plies} plies"), None);
        let found = first(position, plies, &mut Vec::new(), progress);
        if progress.stopped() {
            break;
        }
        if let Some(Found { wipeout: Reverse(wipeout), line }) = found {
            let line = line.into_iter().map(Square::from_index).collect();
            return Some(Ending { plies, line, wipeout });
        }
    }
    None
}

/// A game, ordered so that a wipe-out comes first. Squares are known by their
/// numbers.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    wipeout: Reverse<bool>,
    line: Vec<u32>,
}

/// The first of the games that end after exactly `plies`.
fn first<S: Shape>(
    position: Position<S>,
    plies: u32,
    line: &mut Vec<u32>,
    progress: &dyn Progress,
) -> Option<Found> {
    match position.turn() {
        Turn::Over if plies == 0 => {
            let wipeout = position.own().is_empty() || position.opponent().is_empty();
            Some(Found { wipeout: Reverse(wipeout), line: line.clone() })
        }
        Turn::Place(_) if plies >= INTERRUPTIBLE && progress.stopped() => None,
        Turn::Place(moves) if plies > 0 => {
            let after = |square: Square<S>| {
                line.push(square.index());
                let found = first(position.play(square), plies - 1, line, progress);
                line.pop();
                found
            };
            moves.into_iter().filter_map(after).min()
        }
        Turn::Pass if plies > 0 => first(position.pass(), plies - 1, line, progress),
        _ => None,
    }
}
