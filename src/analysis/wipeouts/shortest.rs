//! The shortest games that end with one colour gone.

use crate::board::grid::{Embedding, Kernel, on_grid};
use crate::board::simd::Isa;
use crate::board::{Color, Position, Shape, Square, Turn};
use crate::game::{Game, Transcript};
use crate::progress::Progress;

/// With this many discs to be placed, a search asks whether it is to stop.
const INTERRUPTIBLE: u32 = 6;

/// A game that ends with one colour gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wipeout {
    /// The colour that is left.
    pub winner: Color,
    /// The game.
    pub line: Transcript,
}

/// The shortest games that end with one colour gone, and how long they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wipeouts {
    /// The number of discs placed in each of the games. If there are no games, all
    /// of at most this many discs were looked at.
    pub plies: u32,
    /// All of the games, in the order of their texts.
    pub games: Vec<Wipeout>,
}

impl Wipeouts {
    /// The colour that is left in all of the games, if it is the same one.
    pub fn winner(&self) -> Option<Color> {
        let winner = self.games.first()?.winner;
        self.games.iter().all(|game| game.winner == winner).then_some(winner)
    }

    /// How many of the games end with `color` alone.
    pub fn count(&self, color: Color) -> usize {
        self.games.iter().filter(|game| game.winner == color).count()
    }
}

/// All the shortest continuations of `game` that leave one colour alone on the
/// board: the colour `by`, or either. They are sought among those in which at
/// most `max` discs are placed.
///
/// The search deepens by one disc at a time. If it is stopped, it returns no
/// games and how far it came.
///
/// ```
/// # use othello_solver::{Color, Game, Size, Start, shortest_wipeouts};
/// let start = Game::start(Size::new(8, 8).unwrap(), Start::Parallel);
/// let wipeouts = shortest_wipeouts(start, None, 8, &());
/// assert_eq!((wipeouts.plies, wipeouts.games.len()), (7, 8));
/// assert_eq!(wipeouts.winner(), Some(Color::Black));
/// ```
pub fn shortest_wipeouts(
    game: Game,
    by: Option<Color>,
    max: u32,
    progress: &dyn Progress,
) -> Wipeouts {
    let max = max.min(game.empties());
    let mut searched = 0;
    for plies in 1..=max {
        progress.begin(&format!("games of {plies} moves"), None);
        let games = wipeouts(game, by, plies, progress);
        if progress.is_stopped() {
            break;
        }
        searched = plies;
        if !games.is_empty() {
            return Wipeouts { plies, games };
        }
    }
    Wipeouts { plies: searched, games: Vec::new() }
}

/// All continuations of `game` in which `plies` discs are placed, the last of
/// which leaves one colour alone: the colour `by`, or either. They come in the
/// order of their texts.
///
/// If the search is stopped, some may be missing.
pub fn wipeouts(
    game: Game,
    by: Option<Color>,
    plies: u32,
    progress: &dyn Progress,
) -> Vec<Wipeout> {
    if plies == 0 {
        return Vec::new();
    }
    let by_first = by.map(|by| by == game.side());
    let mut found = on_grid(game.size(), Find { game, plies, by_first, progress });
    found.sort_by_cached_key(|wipeout| wipeout.line.to_string());
    found
}

/// Finds the games that end with one colour gone.
struct Find<'a> {
    game: Game,
    plies: u32,
    /// Whether the player to move is to be left, or the other.
    by_first: Option<bool>,
    progress: &'a dyn Progress,
}

impl Kernel for Find<'_> {
    type Output = Vec<Wipeout>;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> Vec<Wipeout> {
        let Self { game, plies, by_first, progress } = self;
        let (path, found) = (Vec::new(), Vec::new());
        let mut walk = WipeoutWalk { isa, board, by_first, progress, path, found };
        walk.walk(board.position(game.own_and_opponent()), true, plies);
        let found = walk.found.into_iter();
        let wipeout = |(by_first, line): (bool, Vec<_>)| Wipeout {
            winner: if by_first { game.side() } else { !game.side() },
            line: Transcript::known(game, line),
        };
        found.map(wipeout).collect()
    }
}

/// A walk through the tree of games.
struct WipeoutWalk<'a, G: Shape, I> {
    isa: I,
    board: &'a Embedding<G>,
    by_first: Option<bool>,
    progress: &'a dyn Progress,
    /// The squares of the board on which discs were placed.
    path: Vec<Square>,
    /// Whether the first player is left, and the games.
    found: Vec<(bool, Vec<Square>)>,
}

impl<G: Shape, I: Isa> WipeoutWalk<'_, G, I> {
    /// Finds the games that end with the last of `plies` discs, at least one, from
    /// here on. `first` tells whether the first player is to move.
    fn walk(&mut self, position: Position<G>, first: bool, plies: u32) {
        match self.board.turn(self.isa, position) {
            Turn::Place if plies >= INTERRUPTIBLE && self.progress.is_stopped() => {}
            Turn::Place => {
                let moves = self.board.moves(self.isa, position).into_iter();
                moves.for_each(|square| self.after(position, first, square, plies));
            }
            Turn::Pass => self.walk(position.pass(), !first, plies),
            Turn::Over => {}
        }
    }

    /// Finds those that begin with a disc on `square`.
    fn after(&mut self, position: Position<G>, first: bool, square: Square, plies: u32) {
        let flips = self.isa.flips(position, square);
        self.path.push(self.board.to_board(square));
        if plies > 1 {
            self.walk(position.place(square, flips), !first, plies - 1);
        } else if flips == position.opponent() && self.by_first.is_none_or(|by| by == first) {
            self.found.push((first, self.path.clone()));
        }
        self.path.pop();
    }
}
