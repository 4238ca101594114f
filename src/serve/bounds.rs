//! What is known of a position before its search has ended.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use serde::Serialize;

use super::forecast::Forecast;
use super::question::Question;
use crate::board::{Size, Square};
use crate::game::{Objective, Position, Score, Scoring, Start};

/// The bounds of the value of a position and of its moves that are proved so far. All are seen by
/// the side to move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Bounds {
    /// The name and version of this format: [`Bounds::SCHEMA`].
    schema: &'static str,
    size: Size,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
    objective: Objective,
    score: Scoring,
    position: Position,
    /// Whether the search has begun, or waits for others to end.
    searching: bool,
    lower: Score,
    upper: Score,
    /// The legal moves, in the order of squares.
    moves: Vec<MoveBounds>,
    /// What is expected of them, if the search may take long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) forecast: Option<Forecast>,
    /// The number of positions searched.
    nodes: u64,
    /// How long the search has taken, in seconds.
    seconds: f64,
    /// About how many more it takes, which may be wrong by a factor of ten, if that can be said.
    seconds_left: Option<f64>,
}

/// The bounds of the value of a move.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MoveBounds {
    #[serde(rename = "move")]
    square: Square,
    lower: Score,
    upper: Score,
}

impl Bounds {
    /// The name and version of the format.
    const SCHEMA: &str = "othello-solver/bounds/1";

    /// Nothing is known yet.
    pub(super) fn new(question: &Question) -> Self {
        let Question { position, start, rules } = *question;
        let size = position.size();
        let upper = size.squares().cast_signed();
        let lower = -upper;
        let moves = position.moves().into_iter();
        Self {
            schema: Self::SCHEMA,
            size,
            start,
            objective: rules.objective,
            score: rules.scoring,
            position,
            searching: false,
            lower,
            upper,
            moves: moves.map(|square| MoveBounds { square, lower, upper }).collect(),
            forecast: None,
            nodes: 0,
            seconds: 0.0,
            seconds_left: None,
        }
    }

    pub(super) fn narrow(&mut self, lower: Score, upper: Score) {
        (self.lower, self.upper) = (self.lower.max(lower), self.upper.min(upper));
        for of in &mut self.moves {
            of.upper = of.upper.min(upper);
        }
    }

    pub(super) fn narrow_move(&mut self, square: Square, lower: Score, upper: Score) {
        for of in self.moves.iter_mut().filter(|of| of.square == square) {
            (of.lower, of.upper) = (of.lower.max(lower), of.upper.min(upper));
        }
    }

    /// The same with how far the search is.
    pub(super) fn at(mut self, pace: &Pace) -> Self {
        let nodes = pace.nodes.load(Relaxed);
        let Some(time) = pace.began.get().map(Instant::elapsed) else { return self };
        (self.searching, self.nodes, self.seconds) = (true, nodes, rounded(time.as_secs_f64()));
        let left = pace.expected.load(Relaxed).checked_sub(nodes).filter(|_| nodes > 0);
        #[expect(clippy::cast_precision_loss, reason = "it is an estimate")]
        let left = left.map(|left| rounded(time.as_secs_f64() * left as f64 / nodes as f64));
        self.seconds_left = left;
        self
    }
}

/// To a tenth of a second.
fn rounded(seconds: f64) -> f64 {
    (seconds * 10.0).round() / 10.0
}

/// How far a search is, told by its threads.
#[derive(Debug, Default)]
pub(super) struct Pace {
    began: OnceLock<Instant>,
    pub(super) nodes: AtomicU64,
    pub(super) expected: AtomicU64,
}

impl Pace {
    /// The search begins.
    pub(super) fn begin(&self) {
        self.began.get_or_init(Instant::now);
    }
}
