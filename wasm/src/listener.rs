//! Reports of a running search.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use othello_core::analysis::TABLE;
use othello_core::answer::{Contradiction, OpenQuestion};
use othello_core::requests::{Pace, SearchRequest};
use othello_core::{Progress, Score, Square, TimeLimit};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// How often the search reports if nothing new is proved.
const PULSE: Duration = Duration::from_secs(1);

/// A search of fewer positions is over in a fraction of a second, and needs no forecast.
const LONG: u64 = 500_000;

/// The most time for a forecast.
const FORECAST: Duration = Duration::from_millis(300);

#[wasm_bindgen]
extern "C" {
    /// A function in JavaScript that takes a document and returns whether to stop. It must not throw: an
    /// exception would leave the search half finished.
    pub type Callback;

    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    #[wasm_bindgen(method)]
    fn call(this: &Callback, context: &JsValue, json: &str) -> bool;
}

/// The clock: the time since the worker or the program started.
pub(crate) fn clock() -> Duration {
    Duration::from_secs_f64(now() / 1000.0)
}

pub(crate) fn json(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("it can be written as JSON")
}

thread_local! {
    /// The function that is called with bounds. A listener can be shared by threads, and functions of
    /// JavaScript cannot, so it is kept here.
    static CALLBACK: RefCell<Option<Callback>> = const { RefCell::new(None) };
}

/// The listener of a search.
pub(crate) struct Listener {
    pub(crate) open: OpenQuestion,
    request: SearchRequest,
    limit: TimeLimit<'static>,
    pace: Mutex<Pace>,
    /// The time of the last report by the clock.
    told: Mutex<Duration>,
    is_stopped: AtomicBool,
}

impl Listener {
    /// Begins to report to a function.
    pub(crate) fn new(request: SearchRequest, time: Duration, callback: Callback) -> Self {
        CALLBACK.set(Some(callback));
        let open = OpenQuestion::new(request.question);
        let mut pace = Pace::default();
        pace.begin(clock(), 0);
        let limit = TimeLimit::new(&(), &clock, time);
        let (pace, told) = (Mutex::new(pace), Mutex::default());
        Self { open, request, limit, pace, told, is_stopped: false.into() }
    }

    /// Adds a forecast to a search that may take long.
    pub(crate) fn forecast(&self) -> Result<(), Contradiction> {
        if self.request.question.expected_positions() <= LONG {
            return Ok(());
        }
        let limit = TimeLimit::new(&(), &clock, FORECAST.min(self.limit.left() / 2));
        self.open.look_ahead(TABLE, &limit)
    }

    /// The document with the bounds proved so far.
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
        *self.told.lock().expect("no thread has panicked") = clock();
        let document = self.document();
        let call = |callback: &Callback| callback.call(&JsValue::NULL, &document);
        if CALLBACK.with_borrow(|callback| callback.as_ref().is_some_and(call)) {
            self.is_stopped.store(true, Relaxed);
        }
    }
}

impl Progress for Listener {
    fn advance(&self, _steps: u64) {
        let told = *self.told.lock().expect("no thread has panicked");
        if clock() >= told + PULSE {
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
        self.is_stopped.load(Relaxed) || self.limit.is_stopped()
    }

    fn left(&self) -> Duration {
        self.limit.left()
    }
}
