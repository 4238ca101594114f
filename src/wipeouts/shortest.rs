//! The shortest games that end with one colour gone.

use crate::board::Color;
use crate::exhaustive::{Ended, Ends, games};
use crate::game::{Game, Position};
use crate::progress::Progress;

/// A game that ends with one colour gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wipeout {
    /// The colour that is left.
    pub winner: Color,
    /// The game.
    pub game: Game,
}

/// The shortest games that end with one colour gone, and how long they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wipeouts {
    /// The number of discs placed in each of the games. If there are no games, all continuations of
    /// up to this number of discs were searched.
    pub moves: u32,
    /// All of the games, in the order of their texts.
    pub games: Vec<Wipeout>,
}

impl Wipeouts {
    /// The colour that is left in all of the games, if it is the same one.
    pub fn winner(&self) -> Option<Color> {
        let winner = self.games.first()?.winner;
        self.games.iter().all(|wipeout| wipeout.winner == winner).then_some(winner)
    }
}

/// All the shortest continuations from a position that leave one colour alone on the board: the
/// colour `by`, or either. They are sought among those in which at most `max` discs are placed.
///
/// The search deepens by one disc at a time. If it is stopped, the result has no games, and says
/// how far the search came.
///
/// ```
/// # use othello_solver::{Color, Position, Size, Start};
/// # use othello_solver::wipeouts::shortest_wipeouts;
/// let start = Position::start(Size::new(8, 8).unwrap(), Start::Parallel);
/// let wipeouts = shortest_wipeouts(start, None, 8, &());
/// assert_eq!((wipeouts.moves, wipeouts.games.len()), (7, 8));
/// assert_eq!(wipeouts.winner(), Some(Color::Black));
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

/// All continuations from a position in which this number of discs is placed, the last of which
/// leaves one colour alone: the colour `by`, or either. They are in the order of their texts.
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
    let wipeout = |Ended { left, squares }| {
        let winner = left.filter(|&left| by.is_none_or(|by| by == left))?;
        Some(Wipeout { winner, game: Game::known(start, squares) })
    };
    let found = games(start, Ends::Wipeouts, moves, progress).into_iter();
    let mut found: Vec<_> = found.filter_map(wipeout).collect();
    found.sort_by_cached_key(|wipeout| wipeout.game.to_string());
    found
}
