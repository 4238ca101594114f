//! Players: how the program chooses its moves.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::any_game::squares;
use crate::board::{Position, Shape, Square};
use crate::progress::Progress;
use crate::random::SplitMix64;
use crate::score::{Rules, Score};
use crate::search::{AnalysisOptions, SearchMonitor, SearchOptions, analyze, search};

/// With so many empty squares or fewer, the end of the game is tried to be
/// solved before anything else.
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
    /// A player who takes at most so much time for a move. The `seed` decides
    /// what a random player does.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use othello_solver::{Board4x4, Player, Position, Rules, Start, Strategy};
    /// let start = Position::<Board4x4>::start(Start::Diagonal);
    /// let time = Duration::from_secs(1);
    /// let mut greedy = Player::new(Strategy::Greedy, Rules::default(), time, 0);
    /// assert_eq!(greedy.choose(start), "b1".parse().ok());
    /// ```
    pub const fn new(strategy: Strategy, rules: Rules, time: Duration, seed: u64) -> Self {
        Self { strategy, rules, time, random: SplitMix64::new(seed) }
    }

    /// The move that the player makes, or `None` if there is none.
    pub fn choose<S: Shape>(&mut self, position: Position<S>) -> Option<Square<S>> {
        let moves = position.moves().bits().into();
        let chosen = match self.strategy {
            Strategy::Perfect => return Outlook::new(position, self.rules, self.time).best(),
            Strategy::Greedy => {
                greedy(moves, &|square| position.flips(Square::from_index(square)).len())
            }
            Strategy::Random => {
                let index = self.random.below(moves.count_ones());
                squares(moves).zip(0..).find_map(|(square, at)| (at == index).then_some(square))
            }
        };
        chosen.map(Square::from_index)
    }
}

/// The first of the squares on which a disc flips the most.
fn greedy(set: u64, flips: &dyn Fn(u32) -> u32) -> Option<u32> {
    squares(set).max_by_key(|&square| (flips(square), Reverse(square)))
}

/// What can be known of the moves of a position in a given time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook<S: Shape> {
    /// The moves and their values, seen by the side to move, in the order of
    /// squares.
    pub moves: Vec<(Square<S>, Score)>,
    /// The number of plies that were looked at, or `None` if the values are
    /// exact.
    pub depth: Option<u32>,
}

impl<S: Shape> Outlook<S> {
    /// What can be known in so much time, and a moment.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use othello_solver::{Board4x4, Outlook, Position, Rules, Start};
    /// let start = Position::<Board4x4>::start(Start::Diagonal);
    /// let outlook = Outlook::new(start, Rules::default(), Duration::from_secs(60));
    /// assert_eq!(outlook.depth, None);
    /// assert!(outlook.moves.iter().all(|&(_, value)| value == -8));
    /// ```
    pub fn new(position: Position<S>, rules: Rules, time: Duration) -> Self {
        let began = Instant::now();
        let empties = position.empty().len();
        if empties <= ENDING
            && let Some(moves) = exact(position, rules, began + time / 2)
        {
            return Self { moves, depth: None };
        }
        let mut outlook = Self { moves: Vec::new(), depth: None };
        let deadline = Deadline { at: began + time, first: AtomicBool::new(true) };
        // No game is longer: no two passes follow one another.
        let options = AnalysisOptions { rules, depth: 2 * empties, hash: HASH };
        analyze(position, &options, &deadline, |analysis| {
            deadline.first.store(false, Relaxed);
            outlook.moves = analysis.moves;
            outlook.depth = (analysis.depth < 2 * empties).then_some(analysis.depth);
            std::ops::ControlFlow::Continue(())
        });
        outlook
    }

    /// The first of the best moves.
    pub fn best(&self) -> Option<Square<S>> {
        let best = self.moves.iter().rev().max_by_key(|(_, value)| value)?;
        Some(best.0)
    }
}

/// The value of each move, if all of them can be found in time.
fn exact<S: Shape>(
    position: Position<S>,
    rules: Rules,
    deadline: Instant,
) -> Option<Vec<(Square<S>, Score)>> {
    let options = SearchOptions { rules, hash: HASH, ..SearchOptions::default() };
    let mut values = Vec::new();
    until(deadline, &mut |monitor| {
        for square in position.moves() {
            let Some(value) = search(position.play(square), &options, monitor).value() else {
                break;
            };
            values.push((square, -value));
        }
    });
    (values.len() == position.moves().len() as usize).then_some(values)
}

/// Searches, and stops what is being searched at the deadline.
fn until(deadline: Instant, search: &mut dyn FnMut(&SearchMonitor)) {
    let monitor = SearchMonitor::default();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watch = scope.spawn(|| {
            while !done.load(Relaxed) && Instant::now() < deadline {
                thread::park_timeout(deadline.saturating_duration_since(Instant::now()));
            }
            monitor.stop();
        });
        search(&monitor);
        done.store(true, Relaxed);
        watch.thread().unpark();
    });
}

/// A point in time at which a search stops.
struct Deadline {
    at: Instant,
    /// Whether nothing is known yet, so that it goes on.
    first: AtomicBool,
}

impl Progress for Deadline {
    fn stopped(&self) -> bool {
        !self.first.load(Relaxed) && Instant::now() >= self.at
    }
}
