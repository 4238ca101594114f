//! Wipe-outs, games that leave only one colour on the board: the shortest, and the ones that a
//! player can force.

mod forced;

pub use forced::{ForcedWipeout, forced_wipeout};

use crate::board::kernel::{self, Embedding, Isa, Kernel, Shape, on_grid};
use crate::board::{Color, Square, Turn};
use crate::game::{Game, Position};
use crate::progress::Progress;

/// The shortest continuations from a position that leave only one colour on the board, sorted by
/// their text. If a colour is given, it is the one that is left.
///
/// The search deepens by one disc at a time. There are no games if it is stopped.
///
/// ```
/// # use othello_core::{Color, Position, Size, Start};
/// # use othello_core::wipeouts::shortest_wipeouts;
/// let start = Position::start(Size::STANDARD, Start::Parallel);
/// let games = shortest_wipeouts(start, None, &());
/// assert_eq!(games.len(), 8);
/// assert!(games.iter().all(|game| game.moves().len() == 7));
/// assert!(games.iter().all(|game| game.end().count(Color::White) == 0));
/// ```
pub fn shortest_wipeouts(start: Position, by: Option<Color>, progress: &dyn Progress) -> Vec<Game> {
    let mut games = Vec::new();
    for moves in 1..=start.empties() as usize {
        progress.begin(&format!("games of {moves} moves"), None);
        games = wipeouts(start, by, moves, progress);
        if !games.is_empty() || progress.is_stopped() {
            break;
        }
    }
    if progress.is_stopped() { Vec::new() } else { games }
}

/// All continuations from a position with exactly this number of discs, at least one, where the last
/// disc leaves only one colour on the board. If a colour is given, it is that one. They are sorted by
/// their text.
///
/// If the search is stopped, some may be missing.
pub fn wipeouts(
    start: Position,
    by: Option<Color>,
    moves: usize,
    progress: &dyn Progress,
) -> Vec<Game> {
    let walk = WipeoutWalk { start, by, moves, progress, line: Vec::new(), found: Vec::new() };
    let mut found = on_grid(start.size(), walk);
    found.sort_by_cached_key(Game::to_string);
    found
}

/// A walk to the games that end with only one colour after exactly this number of moves.
struct WipeoutWalk<'a> {
    start: Position,
    by: Option<Color>,
    moves: usize,
    progress: &'a dyn Progress,
    line: Vec<Square>,
    found: Vec<Game>,
}

impl Kernel for WipeoutWalk<'_> {
    type Output = Vec<Game>;

    fn run<G: Shape, I: Isa>(mut self, isa: I, board: &Embedding<G>) -> Vec<Game> {
        self.follow(isa, board, board.position(self.start.own_and_opponent()));
        self.found
    }
}

/// With at least this many moves to go, a walk checks whether to stop.
const INTERRUPTIBLE: usize = 6;

impl WipeoutWalk<'_> {
    /// Finds the games that continue the line.
    fn follow<G: Shape, I: Isa>(&mut self, isa: I, board: &Embedding<G>, at: kernel::Position<G>) {
        let left = self.moves - self.line.len();
        if left >= INTERRUPTIBLE && self.progress.is_stopped() {
            return;
        }
        if board.turn(isa, at) == Turn::Pass {
            return self.follow(isa, board, at.pass());
        }
        for square in board.moves(isa, at) {
            self.line.push(board.to_board(square));
            let after = isa.play(at, square);
            if left > 1 {
                self.follow(isa, board, after);
            } else if after.own().is_empty() {
                let game = Game::known(self.start, self.line.iter().copied());
                if self.by.is_none_or(|by| game.end().count(by) > 0) {
                    self.found.push(game);
                }
            }
            self.line.pop();
        }
    }
}
