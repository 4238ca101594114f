//! The progress bar, and Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use othello_solver::{Progress, Score, SearchMonitor};

/// A job that is done sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// Set by Ctrl-C.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C asks the job to stop, and the second stops the
/// program.
pub(crate) fn catch_ctrl_c() {
    // Where it cannot be caught, Ctrl-C stops the program as ever.
    let _ = ctrlc::set_handler(|| {
        if STOPPED.swap(true, Relaxed) {
            std::process::exit(130);
        }
    });
}

/// A bar on standard error, if that is a terminal, from half a second on.
#[derive(Debug)]
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar that is not seen yet, and never where it is to be `quiet`.
    pub(crate) fn new(quiet: bool) -> Self {
        let bar = ProgressBar::hidden();
        if !quiet {
            let waiting = bar.downgrade();
            thread::spawn(move || {
                thread::sleep(PATIENCE);
                if let Some(bar) = waiting.upgrade() {
                    // Indicatif draws nothing where this is no terminal.
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(Duration::from_millis(100));
                }
            });
        }
        Self(bar)
    }

    /// Prints something without the bar in the way.
    pub(crate) fn above<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Searches, and meanwhile shows how it goes and listens for Ctrl-C.
    pub(crate) fn watch(&self, what: &str, monitor: &SearchMonitor, search: &mut dyn FnMut()) {
        self.begin(what, None);
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                let began = Instant::now();
                while !done.load(Relaxed) {
                    thread::park_timeout(Duration::from_millis(100));
                    if self.stopped() {
                        monitor.stop();
                    }
                    self.report(&news(monitor, began.elapsed()));
                }
            });
            search();
            done.store(true, Relaxed);
            watcher.thread().unpark();
        });
    }
}

/// How far a search has come.
fn news(monitor: &SearchMonitor, time: Duration) -> String {
    let nodes = monitor.nodes();
    #[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
    let millions_per_second = nodes as f64 / time.as_secs_f64() / 1e6;
    let value = match monitor.bounds() {
        (Score::MIN, Score::MAX) => String::new(),
        (Score::MIN, upper) => format!("value ≤ {upper:+}, "),
        (lower, Score::MAX) => format!("value ≥ {lower:+}, "),
        (lower, upper) => format!("value {lower:+} … {upper:+}, "),
    };
    format!("{value}{} positions, {millions_per_second:.1} million a second", HumanCount(nodes))
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn begin(&self, what: &str, steps: Option<u64>) {
        let template = match steps {
            Some(_) => "{prefix} {wide_bar} {human_pos}/{human_len} {elapsed} {msg}",
            None => "{spinner} {prefix} {elapsed} {msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.0.set_style(style);
        }
        self.0.set_position(0);
        if let Some(steps) = steps {
            self.0.set_length(steps);
        }
        self.0.set_prefix(what.to_owned());
    }

    fn advance(&self, steps: u64) {
        self.0.inc(steps);
    }

    fn report(&self, news: &str) {
        self.0.set_message(news.to_owned());
    }

    fn stopped(&self) -> bool {
        STOPPED.load(Relaxed)
    }
}
