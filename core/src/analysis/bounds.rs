//! Proved bounds on a position's value before its search has finished.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use super::{AnalysisOptions, Forecast, Outlook, TABLE};
use crate::board::{Size, Square};
use crate::evaluation::Evaluation;
use crate::game::{MoveValue, Objective, Position, Rules, Score, Scoring, Start};
use crate::known::KnownPosition;
use crate::progress::{POSITIONS_PER_SECOND, Progress, TimeLimit};
use crate::search::{Find, SearchOptions, SearchResult, expected_positions, search};

/// The bounds proved so far on the value of a position and of its moves, seen by the side to move.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Bounds"))]
pub struct PositionBounds {
    /// The name and version of this format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = Self::SCHEMA)))]
    schema: &'static str,
    /// The board.
    pub size: Size,
    /// How the first four discs are placed, if the position was given as a start.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub start: Option<Start>,
    /// Whether the most or the fewest discs win.
    pub objective: Objective,
    /// How discs are counted at the end.
    pub score: Scoring,
    /// The position.
    pub position: Position,
    /// The value, seen by the side to move, if it is proved. Other parts of the answer are still
    /// missing.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub value: Option<Score>,
    /// A move that is proved to keep the value, if there is one yet.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub best_move: Option<Square>,
    /// The value of the position is at least this, seen by the side to move.
    pub lower: Score,
    /// The value of the position is at most this, seen by the side to move.
    pub upper: Score,
    /// The legal moves, in the order of squares.
    pub moves: Vec<MoveBounds>,
    /// The best move, if it is known, or the most promising so far. `null` if there is no
    /// information about any move, or no legal move.
    pub best_so_far: Option<Square>,
    /// A forecast, if it was requested and the board has a trained evaluation.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub forecast: Option<Forecast>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// The bounds on a move's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveBounds {
    /// The square where the disc is placed.
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

    /// The most demanding question whose answer is proved, apart from the line.
    pub fn answered(&self) -> Option<Find> {
        let are_all_exact = self.moves.iter().all(|mv| mv.lower == mv.upper);
        let lesser = if self.best_move.is_some() { Find::BestMove } else { Find::Value };
        self.value.map(|_| if are_all_exact { Find::AllLines } else { lesser })
    }

    /// The moves with proved values.
    pub fn outlook(&self) -> Outlook {
        let exact = self.moves.iter().filter(|mv| mv.lower == mv.upper);
        Outlook::exact(exact.map(|mv| MoveValue { square: mv.square, value: mv.lower }))
    }

    fn narrow(&mut self, lower: Score, upper: Score) {
        (self.lower, self.upper) = (self.lower.max(lower), self.upper.min(upper));
    }

    fn narrow_move(&mut self, square: Square, lower: Score, upper: Score) {
        if let Some(mv) = self.moves.iter_mut().find(|mv| mv.square == square) {
            (mv.lower, mv.upper) = (mv.lower.max(lower), mv.upper.min(upper));
        }
    }

    /// Draws every conclusion from the bounds. No move is worth more than the position, at least
    /// one is worth the same, and a move whose upper bound is too low is not best. Every answer
    /// from an unfinished search goes through here.
    fn settle(mut self) -> Self {
        let lower = self.moves.iter().map(|mv| mv.lower).max().unwrap_or(self.lower);
        let upper = self.moves.iter().map(|mv| mv.upper).max().unwrap_or(self.upper);
        self.narrow(lower, upper);
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

    /// Among the moves that may be best, the one with the highest forecast, limited by its bounds.
    /// Without a forecast, the one with the highest proved value.
    fn most_promising(&self) -> Option<Square> {
        let forecast = |mv: &MoveBounds| {
            let mut expected = self.forecast.iter().flat_map(|forecast| &forecast.moves);
            let expected = expected.find(|expected| expected.square == mv.square)?;
            Some(expected.value.clamp(mv.lower, mv.upper))
        };
        let rank = |mv: &&MoveBounds| (forecast(mv), mv.lower, mv.upper, Reverse(mv.square));
        let least = -self.size.squares().cast_signed();
        let may_be_best = self.moves.iter().filter(|mv| mv.upper >= self.lower);
        let candidates = may_be_best.clone().count();
        let best = may_be_best.max_by_key(rank)?;
        let is_known = self.forecast.is_some() || best.lower > least || candidates == 1;
        is_known.then_some(best.square)
    }
}

/// A listener that keeps the bounds that a search proves, and forwards everything to another
/// listener.
#[derive(Debug)]
pub struct BoundsKeeper<'a> {
    listener: &'a dyn Progress,
    bounds: Mutex<PositionBounds>,
    nodes: AtomicU64,
    /// The number of parts of the job that have begun. The first is about the position. Later parts
    /// are about other questions, such as the value under another scoring.
    parts: AtomicU32,
}

impl<'a> BoundsKeeper<'a> {
    /// Keeps the bounds for this position.
    pub fn new(position: Position, rules: Rules, listener: &'a dyn Progress) -> Self {
        let size = position.size();
        let (lower, upper) = (-size.squares().cast_signed(), size.squares().cast_signed());
        let moves = position.moves().into_iter();
        let bounds = PositionBounds {
            schema: PositionBounds::SCHEMA,
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
        };
        Self { listener, bounds: bounds.into(), nodes: 0.into(), parts: 0.into() }
    }

    /// The proved bounds, without the conclusions drawn from them. Use this to record a start or a
    /// forecast, and release it soon: the search waits in the meantime.
    ///
    /// # Panics
    ///
    /// If a thread panicked while it held this.
    pub fn kept(&self) -> MutexGuard<'_, PositionBounds> {
        self.bounds.lock().expect("no thread has panicked")
    }

    /// Adds known facts about the position.
    pub fn learn(&self, KnownPosition { value, best_move, moves, .. }: &KnownPosition) {
        let best = best_move.map(|square| MoveValue { square, value: *value });
        let mut bounds = self.kept();
        bounds.narrow(*value, *value);
        for mv in moves.iter().flatten().copied().chain(best) {
            bounds.narrow_move(mv.square, mv.value, mv.value);
        }
    }

    /// The job starts again. Proved bounds are kept.
    pub fn restart(&self) {
        self.parts.store(0, Relaxed);
    }

    /// The number of positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The bounds so far.
    pub fn bounds(&self) -> PositionBounds {
        let bounds = self.kept().clone();
        PositionBounds { nodes: self.nodes(), ..bounds }.settle()
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
        if self.parts.load(Relaxed) <= 1 {
            self.kept().narrow(lower, upper);
        }
        self.listener.bounds(lower, upper);
    }

    fn move_bounds(&self, square: Square, lower: Score, upper: Score) {
        if self.parts.load(Relaxed) <= 1 {
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

/// Searches a position within the listener's time. If the [`search`](crate::search()) does not
/// finish, the result is the bounds proved by then, with a forecast if the board has a trained
/// evaluation. This also applies if the listener stops the search, but then the forecast looks only
/// one ply ahead.
///
/// Part of the time is reserved for the forecast: half if the whole time is unlikely to be enough
/// for the value, and a tenth otherwise. The time may be exceeded by a few hundredths of a second.
///
/// # Errors
///
/// The proved bounds, if the search did not find everything that the options request.
///
/// # Panics
///
/// Like [`search`](crate::search()).
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
///         println!("the forecast is {:+}, give or take {}", forecast.value, forecast.error);
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

/// Like [`search_within`], for any job that searches the position. `work` must use the options and
/// the listener it is given, and returns `None` if the listener stopped it.
///
/// # Errors
///
/// The proved bounds, if `work` was stopped.
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
    // About how many positions are searched in this time.
    let per_millisecond = u128::from(POSITIONS_PER_SECOND / 1000) * options.threads.max(1) as u128;
    let affordable = time.as_millis().saturating_mul(per_millisecond);
    // The estimated number of positions may be ten times too high.
    let needed = u128::from(expected_positions(position, rules.objective)) / 10;
    let share = if needed > affordable { time / 2 } else { time / 10 * 9 };
    let share = if Evaluation::exists(position.size(), rules) { share } else { time };
    // A table entry takes 16 bytes. With little time, clearing a large table would take too long.
    let most = usize::try_from(affordable.saturating_mul(16)).unwrap_or(usize::MAX);
    let options = &SearchOptions { hash: options.hash.min(most), ..*options };
    work(options, &TimeLimit::share(&keeper, share)).ok_or_else(|| {
        let deepest = AnalysisOptions { rules, depth: u32::MAX, hash: TABLE };
        let forecast = Forecast::new(position, &deepest, &keeper);
        keeper.kept().forecast = forecast;
        Box::new(keeper.bounds())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bounds on a position after these bounds on its moves were proved.
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
        // Two moves can still be best. The move with the greatest lower bound cannot.
        let bounds = settled(4, 8, &[("b1", 3, 3), ("a2", -16, 8), ("d3", -2, 8), ("c4", 2, 2)]);
        assert_eq!((bounds.value, bounds.best_move), (None, None));
        assert_eq!(bounds.best_so_far, square("d3"));
    }
}
