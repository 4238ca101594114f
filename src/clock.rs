//! The clock of the program.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The time since the first call. It never decreases.
///
/// ```
/// # use std::time::Duration;
/// # use othello_core::{Position, SearchOptions, Size, Start, TimeLimit, search};
/// # use othello_solver::clock::clock;
/// let limit = TimeLimit::new(&(), clock, Duration::from_millis(10));
/// let start = Position::start(Size::new(8, 8).unwrap(), Start::Diagonal);
/// assert!(!search(start, &SearchOptions::default(), &limit).complete);
/// ```
pub fn clock() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}
