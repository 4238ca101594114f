//! What each move of a game gave away.

use std::time::Duration;

use super::Outlook;
use super::player::{Basis, Patient};
use crate::board::{Color, Square};
use crate::game::{Game, Position, Rules, Score};
use crate::progress::{Progress, TimeLimit};
use crate::search::{SearchOptions, search};

/// The memory for the tables, in bytes.
const HASH: usize = 64 << 20;

/// A move of a game, and what it could have been. Values are seen by its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedMove {
    /// The position before the move, after the pass that may have been forced.
    pub game: Position,
    /// The move that was made.
    pub square: Square,
    /// The value of the move.
    pub value: Score,
    /// The value of a best move.
    pub best_value: Score,
    /// A best move: the one that was made, if it is a best move.
    pub best: Square,
    /// How the values are known.
    pub basis: Basis,
}

impl ReviewedMove {
    /// The discs that the move gave away: 0 for a best move.
    pub fn lost(&self) -> Score {
        self.best_value - self.value
    }

    /// Whether the move changes who wins with best play, according to exact values and forecasts: a
    /// win became a draw or a loss, or a draw a loss.
    pub fn is_turning_point(&self) -> bool {
        let tells = !matches!(self.basis, Basis::Discs { .. });
        tells && self.value.signum() != self.best_value.signum()
    }
}

/// Finds what each move of a game gave away, in about this much time.
///
/// The values are exact from as early in the game as half of the time allows; they are found from
/// its end backwards. The other half goes to the earlier moves, for which an [`Outlook`] is made.
/// If the listener stops the review, moves may be missing at the beginning.
///
/// ```
/// # use std::time::Duration;
/// # use othello_solver::{Position, Rules, Size, Start, Game};
/// # use othello_solver::analysis::review;
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let game = Game::parse(start, "b1c1d1a1")?;
/// let moves = review(&game, Rules::default(), Duration::from_secs(60), &());
/// let lost: Vec<_> = moves.iter().map(|of| of.lost()).collect();
/// assert_eq!(lost[..2], [0, 16]);
/// assert!(moves[1].is_turning_point());
/// # Ok::<_, othello_solver::notation::TranscriptError>(())
/// ```
pub fn review(
    game: &Game,
    rules: Rules,
    time: Duration,
    progress: &dyn Progress,
) -> Vec<ReviewedMove> {
    let before: Vec<_> = game.turns().collect();
    let limit = Patient::new(TimeLimit::new(progress, time / 2), true);
    let solve = |game: Position, least: Score| {
        let bounds = (least, 64);
        let options = SearchOptions { rules, hash: HASH, bounds, ..SearchOptions::default() };
        let result = search(game, &options, &limit);
        Some((result.value().filter(|_| result.complete)?, result.best_moves))
    };

    let mut moves = Vec::new();
    let mut left = &before[..];
    progress.begin("solving the end of the game", None);
    let mut after = solve(game.end(), -64).map(|(value, _)| (value, game.end().side()));
    while let (Some((value, side)), Some((&(game, square), rest))) = (after, left.split_last()) {
        let value = game.side().sees(value, side);
        let Some((best_value, best_moves)) = solve(game, value) else { break };
        let best = best_moves.first().copied().filter(|_| best_value > value).unwrap_or(square);
        moves.push(ReviewedMove { game, square, value, best_value, best, basis: Basis::Exact });
        (after, left) = (Some((best_value, game.side())), rest);
    }

    let limit = TimeLimit::new(progress, time / 2);
    while let Some((&(game, square), rest)) = left.split_last().filter(|_| !progress.is_stopped()) {
        progress.begin(&format!("move {}", left.len()), None);
        let share = limit.left() / u32::try_from(left.len()).unwrap_or(u32::MAX);
        let Outlook { moves: values, basis } = Outlook::ahead(game, rules, share, progress);
        let value = values.iter().find(|of| of.0 == square).map(|of| of.1);
        let (Some(value), Some(&(better, best_value))) = (value, values.first()) else { break };
        let best = if best_value > value { better } else { square };
        moves.push(ReviewedMove { game, square, value, best_value, best, basis });
        left = rest;
    }
    moves.reverse();
    moves
}

/// The discs that a side gave away in all: where values are exact, and where they are
/// not.
pub fn total_lost(moves: &[ReviewedMove], side: Color) -> [Score; 2] {
    [true, false].map(|exact| {
        let own =
            moves.iter().filter(|of| of.game.side() == side && (of.basis == Basis::Exact) == exact);
        own.map(ReviewedMove::lost).sum()
    })
}
