//! What is known of a position before its search has ended, and how far the search is.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use othello_core::analysis::PositionBounds;
use serde::Serialize;

/// The bounds that are proved so far, and how long it has taken.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct BoundsSoFar {
    #[serde(flatten)]
    bounds: PositionBounds,
    /// Whether the search runs. It is false while the search waits for others, which it does again
    /// when it has made room for them.
    searching: bool,
    /// How long the search has taken, in seconds.
    seconds: f64,
    /// About how many more seconds it takes, which may be wrong by a factor of ten; `null` if that
    /// cannot be said.
    seconds_left: Option<f64>,
}

/// To a tenth of a second.
fn rounded(seconds: f64) -> f64 {
    (seconds * 10.0).round() / 10.0
}

/// How long a search has taken and may take, told by its threads.
#[derive(Debug, Default)]
pub(super) struct Pace {
    turns: Mutex<Turns>,
    /// The number of positions that it is expected to search from its beginning.
    pub(super) expected: AtomicU64,
}

/// The turns of a search, each of which begins anew.
#[derive(Clone, Copy, Debug, Default)]
struct Turns {
    /// How long those have taken that are over.
    had: Duration,
    /// When the present one began, if there is one.
    began: Option<Instant>,
    /// The positions that were searched before it.
    nodes: u64,
}

impl Turns {
    fn time(&self) -> Duration {
        self.had + self.began.map_or(Duration::ZERO, |began| began.elapsed())
    }
}

impl Pace {
    fn turns(&self) -> MutexGuard<'_, Turns> {
        self.turns.lock().expect("no thread has panicked")
    }

    /// A turn begins when this number of positions has been searched.
    pub(super) fn begin(&self, nodes: u64) {
        let mut turns = self.turns();
        *turns = Turns { began: Some(Instant::now()), nodes, ..*turns };
    }

    /// The turn is over.
    pub(super) fn pause(&self) {
        let mut turns = self.turns();
        *turns = Turns { had: turns.time(), began: None, ..*turns };
    }

    /// How long it has taken so far.
    pub(super) fn time(&self) -> Duration {
        self.turns().time()
    }

    /// The bounds with how far the search is.
    pub(super) fn of(&self, bounds: PositionBounds) -> BoundsSoFar {
        let turns = *self.turns();
        let (nodes, time) = (bounds.nodes, turns.time().as_secs_f64());
        let searching = turns.began.is_some();
        let left = self.expected.load(Relaxed).checked_sub(nodes.saturating_sub(turns.nodes));
        let left = left.filter(|_| nodes > 0 && searching);
        #[expect(clippy::cast_precision_loss, reason = "it is an estimate")]
        let seconds_left = left.map(|left| rounded(time * left as f64 / nodes as f64));
        BoundsSoFar { bounds, searching, seconds: rounded(time), seconds_left }
    }
}
