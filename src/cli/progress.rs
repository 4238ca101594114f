//! The progress bar.

use std::fmt;
use std::sync::Once;
use std::time::Instant;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use othello_core::TimeLimit;
use othello_core::progress::POSITIONS_PER_SECOND;
use othello_solver::clock::clock;

use super::failure::catch_ctrl_c;
use super::prelude::*;
use super::text::{WARNING, speed};

/// The bar appears only if a job takes longer than this.
const DELAY: Duration = Duration::from_millis(500);

/// Whether to show a progress bar.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct QuietArgs {
    /// Print only errors on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl QuietArgs {
    /// The bar of a job that stops at Ctrl-C.
    pub(crate) fn bar(self) -> Bar {
        catch_ctrl_c();
        Bar::new(self.quiet)
    }
}

/// A bar on standard error, if that is a terminal. It also stops the job at Ctrl-C.
pub(crate) struct Bar {
    line: ProgressBar,
    began: Instant,
    is_quiet: bool,
    /// Completed when the bar appears.
    shown: Once,
    /// Completed by the first warning: the others are not printed.
    warned: Once,
}

impl Bar {
    /// A bar that is not visible yet. If it is quiet, it never will be.
    pub(crate) fn new(is_quiet: bool) -> Self {
        let (line, began) = (ProgressBar::hidden(), Instant::now());
        Self { line, began, is_quiet, shown: Once::new(), warned: Once::new() }
    }

    /// A time limit for a job that starts now and reports to this bar.
    pub(crate) fn limit(&self, time: Duration) -> TimeLimit<'_> {
        TimeLimit::new(self, &clock, time)
    }

    /// Hides the bar while something is printed.
    pub(crate) fn above<T>(&self, print: impl FnOnce() -> T) -> T {
        self.line.suspend(print)
    }

    fn style(&self, template: &str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.line.set_style(style.with_key("speed", write_speed));
        }
    }

    /// Shows the bar if the job has taken long enough.
    fn show(&self) {
        if !self.is_quiet && !self.shown.is_completed() && self.began.elapsed() > DELAY {
            self.shown.call_once(|| {
                // Indicatif draws nothing if this is not a terminal.
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
        if time > Duration::from_hours(24) && !self.is_quiet {
            // Nothing that takes a year has been measured, so such estimates are even less reliable.
            let is_very_long = time > Duration::from_hours(24 * 365);
            let factor = if is_very_long { "a hundred" } else { "ten" };
            let time = HumanDuration(time);
            self.above(|| {
                remark(&format!(
                    "Solving this will take about {time}; the estimate may be off by a factor of \
                     {factor}.\nInstead, try a smaller board or a position with fewer empty squares, \
                     spread the board over\nmany machines with `campaign`, or look only a few moves \
                     ahead with `play`, `review` or `analyze`."
                ));
            });
        }
    }

    fn bounds(&self, lower: Score, upper: Score) {
        let end = if lower == upper { String::new() } else { format!(" to {upper:+}") };
        self.line.set_message(format!("value {lower:+}{end}, "));
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

fn write_speed(state: &ProgressState, text: &mut dyn fmt::Write) {
    // Writing to a string cannot fail.
    let _ = text.write_str(&speed(state.pos(), state.elapsed()));
}
