//! The clock of the program.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The time since the first call. It never decreases.
///
/// ```
/// # use std::time::Duration;
/// # use othello_core::answer::{AnswerError, Limits, Question, Sources, answer};
/// # use othello_core::{Position, Rules, Size, Start, TimeLimit};
/// # use othello_solver::clock::clock;
/// let limit = TimeLimit::new(&(), &clock, Duration::from_millis(10));
/// let start = Position::start(Size::STANDARD, Start::Diagonal);
/// let question = Question::usual(start, Rules::default());
/// let answer = answer(&question, &Sources::PROVED, &Limits::single(1 << 20), &limit)?;
/// assert_eq!(answer.value(), None);
/// # Ok::<_, AnswerError>(())
/// ```
pub fn clock() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}
