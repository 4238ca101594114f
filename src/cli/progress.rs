//! The progress bar, and Ctrl-C.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

use anstream::eprintln;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use othello_solver::{Progress, Score};

use super::color::WARNING;

/// A job that ends sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// After this time a search says how long it will take, from its speed so far.
const FORECAST: Duration = Duration::from_secs(3);

/// Set by Ctrl-C.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C asks the job to stop, and the second ends the program.
pub(crate) fn catch_ctrl_c() {
    // Where it cannot be caught, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(|| {
        if STOPPED.swap(true, Relaxed) {
            std::process::exit(130);
        }
    });
}

/// A bar on standard error, if that is a terminal, once a job has taken half a second. It stops the
/// job at Ctrl-C.
#[derive(Debug)]
pub(crate) struct Bar {
    line: ProgressBar,
    began: Instant,
    is_quiet: bool,
    /// Done once the bar is visible.
    shown: Once,
    /// The number of positions that the search is expected to look at, until the forecast has been
    /// printed. 0 if there is nothing to print.
    expected: AtomicU64,
    /// When the first positions were reported. A search that continues reads its table before that.
    first_positions: OnceLock<Instant>,
    /// Done once a warning was printed.
    warned: Once,
}

impl Bar {
    /// A bar that is not visible yet, and never will be if it is `quiet`.
    pub(crate) fn new(is_quiet: bool) -> Self {
        Self {
            line: ProgressBar::hidden(),
            began: Instant::now(),
            is_quiet,
            shown: Once::new(),
            expected: AtomicU64::new(0),
            first_positions: OnceLock::new(),
            warned: Once::new(),
        }
    }

    /// Prints something without the bar in the way.
    pub(crate) fn above<T>(&self, print: impl FnOnce() -> T) -> T {
        self.line.suspend(print)
    }

    /// Shows the bar if the job takes long enough.
    fn show(&self) {
        if !self.is_quiet && !self.shown.is_completed() && self.began.elapsed() > PATIENCE {
            self.shown.call_once(|| {
                // Indicatif draws nothing where this is no terminal.
                self.line.set_draw_target(ProgressDrawTarget::stderr());
                self.line.enable_steady_tick(Duration::from_millis(100));
            });
        }
    }

    /// The forecast of how long the search takes. It is given once, if the search runs for some
    /// seconds.
    fn forecast(&self) -> Option<String> {
        let time = self.first_positions.get_or_init(Instant::now).elapsed();
        if self.expected.load(Relaxed) == 0 || time < FORECAST {
            return None;
        }
        let expected = self.expected.swap(0, Relaxed);
        #[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
        let ratio = expected as f64 / self.line.position().max(1) as f64;
        (expected > 0).then(|| forecast(time.as_secs_f64() * ratio))
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
        self.expected.store(0, Relaxed);
        self.line.set_message("");
        self.line.set_prefix(what.to_owned());
        self.show();
    }

    fn advance(&self, steps: u64) {
        self.line.inc(steps);
        self.show();
        if let Some(forecast) = self.forecast() {
            // A search does not end because nobody listens.
            let _ = self.above(|| writeln!(io::stderr(), "{forecast}"));
        }
    }

    fn expect(&self, positions: u64) {
        if !self.is_quiet {
            self.expected.store(positions, Relaxed);
        }
    }

    fn bounds(&self, lower: Score, upper: Score) {
        self.line.set_message(if lower == upper {
            format!("value {lower:+}, ")
        } else {
            format!("value {lower:+} to {upper:+}, ")
        });
    }

    fn warn(&self, what: &str) {
        self.warned.call_once(|| self.above(|| eprintln!("{WARNING}warning:{WARNING:#} {what}")));
    }

    fn is_stopped(&self) -> bool {
        self.show();
        STOPPED.load(Relaxed)
    }
}

/// Writes how many positions are searched in a second.
fn speed(state: &ProgressState, text: &mut dyn fmt::Write) {
    #[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
    let millions_per_second = state.pos() as f64 / state.elapsed().as_secs_f64().max(1e-9) / 1e6;
    // Writing to a string cannot fail.
    let _ = write!(text, "{millions_per_second:.1} million a second");
}

/// The forecast for a search that takes about this number of seconds.
fn forecast(seconds: f64) -> String {
    const DAY: Duration = Duration::from_hours(24);
    let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    let mut text = format!(
        "Solving this will take about {}; the estimate may be wrong by a factor of ten.",
        HumanDuration(time)
    );
    if time > DAY {
        text += "\nInstead, try a smaller board or a position with fewer empty squares, share the \
                 board among\nmany machines with `campaign`, or look only some moves ahead with \
                 `play`, `review` or `analyze`.";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forecast_of_more_than_a_day_says_what_to_do_instead() {
        for (seconds, time, is_too_long) in [
            (20.0, "about 20 seconds", false),
            (2_500.0, "about 42 minutes", false),
            (23.0 * 3600.0, "about 23 hours", false),
            (25.0 * 3600.0, "about 25 hours", true),
            (9e8, "about 29 years", true),
            (f64::MAX, " years", true),
        ] {
            let text = forecast(seconds);
            let (begin, rest) = text.split_once(';').unwrap();
            assert!(begin.starts_with("Solving this will take about "), "{text}");
            assert!(begin.ends_with(time), "{text}");
            assert_eq!(rest.contains("campaign"), is_too_long, "{text}");
        }
    }

    #[test]
    fn a_search_of_some_seconds_forecasts_its_time_once() {
        let mut bar = Bar::new(false);
        bar.begin("solving", None);
        bar.expect(1000);
        bar.line.inc(10);
        assert_eq!(bar.forecast(), None);
        bar.first_positions = Instant::now().checked_sub(10 * FORECAST).unwrap().into();
        assert!(bar.forecast().unwrap().contains("about 50 minutes"));
        assert_eq!(bar.forecast(), None);
        bar.expect(1000);
        bar.begin("solving, empties to the winner", None);
        assert_eq!(bar.forecast(), None);
    }

    #[test]
    fn a_quiet_search_says_nothing() {
        let mut bar = Bar::new(true);
        bar.expect(1000);
        bar.first_positions = Instant::now().checked_sub(10 * FORECAST).unwrap().into();
        assert_eq!(bar.forecast(), None);
    }
}
