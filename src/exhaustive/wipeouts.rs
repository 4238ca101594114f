//! The shortest games that end with one colour gone.

use crate::any_game::AnyGame;
use crate::board::{Color, Shape, Square, Turn};
use crate::game::Game;
use crate::progress::Progress;

/// With so many discs to be placed, a search looks whether it is to stop.
const INTERRUPTIBLE: u32 = 6;

/// A game that ends with one colour gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wipeout<S: Shape> {
    /// The colour that is left.
    pub winner: Color,
    /// The squares on which discs are placed. Passes are forced, and so they
    /// are not recorded.
    pub moves: Vec<Square<S>>,
}

/// The shortest games that end with one colour gone, and how long they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wipeouts<S: Shape> {
    /// The number of discs placed in each of the games. If there are none: all
    /// games of at most so many were looked at.
    pub plies: u32,
    /// All of them, in the order of their texts.
    pub games: Vec<Wipeout<S>>,
}

impl<S: Shape> Wipeout<S> {
    /// The game as a transcript: `f5d6c3f3e3f4d7d3g3`.
    pub fn text(&self) -> String {
        self.moves.iter().map(Square::to_string).collect()
    }
}

impl<S: Shape> Wipeouts<S> {
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
/// # use othello_solver::{Board8x8, Color, Game, Start, shortest_wipeouts};
/// let start = Game::<Board8x8>::start(Start::Parallel);
/// let wipeouts = shortest_wipeouts(start, None, 8, &());
/// assert_eq!((wipeouts.plies, wipeouts.games.len()), (7, 8));
/// assert_eq!(wipeouts.winner(), Some(Color::Black));
/// ```
pub fn shortest_wipeouts<S: Shape>(
    game: Game<S>,
    by: Option<Color>,
    max: u32,
    progress: &dyn Progress,
) -> Wipeouts<S> {
    let max = max.min(game.position().empty().len());
    let mut searched = 0;
    for plies in 1..=max {
        progress.begin(&format!("games of {plies} moves"), None);
        let games = wipeouts(game, by, plies, progress);
        if progress.stopped() {
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
pub fn wipeouts<S: Shape>(
    game: Game<S>,
    by: Option<Color>,
    plies: u32,
    progress: &dyn Progress,
) -> Vec<Wipeout<S>> {
    if plies == 0 {
        return Vec::new();
    }
    let mut walk = Walk { by, progress, path: Vec::new(), found: Vec::new() };
    walk.walk(game, plies);
    let squares = |line: Vec<u32>| line.into_iter().map(Square::from_index).collect();
    let found = in_order(walk.found, game.into()).into_iter();
    found.map(|(winner, line)| Wipeout { winner, moves: squares(line) }).collect()
}

/// Games on the board of `board` in the order of their texts.
fn in_order(mut games: Vec<(Color, Vec<u32>)>, board: AnyGame) -> Vec<(Color, Vec<u32>)> {
    let text = |line: &[u32]| line.iter().map(|&square| board.name(square)).collect::<String>();
    games.sort_by_cached_key(|(_, line)| text(line));
    games
}

/// A walk through the tree of games.
struct Walk<'a> {
    by: Option<Color>,
    progress: &'a dyn Progress,
    /// The numbers of the squares on which discs were placed.
    path: Vec<u32>,
    /// The winners and the games.
    found: Vec<(Color, Vec<u32>)>,
}

impl Walk<'_> {
    /// Finds the games that end with the last of `plies` discs, at least one,
    /// from here on.
    fn walk<S: Shape>(&mut self, game: Game<S>, plies: u32) {
        match game.turn() {
            Turn::Place(_) if plies >= INTERRUPTIBLE && self.progress.stopped() => {}
            Turn::Place(moves) => {
                moves.into_iter().for_each(|square| self.after(game, square, plies));
            }
            Turn::Pass => self.walk(game.pass(), plies),
            Turn::Over => {}
        }
    }

    /// Finds those that begin with a disc on `square`.
    fn after<S: Shape>(&mut self, game: Game<S>, square: Square<S>, plies: u32) {
        let position = game.position();
        self.path.push(square.index());
        if plies > 1 {
            self.walk(Game::new(position.play(square), !game.side()), plies - 1);
        } else if position.flips(square) == position.opponent()
            && self.by.is_none_or(|by| by == game.side())
        {
            self.found.push((game.side(), self.path.clone()));
        }
        self.path.pop();
    }
}
