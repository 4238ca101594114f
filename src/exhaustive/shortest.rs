//! The shortest games.

use crate::board::kernel::Embedding;
use crate::board::kernel::grid::{Kernel, on_grid};
use crate::board::kernel::simd::Isa;
use crate::board::kernel::{self, Shape};
use crate::board::{Color, Square, Turn};
use crate::game::{Game, Position};
use crate::progress::Progress;

/// With this many plies to go, a search checks whether to stop.
const INTERRUPTIBLE: u32 = 6;

/// A shortest game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortestGame {
    /// The number of plies, including passes.
    pub plies: u32,
    /// The game.
    pub line: Game,
}

impl ShortestGame {
    /// Whether one player has no discs left.
    pub fn is_wipeout(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.line.end().count(color) == 0)
    }
}

/// The shortest game from a position, if there is one of at most `max` plies. If there are several,
/// one that ends with a player wiped out is preferred, and then the first in the order of squares.
///
/// If the search is stopped, the result is `None`.
///
/// ```
/// # use othello_solver::{Position, Size, Start};
/// # use othello_solver::exhaustive::shortest_game;
/// let start = Position::start(Size::new(8, 8).unwrap(), Start::Parallel);
/// let shortest = shortest_game(start, 7, &()).unwrap();
/// assert!(shortest.is_wipeout() && shortest.plies == 7);
/// ```
pub fn shortest_game(game: Position, max: u32, progress: &dyn Progress) -> Option<ShortestGame> {
    for plies in 0..=max {
        progress.begin(&format!("games of {plies} plies"), None);
        let found = games(game, Ends::All, plies, progress);
        if progress.is_stopped() {
            break;
        }
        let first = found.into_iter().min_by_key(|game| (game.left.is_none(), game.line.clone()));
        if let Some(Ended { line, .. }) = first {
            return Some(ShortestGame { plies, line: Game::known(game, line) });
        }
    }
    None
}

/// Which ends of games are sought.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    /// All of them. A pass is a ply.
    All,
    /// Those that leave one colour alone on the board. A pass costs nothing.
    Wipeouts,
}

/// A game that has ended.
pub(crate) struct Ended {
    /// Who is left alone, if one colour is.
    pub(crate) left: Option<Color>,
    /// The squares on which discs were placed.
    pub(crate) line: Vec<Square>,
}

/// The games that end after exactly `plies`. If the search is stopped, some may be missing.
pub(crate) fn games(game: Position, ends: Ends, plies: u32, progress: &dyn Progress) -> Vec<Ended> {
    on_grid(game.size(), Games { game, ends, plies, progress })
}

struct Games<'a> {
    game: Position,
    ends: Ends,
    plies: u32,
    progress: &'a dyn Progress,
}

impl Kernel for Games<'_> {
    type Output = Vec<Ended>;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Vec<Ended> {
        let Self { game, ends, plies, progress } = self;
        let (line, found) = (Vec::new(), Vec::new());
        let mut walk = Walk { isa, board, ends, progress, line, found };
        walk.follow(board.position(game.own_and_opponent()), game.side(), plies);
        walk.found
    }
}

/// A walk through the tree of games.
struct Walk<'a, G: Shape, I> {
    isa: I,
    board: &'a Embedding<G>,
    ends: Ends,
    progress: &'a dyn Progress,
    line: Vec<Square>,
    found: Vec<Ended>,
}

impl<G: Shape, I: Isa> Walk<'_, G, I> {
    /// Finds the games that end after `plies` from here on, with `side` to move.
    fn follow(&mut self, position: kernel::Position<G>, side: Color, plies: u32) {
        if plies == 0 {
            return self.end(position, side);
        }
        match self.board.turn(self.isa, position) {
            Turn::Place if plies >= INTERRUPTIBLE && self.progress.is_stopped() => {}
            Turn::Place => {
                for square in self.board.moves(self.isa, position) {
                    self.line.push(self.board.to_board(square));
                    let after = self.isa.play(position, square);
                    match plies {
                        1 => self.end(after, !side),
                        _ => self.follow(after, !side, plies - 1),
                    }
                    self.line.pop();
                }
            }
            Turn::Pass => {
                let passes = u32::from(self.ends == Ends::All);
                self.follow(position.pass(), !side, plies - passes);
            }
            Turn::Over => {}
        }
    }

    /// Notes the game if it ends here.
    #[inline(always)]
    fn end(&mut self, position: kernel::Position<G>, side: Color) {
        let is_sought = match self.ends {
            Ends::All => self.board.turn(self.isa, position) == Turn::Over,
            // Whoever has just placed a disc is left.
            Ends::Wipeouts => position.own().is_empty(),
        };
        if is_sought {
            let left = match (position.own().is_empty(), position.opponent().is_empty()) {
                (true, _) => Some(!side),
                (_, true) => Some(side),
                _ => None,
            };
            self.found.push(Ended { left, line: self.line.clone() });
        }
    }
}
