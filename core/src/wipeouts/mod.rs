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

/// Which wipe-outs to search for. The default is all of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    /// The first move.
    pub first: Option<Square>,
    /// The colour that is left.
    pub by: Option<Color>,
}

/// The shortest continuations from a position that leave only one colour on the board, sorted by
/// their text, and the number of discs placed in each. At most `max` discs are placed. If there are
/// no such games, all continuations with up to the number of discs returned were searched.
///
/// The search deepens by one disc at a time. If it is stopped, the result has no games, only the
/// number of discs searched so far.
///
/// ```
/// # use othello_core::{Color, Position, Size, Start};
/// # use othello_core::wipeouts::{Filter, shortest_wipeouts};
/// let start = Position::start(Size::new(8, 8).unwrap(), Start::Parallel);
/// let (moves, games) = shortest_wipeouts(start, Filter::default(), 8, &());
/// assert_eq!((moves, games.len()), (7, 8));
/// assert!(games.iter().all(|game| game.end().count(Color::White) == 0));
/// ```
pub fn shortest_wipeouts(
    start: Position,
    filter: Filter,
    max: u32,
    progress: &dyn Progress,
) -> (u32, Vec<Game>) {
    let max = max.min(start.empties());
    for moves in 1..=max {
        progress.begin(&format!("games of {moves} moves"), None);
        let games = wipeouts(start, filter, moves, progress);
        if progress.is_stopped() {
            return (moves - 1, Vec::new());
        }
        if !games.is_empty() {
            return (moves, games);
        }
    }
    (max, Vec::new())
}

/// All continuations from a position with exactly this number of discs, at least one, where the last
/// disc leaves only one colour on the board. They are sorted by their text.
///
/// If the search is stopped, some may be missing.
pub fn wipeouts(start: Position, filter: Filter, moves: u32, progress: &dyn Progress) -> Vec<Game> {
    let walk = Games { start, filter, moves, progress, line: Vec::new(), found: Vec::new() };
    let mut found = on_grid(start.size(), walk);
    found.sort_by_cached_key(Game::to_string);
    found
}

/// A walk to the games that end with only one colour after exactly this number of moves.
struct Games<'a> {
    start: Position,
    filter: Filter,
    moves: u32,
    progress: &'a dyn Progress,
    line: Vec<Square>,
    found: Vec<Game>,
}

impl Kernel for Games<'_> {
    type Output = Vec<Game>;

    fn run<G: Shape, I: Isa>(mut self, isa: I, board: &Embedding<G>) -> Vec<Game> {
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
        let Filter { first, by } = self.filter;
        match board.turn(isa, position) {
            Turn::Place if moves >= INTERRUPTIBLE && self.progress.is_stopped() => {}
            Turn::Place => {
                for square in board.moves(isa, position) {
                    self.line.push(board.to_board(square));
                    let after = isa.play(position, square);
                    if first.is_some_and(|first| self.line[0] != first) {
                    } else if moves > 1 {
                        self.follow(isa, board, after, !side, moves - 1);
                    } else if after.own().is_empty() && by.is_none_or(|by| by == side) {
                        self.found.push(Game::known(self.start, self.line.iter().copied()));
                    }
                    self.line.pop();
                }
            }
            Turn::Pass => self.follow(isa, board, position.pass(), !side, moves),
            Turn::Over => {}
        }
    }
}
