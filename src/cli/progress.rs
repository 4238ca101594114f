//! The progress bar.

use std::fmt;
use std::sync::Once;
use std::time::{Duration, Instant};

use indicatif::{
    HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};
use othello_core::progress::POSITIONS_PER_SECOND;
use othello_core::{Progress, Score};

use super::color::WARNING;
use super::console::{is_interrupted, remark};

/// A job that ends sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// A search that takes longer than this says so, and what to do instead.
const LONG: Duration = Duration::from_hours(24);

/// What takes longer is so far from all that was measured that its estimate is worth little.
const FAR: Duration = Duration::from_hours(24 * 365);

/// A bar on standard error, if that is a terminal, once a job has taken half a second. It stops the
/// job at Ctrl-C.
#[derive(Debug)]
pub(crate) struct Bar {
    line: ProgressBar,
    began: Instant,
    is_quiet: bool,
    /// Done once the bar is visible.
    shown: Once,
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
            warned: Once::new(),
        }
    }

    /// Prints something without the bar in the way.
    pub(crate) fn above<T>(&self, print: impl FnOnce() -> T) -> T {
        self.line.suspend(print)
    }

    fn style(&self, template: &str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.line.set_style(style.with_key("speed", speed));
        }
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
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

impl Progress for Bar {
    fn begin(&self, what: &str, steps: Option<u64>) {
        self.line.reset();
        match steps {
            Some(steps) => {
                self.style("{prefix} {wide_bar} {human_pos}/{human_len} {elapsed}");
                self.line.set_length(steps);
            }
            None => self.style("{spinner} {prefix} {elapsed} {msg}{human_pos} positions, {speed}"),
        }
        self.line.set_message("");
        self.line.set_prefix(what.to_owned());
        self.show();
    }

    fn advance(&self, steps: u64) {
        self.line.inc(steps);
        self.show();
    }

    fn expect(&self, positions: u64) {
        self.style(
            "{spinner} {prefix} {elapsed} {msg}{human_pos} positions, {speed}, roughly {eta} left",
        );
        self.line.set_length(positions);
        let time = Duration::from_secs(positions / POSITIONS_PER_SECOND);
        if time > LONG && !self.is_quiet {
            let factor = if time > FAR { "a hundred" } else { "ten" };
            let time = HumanDuration(time);
            self.above(|| {
                remark(&format!(
                    "Solving this will take about {time}; the estimate may be wrong by a factor of \
                     {factor}.\nInstead, try a smaller board or a position with fewer empty squares, \
                     share the board among\nmany machines with `campaign`, or look only some moves \
                     ahead with `play`, `review` or `analyze`."
                ));
            });
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
        let warning = format!("{WARNING}warning:{WARNING:#} {what}");
        self.warned.call_once(|| self.above(|| remark(&warning)));
    }

    fn is_stopped(&self) -> bool {
        self.show();
        is_interrupted()
    }
}

/// Writes how many positions are searched in a second.
fn speed(state: &ProgressState, text: &mut dyn fmt::Write) {
    // Writing to a string cannot fail.
    let _ = text.write_str(&a_second(state.pos(), state.elapsed()));
}

/// How many positions a second these are, in words.
pub(super) fn a_second(positions: u64, time: Duration) -> String {
    #[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
    let each_second = positions as f64 / time.as_secs_f64().max(1e-9);
    if each_second < 1e5 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
        let each_second = HumanCount(each_second as u64);
        format!("{each_second} a second")
    } else {
        format!("{:.1} million a second", each_second / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_is_never_nothing() {
        let in_a_second = |positions| a_second(positions, Duration::from_secs(1));
        assert_eq!(in_a_second(99_999), "99,999 a second");
        assert_eq!(in_a_second(12_345_678), "12.3 million a second");
    }
}
