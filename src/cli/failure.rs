//! How a command ends early: errors, Ctrl-C and the exit codes.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use othello_core::notation::{escaped, is_hidden};
use othello_solver::storage::{FileError, TableError};

use super::text::ERROR;

/// The exit code after Ctrl-C, the same as for a program that a shell reports as killed by it.
pub(crate) const INTERRUPTED: u8 = 130;

/// The exit codes of all commands, as listed in the guide and the manual pages.
pub(crate) const EXIT_CODES: [(u8, &str); 4] = [
    (
        0,
        "Success, even if the reader of the output closes the pipe. Ctrl-C is the normal way to \
         end `serve`, and `analyze` without `--depth`.",
    ),
    (
        1,
        "The command failed or found a mistake: a wrong result, an engine that breaks the rules, a \
         score in a file that differs from the value.",
    ),
    (2, "Bad usage or bad input: an unknown option, an illegal move, an unreadable file."),
    (INTERRUPTED, "Interrupted by Ctrl-C or by a request to terminate."),
];

/// Why a command did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A wrong option, position, move or input file. Exit code 2.
    Input(String),
    /// The arguments are fine, but the command failed or found a mistake. Exit code 1, or 130 if it
    /// was interrupted.
    Failed(String),
    /// The reader of standard output has closed the pipe, which is no error. Exit code 0.
    Closed,
}

/// The result of a command or of part of one.
pub(crate) type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// Fails unless a condition is met.
pub(crate) fn ensure(is_met: bool, otherwise: impl FnOnce() -> Failure) -> Result {
    if is_met { Ok(()) } else { Err(otherwise()) }
}

#[allow(clippy::needless_pass_by_value)] // for `map_err`
impl Failure {
    pub(crate) fn input(reason: impl Display) -> Self {
        Self::Input(reason.to_string())
    }

    pub(crate) fn failed(reason: impl Display) -> Self {
        Self::Failed(reason.to_string())
    }

    /// The saved state of an earlier run cannot be used.
    pub(crate) fn of_state(error: TableError) -> Self {
        match error {
            TableError::File(_) => Self::failed(error),
            _ => Self::Failed(format!("{error}; remove it to begin again")),
        }
    }

    /// Prints the error and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let (reason, code) = match self {
            Self::Input(reason) => (reason, ExitCode::from(2)),
            Self::Failed(reason) if is_interrupted() => (reason, ExitCode::from(INTERRUPTED)),
            Self::Failed(reason) => (reason, ExitCode::FAILURE),
            Self::Closed => return ExitCode::SUCCESS,
        };
        let lines: Vec<_> = reason.split('\n').map(escaped).collect();
        remark(&format!("{ERROR}error:{ERROR:#} {}", lines.join("\n")));
        code
    }
}

/// Failing to read a file means bad input; failing to write one does not.
impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        if error.action == "read" { Self::input(error) } else { Self::failed(error) }
    }
}

/// An error on standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Failed(format!("cannot write to standard output: {error}")),
        }
    }
}

/// The text without marks from names of files that would change the direction of text on a terminal.
/// Its control characters are line breaks and colours.
pub(crate) fn harmless(text: &str) -> String {
    text.replace(|it| is_hidden(it) && !char::is_control(it), "\u{fffd}")
}

/// Writes a line to standard error. If that fails, there is nowhere left to report it.
pub(crate) fn remark(text: &str) {
    let _ = writeln!(anstream::stderr(), "{}", harmless(text));
}

/// Set by Ctrl-C.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// From now on, the first Ctrl-C asks the job to stop and the second ends the program.
pub(crate) fn catch_ctrl_c() {
    // If no handler can be installed, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(|| {
        if STOPPED.swap(true, Relaxed) {
            process::exit(INTERRUPTED.into());
        }
    });
}

/// Whether Ctrl-C has asked the job to stop.
pub(crate) fn is_interrupted() -> bool {
    STOPPED.load(Relaxed)
}
