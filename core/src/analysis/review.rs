//! Reviews of games: how many discs each move lost.

use std::time::Duration;

use super::{AnalysisOptions, Basis, Outlook, TABLE};
use crate::answer::{Ahead, Answer, AnswerError, Limits, OpenQuestion, Question, Source, Sources};
use crate::board::{Color, Size, Square};
use crate::evaluation::usual_error;
use crate::game::{Game, MoveValue, Position, Rules, Score};
use crate::progress::{CountsOnly, Progress, TimeLimit};
use crate::search::Find;

/// A bound on the absolute value of any score.
const WIDEST: Score = Size::MAX_SQUARES.cast_signed();

/// A game, and the discs that each move gave away.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Review {
    /// The board.
    pub size: Size,
    /// How the game is scored.
    #[serde(flatten)]
    pub rules: Rules,
    /// The initial position of the game.
    pub position: Position,
    /// The game.
    pub game: Game,
    /// The moves, in order. If the review was stopped, some are missing.
    pub moves: Vec<ReviewedMove>,
    /// The numbers of the moves that changed the winner with best play.
    pub turning_points: Vec<u32>,
    /// The discs that each player gave away.
    pub players: Players,
}

/// The discs that each player of a game gave away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Players {
    /// The discs that Black gave away.
    pub black: GivenAway,
    /// The discs that White gave away.
    pub white: GivenAway,
}

/// A move of a game, compared with a best move. Values are seen by its player.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReviewedMove {
    /// The number of the move, counted from 1 and without passes.
    pub number: u32,
    /// The player who made the move.
    pub side: Color,
    /// The square of the move.
    #[serde(rename = "move")]
    pub square: Square,
    /// The value of the move, seen by its player.
    pub value: Score,
    /// A best move: the move itself, if it is one.
    pub best_move: Square,
    /// The value of a best move, seen by the player of the move.
    pub best_value: Score,
    /// The discs that the move gave away: 0 for a best move. If the values are forecasts, a
    /// difference within their usual error counts as 0.
    pub lost: Score,
    /// Why the move lost discs, if it did and its value is exact: a line of best play by both sides
    /// after it. It may stop before the end of the game if the value was known without a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Game>,
    /// A better alternative, if the move lost discs and the value before it is exact: a line of
    /// best play by both sides, beginning with a best move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_line: Option<Game>,
    /// Where the values come from.
    #[serde(flatten)]
    pub basis: Basis,
    /// The usual error of the values in discs, if they are forecasts.
    #[serde(rename = "usual_error", skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
}

/// The discs that a player gave away in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GivenAway {
    /// The discs given away by moves with exact values.
    pub lost_exact: Score,
    /// The discs given away by the other moves.
    pub lost_estimated: Score,
}

/// The root-mean-square error of a forecast, in discs. To measure it, 66 positions with 18 to 26
/// empty squares, from 14 games of 8×8, were forecast with one and with four seconds per game, and
/// then solved.
const FORECAST_ERROR: Score = 6;

impl ReviewedMove {
    /// Whether the move changed the winner with best play: a win became a draw or a loss, or a draw
    /// became a loss. If a value is a forecast, this is only likely.
    pub fn is_turning_point(&self) -> bool {
        let is_known = !matches!(self.basis, Basis::Discs { .. });
        is_known && self.value.signum() != self.best_value.signum()
    }
}

/// Finds how many discs each move of a game gave away, in about the listener's time.
///
/// Half of the time is for exact values, which are found backwards from the end of the game. The
/// other half is for the remaining, earlier positions, whose values come from an [`Outlook`]. The
/// value of a move is always the value of the position after it, and a position is worth at least
/// as much as the move made there; a forecast that contradicts this is corrected. Solved positions
/// are looked up.
///
/// If the listener stops the review, some moves are missing, mostly at the beginning.
///
/// ```
/// # use othello_core::{Position, Rules, Size, Start};
/// # use othello_core::{analysis::review, notation::read_game};
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let game = read_game(start, "b1c1d1a1")?;
/// let review = review(&game, Rules::default(), &())?;
/// let lost: Vec<_> = review.moves.iter().map(|mv| mv.lost).collect();
/// assert_eq!(lost[..2], [0, 16]);
/// assert_eq!(review.turning_points[0], 2);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`answer`](crate::answer::answer).
pub fn review(game: &Game, rules: Rules, progress: &dyn Progress) -> Result<Review, AnswerError> {
    let mut open = OpenReview::new(game, rules);
    open.pursue(TABLE, progress)?;
    Ok(open.review())
}

/// A review that is being made. It can be stopped and continued.
#[derive(Debug)]
pub struct OpenReview {
    game: Game,
    rules: Rules,
    /// The positions of the game, in order.
    studied: Vec<Studied>,
    /// The time for looking ahead, once the review has begun.
    ahead: Option<Duration>,
}

impl OpenReview {
    /// Starts with nothing but the game.
    pub fn new(game: &Game, rules: Rules) -> Self {
        let turns = game.turns().map(|(position, made)| (position, Some(made)));
        let turns = turns.chain([(game.end().after_forced_pass(), None)]);
        let studied = turns.map(|(position, made)| Studied::new(position, made, rules)).collect();
        Self { game: game.clone(), rules, studied, ahead: None }
    }

    /// Whether every move is reviewed.
    pub fn is_complete(&self) -> bool {
        self.studied.iter().all(|here| here.basis.is_some())
    }

    /// Continues in about the listener's time, as in [`review`], with a table of at most `hash` bytes.
    /// The table and the search of the current position are lost when the listener stops it, but
    /// what they have proved is kept.
    ///
    /// # Errors
    ///
    /// As [`review`].
    pub fn pursue(&mut self, hash: usize, progress: &dyn Progress) -> Result<(), AnswerError> {
        let ahead = *self.ahead.get_or_insert(progress.left() / 2);
        study(&mut self.studied, self.rules, hash, ahead, progress)
    }

    /// The review as far as it is made.
    pub fn review(&mut self) -> Review {
        reconcile(&mut self.studied);
        let pairs = (1..).zip(self.studied.windows(2));
        let rules = self.rules;
        let reviewed = pairs.filter_map(|(number, pair)| pair[0].review(number, &pair[1], rules));
        let moves: Vec<_> = reviewed.collect();
        let turning_points = moves.iter().filter(|mv| mv.is_turning_point());
        let turning_points = turning_points.map(|mv| mv.number).collect();
        let mut players = Players::default();
        for mv in &moves {
            let player = mv.side.choose(&mut players.black, &mut players.white);
            match mv.basis {
                Basis::Exact => player.lost_exact += mv.lost,
                _ => player.lost_estimated += mv.lost,
            }
        }
        let (position, game) = (self.game.start(), self.game.clone());
        let size = position.size();
        Review { size, rules, position, game, moves, turning_points, players }
    }
}

/// A position of a game, and the facts found about it.
#[derive(Debug)]
struct Studied {
    position: Position,
    /// The question about its value, a best move and a line.
    open: OpenQuestion,
    /// The move made here, unless the game ends.
    made: Option<Square>,
    /// Where the value comes from, once there is one.
    basis: Option<Basis>,
    /// The value, seen by Black.
    value: Score,
    /// Moves and their values, seen by the side to move, best first. If the value is exact, there
    /// is only a best move, or none if the game is over.
    moves: Vec<MoveValue>,
    /// A line of best play by both sides from here, if the value is exact.
    line: Game,
}

impl Studied {
    fn new(position: Position, made: Option<Square>, rules: Rules) -> Self {
        let open = OpenQuestion::new(Question::usual(position, rules).with_goal(Find::BestMove));
        let line = Game::new(position);
        Self { position, open, made, basis: None, value: 0, moves: Vec::new(), line }
    }

    fn is_exact(&self) -> bool {
        self.basis == Some(Basis::Exact)
    }

    /// Finds the value, a best move and a line, unless that takes a search and there is no time for
    /// one. `after` is the value of the position after the move made here, seen by Black, if it is
    /// known. A line that is known without a search may stop before the end of the game.
    fn solve(
        &self,
        after: Option<Score>,
        hash: usize,
        is_in_time: bool,
        limit: &dyn Progress,
    ) -> Result<Answer, AnswerError> {
        let open = &self.open;
        if let (Some(value), Some(made)) = (after, self.made) {
            let value = self.position.side().sees(value, Color::Black);
            open.narrow(Some(made), (value, value), Source::Caller)?;
        }
        let limits = Limits::single(hash);
        open.pursue(&Sources::LOOKUPS, &limits, limit)?;
        let is_known = open.answer().best_move().is_some();
        if is_in_time && !is_known {
            open.pursue(&Sources { forecast: false, ..Sources::ALL }, &limits, limit)?;
        }
        Ok(open.answer())
    }

    /// Records the value, seen by the side to move.
    fn record(&mut self, value: Score, moves: Vec<MoveValue>, basis: Basis) {
        self.value = Color::Black.sees(value, self.position.side());
        (self.moves, self.basis) = (moves, Some(basis));
    }

    /// The best of the other moves.
    fn other(&self) -> Option<&MoveValue> {
        self.moves.iter().find(|mv| Some(mv.square) != self.made)
    }

    /// Reviews the move made here, which leads to the `next` position.
    fn review(&self, number: u32, next: &Self, rules: Rules) -> Option<ReviewedMove> {
        let (side, square, basis) = (self.position.side(), self.made?, self.basis?);
        let [value, best_value] = [next, self].map(|it| side.sees(it.value, Color::Black));
        let lost = best_value - value;
        let best_move = match self.other() {
            Some(best) if lost > 0 => best.square,
            _ => square,
        };
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

/// Studies each position as far as time allows: positions near the end exactly, and others by
/// looking ahead, for which some of the time is kept. If the listener stops it, some positions have
/// no value.
fn study(
    studied: &mut [Studied],
    rules: Rules,
    hash: usize,
    ahead: Duration,
    progress: &dyn Progress,
) -> Result<(), AnswerError> {
    let counted = CountsOnly(progress);
    progress.begin("solving the end of the game", None);
    let left = counted.left();
    let limit = TimeLimit::share(&counted, left.saturating_sub(ahead));
    let (mut after, mut is_in_time) = (None, left >= ahead);
    for here in studied.iter_mut().rev() {
        let answer = here.solve(after, hash, is_in_time, &limit)?;
        after = answer.value().map(|value| Color::Black.sees(value, here.position.side()));
        if let Some(value) = answer.value() {
            let best = answer.best_move().map(|square| MoveValue { square, value });
            here.record(value, best.into_iter().collect(), Basis::Exact);
            if let Some(line) = answer.line() {
                here.line = line.clone();
            }
        } else {
            is_in_time = false;
        }
    }

    let limit = TimeLimit::share(&counted, ahead);
    let deepest = AnalysisOptions { rules, depth: u32::MAX, hash };
    for (left, here) in (1..).zip(studied).collect::<Vec<_>>().into_iter().rev() {
        // When time is up, one ply is still searched; when the listener stops the job earlier, none.
        let is_stopped = progress.is_stopped() && !progress.left().is_zero();
        if here.basis.is_none() && !is_stopped {
            progress.begin(&format!("move {left}"), None);
            let share = TimeLimit::share(&limit, limit.left() / left);
            let position = here.position;
            let Outlook { moves, basis } = Ahead::new(position, &deepest, &share).outlook;
            here.record(moves.first().map_or(0, |best| best.value), moves, basis);
        }
    }
    Ok(())
}

/// Makes the values consistent. For Black, the value after a move by Black is at most the value
/// before it, and after a move by White at least. An only move keeps the value, and so does a best
/// move. Without exact values, another move counts as better only if it is better by more than the
/// error of a forecast.
fn reconcile(studied: &mut [Studied]) {
    let (mut least, mut most) = (-WIDEST, WIDEST);
    let ranges = studied.iter().map(|here| {
        if here.is_exact() {
            (least, most) = (here.value, here.value);
        }
        let range = (least, most);
        if here.other().is_some() {
            (least, most) = here.position.side().choose((-WIDEST, most), (least, WIDEST));
        }
        range
    });
    let ranges: Vec<_> = ranges.collect();
    let mut after = None;
    for (here, (least, most)) in studied.iter_mut().zip(ranges).rev() {
        let side = here.position.side();
        if let Some(value) = after
            && !here.is_exact()
        {
            here.value = match here.other() {
                Some(other) if other.value - side.sees(value, Color::Black) > FORECAST_ERROR => {
                    Color::Black.sees(other.value, side)
                }
                _ => value,
            };
        }
        here.value = here.value.clamp(least, most);
        after = here.basis.map(|_| here.value);
    }
}
