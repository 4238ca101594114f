//! Reports of a running search.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use othello_core::answer::{Contradiction, OpenQuestion, Question};
use othello_core::requests::{Pace, SearchRequest};
use othello_core::search::expected_positions;
use othello_core::{Progress, Score, Square, TimeLimit};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::clock::clock;
use crate::{deepest, json};

/// How often the search reports if nothing new is proved, in milliseconds.
const PULSE: u64 = 1000;

/// A search of fewer positions is over in a fraction of a second, and needs no forecast.
const LONG: u64 = 500_000;

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

/// The listener of a search.
pub(crate) struct Listener {
    pub(crate) open: OpenQuestion,
    request: SearchRequest,
    limit: TimeLimit<'static>,
    pace: Mutex<Pace>,
    /// The last report, in milliseconds by the clock.
    told: AtomicU64,
}

impl Listener {
    /// Begins to report to a function.
    pub(crate) fn new(request: SearchRequest, time: Duration, callback: Option<Callback>) -> Self {
        CALLBACK.set(callback);
        let open = OpenQuestion::new(request.question);
        let mut pace = Pace::default();
        pace.begin(clock(), 0);
        let limit = TimeLimit::new(&(), clock, time);
        Self { open, request, limit, pace: Mutex::new(pace), told: AtomicU64::new(0) }
    }

    /// Adds a forecast to a search that may take long.
    pub(crate) fn forecast(&self) -> Result<(), Contradiction> {
        let Question { position, rules, .. } = self.request.question;
        if expected_positions(position, rules.objective) <= LONG {
            return Ok(());
        }
        let limit = TimeLimit::new(&(), clock, FORECAST);
        self.open.look_ahead(&deepest(rules), &limit)
    }

    /// The document of what is proved by now.
    fn document(&self) -> String {
        json(&self.pace().describe(clock(), self.request.bounds(&self.open)))
    }

    /// The document with the final bounds, after the search has ended.
    pub(crate) fn last_document(&self) -> String {
        self.pace().pause(clock());
        self.document()
    }

    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().expect("no thread has panicked")
    }

    pub(crate) fn tell(&self) {
        self.told.store(milliseconds(), Relaxed);
        CALLBACK.with_borrow(|callback| {
            if let Some(callback) = callback {
                callback.call(&JsValue::NULL, &self.document());
            }
        });
    }
}

fn milliseconds() -> u64 {
    u64::try_from(clock().as_millis()).unwrap_or(u64::MAX)
}

impl Progress for Listener {
    fn advance(&self, _steps: u64) {
        if milliseconds().saturating_sub(self.told.load(Relaxed)) >= PULSE {
            self.tell();
        }
    }

    fn expect(&self, positions: u64) {
        self.pace().expected = positions;
    }

    fn bounds(&self, _lower: Score, _upper: Score) {
        self.tell();
    }

    fn move_bounds(&self, _square: Square, _lower: Score, _upper: Score) {
        self.tell();
    }

    fn is_stopped(&self) -> bool {
        self.limit.is_stopped()
    }

    fn left(&self) -> Duration {
        self.limit.left()
    }
}
