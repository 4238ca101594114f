//! The progress bar, and Ctrl-C.

use std::fmt;
use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anstream::eprintln;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
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
    /// Whether it is still to be shown.
    is_due: AtomicBool,
    /// The line of text above the bar.
    note: &'static str,
    /// The number of positions that the search is expected to look at, until the forecast has been
    /// printed. 0 if there is nothing to print.
    expected: AtomicU64,
    /// When the first positions were reported. A search that continues reads its table before that.
    first_positions: OnceLock<Instant>,
    /// Whether the forecast was printed.
    is_long: AtomicBool,
    has_warned: AtomicBool,
}

impl Bar {
    /// A bar that is not visible yet, and never will be if it is `quiet`.
    pub(crate) fn new(is_quiet: bool) -> Self {
        Self {
            line: ProgressBar::hidden(),
            began: Instant::now(),
            is_quiet,
            is_due: AtomicBool::new(!is_quiet),
            note: "",
            expected: AtomicU64::new(0),
            first_positions: OnceLock::new(),
            is_long: AtomicBool::new(false),
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

    /// The forecast of how long the search takes. It is given once, if the search runs for some
    /// seconds.
    fn forecast(&self) -> Option<String> {
        let time = self.first_positions.get_or_init(Instant::now).elapsed();
        if self.expected.load(Relaxed) == 0 || time < FORECAST {
            return None;
        }
        let expected = self.expected.swap(0, Relaxed);
        if expected == 0 {
            return None;
        }
        self.is_long.store(true, Relaxed);
        #[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
        let ratio = expected as f64 / self.line.position().max(1) as f64;
        Some(forecast(time.as_secs_f64() * ratio))
    }

    /// The line that follows the forecast of [`Self::forecast`] once the value is known.
    fn known(&self, lower: Score, upper: Score) -> Option<String> {
        let is_said = lower == upper && self.is_long.load(Relaxed);
        is_said.then(|| format!("value {lower:+}; finding all best moves and the line"))
    }

    /// Prints a line, if there is one. A search does not end because nobody listens.
    fn say(&self, line: Option<String>) {
        if let Some(line) = line {
            let _ = self.above(|| writeln!(io::stderr(), "{line}"));
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
        self.expected.store(0, Relaxed);
        self.is_long.store(false, Relaxed);
        self.line.set_message("");
        self.line.set_prefix(what.to_owned());
        self.show();
    }

    fn advance(&self, steps: u64) {
        self.line.inc(steps);
        self.show();
        self.say(self.forecast());
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
        self.say(self.known(lower, upper));
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

/// Writes how many positions are searched in a second.
fn speed(state: &ProgressState, text: &mut dyn fmt::Write) {
    #[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
    let millions_per_second = state.pos() as f64 / state.elapsed().as_secs_f64().max(1e-9) / 1e6;
    // Writing to a string cannot fail.
    let _ = write!(text, "{millions_per_second:.1} million a second");
}

/// The forecast for a search that takes about this number of seconds.
fn forecast(seconds: f64) -> String {
    const MINUTE: f64 = 60.0;
    const HOUR: f64 = 60.0 * MINUTE;
    const DAY: f64 = 24.0 * HOUR;
    const YEAR: f64 = 365.25 * DAY;
    let units = [(YEAR, "years"), (DAY, "days"), (HOUR, "hours"), (MINUTE, "minutes")];
    let unit = units.iter().find(|(length, _)| seconds >= 1.5 * length);
    let time = match unit.map(|(length, name)| (seconds / length, name)) {
        None => "a minute or less".to_owned(),
        Some((1000.0.., _)) => "more than a thousand years".to_owned(),
        Some((number, name)) => {
            let digit = 10_f64.powf(number.log10().floor());
            format!("about {} {name}", (number / digit).round() * digit)
        }
    };
    let mut text =
        format!("Solving this will take {time}; the estimate may be wrong by a factor of ten.");
    if seconds > DAY {
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
    fn forecasts_are_round_numbers() {
        let forecast_of = |seconds| {
            let text = forecast(seconds);
            let (time, rest) = text["Solving this will take ".len()..].split_once(';').unwrap();
            (time.to_owned(), rest.contains("campaign"))
        };
        for (seconds, time, is_too_long) in [
            (0.0, "a minute or less", false),
            (89.0, "a minute or less", false),
            (91.0, "about 2 minutes", false),
            (2_500.0, "about 40 minutes", false),
            (3.4 * 3600.0, "about 3 hours", false),
            (23.0 * 3600.0, "about 20 hours", false),
            (25.0 * 3600.0, "about 30 hours", true),
            (9.6 * 86_400.0, "about 10 days", true),
            (1e10, "about 300 years", true),
            (f64::MAX, "more than a thousand years", true),
        ] {
            assert_eq!(forecast_of(seconds), (time.to_owned(), is_too_long));
        }
    }

    #[test]
    fn a_search_of_some_seconds_forecasts_its_time_once_and_says_when_the_value_is_known() {
        let mut bar = Bar::new(false);
        bar.begin("solving", None);
        bar.expect(1000);
        bar.line.inc(10);
        assert_eq!((bar.forecast(), bar.known(-4, -4)), (None, None));
        bar.first_positions = Instant::now().checked_sub(10 * FORECAST).unwrap().into();
        assert!(bar.forecast().unwrap().contains("about 50 minutes"));
        assert_eq!((bar.forecast(), bar.known(-6, -4)), (None, None));
        let known = "value -4; finding all best moves and the line";
        assert_eq!(bar.known(-4, -4).as_deref(), Some(known));
        bar.begin("solving, empties to the winner", None);
        assert_eq!((bar.forecast(), bar.known(-4, -4)), (None, None));
    }

    #[test]
    fn a_quiet_search_says_nothing() {
        let mut bar = Bar::new(true);
        bar.expect(1000);
        bar.first_positions = Instant::now().checked_sub(10 * FORECAST).unwrap().into();
        assert_eq!((bar.forecast(), bar.known(-4, -4)), (None, None));
    }
}
