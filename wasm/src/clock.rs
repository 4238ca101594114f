//! The clock of JavaScript.

use std::time::Duration;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// The time since the worker or the program started.
pub(crate) fn clock() -> Duration {
    Duration::from_secs_f64(now() / 1000.0)
}
