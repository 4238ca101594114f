//! Reviews of games: how much each move gave away.

use super::player::{Basis, CountsOnly, Outlook, TABLE};
use crate::board::{Color, Size, Square};
use crate::evaluation::usual_error;
use crate::game::{Game, MoveValue, Position, Rules, Score};
use crate::known::KnownPosition;
use crate::progress::{Progress, TimeLimit};
use crate::search::{SearchOptions, search};

/// At least as far from 0 as any score.
const WIDEST: Score = Size::MAX_SQUARES.cast_signed();

/// A game, and what each of its moves gave away.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Review {
    /// The board.
    pub size: Size,
    /// How the game is scored.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub rules: Rules,
    /// The position in which the game begins.
    pub position: Position,
    /// The game.
    pub game: Game,
    /// Its moves, in order. If the review was stopped, some are missing.
    pub moves: Vec<ReviewedMove>,
    /// The numbers of the moves that changed who wins with best play.
    pub turning_points: Vec<u32>,
    /// The discs that the players gave away.
    pub players: Players,
}

/// What each player of a game gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Players {
    /// What Black gave away.
    pub black: GivenAway,
    /// What White gave away.
    pub white: GivenAway,
}

/// A move of a game, and what it could have been. Values are seen by its player.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedMove {
    /// The number of the move, counted from 1 and without passes.
    pub number: u32,
    /// The player who made the move.
    pub side: Color,
    /// The move that was made.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub square: Square,
    /// The value of the move, seen by its player.
    pub value: Score,
    /// A best move: the one that was made, if it is a best move.
    pub best_move: Square,
    /// The value of a best move, seen by the player who moves.
    pub best_value: Score,
    /// The discs that the move gave away: 0 for a best move. Where the values are forecasts, a
    /// difference that is no larger than their usual error counts as none.
    pub lost: Score,
    /// Why the move lost, if it did and its value is exact: a line of best play by both sides after
    /// it. It may end before the game does where the value was known without a search.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub line: Option<Game>,
    /// What its player should have done instead, if the move lost and the value before it is exact: a
    /// line of best play by both sides that begins with a best move.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub best_line: Option<Game>,
    /// How the values are known.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub basis: Basis,
    /// How many discs the values are usually off by, if they are forecasts.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "usual_error", skip_serializing_if = "Option::is_none")
    )]
    pub error: Option<f64>,
}

/// The discs that a player gave away in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GivenAway {
    /// The discs given away by moves whose values are exact.
    pub lost_exact: Score,
    /// The discs given away by the other moves.
    pub lost_estimated: Score,
}

/// How many discs a forecast is off by, as the root mean square: 66 positions of 14 games of 8×8 with
/// 18 to 26 empty squares were forecast in one and in four seconds a game, and then solved.
pub const FORECAST_ERROR: Score = 6;

impl ReviewedMove {
    /// Whether the move changed who wins with best play: a win became a draw or a loss, or a draw a
    /// loss. Where a value is a forecast, it only probably did.
    pub fn is_turning_point(&self) -> bool {
        let is_known = !matches!(self.basis, Basis::Discs { .. });
        is_known && self.value.signum() != self.best_value.signum()
    }

    /// Who wins with best play before the move and after it, in words: `from a draw to a win for
    /// Black`.
    pub fn change(&self) -> String {
        let [before, after] = [self.best_value, self.value].map(|value| match value.signum() {
            1 => format!("a win for {}", self.side),
            -1 => format!("a win for {}", !self.side),
            _ => "a draw".to_owned(),
        });
        format!("from {before} to {after}")
    }

    /// Why the move loses, in words, if that is known: `White c1 loses 16: d1 and then a1`.
    pub fn refutation(&self) -> Option<String> {
        let moves = self.line.as_ref()?.moves().iter().take(2).map(Square::to_string);
        let moves = moves.collect::<Vec<_>>().join(" and then ");
        Some(format!("{} {} loses {}: {moves}", self.side, self.square, self.lost))
    }
}

/// Finds what each move of a game gave away, in about the time that the listener leaves.
///
/// The values are exact from as early in the game as half of the time allows; they are found from
/// its end backwards. The other half goes to the earlier positions, for which an [`Outlook`] is
/// made. The value of a move is always that of the position after it, and a position is worth at
/// least what the move is that was made there: a forecast that says otherwise gives way. Positions
/// that this project has solved are looked up.
///
/// If the listener stops the review, moves are missing, most of them at the beginning.
///
/// ```
/// # use othello_core::{Game, Position, Rules, Size, Start};
/// # use othello_core::analysis::review;
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let game = Game::parse(start, "b1c1d1a1")?;
/// let review = review(&game, Rules::default(), &());
/// let lost: Vec<_> = review.moves.iter().map(|mv| mv.lost).collect();
/// assert_eq!(lost[..2], [0, 16]);
/// assert_eq!(review.turning_points[0], 2);
/// # Ok::<_, othello_core::notation::ReadError>(())
/// ```
pub fn review(game: &Game, rules: Rules, progress: &dyn Progress) -> Review {
    review_with(game, rules, TABLE, progress)
}

/// A [`review`] whose table takes at most `hash` bytes.
pub fn review_with(game: &Game, rules: Rules, hash: usize, progress: &dyn Progress) -> Review {
    let turns = game.turns().map(|(position, made)| (position, Some(made)));
    let end = (game.end().after_forced_pass(), None);
    let mut studied: Vec<_> = turns.chain([end]).map(Studied::new).collect();
    study(&mut studied, rules, hash, progress);
    reconcile(&mut studied);
    let moves = (1..)
        .zip(studied.windows(2))
        .filter_map(|(number, two)| two[0].review(number, &two[1], rules));
    let moves: Vec<_> = moves.collect();
    let turning_points = moves.iter().filter(|of| of.is_turning_point());
    let turning_points = turning_points.map(|of| of.number).collect();
    let [black, white] = Color::ALL.map(|side| given_away(&moves, side));
    let (position, game) = (game.start(), game.clone());
    let players = Players { black, white };
    Review { size: position.size(), rules, position, game, moves, turning_points, players }
}

/// A position of a game, and what is known of it.
struct Studied {
    position: Position,
    /// The move that was made, unless the game ends here.
    made: Option<Square>,
    /// How it is known, if anything is.
    basis: Option<Basis>,
    /// The value, seen by Black.
    value: Score,
    /// Moves and what is expected of them, seen by the side to move, the best first. Where the value
    /// is exact, there is only a best move, and none if the game is over.
    moves: Vec<MoveValue>,
    /// Moves of best play by both sides from here, if the value is exact.
    line: Game,
}

impl Studied {
    fn new((position, made): (Position, Option<Square>)) -> Self {
        let line = Game::new(position);
        Self { position, made, basis: None, value: 0, moves: Vec::new(), line }
    }

    fn is_exact(&self) -> bool {
        self.basis == Some(Basis::Exact)
    }

    /// Notes the value, seen by the side to move.
    fn know(&mut self, value: Score, moves: Vec<MoveValue>, basis: Basis) {
        self.value = Color::Black.sees(value, self.position.side());
        (self.moves, self.basis) = (moves, Some(basis));
    }

    /// The best move but the one that was made.
    fn other(&self) -> Option<&MoveValue> {
        self.moves.iter().find(|of| Some(of.square) != self.made)
    }

    /// Reviews the move after which this is the next position.
    fn review(&self, number: u32, next: &Self, rules: Rules) -> Option<ReviewedMove> {
        let (side, square, basis) = (self.position.side(), self.made?, self.basis?);
        let [value, best_value] = [next, self].map(|of| side.sees(of.value, Color::Black));
        let lost = best_value - value;
        let best_move = self.other().filter(|_| lost > 0).map_or(square, |best| best.square);
        let basis = if self.is_exact() { next.basis? } else { next.basis.map(|_| basis)? };
        let [line, best_line] = [&next.line, &self.line]
            .map(|line| Some(line).filter(|line| lost > 0 && !line.moves().is_empty()).cloned());
        let error = match basis {
            Basis::Forecast { depth } => usual_error(self.position.size(), rules.objective, depth),
            _ => None,
        };
        Some(ReviewedMove {
            number,
            side,
            square,
            value,
            best_move,
            best_value,
            lost,
            line,
            best_line,
            basis,
            error,
        })
    }
}

/// Studies each position, as far as time allows: those at the end exactly, and the others by looking
/// ahead. If the listener stops it, nothing is known of some.
fn study(studied: &mut [Studied], rules: Rules, hash: usize, progress: &dyn Progress) {
    let counted = CountsOnly(progress);
    progress.begin("solving the end of the game", None);
    let half = counted.left() / 2;
    let limit = TimeLimit::share(&counted, half);
    let (mut after, mut is_in_time) = (None, true);
    for of in studied.iter_mut().rev() {
        if let Some(KnownPosition { value, best_move: Some(square), line, .. }) =
            KnownPosition::find(of.position, rules)
        {
            of.know(value, vec![MoveValue { square, value }], Basis::Exact);
            of.line = line;
        } else if is_in_time {
            // A position is worth at least what the move is that was made there.
            let side = of.position.side();
            let bounds = (after.map_or(-WIDEST, |value| side.sees(value, Color::Black)), WIDEST);
            let options = SearchOptions { rules, hash, bounds, ..SearchOptions::default() };
            let result = search(of.position, &options, &limit);
            is_in_time = result.complete;
            if let Some(value) = result.value().filter(|_| is_in_time) {
                let best = result.best_move.map(|square| MoveValue { square, value });
                of.know(value, best.into_iter().collect(), Basis::Exact);
                of.line = result.line;
            }
        }
        after = Some(of.value);
    }

    let limit = TimeLimit::share(&counted, half);
    for (left, of) in (1..).zip(studied).collect::<Vec<_>>().into_iter().rev() {
        if of.basis.is_none() && !progress.is_stopped() {
            progress.begin(&format!("move {left}"), None);
            let share = TimeLimit::share(&limit, limit.left() / left);
            let Outlook { moves, basis } = Outlook::ahead(of.position, rules, hash, &share);
            of.know(moves.first().map_or(0, |best| best.value), moves, basis);
        }
    }
}

/// Makes the values agree: after a move of Black's, the value that Black sees is at most the same,
/// and after one of White's at least. The only move keeps it, and so does a best move. Where nothing
/// is exact, another move is better only if more than the error of a forecast speaks for it.
fn reconcile(studied: &mut [Studied]) {
    let (mut least, mut most) = (-WIDEST, WIDEST);
    let ranges = studied.iter().map(|of| {
        if of.is_exact() {
            (least, most) = (of.value, of.value);
        }
        let range = (least, most);
        if of.other().is_some() {
            (least, most) = of.position.side().choose((-WIDEST, most), (least, WIDEST));
        }
        range
    });
    let ranges: Vec<_> = ranges.collect();
    let mut after = None;
    for (of, (least, most)) in studied.iter_mut().zip(ranges).rev() {
        let side = of.position.side();
        if let Some(value) = after.filter(|_| !of.is_exact()) {
            let other = of.other().map(|other| Color::Black.sees(other.value, side));
            let better =
                other.filter(|other| side.sees(other - value, Color::Black) > FORECAST_ERROR);
            of.value = better.unwrap_or(value);
        }
        of.value = of.value.clamp(least, most);
        after = of.basis.map(|_| of.value);
    }
}

fn given_away(moves: &[ReviewedMove], side: Color) -> GivenAway {
    let [lost_exact, lost_estimated] = [true, false].map(|exact| {
        let own = moves.iter().filter(|of| of.side == side);
        own.filter(|of| (of.basis == Basis::Exact) == exact).map(|of| of.lost).sum()
    });
    GivenAway { lost_exact, lost_estimated }
}
