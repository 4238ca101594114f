//! Messages on standard error, and Ctrl-C.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The exit code of an interrupted job, the same as for a program killed by Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// Set by Ctrl-C.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C asks the job to stop, and the second ends the program.
pub(crate) fn catch_ctrl_c() {
    // Where it cannot be caught, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(|| {
        if STOPPED.swap(true, Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    });
}

/// Whether Ctrl-C has asked the job to stop.
pub(crate) fn is_interrupted() -> bool {
    STOPPED.load(Relaxed)
}

/// Writes a line to standard error. An error there cannot be reported anywhere.
pub(crate) fn remark(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}
