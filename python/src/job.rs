//! Long jobs.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use othello_core::Progress;
use othello_core::answer::AnswerError;
use othello_core::search::NoMemory;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// How often a job checks whether Ctrl-C was pressed.
const INTERVAL: Duration = Duration::from_millis(50);

/// A listener that only stops a job.
pub(crate) struct Stop(AtomicBool);

impl Progress for Stop {
    fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// The exception for a question without an answer.
pub(crate) fn failed(error: AnswerError) -> PyErr {
    match error {
        AnswerError::NoMemory(error) => PyMemoryError::new_err(error.to_string()),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}

/// Threads for one job; 0 means one for each processor. Rayon's global pool would not survive a fork.
pub(crate) fn pool(threads: usize) -> PyResult<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Runs a job without holding the interpreter lock, so that other Python threads keep running.
/// Ctrl-C stops it.
pub(crate) fn without_interpreter<T: Send>(
    py: Python<'_>,
    job: impl FnOnce(&Stop) -> T + Send,
) -> PyResult<T> {
    let stop = Stop(AtomicBool::new(false));
    py.detach(|| {
        thread::scope(|scope| {
            let (done, end) = channel::<()>();
            let stop = &stop;
            let job = scope.spawn(move || {
                let _done = done;
                job(stop)
            });
            // Signals only reach this thread.
            while end.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                #[expect(clippy::redundant_closure_for_method_calls, reason = "lifetimes need it")]
                if let Err(interrupt) = Python::attach(|py| py.check_signals()) {
                    stop.0.store(true, Relaxed);
                    let _ = job.join();
                    return Err(interrupt);
                }
            }
            job.join().map_err(|panic| match panic.downcast_ref::<NoMemory>() {
                Some(problem) => PyMemoryError::new_err(problem.to_string()),
                None => resume_unwind(panic),
            })
        })
    })
}
