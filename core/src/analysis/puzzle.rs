//! Puzzles for lessons: endgames with a single best move, where the obvious move is wrong.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::TABLE;
use super::random::{SplitMix64, random_position};
use crate::answer::{Limits, Question, Sources, answer};
use crate::board::{Square, Turn};
use crate::game::{Game, Objective, Position, Rules, Score};
use crate::named;
use crate::progress::Progress;
use crate::search::Find;

/// A position with a single best move. The greedy move, which flips the most discs, is a mistake. If
/// the fewest discs win, the greedy move is the one that flips the fewest.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// How much there is to calculate.
    pub difficulty: Difficulty,
    /// The number of ways to play on to the end of the game, if there are at most 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// The best move.
    pub best_move: Square,
    /// The value of the best move.
    pub value: Score,
    /// The greedy move, or the first of them in the order of squares.
    pub greedy_move: Square,
    /// The value of the greedy move.
    pub greedy_value: Score,
    /// A line of best play by both sides, beginning with the best move.
    pub line: Game,
}

/// The difficulty of a puzzle, by the number of ways to play on to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// At most 10 ways.
    Easy,
    /// At most 100 ways.
    Medium,
    /// At most 1,000 ways.
    Hard,
    /// More.
    VeryHard,
}

named! { Difficulty { Easy = "easy", Medium = "medium", Hard = "hard", VeryHard = "very hard" } }

/// The most ways to play on that are counted.
const MOST_COUNTED: u32 = 1_000;

/// The number of random games after which there is probably no further puzzle.
const GAMES: u32 = 500;

/// Finds puzzles in random games that begin at `start`. Their numbers of empty squares cycle through
/// `empties` as far as possible, and the easiest are first. No two are mirror images of each other.
/// They depend only on the arguments. There are fewer than `count` if no more turn up, or if the
/// listener stops the search.
///
/// ```
/// # use othello_core::{Position, Rules, Size, Start};
/// # use othello_core::analysis::puzzles;
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// for puzzle in puzzles(start, Rules::default(), 3, 4..=5, 1, &()) {
///     assert_eq!(puzzle.line.moves()[0], puzzle.best_move);
///     assert!(puzzle.greedy_value < puzzle.value);
/// }
/// ```
pub fn puzzles(
    start: Position,
    rules: Rules,
    count: usize,
    empties: RangeInclusive<u32>,
    seed: u64,
    progress: &dyn Progress,
) -> Vec<Puzzle> {
    let (mut random, mut tried, mut found) = (SplitMix64(seed), HashSet::new(), Vec::new());
    loop {
        let before = found.len();
        for empties in empties.clone().take(count - before) {
            for _ in 0..GAMES {
                if let Some(position) = random_position(start, empties, u32::MAX, &mut random)
                    && tried.insert(position.black_to_move().canonical())
                    && let Some(puzzle) = Puzzle::new(position, rules, progress)
                {
                    found.push(puzzle);
                    break;
                }
            }
        }
        if [before, count].contains(&found.len()) {
            found.sort_by_key(|puzzle: &Puzzle| puzzle.count.unwrap_or(u32::MAX));
            return found;
        }
    }
}

impl Puzzle {
    /// The puzzle in a position, if it is one.
    fn new(position: Position, rules: Rules, progress: &dyn Progress) -> Option<Self> {
        let question = Question::usual(position, rules).with_goal(Find::AllMoves);
        let limits = Limits::single(TABLE);
        let answer = answer(&question, &Sources::PROVED, &limits, progress).ok()?;
        let moves = answer.valued_moves();
        if !question.is_settled_by(&answer) {
            return None;
        }
        let [best, second, ..] = &moves[..] else { return None };
        let gains = moves.iter().map(|mv| {
            let flips = position.flips(mv.square).len().cast_signed();
            let gain = if rules.objective == Objective::Most { flips } else { -flips };
            (gain, Reverse(mv.square), mv)
        });
        let (best_gain, ..) = gains.clone().next()?;
        let (greedy_gain, _, greedy) = gains.max_by_key(|&(gain, square, _)| (gain, square))?;
        if best.value <= second.value || best_gain >= greedy_gain {
            return None;
        }
        let (count, difficulty) = match ways_to_play_on(position, MOST_COUNTED + 1) {
            count @ ..=10 => (Some(count), Difficulty::Easy),
            count @ ..=100 => (Some(count), Difficulty::Medium),
            count @ ..=MOST_COUNTED => (Some(count), Difficulty::Hard),
            _ => (None, Difficulty::VeryHard),
        };
        Some(Self {
            position,
            difficulty,
            count,
            best_move: best.square,
            value: best.value,
            greedy_move: greedy.square,
            greedy_value: greedy.value,
            line: answer.line()?.clone(),
        })
    }
}

/// The number of ways to play on to the end of the game, or `most` if there are more.
fn ways_to_play_on(position: Position, most: u32) -> u32 {
    match position.turn() {
        Turn::Over => 1,
        Turn::Pass => ways_to_play_on(position.pass(), most),
        Turn::Place => position.after_moves().fold(0, |sum, next| {
            if sum < most { sum + ways_to_play_on(next, most - sum) } else { sum }
        }),
    }
}
