//! The facts proved about a position before its search has ended, and how far the search has got.

use std::time::Duration;

use crate::documents::AnswerDocument;
use serde::Serialize;

/// The bounds proved so far, and the time spent on them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoundsSoFar {
    #[serde(flatten)]
    answer: AnswerDocument,
    /// Whether the search is running. It is false while the search waits for its first turn, or for
    /// its next one after it has made room for others.
    searching: bool,
    /// How long the search has run, in seconds.
    seconds: f64,
    /// An estimate of the remaining time in seconds, accurate to within a factor of ten; `null` if
    /// there is none.
    seconds_left: Option<f64>,
}

/// How long a search has run, and the basis for an estimate of the rest. Each turn starts the search
/// over.
#[derive(Debug, Default)]
pub struct Pace {
    /// The total time of finished turns.
    had: Duration,
    /// The start of the current turn by the clock, if there is one.
    began: Option<Duration>,
    /// The number of positions searched before the current turn.
    nodes: u64,
    /// The number of positions that a turn is expected to search.
    pub expected: u64,
}

impl Pace {
    /// Starts a turn, after this number of positions has been searched.
    pub fn begin(&mut self, now: Duration, nodes: u64) {
        (self.began, self.nodes) = (Some(now), nodes);
    }

    /// Ends the turn.
    pub fn pause(&mut self, now: Duration) {
        (self.had, self.began) = (self.time(now), None);
    }

    /// The running time so far.
    pub fn time(&self, now: Duration) -> Duration {
        self.had + self.began.map_or(Duration::ZERO, |began| now.saturating_sub(began))
    }

    /// Adds the state of the search to what it has proved.
    pub fn describe(&self, now: Duration, answer: AnswerDocument) -> BoundsSoFar {
        let rounded = |seconds: f64| (seconds * 10.0).round() / 10.0;
        let (nodes, time) = (answer.nodes.unwrap_or_default(), self.time(now).as_secs_f64());
        let searching = self.began.is_some();
        #[expect(clippy::cast_precision_loss, reason = "it is an estimate")]
        let seconds_left = match self.expected.checked_sub(nodes.saturating_sub(self.nodes)) {
            Some(left) if searching && nodes > 0 => {
                Some(rounded(time * left as f64 / nodes as f64))
            }
            _ => None,
        };
        BoundsSoFar { answer, searching, seconds: rounded(time), seconds_left }
    }
}
