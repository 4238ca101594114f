//! The window in which a value lies.

use crate::game::Score;

/// The bounds of a value, narrowed by asking again and again whether it is above or below the last
/// bound found (MTD(f): Plaat et al., "Best-first fixed-depth minimax algorithms", 1996).
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
    pub(crate) guess: Score,
    /// If steps are to grow: how many answers in a row have raised the guess or, negative, have
    /// lowered it.
    run: Option<i32>,
}

impl Window {
    /// A window with these bounds, both included, and a guess of the value.
    pub fn new((lower, upper): (Score, Score), guess: Score) -> Self {
        Self { lower, upper, guess, run: None }
    }

    /// The same window, whose steps grow while the answers point one way.
    pub(super) fn with_growing_steps(self) -> Self {
        Self { run: Some(0), ..self }
    }

    /// The bound to ask about next: is the value at least this? `None` if the value is known.
    pub fn bound(&self) -> Option<Score> {
        let run = self.run.unwrap_or(0);
        let further = run.signum() * ((1 << (run.abs() / 2).min(5)) - 1);
        (self.lower < self.upper).then(|| (self.guess + further).clamp(self.lower + 1, self.upper))
    }

    /// The window after questions about its bounds, until the value is known or there is no answer.
    #[must_use]
    pub fn closed(mut self, mut ask: impl FnMut(Score) -> Option<Score>) -> Self {
        while let Some(bound) = self.bound()
            && let Some(value) = ask(bound)
        {
            self.narrow(bound, value);
        }
        self
    }

    /// The answer to the question about a bound: what the search returned.
    pub fn narrow(&mut self, bound: Score, value: Score) {
        let rises = value >= bound;
        *(if rises { &mut self.lower } else { &mut self.upper }) = value;
        self.guess = value;
        self.run = self.run.map(|run| if rises { run.max(0) + 1 } else { run.min(0) - 1 });
    }
}
