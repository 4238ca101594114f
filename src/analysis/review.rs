//! Reviews of games: how much each move gave away.

use std::time::Duration;

use serde::Serialize;

use super::player::{Basis, CountsOnly, Outlook};
use crate::board::{Color, Size, Square};
use crate::game::{Game, Position, Rules, Score};
use crate::progress::{Progress, TimeLimit};
use crate::search::{SearchOptions, search};

/// The memory for the tables, in bytes.
const HASH: usize = 64 << 20;

/// A game, and what each of its moves gave away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Review {
    /// The board.
    pub size: Size,
    /// How the game is scored.
    #[serde(flatten)]
    pub rules: Rules,
    /// The position in which the game begins.
    pub position: Position,
    /// The game.
    pub game: Game,
    /// Its moves, in order. If the review was stopped, some are missing at the beginning.
    pub moves: Vec<ReviewedMove>,
    /// The numbers of the moves that changed who wins with best play.
    pub turning_points: Vec<u32>,
    /// The discs that Black gave away.
    pub black: GivenAway,
    /// The discs that White gave away.
    pub white: GivenAway,
}

/// A move of a game, and what it could have been. Values are seen by its player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewedMove {
    /// The number of the move, counted from 1 and without passes.
    pub number: u32,
    /// The player who made the move.
    pub side: Color,
    /// The move that was made.
    #[serde(rename = "move")]
    pub square: Square,
    /// The value of the move.
    pub value: Score,
    /// A best move: the one that was made, if it is a best move.
    pub best_move: Square,
    /// The value of a best move.
    pub best_value: Score,
    /// The discs that the move gave away: 0 for a best move.
    pub lost: Score,
    /// How the values are known.
    #[serde(flatten)]
    pub basis: Basis,
}

/// The discs that a player gave away in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GivenAway {
    /// By moves whose values are exact.
    pub exact: Score,
    /// By the other moves.
    pub estimated: Score,
}

impl ReviewedMove {
    /// Whether the move changed who wins with best play, according to exact values and forecasts: a
    /// win became a draw or a loss, or a draw a loss.
    pub fn is_turning_point(&self) -> bool {
        let is_known = !matches!(self.basis, Basis::Discs { .. });
        is_known && self.value.signum() != self.best_value.signum()
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
/// # use othello_solver::{Game, Position, Rules, Size, Start};
/// # use othello_solver::analysis::review;
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let game = Game::parse(start, "b1c1d1a1")?;
/// let review = review(&game, Rules::default(), Duration::from_secs(60), &());
/// let lost: Vec<_> = review.moves.iter().map(|of| of.lost).collect();
/// assert_eq!(lost[..2], [0, 16]);
/// assert_eq!(review.turning_points[0], 2);
/// # Ok::<_, othello_solver::notation::ReadError>(())
/// ```
pub fn review(game: &Game, rules: Rules, time: Duration, progress: &dyn Progress) -> Review {
    let counted = CountsOnly(progress);
    let limit = TimeLimit::new(&counted, time / 2);
    let solve = |position: Position, least: Score| {
        let bounds = (least, 64);
        let options = SearchOptions { rules, hash: HASH, bounds, ..SearchOptions::default() };
        let result = search(position, &options, &limit);
        Some((result.value().filter(|_| result.complete)?, result.best_moves))
    };
    let turns: Vec<_> = (1..).zip(game.turns()).collect();
    let mut left = &turns[..];
    let mut moves = Vec::new();

    progress.begin("solving the end of the game", None);
    let mut after = solve(game.end(), -64).map(|(value, _)| (value, game.end().side()));
    while let (Some((value, seen_by)), Some((&(number, (before, square)), rest))) =
        (after, left.split_last())
    {
        let side = before.side();
        let value = side.sees(value, seen_by);
        let Some((best_value, best_moves)) = solve(before, value) else { break };
        let best = best_moves.first().copied().unwrap_or(square);
        let basis = Basis::Exact;
        moves.push(reviewed(number, side, (square, value), (best, best_value), basis));
        (after, left) = (Some((best_value, side)), rest);
    }

    let limit = TimeLimit::new(&counted, time / 2);
    while let Some((&(number, (before, square)), rest)) =
        left.split_last().filter(|_| !progress.is_stopped())
    {
        progress.begin(&format!("move {number}"), None);
        let share = TimeLimit::new(&counted, limit.left() / number);
        let outlook = Outlook::ahead(before, rules, &share);
        let made = outlook.moves.iter().find(|of| of.square == square);
        let (Some(made), Some(best)) = (made, outlook.moves.first()) else { break };
        let [made, best] = [made, best].map(|of| (of.square, of.value));
        moves.push(reviewed(number, before.side(), made, best, outlook.basis));
        left = rest;
    }
    moves.reverse();

    let turning_points = moves.iter().filter(|of| of.is_turning_point());
    let turning_points = turning_points.map(|of| of.number).collect();
    let [black, white] = Color::ALL.map(|side| given_away(&moves, side));
    let (position, game) = (game.start(), game.clone());
    Review { size: position.size(), rules, position, game, moves, turning_points, black, white }
}

/// A move and its value, beside a best move and its value.
fn reviewed(
    number: u32,
    side: Color,
    (square, value): (Square, Score),
    (best, best_value): (Square, Score),
    basis: Basis,
) -> ReviewedMove {
    let lost = best_value - value;
    let best_move = if lost > 0 { best } else { square };
    ReviewedMove { number, side, square, value, best_move, best_value, lost, basis }
}

fn given_away(moves: &[ReviewedMove], side: Color) -> GivenAway {
    let [exact, estimated] = [true, false].map(|exact| {
        let own = moves.iter().filter(|of| of.side == side);
        own.filter(|of| (of.basis == Basis::Exact) == exact).map(|of| of.lost).sum()
    });
    GivenAway { exact, estimated }
}
