//! What is known of a position before its search has ended.

use std::cmp::Reverse;
use std::fmt;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use super::forecast::Forecast;
use super::player::{Outlook, TABLE};
use crate::board::{Size, Square};
use crate::evaluation::Evaluation;
use crate::game::{MoveValue, Objective, Position, Rules, Score, Scoring, Start};
use crate::known::KnownPosition;
use crate::progress::{POSITIONS_PER_SECOND, Progress, TimeLimit};
use crate::search::{Find, SearchOptions, SearchResult, expected_positions, search};

/// The bounds of the value of a position and of its moves that are proved so far. All are seen by
/// the side to move.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Bounds"))]
pub struct PositionBounds {
    /// The name and version of this format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = Self::SCHEMA)))]
    schema: &'static str,
    /// The board.
    pub size: Size,
    /// How the first four discs lie, if the position was named as a start.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub start: Option<Start>,
    /// Whether the most or the fewest discs win.
    pub objective: Objective,
    /// How discs are counted at the end.
    pub score: Scoring,
    /// The position.
    pub position: Position,
    /// The value, if it is proved, seen by the side to move: not everything else was found.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub value: Option<Score>,
    /// A move that is proved to keep the value, if one is known.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub best_move: Option<Square>,
    /// The value of the position is at least this, seen by the side to move.
    pub lower: Score,
    /// The value of the position is at most this, seen by the side to move.
    pub upper: Score,
    /// The legal moves, in the order of squares.
    pub moves: Vec<MoveBounds>,
    /// The best move, if it is known, or the most promising so far. `null` if nothing is known of any
    /// move, or if there is none.
    pub best_so_far: Option<Square>,
    /// What is expected of them, if that was asked for and there is a trained evaluation of the
    /// board.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub forecast: Option<Forecast>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// The bounds of the value of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveBounds {
    /// Where the disc is placed.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub square: Square,
    /// The value of the move is at least this, seen by the side that makes it.
    pub lower: Score,
    /// The value of the move is at most this, seen by the side that makes it.
    pub upper: Score,
}

impl PositionBounds {
    /// The name and version of the format.
    const SCHEMA: &str = "othello-solver/bounds/1";

    /// Nothing is known yet.
    fn new(position: Position, rules: Rules) -> Self {
        let size = position.size();
        let upper = size.squares().cast_signed();
        let lower = -upper;
        let moves = position.moves().into_iter();
        Self {
            schema: Self::SCHEMA,
            size,
            start: None,
            objective: rules.objective,
            score: rules.scoring,
            position,
            value: None,
            best_move: None,
            lower,
            upper,
            best_so_far: None,
            moves: moves.map(|square| MoveBounds { square, lower, upper }).collect(),
            forecast: None,
            nodes: 0,
        }
    }

    /// Whether the answer to a question is proved, apart from the line.
    pub fn answers(&self, find: Find) -> bool {
        let is_exact = |mv: &MoveBounds| mv.lower == mv.upper;
        let has_move = self.best_move.is_some() || self.moves.is_empty();
        match find {
            Find::Value => self.value.is_some(),
            Find::BestMove => self.value.is_some() && has_move,
            Find::BestMoves | Find::AllMoves | Find::AllLines => self.moves.iter().all(is_exact),
        }
    }

    /// The moves whose values are proved.
    pub fn outlook(&self) -> Outlook {
        let exact = self.moves.iter().filter(|mv| mv.lower == mv.upper);
        Outlook::exact(exact.map(|mv| MoveValue { square: mv.square, value: mv.lower }))
    }

    fn narrow(&mut self, lower: Score, upper: Score) {
        (self.lower, self.upper) = (self.lower.max(lower), self.upper.min(upper));
    }

    fn narrow_move(&mut self, square: Square, lower: Score, upper: Score) {
        for of in self.moves.iter_mut().filter(|of| of.square == square) {
            (of.lower, of.upper) = (of.lower.max(lower), of.upper.min(upper));
        }
    }

    /// Draws every conclusion from the bounds. The best move has the position's value, so no move is
    /// worth more, at least one is worth as much, and a move whose upper bound is too low is not best.
    /// Every answer of an unfinished search passes through here.
    fn settle(mut self) -> Self {
        let best =
            |bound: fn(&MoveBounds) -> Score, moves: &[MoveBounds]| moves.iter().map(bound).max();
        self.lower = self.lower.max(best(|mv| mv.lower, &self.moves).unwrap_or(self.lower));
        self.upper = self.upper.min(best(|mv| mv.upper, &self.moves).unwrap_or(self.upper));
        for mv in &mut self.moves {
            mv.upper = mv.upper.min(self.upper);
        }
        let reaches = |mv: &&mut MoveBounds| mv.upper >= self.lower;
        let mut candidates: Vec<_> = self.moves.iter_mut().filter(reaches).collect();
        if let [only] = &mut candidates[..] {
            only.lower = only.lower.max(self.lower);
        }
        self.value = (self.lower == self.upper).then_some(self.lower);
        let keeps = |mv: &&MoveBounds| Some(mv.lower) == self.value;
        self.best_move = self.moves.iter().find(keeps).map(|mv| mv.square);
        self.best_so_far = self.best_move.or_else(|| self.most_promising());
        self
    }

    /// Of the moves that may be best, the one with the greatest forecast, as far as the bounds allow
    /// it, or without a forecast the one that is proved to be worth the most.
    fn most_promising(&self) -> Option<Square> {
        let forecast = |of: &MoveBounds| {
            let expected = self.forecast.iter().flat_map(|forecast| &forecast.moves);
            let expected = expected.filter(|expected| expected.square == of.square);
            expected.map(|expected| expected.value.clamp(of.lower, of.upper)).next()
        };
        let rank = |of: &&MoveBounds| (forecast(of), of.lower, of.upper, Reverse(of.square));
        let least = -self.size.squares().cast_signed();
        let may_be_best = self.moves.iter().filter(|mv| mv.upper >= self.lower);
        let candidates = may_be_best.clone().count();
        let best = may_be_best.max_by_key(rank)?;
        let is_known = self.forecast.is_some() || best.lower > least || candidates == 1;
        is_known.then_some(best.square)
    }
}

/// A listener that keeps what a search proves about a position, and passes everything on to
/// another listener.
pub struct BoundsKeeper<'a> {
    listener: &'a dyn Progress,
    bounds: Mutex<PositionBounds>,
    nodes: AtomicU64,
    /// The number of parts of the job that have begun. Those after the first are about other
    /// questions, such as the value by another way of scoring.
    parts: AtomicU32,
}

impl<'a> BoundsKeeper<'a> {
    /// Keeps what is proved about this position.
    pub fn new(position: Position, rules: Rules, listener: &'a dyn Progress) -> Self {
        Self {
            listener,
            bounds: Mutex::new(PositionBounds::new(position, rules)),
            nodes: AtomicU64::new(0),
            parts: AtomicU32::new(0),
        }
    }

    fn kept(&self) -> MutexGuard<'_, PositionBounds> {
        self.bounds.lock().expect("no thread has panicked")
    }

    /// Adds the name of the start that the position is.
    pub fn set_start(&self, start: Option<Start>) {
        self.kept().start = start;
    }

    /// Adds a forecast.
    pub fn set_forecast(&self, forecast: Option<Forecast>) {
        self.kept().forecast = forecast;
    }

    /// Adds what this project has solved.
    pub fn learn(&self, KnownPosition { value, best_move, moves, .. }: &KnownPosition) {
        let best = best_move.map(|square| MoveValue { square, value: *value });
        let mut bounds = self.kept();
        bounds.narrow(*value, *value);
        for mv in moves.iter().flatten().copied().chain(best) {
            bounds.narrow_move(mv.square, mv.value, mv.value);
        }
    }

    /// The job begins anew. What is proved is kept.
    pub fn restart(&self) {
        self.parts.store(0, Relaxed);
    }

    /// The number of positions searched by now.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// What is known by now.
    pub fn bounds(&self) -> PositionBounds {
        let bounds = self.kept().clone();
        PositionBounds { nodes: self.nodes(), ..bounds }.settle()
    }

    fn is_about_the_position(&self) -> bool {
        self.parts.load(Relaxed) <= 1
    }
}

impl fmt::Debug for BoundsKeeper<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoundsKeeper").field("bounds", &self.bounds).finish_non_exhaustive()
    }
}

impl Progress for BoundsKeeper<'_> {
    fn begin(&self, what: &str, steps: Option<u64>) {
        self.parts.fetch_add(1, Relaxed);
        self.listener.begin(what, steps);
    }

    fn advance(&self, steps: u64) {
        self.nodes.fetch_add(steps, Relaxed);
        self.listener.advance(steps);
    }

    fn expect(&self, positions: u64) {
        self.listener.expect(positions);
    }

    fn bounds(&self, lower: Score, upper: Score) {
        if self.is_about_the_position() {
            self.kept().narrow(lower, upper);
        }
        self.listener.bounds(lower, upper);
    }

    fn move_bounds(&self, square: Square, lower: Score, upper: Score) {
        if self.is_about_the_position() {
            self.kept().narrow_move(square, lower, upper);
        }
        self.listener.move_bounds(square, lower, upper);
    }

    fn warn(&self, what: &str) {
        self.listener.warn(what);
    }

    fn is_stopped(&self) -> bool {
        self.listener.is_stopped()
    }

    fn left(&self) -> Duration {
        self.listener.left()
    }
}

/// Finds what [`search`](crate::search()) finds if that takes no more than the time that the listener
/// leaves, and otherwise what is proved by then, with a forecast if there is a trained evaluation of the board. The same
/// happens if the listener stops the search, but then the forecast looks only one ply ahead.
///
/// A part of the time is kept for the forecast: half if the value would hardly be found in the
/// whole of it, and otherwise a tenth. The time may be exceeded by some hundredths of a second.
///
/// # Errors
///
/// The bounds that are proved, if not all was found that the options ask for.
///
/// # Panics
///
/// As [`search`](crate::search()).
///
/// ```
/// # use std::sync::LazyLock;
/// # use std::time::{Duration, Instant};
/// use othello_core::analysis::search_within;
/// use othello_core::{Position, SearchOptions, Size, Start, TimeLimit};
///
/// static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
///
/// let start = Position::start(Size::new(8, 8).unwrap(), Start::Diagonal);
/// let limit = TimeLimit::new(&(), || BEGIN.elapsed(), Duration::from_millis(100));
/// match search_within(start, &SearchOptions::default(), &limit) {
///     Ok(result) => println!("the value is {:+}", result.lower),
///     Err(bounds) => {
///         println!("at least {:+}, at most {:+}", bounds.lower, bounds.upper);
///         for mv in bounds.moves {
///             println!("{} is worth at least {:+}, at most {:+}", mv.square, mv.lower, mv.upper);
///         }
///         let forecast = bounds.forecast.expect("8×8 has a trained evaluation");
///         println!("the forecast is {:+}, wrong by about {} discs", forecast.value, forecast.error);
///     }
/// }
/// ```
pub fn search_within(
    position: Position,
    options: &SearchOptions,
    progress: &dyn Progress,
) -> Result<SearchResult, Box<PositionBounds>> {
    bounds_within(position, options, progress, |options, limited| {
        Some(search(position, options, limited)).filter(|result| result.complete)
    })
}

/// As [`search_within`], for any job that searches the position: `work` takes the options and the
/// listener that it is given, and returns `None` if the listener has stopped it.
///
/// # Errors
///
/// The bounds that are proved, if `work` was stopped.
pub fn bounds_within<T>(
    position: Position,
    options: &SearchOptions,
    progress: &dyn Progress,
    work: impl FnOnce(&SearchOptions, &dyn Progress) -> Option<T>,
) -> Result<T, Box<PositionBounds>> {
    let SearchOptions { rules, bounds: (lower, upper), .. } = *options;
    let keeper = BoundsKeeper::new(position, rules, progress);
    let time = progress.left();
    keeper.kept().narrow(lower, upper);
    if let Some(known) = KnownPosition::find(position, rules) {
        keeper.learn(&known);
    }
    let has_forecast = Evaluation::exists(position.size(), rules);
    let share = if !has_forecast {
        time
    } else if is_out_of_reach(position, options, time) {
        time / 2
    } else {
        time / 10 * 9
    };
    // To clear a large table takes longer than a short time.
    let most = positions_within(time, options).saturating_mul(ENTRY);
    let hash = options.hash.min(usize::try_from(most).unwrap_or(usize::MAX));
    let options = &SearchOptions { hash, ..*options };
    let found = work(options, &TimeLimit::share(&keeper, share));
    found.ok_or_else(|| {
        keeper.set_forecast(Forecast::new(position, rules, TABLE, &keeper));
        Box::new(keeper.bounds())
    })
}

/// Whether the value would hardly be found in this time, even if the estimate of the number of
/// positions is wrong by a factor of ten.
fn is_out_of_reach(position: Position, options: &SearchOptions, time: Duration) -> bool {
    let positions = u128::from(expected_positions(position, options.rules.objective));
    positions / 10 > positions_within(time, options)
}

/// About how many positions are searched in a time.
fn positions_within(time: Duration, options: &SearchOptions) -> u128 {
    let per_millisecond = u128::from(POSITIONS_PER_SECOND / 1000);
    time.as_millis().saturating_mul(per_millisecond * options.threads.max(1) as u128)
}

/// The memory for an entry of the table, in bytes.
const ENTRY: u128 = 16;

#[cfg(test)]
mod tests {
    use super::*;

    /// The bounds of a position, after these bounds of moves became known.
    fn settled(lower: Score, upper: Score, moves: &[(&str, Score, Score)]) -> PositionBounds {
        let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
        let keeper = BoundsKeeper::new(start, Rules::default(), &());
        Progress::bounds(&keeper, lower, upper);
        for &(square, lower, upper) in moves {
            keeper.move_bounds(square.parse().unwrap(), lower, upper);
        }
        keeper.bounds()
    }

    #[test]
    fn a_move_that_cannot_be_best_is_not_called_best() {
        let square = |name: &str| Some(name.parse().unwrap());
        // The value is known, and only one move can reach it.
        let bounds = settled(4, 4, &[("b1", -16, 2), ("a2", 2, 2), ("d3", -16, 3)]);
        assert_eq!((bounds.value, bounds.best_move), (Some(4), square("c4")));
        assert_eq!(bounds.best_so_far, square("c4"));
        let last = bounds.moves.iter().find(|mv| Some(mv.square) == square("c4")).unwrap();
        assert_eq!((last.lower, last.upper), (4, 4));
        // The value follows from the moves.
        let bounds = settled(-16, 16, &[("b1", 6, 6), ("a2", -16, 6), ("d3", 0, 5), ("c4", 1, 1)]);
        assert_eq!((bounds.value, bounds.best_move), (Some(6), square("b1")));
        // Two moves can still be best, and the one with the greater lower bound cannot.
        let bounds = settled(4, 8, &[("b1", 3, 3), ("a2", -16, 8), ("d3", -2, 8), ("c4", 2, 2)]);
        assert_eq!((bounds.value, bounds.best_move), (None, None));
        assert_eq!(bounds.best_so_far, square("d3"));
    }
}
