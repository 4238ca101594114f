//! Reviews of games: how much each move gave away.

use std::time::Duration;

use serde::Serialize;

use super::player::{Basis, CountsOnly, Outlook};
use crate::board::{Color, Size, Square};
use crate::game::{Game, Position, Rules, Score};
use crate::progress::{Progress, TimeLimit};
use crate::search::{SearchOptions, search};

/// At least as far from 0 as any score.
const WIDEST: Score = Size::MAX_SQUARES.cast_signed();

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

/// How many discs a forecast is off by, as the root mean square: 66 positions of 14 games of 8×8 with
/// 18 to 26 empty squares were forecast in one and in four seconds a game, and then solved.
const ERROR: Score = 6;

impl ReviewedMove {
    /// Whether the move changed who wins with best play: a win became a draw or a loss, or a draw a
    /// loss. Where a value is a forecast, the two must be farther apart than forecasts usually are
    /// from the truth, and even so the move only probably changed it.
    pub fn is_turning_point(&self) -> bool {
        let is_known = match self.basis {
            Basis::Exact => true,
            Basis::Forecast { .. } => self.lost > ERROR,
            Basis::Discs { .. } => false,
        };
        is_known && self.value.signum() != self.best_value.signum()
    }
}

/// Finds what each move of a game gave away, in about this much time.
///
/// The values are exact from as early in the game as half of the time allows; they are found from
/// its end backwards. The other half goes to the earlier positions, for which an [`Outlook`] is
/// made. The value of a move is always that of the position after it, and a position is worth at
/// least what the move is that was made there: a forecast that says otherwise gives way. `known`
/// gives the exact values of positions that are solved already, seen by the side to move; it is
/// used for positions of which it also knows a best move.
///
/// If the listener stops the review, moves may be missing at the beginning.
///
/// ```
/// # use std::time::Duration;
/// # use othello_solver::{Game, Position, Rules, Size, Start};
/// # use othello_solver::analysis::review;
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let game = Game::parse(start, "b1c1d1a1")?;
/// let review = review(&game, Rules::default(), Duration::from_secs(60), &|_| None, &());
/// let lost: Vec<_> = review.moves.iter().map(|of| of.lost).collect();
/// assert_eq!(lost[..2], [0, 16]);
/// assert_eq!(review.turning_points[0], 2);
/// # Ok::<_, othello_solver::notation::ReadError>(())
/// ```
pub fn review(
    game: &Game,
    rules: Rules,
    time: Duration,
    known: &dyn Fn(Position) -> Option<Score>,
    progress: &dyn Progress,
) -> Review {
    let turns: Vec<_> = game.turns().collect();
    let end = game.end().after_forced_pass();
    let positions: Vec<_> = turns.iter().map(|&(before, _)| before).chain([end]).collect();
    let studied = study(&positions, rules, time, known, progress);
    // After a move of Black's, the value that Black sees is at most the same, and after a move of
    // White's at least. The only move keeps it, and so does a best move.
    let (mut least, mut most) = (-WIDEST, WIDEST);
    let ranges = positions.iter().zip(&studied).enumerate().map(|(number, (position, of))| {
        let (side, made) = (position.side(), turns.get(number).map(|&(_, square)| square));
        let mut is_best = position.moves().len() == 1;
        if let Some(Studied::Exact(value, best)) = of {
            (least, most) = [side.sees(*value, Color::Black); 2].into();
            is_best |= *best == made;
        }
        let range = (least, most);
        (least, most) = match side {
            _ if is_best => range,
            Color::Black => (-WIDEST, most),
            Color::White => (least, WIDEST),
        };
        range
    });
    let ranges: Vec<_> = ranges.collect();

    let mut moves = Vec::new();
    // The value after the move, seen by Black, and how it is known.
    let mut after = None;
    for number in (0..positions.len()).rev() {
        let (Some(of), side) = (&studied[number], positions[number].side()) else { break };
        let (least, most) = ranges[number];
        let Some((value, basis)) = after else {
            let value = side.sees(of.value(), Color::Black).clamp(least, most);
            after = Some((value, of.basis()));
            continue;
        };
        let (square, value) = (turns[number].1, side.sees(value, Color::Black));
        let best_value = side.sees(of.beside(square, value), Color::Black).clamp(least, most);
        after = Some((best_value, of.basis()));
        let best_value = side.sees(best_value, Color::Black);
        let lost = best_value - value;
        moves.push(ReviewedMove {
            number: u32::try_from(number + 1).unwrap_or(u32::MAX),
            side,
            square,
            value,
            best_move: if lost > 0 { of.best_but(square) } else { square },
            best_value,
            lost,
            basis: if of.basis() == Basis::Exact { basis } else { of.basis() },
        });
    }
    moves.reverse();

    let turning_points = moves.iter().filter(|of| of.is_turning_point());
    let turning_points = turning_points.map(|of| of.number).collect();
    let [black, white] = Color::ALL.map(|side| given_away(&moves, side));
    let (position, game) = (game.start(), game.clone());
    Review { size: position.size(), rules, position, game, moves, turning_points, black, white }
}

/// What is known of a position of a game. Values are seen by the side to move.
enum Studied {
    /// Its value, and a best move if there is one.
    Exact(Score, Option<Square>),
    /// What is expected of its moves.
    Ahead(Outlook),
}

impl Studied {
    fn basis(&self) -> Basis {
        match self {
            Self::Exact(..) => Basis::Exact,
            Self::Ahead(outlook) => outlook.basis,
        }
    }

    fn value(&self) -> Score {
        match self {
            Self::Exact(value, _) => *value,
            Self::Ahead(outlook) => outlook.moves.first().map_or(0, |best| best.value),
        }
    }

    /// The value of the position if a move that was made there has this value.
    fn beside(&self, square: Square, value: Score) -> Score {
        let Self::Ahead(Outlook { moves, .. }) = self else { return self.value() };
        let other = moves.iter().find(|of| of.square != square);
        let made = moves.iter().find(|of| of.square == square);
        let (Some(other), Some(made)) = (other, made) else { return value };
        // Two forecasts from one position err in the same way. Only if the difference from what is
        // known of the move is too large to be an error, it counts in full.
        let (lost, in_all) = (other.value - made.value, other.value - value);
        value + if in_all > ERROR { in_all } else { lost.min(in_all).max(0) }
    }

    /// A best move other than this one, which is known not to be.
    fn best_but(&self, square: Square) -> Square {
        let best = match self {
            Self::Exact(_, best) => *best,
            Self::Ahead(outlook) => {
                outlook.moves.iter().map(|of| of.square).find(|&other| other != square)
            }
        };
        best.unwrap_or(square)
    }
}

/// Studies each position, as far as time allows: those at the end exactly, and the others by looking
/// ahead. If the listener stops it, some are missing at the beginning.
fn study(
    positions: &[Position],
    rules: Rules,
    time: Duration,
    known: &dyn Fn(Position) -> Option<Score>,
    progress: &dyn Progress,
) -> Vec<Option<Studied>> {
    let by_known = |position: Position| {
        let value = known(position)?;
        let keeps = |square: &Square| {
            let after = position.play(*square).ok()?.after_forced_pass();
            Some(position.side().sees(known(after)?, after.side()) == value)
        };
        let best = position.moves().into_iter().find(|square| keeps(square) == Some(true))?;
        Some(Studied::Exact(value, Some(best)))
    };
    let mut studied: Vec<_> = positions.iter().map(|&position| by_known(position)).collect();
    let counted = CountsOnly(progress);

    progress.begin("solving the end of the game", None);
    let limit = TimeLimit::new(&counted, time / 2);
    // A position is worth at least what the move is that was made there.
    let mut after = None;
    for (position, of) in positions.iter().zip(&mut studied).rev() {
        if of.is_none() {
            let least = after.map_or(-WIDEST, |(value, side)| position.side().sees(value, side));
            let bounds = (least, WIDEST);
            let options = SearchOptions { rules, hash: HASH, bounds, ..SearchOptions::default() };
            let result = search(*position, &options, &limit);
            let Some(value) = result.value().filter(|_| result.complete) else { break };
            *of = Some(Studied::Exact(value, result.best_moves.first().copied()));
        }
        after = of.as_ref().map(|of| (of.value(), position.side()));
    }

    let limit = TimeLimit::new(&counted, time / 2);
    for number in (0..positions.len()).rev() {
        if progress.is_stopped() {
            break;
        }
        if studied[number].is_none() {
            progress.begin(&format!("move {}", number + 1), None);
            let left = studied[..=number].iter().filter(|of| of.is_none()).count();
            let share = limit.left() / u32::try_from(left).unwrap_or(u32::MAX);
            let share = TimeLimit::new(&counted, share);
            studied[number] =
                Some(Studied::Ahead(Outlook::ahead(positions[number], rules, &share)));
        }
    }
    studied
}

fn given_away(moves: &[ReviewedMove], side: Color) -> GivenAway {
    let [exact, estimated] = [true, false].map(|exact| {
        let own = moves.iter().filter(|of| of.side == side);
        own.filter(|of| (of.basis == Basis::Exact) == exact).map(|of| of.lost).sum()
    });
    GivenAway { exact, estimated }
}
