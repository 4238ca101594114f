//! The progress bar, and Ctrl-C.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anstream::eprintln;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use othello_solver::{Progress, Score};

use super::color::WARNING;

/// A job that is done sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// Set by Ctrl-C.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C asks the job to stop, and the second ends the
/// program.
pub(crate) fn catch_ctrl_c() {
    // Where it cannot be caught, Ctrl-C ends the program as ever.
    let _ = ctrlc::set_handler(|| {
        if STOPPED.swap(true, Relaxed) {
            std::process::exit(130);
        }
    });
}

/// A bar on standard error, if that is a terminal, once a job has taken half a
/// second. It stops the job at Ctrl-C.
#[derive(Debug)]
pub(crate) struct Bar {
    line: ProgressBar,
    began: Instant,
    /// Whether it is still to be shown.
    is_due: AtomicBool,
    /// What is said when it is shown.
    note: &'static str,
    has_warned: AtomicBool,
}

impl Bar {
    /// A bar that is not seen yet, and never if it is to be `quiet`.
    pub(crate) fn new(quiet: bool) -> Self {
        let is_due = AtomicBool::new(!quiet);
        Self {
            line: ProgressBar::hidden(),
            began: Instant::now(),
            is_due,
            note: "",
            has_warned: AtomicBool::new(false),
        }
    }

    /// The bar with a line of text above it.
    pub(crate) fn with_note(mut self, note: &'static str) -> Self {
        self.note = note;
        self
    }

    /// Prints something without the bar in the way.
    pub(crate) fn above<T>(&self, print: impl FnOnce() -> T) -> T {
        self.line.suspend(print)
    }

    /// Shows the bar if the job takes long enough.
    fn show(&self) {
        if self.is_due.load(Relaxed)
            && self.began.elapsed() > PATIENCE
            && self.is_due.swap(false, Relaxed)
        {
            // Indicatif draws nothing where this is no terminal.
            self.line.set_draw_target(ProgressDrawTarget::stderr());
            if !self.note.is_empty() {
                self.line.println(self.note);
            }
            self.line.enable_steady_tick(Duration::from_millis(100));
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

impl Progress for Bar {
    fn begin(&self, what: &str, steps: Option<u64>) {
        let template = match steps {
            Some(_) => "{prefix} {wide_bar} {human_pos}/{human_len} {elapsed}",
            None => "{spinner} {prefix} {elapsed} {msg}{human_pos} positions, {speed}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.line.set_style(style.with_key("speed", speed));
        }
        // The positions of several searches are counted together.
        if steps.is_some() || self.line.length().is_some() {
            self.line.set_position(0);
        }
        match steps {
            Some(steps) => self.line.set_length(steps),
            None => self.line.unset_length(),
        }
        self.line.set_message("");
        self.line.set_prefix(what.to_owned());
        self.show();
    }

    fn advance(&self, steps: u64) {
        self.line.inc(steps);
        self.show();
    }

    fn bounds(&self, lower: Score, upper: Score) {
        self.line.set_message(if lower == upper {
            format!("value {lower:+}, finding all best moves, ")
        } else {
            format!("value {lower:+} to {upper:+}, ")
        });
    }

    fn warn(&self, what: &str) {
        if !self.has_warned.swap(true, Relaxed) {
            self.above(|| eprintln!("{WARNING}warning:{WARNING:#} {what}"));
        }
    }

    fn is_stopped(&self) -> bool {
        self.show();
        STOPPED.load(Relaxed)
    }
}

/// Writes how many positions are looked at in a second.
fn speed(state: &ProgressState, text: &mut dyn Write) {
    #[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
    let millions_per_second = state.pos() as f64 / state.elapsed().as_secs_f64().max(1e-9) / 1e6;
    // Writing to a string cannot fail.
    let _ = write!(text, "{millions_per_second:.1} million a second");
}
