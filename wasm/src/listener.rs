//! Reports of a running search.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use othello_core::analysis::{BoundsKeeper, Forecast, PositionBounds};
use othello_core::search::expected_positions;
use othello_core::{Progress, Score, Square, TimeLimit};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::clock::clock;
use crate::request::SearchRequest;
use crate::{deepest, json};

/// How often the search reports if nothing new is proved, in milliseconds.
const PULSE: u64 = 1000;

/// A search of fewer positions is over in a second or two, and needs no forecast.
const LONG: u64 = 3_000_000;

/// The time for a forecast.
const FORECAST: Duration = Duration::from_millis(300);

#[wasm_bindgen]
extern "C" {
    /// A function in JavaScript that takes a document.
    pub type Callback;

    #[wasm_bindgen(method)]
    fn call(this: &Callback, context: &JsValue, json: &str);
}

thread_local! {
    /// The function that hears of bounds. A listener can be shared by threads, and functions of
    /// JavaScript cannot, so it is kept here.
    static CALLBACK: RefCell<Option<Callback>> = const { RefCell::new(None) };
}

/// The bounds that are proved so far: the document of the server's API.
#[derive(Serialize)]
struct BoundsSoFar {
    #[serde(flatten)]
    bounds: PositionBounds,
    searching: bool,
    seconds: f64,
    seconds_left: Option<f64>,
}

/// The listener of a search.
pub(crate) struct Listener {
    pub(crate) known: BoundsKeeper<'static>,
    began: Duration,
    /// The number of positions that the search is expected to take.
    expected: AtomicU64,
    /// The last report, in milliseconds by the clock.
    told: AtomicU64,
}

impl Listener {
    /// Begins to report to a function.
    pub(crate) fn new(request: &SearchRequest, callback: Option<Callback>) -> Self {
        CALLBACK.set(callback);
        let known = BoundsKeeper::new(request.position, request.rules, &());
        known.kept().start = request.start;
        let (expected, told) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { known, began: clock(), expected, told }
    }

    /// Adds a forecast to a search that may take long.
    pub(crate) fn forecast(&self, request: &SearchRequest) {
        let SearchRequest { position, rules, .. } = *request;
        if expected_positions(position, rules.objective) > LONG {
            let limit = TimeLimit::new(&(), clock, FORECAST);
            let forecast = Forecast::new(position, &deepest(rules), &limit);
            self.known.kept().forecast = forecast;
        }
    }

    /// The document of what is proved by now.
    pub(crate) fn document(&self, searching: bool) -> String {
        let (bounds, time) =
            (self.known.bounds(), clock().saturating_sub(self.began).as_secs_f64());
        let left = self.expected.load(Relaxed).checked_sub(bounds.nodes);
        let left = left.filter(|_| bounds.nodes > 0 && searching);
        #[expect(clippy::cast_precision_loss, reason = "it is an estimate")]
        let seconds_left = left.map(|left| rounded(time * left as f64 / bounds.nodes as f64));
        json(&BoundsSoFar { bounds, searching, seconds: rounded(time), seconds_left })
    }

    pub(crate) fn tell(&self) {
        self.told.store(milliseconds(), Relaxed);
        CALLBACK.with_borrow(|callback| {
            if let Some(callback) = callback {
                callback.call(&JsValue::NULL, &self.document(true));
            }
        });
    }
}

/// To a tenth of a second.
fn rounded(seconds: f64) -> f64 {
    (seconds * 10.0).round() / 10.0
}

fn milliseconds() -> u64 {
    u64::try_from(clock().as_millis()).unwrap_or(u64::MAX)
}

impl Progress for Listener {
    fn begin(&self, what: &str, steps: Option<u64>) {
        self.known.begin(what, steps);
    }

    fn advance(&self, steps: u64) {
        self.known.advance(steps);
        if milliseconds().saturating_sub(self.told.load(Relaxed)) >= PULSE {
            self.tell();
        }
    }

    fn expect(&self, positions: u64) {
        self.expected.store(positions, Relaxed);
    }

    fn bounds(&self, lower: Score, upper: Score) {
        Progress::bounds(&self.known, lower, upper);
        self.tell();
    }

    fn move_bounds(&self, square: Square, lower: Score, upper: Score) {
        self.known.move_bounds(square, lower, upper);
        self.tell();
    }
}
