//! The shortest games.

use serde::Serialize;

use crate::board::kernel::Embedding;
use crate::board::kernel::grid::{Kernel, on_grid};
use crate::board::kernel::simd::Isa;
use crate::board::kernel::{self, Shape};
use crate::board::{Color, Square, Turn};
use crate::game::{Game, Position};
use crate::progress::Progress;

/// With this many moves to go, a search checks whether to stop.
const INTERRUPTIBLE: u32 = 6;

/// A game from a position to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShortestGame {
    /// The number of plies: moves and passes.
    #[serde(rename = "depth")]
    pub plies: u32,
    /// The game.
    #[serde(rename = "line")]
    pub game: Game,
    /// Whether one player has no discs left.
    #[serde(rename = "wipeout")]
    pub is_wipeout: bool,
}

impl From<Game> for ShortestGame {
    fn from(game: Game) -> Self {
        let (mut plies, mut side) = (0, game.start().side());
        for (before, _) in game.turns() {
            plies += 1 + u32::from(before.side() != side);
            side = !before.side();
        }
        let is_wipeout = Color::ALL.into_iter().any(|color| game.end().count(color) == 0);
        Self { plies, game, is_wipeout }
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
/// assert!(shortest.is_wipeout && shortest.plies == 7);
/// ```
pub fn shortest_game(start: Position, max: u32, progress: &dyn Progress) -> Option<ShortestGame> {
    for plies in 0..=max {
        progress.begin(&format!("games of {plies} plies"), None);
        let found = games(start, Ends::All, plies, progress);
        if progress.is_stopped() {
            break;
        }
        let first = found.into_iter().min_by_key(|end| (end.left.is_none(), end.squares.clone()));
        if let Some(Ended { squares, .. }) = first {
            return Some(Game::known(start, squares).into());
        }
    }
    None
}

/// Which ends of games are sought, and how long a game is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    /// All of them. The length of a game is its number of plies: moves and passes.
    All,
    /// Those that leave one colour alone on the board. The length of a game is its number of moves.
    Wipeouts,
}

/// A game that has ended.
pub(crate) struct Ended {
    /// The colour that is left alone, if one is.
    pub(crate) left: Option<Color>,
    /// The squares on which discs were placed.
    pub(crate) squares: Vec<Square>,
}

/// The games of exactly this length. If the search is stopped, some may be missing.
pub(crate) fn games(
    start: Position,
    ends: Ends,
    length: u32,
    progress: &dyn Progress,
) -> Vec<Ended> {
    on_grid(start.size(), Games { start, ends, length, progress })
}

struct Games<'a> {
    start: Position,
    ends: Ends,
    length: u32,
    progress: &'a dyn Progress,
}

impl Kernel for Games<'_> {
    type Output = Vec<Ended>;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Vec<Ended> {
        let Self { start, ends, length, progress } = self;
        let (line, found) = (Vec::new(), Vec::new());
        let mut walk = Walk { isa, board, ends, progress, line, found };
        walk.follow(board.position(start.own_and_opponent()), start.side(), length);
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
    /// Finds the games that end after this length from here on, with `side` to move.
    fn follow(&mut self, position: kernel::Position<G>, side: Color, length: u32) {
        if length == 0 {
            return self.end(position, side);
        }
        match self.board.turn(self.isa, position) {
            Turn::Place if length >= INTERRUPTIBLE && self.progress.is_stopped() => {}
            Turn::Place => {
                for square in self.board.moves(self.isa, position) {
                    self.line.push(self.board.to_board(square));
                    let after = self.isa.play(position, square);
                    match length {
                        1 => self.end(after, !side),
                        _ => self.follow(after, !side, length - 1),
                    }
                    self.line.pop();
                }
            }
            Turn::Pass => {
                let passes = u32::from(self.ends == Ends::All);
                self.follow(position.pass(), !side, length - passes);
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
            self.found.push(Ended { left, squares: self.line.clone() });
        }
    }
}
