//! Wipe-outs, games that leave only one colour on the board: the shortest, and the ones that a
//! player can force.

mod forced;

pub use forced::{Forced, forced_wipeout};

use crate::board::kernel::{self, Embedding, Isa, Kernel, Shape, on_grid};
use crate::board::{Color, Square, Turn};
use crate::game::{Game, Position};
use crate::progress::Progress;

/// With at least this many moves to go, a search checks whether to stop.
const INTERRUPTIBLE: u32 = 6;

/// A game that ends with only one colour on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wipeout {
    /// The remaining colour.
    pub winner: Color,
    /// The game.
    pub game: Game,
}

/// The shortest games that end with only one colour on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wipeouts {
    /// The number of discs placed in each game. If there are no games, all continuations with up to
    /// this number of discs were searched.
    pub moves: u32,
    /// All of the games, sorted by their text.
    pub games: Vec<Wipeout>,
}

/// The shortest continuations from a position that leave only the colour `by` on the board, or
/// either colour if it is `None`. At most `max` discs are placed.
///
/// The search deepens by one disc at a time. If it is stopped, the result has no games, only the
/// number of discs searched so far.
///
/// ```
/// # use othello_core::{Color, Position, Size, Start};
/// # use othello_core::wipeouts::shortest_wipeouts;
/// let start = Position::start(Size::new(8, 8).unwrap(), Start::Parallel);
/// let wipeouts = shortest_wipeouts(start, None, 8, &());
/// assert_eq!((wipeouts.moves, wipeouts.games.len()), (7, 8));
/// assert!(wipeouts.games.iter().all(|wipeout| wipeout.winner == Color::Black));
/// ```
pub fn shortest_wipeouts(
    start: Position,
    by: Option<Color>,
    max: u32,
    progress: &dyn Progress,
) -> Wipeouts {
    let max = max.min(start.empties());
    for moves in 1..=max {
        progress.begin(&format!("games of {moves} moves"), None);
        let games = wipeouts(start, by, moves, progress);
        if progress.is_stopped() {
            return Wipeouts { moves: moves - 1, games: Vec::new() };
        }
        if !games.is_empty() {
            return Wipeouts { moves, games };
        }
    }
    Wipeouts { moves: max, games: Vec::new() }
}

/// All continuations from a position with exactly this number of discs, where the last disc leaves
/// only the colour `by` on the board, or either colour if it is `None`. They are sorted by their
/// text.
///
/// If the search is stopped, some may be missing.
pub fn wipeouts(
    start: Position,
    by: Option<Color>,
    moves: u32,
    progress: &dyn Progress,
) -> Vec<Wipeout> {
    if moves == 0 {
        return Vec::new();
    }
    let games = Games { start, moves, progress, line: Vec::new(), found: Vec::new() };
    let mut found = on_grid(start.size(), games);
    found.retain(|wipeout| by.is_none_or(|by| by == wipeout.winner));
    found.sort_by_cached_key(|wipeout| wipeout.game.to_string());
    found
}

/// A walk to the games that end with only one colour after exactly this number of moves.
struct Games<'a> {
    start: Position,
    moves: u32,
    progress: &'a dyn Progress,
    line: Vec<Square>,
    found: Vec<Wipeout>,
}

impl Kernel for Games<'_> {
    type Output = Vec<Wipeout>;

    fn run<G: Shape, I: Isa>(mut self, isa: I, board: &Embedding<G>) -> Vec<Wipeout> {
        let position = board.position(self.start.own_and_opponent());
        self.follow(isa, board, position, self.start.side(), self.moves);
        self.found
    }
}

impl Games<'_> {
    /// Finds the games that end after this number of moves from here, at least one, with `side` to
    /// move.
    fn follow<G: Shape, I: Isa>(
        &mut self,
        isa: I,
        board: &Embedding<G>,
        position: kernel::Position<G>,
        side: Color,
        moves: u32,
    ) {
        match board.turn(isa, position) {
            Turn::Place if moves >= INTERRUPTIBLE && self.progress.is_stopped() => {}
            Turn::Place => {
                for square in board.moves(isa, position) {
                    self.line.push(board.to_board(square));
                    let after = isa.play(position, square);
                    if moves > 1 {
                        self.follow(isa, board, after, !side, moves - 1);
                    } else if after.own().is_empty() {
                        let game = Game::known(self.start, self.line.iter().copied());
                        self.found.push(Wipeout { winner: side, game });
                    }
                    self.line.pop();
                }
            }
            Turn::Pass => self.follow(isa, board, position.pass(), !side, moves),
            Turn::Over => {}
        }
    }
}
