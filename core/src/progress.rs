//! How a long job reports its progress and finds out that it should stop.

use std::fmt;
use std::time::Duration;

use crate::{board::Square, game::Score};

/// The listener of a long job. `()` ignores everything.
///
/// The library does not use the terminal. A program implements this trait to draw a progress bar
/// and to stop on Ctrl-C, and [`TimeLimit`] stops a job when its time is up. Jobs call the methods
/// from all of their threads, often enough to stop within a fraction of a second. Every method has a
/// default, and later versions may add more.
pub trait Progress: Sync {
    /// A new part of the job begins. `steps` is its number of steps, if known.
    fn begin(&self, _what: &str, _steps: Option<u64>) {}

    /// Another `steps` steps of the current part are done. If the total is unknown, a step is a
    /// position searched.
    fn advance(&self, _steps: u64) {}

    /// The current part of the job is expected to search about this number of positions.
    fn expect(&self, _positions: u64) {}

    /// The value of the position, seen by its side to move, is now proved to be in `lower..=upper`.
    fn bounds(&self, _lower: Score, _upper: Score) {}

    /// The value of a legal move, seen by the side that makes it, is now proved to be in
    /// `lower..=upper`. It is also at most the upper bound of the position.
    fn move_bounds(&self, _square: Square, _lower: Score, _upper: Score) {}

    /// Something went wrong, possibly again, but the job continues. For example, its state could
    /// not be saved.
    fn warn(&self, _what: &str) {}

    /// Whether the job should stop as soon as it can.
    fn is_stopped(&self) -> bool {
        false
    }

    /// The time left for the job, by the caller's clock; unlimited by default. Jobs use it to
    /// divide their time into parts.
    fn left(&self) -> Duration {
        Duration::MAX
    }
}

impl Progress for () {}

impl fmt::Debug for dyn Progress + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a listener")
    }
}

/// Forwards only the request to stop, for searches inside a job that counts its own steps.
#[derive(Clone, Copy, Debug)]
pub struct OnlyStop<'a>(pub &'a dyn Progress);

impl Progress for OnlyStop<'_> {
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// Forwards only the number of positions searched, the request to stop and the time. Everything else
/// that such a search reports is about intermediate questions, not about the final answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountsOnly<'a>(pub(crate) &'a dyn Progress);

impl Progress for CountsOnly<'_> {
    fn advance(&self, steps: u64) {
        self.0.advance(steps);
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }

    fn left(&self) -> Duration {
        self.0.left()
    }
}

/// About how many positions a thread searches in a second, for a first estimate of the time.
#[doc(hidden)]
pub const POSITIONS_PER_SECOND: u64 = 10_000_000;

/// A clock: the time since some fixed moment.
///
/// The library does not have its own, because a browser's clock differs from a program's.
pub type Clock<'a> = &'a (dyn Fn() -> Duration + Sync);

/// Stops a job when its time is up. It forwards everything to another listener except the time
/// estimate.
///
/// ```
/// # use std::time::{Duration, Instant};
/// # use othello_core::answer::{AnswerError, Limits, Question, Sources, answer};
/// # use othello_core::{Position, Rules, Size, Start, TimeLimit};
/// let begin = Instant::now();
/// let clock = || begin.elapsed();
/// let limit = TimeLimit::new(&(), &clock, Duration::from_millis(10));
/// let start = Position::start(Size::STANDARD, Start::Diagonal);
/// let question = Question::usual(start, Rules::default());
/// let answer = answer(&question, &Sources::PROVED, &Limits::single(1 << 20), &limit)?;
/// assert_eq!(answer.value(), None);
/// # Ok::<_, AnswerError>(())
/// ```
#[derive(Clone, Copy)]
pub struct TimeLimit<'a> {
    listener: &'a dyn Progress,
    /// The clock, and its reading when the time is up. `None` if only the listener's time counts.
    end: Option<(Clock<'a>, Duration)>,
    /// How much of the listener's time to keep for what comes after the job.
    reserve: Duration,
    prefix: &'a str,
}

impl<'a> TimeLimit<'a> {
    /// Limits a job to this much time from now on.
    pub fn new(listener: &'a dyn Progress, clock: Clock<'a>, time: Duration) -> Self {
        let end = Some((clock, clock().saturating_add(time)));
        Self { listener, end, reserve: Duration::ZERO, prefix: "" }
    }

    /// Gives a job this much of the listener's remaining time, or all of it if that is unlimited.
    pub fn share(listener: &'a dyn Progress, time: Duration) -> Self {
        let left = listener.left();
        let is_limited = left < Duration::MAX;
        let reserve = if is_limited { left.saturating_sub(time) } else { Duration::ZERO };
        Self { listener, end: None, reserve, prefix: "" }
    }

    /// The same limit for a part of the job, whose names are reported with this prefix.
    #[doc(hidden)]
    pub fn with_prefix<'b>(&'b self, prefix: &'b str) -> TimeLimit<'b> {
        TimeLimit { prefix, ..*self }
    }
}

impl fmt::Debug for TimeLimit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TimeLimit").field("left", &self.left()).finish_non_exhaustive()
    }
}

impl Progress for TimeLimit<'_> {
    fn begin(&self, what: &str, steps: Option<u64>) {
        self.listener.begin(&format!("{}{what}", self.prefix), steps);
    }

    fn advance(&self, steps: u64) {
        self.listener.advance(steps);
    }

    fn bounds(&self, lower: Score, upper: Score) {
        self.listener.bounds(lower, upper);
    }

    fn move_bounds(&self, square: Square, lower: Score, upper: Score) {
        self.listener.move_bounds(square, lower, upper);
    }

    fn warn(&self, what: &str) {
        self.listener.warn(what);
    }

    fn is_stopped(&self) -> bool {
        self.listener.is_stopped() || self.left().is_zero()
    }

    fn left(&self) -> Duration {
        let own = self.end.map_or(Duration::MAX, |(clock, end)| end.saturating_sub(clock()));
        own.min(self.listener.left().saturating_sub(self.reserve))
    }
}
