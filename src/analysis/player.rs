//! Players: how the program chooses its moves.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::random::SplitMix64;
use super::{AnalysisOptions, analyze};
use crate::board::Square;
use crate::game::{Game, Rules, Score};
use crate::progress::{Progress, TimeLimit};
use crate::search::{SearchOptions, search};

/// With this many empty squares or fewer, a player first tries to solve the end of
/// the game.
const ENDING: u32 = 20;

/// The memory for the tables, in bytes.
const HASH: usize = 64 << 20;

/// How a player chooses a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The best move that can be found in the time given. Where the game can be
    /// solved in that time, as on 4×4, it is truly the best.
    Perfect,
    /// Any move, each as likely as another.
    Random,
    /// The move that flips the most discs.
    Greedy,
}

/// A player of the program.
#[derive(Clone, Debug)]
pub struct Player {
    strategy: Strategy,
    rules: Rules,
    time: Duration,
    random: SplitMix64,
}

impl Player {
    /// A player who takes at most this much time for a move. The `seed` decides what
    /// a random player does.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use othello_solver::{Game, Player, Rules, Size, Start, Strategy};
    /// let start = Game::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    /// let time = Duration::from_secs(1);
    /// let mut greedy = Player::new(Strategy::Greedy, Rules::default(), time, 0);
    /// assert_eq!(greedy.choose(start), "b1".parse().ok());
    /// ```
    pub const fn new(strategy: Strategy, rules: Rules, time: Duration, seed: u64) -> Self {
        Self { strategy, rules, time, random: SplitMix64::new(seed) }
    }

    /// The move that the player makes, or `None` if there is none.
    pub fn choose(&mut self, game: Game) -> Option<Square> {
        let mut moves = game.moves();
        match self.strategy {
            Strategy::Perfect => Outlook::new(game, self.rules, self.time).best(),
            // The first of several in the order of squares.
            Strategy::Greedy => {
                moves.into_iter().max_by_key(|&square| (game.flips(square).len(), Reverse(square)))
            }
            Strategy::Random => {
                let number = u32::try_from(moves.len()).unwrap_or(0);
                (number > 0).then(|| moves.swap_remove(self.random.below(number) as usize))
            }
        }
    }
}

/// What can be known of the moves of a position in a given time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The moves and their values, seen by the side to move, in the order of
    /// squares.
    pub moves: Vec<(Square, Score)>,
    /// The number of plies that were looked at, or `None` if the values are
    /// exact.
    pub depth: Option<u32>,
}

impl Outlook {
    /// What can be known in this much time, and a moment.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use othello_solver::{Game, Outlook, Rules, Size, Start};
    /// let start = Game::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    /// let outlook = Outlook::new(start, Rules::default(), Duration::from_secs(60));
    /// assert_eq!(outlook.depth, None);
    /// assert!(outlook.moves.iter().all(|&(_, value)| value == -8));
    /// ```
    pub fn new(game: Game, rules: Rules, time: Duration) -> Self {
        let all = TimeLimit::new(&(), time);
        let empties = game.empties();
        if empties <= ENDING
            && let Some(moves) = exact(game, rules, &TimeLimit::new(&(), time / 2))
        {
            return Self { moves, depth: None };
        }
        let mut outlook = Self { moves: Vec::new(), depth: None };
        let patient = Patient { time: all, knows: AtomicBool::new(false) };
        // No game is longer: no two passes follow one another.
        let options = AnalysisOptions { rules, depth: 2 * empties, hash: HASH };
        analyze(game, &options, &patient, |analysis| {
            patient.knows.store(true, Relaxed);
            outlook.moves = analysis.moves;
            outlook.depth = (analysis.depth < 2 * empties).then_some(analysis.depth);
            std::ops::ControlFlow::Continue(())
        });
        outlook
    }

    /// The first of the best moves.
    pub fn best(&self) -> Option<Square> {
        let best = self.moves.iter().rev().max_by_key(|(_, value)| value)?;
        Some(best.0)
    }
}

/// The value of each move, if all of them can be found in time.
fn exact(game: Game, rules: Rules, time: &TimeLimit<'_>) -> Option<Vec<(Square, Score)>> {
    let options = SearchOptions { rules, hash: HASH, ..SearchOptions::default() };
    let value = |square| Some((square, -search(game.play(square).ok()?, &options, time).value()?));
    game.moves().into_iter().map(value).collect()
}

/// A time limit that a look at the first ply may exceed, so that something is
/// known.
struct Patient<'a> {
    time: TimeLimit<'a>,
    knows: AtomicBool,
}

impl Progress for Patient<'_> {
    fn is_stopped(&self) -> bool {
        self.knows.load(Relaxed) && self.time.is_stopped()
    }
}
