//! Players: how the program chooses its moves.

use std::cmp::Reverse;

use super::random::SplitMix64;
use super::{TABLE, outlook};
use crate::answer::{AnswerError, Limits, Lines, Question, Sources, answer};
use crate::board::Square;
use crate::game::{Position, Rules};
use crate::progress::{CountsOnly, Progress};
use crate::search::Find;

/// How a player chooses a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strategy {
    /// A best move, no matter how long it takes to find. This is nearly instant with at most
    /// [`MOST_EMPTIES_OF_PERFECT`](super::MOST_EMPTIES_OF_PERFECT) empty squares, and takes a few
    /// seconds on 6×6 with 25.
    Perfect,
    /// The best move that can be found in the time given.
    Strong,
    /// A random move, with equal probabilities.
    Random,
    /// The move that flips the most discs.
    Greedy,
}

/// A player of the program.
#[derive(Clone, Debug)]
pub struct Player {
    /// How the player chooses its moves.
    pub strategy: Strategy,
    rules: Rules,
    random: SplitMix64,
}

impl Player {
    /// A player. The `seed` is for [`Strategy::Random`].
    ///
    /// ```
    /// # use othello_core::{Position, Rules, Size, Start};
    /// # use othello_core::analysis::{Player, Strategy};
    /// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    /// let mut greedy = Player::new(Strategy::Greedy, Rules::default(), 0);
    /// assert_eq!(greedy.choose(start, &()), Ok("b1".parse().ok()));
    /// ```
    pub const fn new(strategy: Strategy, rules: Rules, seed: u64) -> Self {
        Self { strategy, rules, random: SplitMix64(seed) }
    }

    /// The player's move, within the listener's time. `None` if there is no legal move. The number
    /// of positions searched is reported to the listener.
    ///
    /// # Errors
    ///
    /// As [`answer`].
    pub fn choose(
        &mut self,
        position: Position,
        progress: &dyn Progress,
    ) -> Result<Option<Square>, AnswerError> {
        let (rules, moves) = (self.rules, position.moves());
        Ok(match self.strategy {
            Strategy::Perfect => {
                let (find, lines) = (Find::BestMove, Lines::None);
                let question = Question { position, rules, find, lines, counts: false };
                let sources = Sources { forecast: false, ..Sources::ALL };
                let (limits, counted) = (Limits::single(TABLE), CountsOnly(progress));
                answer(&question, &sources, &limits, &counted)?.best_move()
            }
            Strategy::Strong => outlook(position, rules, Find::BestMove, progress)?.best(),
            // The first of equal moves, in the order of squares.
            Strategy::Greedy => moves
                .into_iter()
                .max_by_key(|&square| (position.flips(square).len(), Reverse(square))),
            Strategy::Random if moves.is_empty() => None,
            Strategy::Random => {
                let number = self.random.below(moves.len());
                moves.into_iter().nth(number as usize)
            }
        })
    }
}
