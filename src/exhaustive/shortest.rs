//! How soon a game can end.

use std::cmp::Reverse;

use crate::board::grid::{Embedding, Kernel, on_grid};
use crate::board::simd::Isa;
use crate::board::{Color, Discs, Position, Shape, Square, Turn};
use crate::game::{Game, Transcript};
use crate::progress::Progress;

/// With this many plies to go, a search asks whether it is to stop.
const INTERRUPTIBLE: u32 = 6;

/// A shortest game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortestGame {
    /// The number of plies, passes among them.
    pub plies: u32,
    /// The game.
    pub line: Transcript,
}

impl ShortestGame {
    /// Whether one player has no discs left.
    pub fn is_wipeout(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.line.end().count(color) == 0)
    }
}

/// The shortest game from here on, if there is one of at most `max` plies. Of
/// several it is one that ends with a player wiped out, if there is one, and the
/// first in the order of squares.
///
/// If the search is stopped, it finds none.
///
/// ```
/// # use othello_solver::{Game, Size, Start, shortest_game};
/// let start = Game::start(Size::new(8, 8).unwrap(), Start::Parallel);
/// let shortest = shortest_game(start, 7, &()).unwrap();
/// assert!(shortest.is_wipeout() && shortest.plies == 7);
/// ```
pub fn shortest_game(game: Game, max: u32, progress: &dyn Progress) -> Option<ShortestGame> {
    for plies in 0..=max {
        progress.begin(&format!("games of {plies} plies"), None);
        let first = First { root: game.own_and_opponent(), plies, progress };
        let found = on_grid(game.size(), first);
        if progress.is_stopped() {
            break;
        }
        if let Some(Found { line, .. }) = found {
            return Some(ShortestGame { plies, line: Transcript::known(game, line) });
        }
    }
    None
}

/// The first of the games that end after exactly `plies`.
struct First<'a> {
    root: Discs,
    plies: u32,
    progress: &'a dyn Progress,
}

/// A game, ordered so that a wipe-out comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    wipeout: Reverse<bool>,
    line: Vec<Square>,
}

impl Kernel for First<'_> {
    type Output = Option<Found>;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Option<Found> {
        let mut walk = GameWalk { isa, board, line: Vec::new(), progress: self.progress };
        walk.first(board.position(self.root), self.plies)
    }
}

struct GameWalk<'a, G: Shape, I> {
    isa: I,
    board: &'a Embedding<G>,
    line: Vec<Square>,
    progress: &'a dyn Progress,
}

impl<G: Shape, I: Isa> GameWalk<'_, G, I> {
    fn first(&mut self, position: Position<G>, plies: u32) -> Option<Found> {
        match self.board.turn(self.isa, position) {
            Turn::Over if plies == 0 => {
                let wipeout = position.own().is_empty() || position.opponent().is_empty();
                Some(Found { wipeout: Reverse(wipeout), line: self.line.clone() })
            }
            Turn::Place if plies >= INTERRUPTIBLE && self.progress.is_stopped() => None,
            Turn::Place if plies > 0 => {
                let moves = self.board.moves(self.isa, position);
                let after = |square| {
                    self.line.push(self.board.to_board(square));
                    let found = self.first(self.isa.play(position, square), plies - 1);
                    self.line.pop();
                    found
                };
                moves.into_iter().filter_map(after).min()
            }
            Turn::Pass if plies > 0 => self.first(position.pass(), plies - 1),
            _ => None,
        }
    }
}
