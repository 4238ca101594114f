//! What is known of a position before its search has ended, and how far the search is.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use serde::Serialize;

use crate::analysis::Bounds;

/// The bounds that are proved so far, and how long it has taken.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct BoundsSoFar {
    #[serde(flatten)]
    bounds: Bounds,
    /// Whether the search has begun. It is false while the search waits for others to end.
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
    began: OnceLock<Instant>,
    pub(super) expected: AtomicU64,
}

impl Pace {
    /// The search begins.
    pub(super) fn begin(&self) {
        self.began.get_or_init(Instant::now);
    }

    /// The bounds with how far the search is.
    pub(super) fn of(&self, bounds: Bounds) -> BoundsSoFar {
        let Some(time) = self.began.get().map(Instant::elapsed) else {
            return BoundsSoFar { bounds, searching: false, seconds: 0.0, seconds_left: None };
        };
        let (nodes, seconds) = (bounds.nodes, rounded(time.as_secs_f64()));
        let left = self.expected.load(Relaxed).checked_sub(nodes).filter(|_| nodes > 0);
        #[expect(clippy::cast_precision_loss, reason = "it is an estimate")]
        let seconds_left =
            left.map(|left| rounded(time.as_secs_f64() * left as f64 / nodes as f64));
        BoundsSoFar { bounds, searching: true, seconds, seconds_left }
    }
}
