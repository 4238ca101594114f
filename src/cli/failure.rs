//! How a command fails, and with which exit code.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use othello_solver::storage::{FileError, TableError};

use super::color::ERROR;
use super::console::{INTERRUPTED, is_interrupted, remark};

/// The exit codes of all commands, as the README and the manual pages list them.
pub(crate) const EXIT_CODES: [(u8, &str); 4] = [
    (
        0,
        "Success, even if the reader of the output has closed the pipe. Ctrl-C is the normal way to \
         end `serve`, and `analyze` without `--depth`.",
    ),
    (
        1,
        "The command failed, or found something wrong: a result that does not hold, an engine that \
         is mistaken, a score in a file that is not the value.",
    ),
    (2, "Bad usage or bad input: an unknown option, an illegal move, a file that cannot be read."),
    (INTERRUPTED, "Interrupted by Ctrl-C or by a request to terminate."),
];

/// Why a command did not end well.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The options, a position, a move or a file of them is wrong. Exit code 2.
    Input(String),
    /// The arguments are right, but the command failed, or its answer is that something is wrong.
    /// Exit code 1, or 130 if it was interrupted.
    Failed(String),
    /// Nobody reads standard output any more. That is fine: exit code 0.
    Closed,
}

#[allow(clippy::needless_pass_by_value)] // as `map_err` wants it
impl Failure {
    /// Wrong options, a wrong position or a wrong file, for this reason.
    pub(crate) fn input(reason: impl Display) -> Self {
        Self::Input(reason.to_string())
    }

    /// It could not be done, for this reason.
    pub(crate) fn failed(reason: impl Display) -> Self {
        Self::Failed(reason.to_string())
    }

    /// The state of an earlier run cannot be used.
    pub(crate) fn of_state(error: TableError) -> Self {
        match error {
            TableError::File(_) => Self::failed(error),
            _ => Self::Failed(format!("{error}; remove it to begin again")),
        }
    }

    /// Says on standard error what went wrong.
    pub(crate) fn report(&self) -> ExitCode {
        let (reason, code) = match self {
            Self::Input(reason) => (reason, ExitCode::from(2)),
            Self::Failed(reason) if is_interrupted() => (reason, ExitCode::from(INTERRUPTED)),
            Self::Failed(reason) => (reason, ExitCode::FAILURE),
            Self::Closed => return ExitCode::SUCCESS,
        };
        remark(&format!("{ERROR}error:{ERROR:#} {reason}"));
        code
    }
}

/// A file that cannot be read is bad input, and one that cannot be written is not.
impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        if error.is_of_reading() { Self::input(error) } else { Self::failed(error) }
    }
}

/// An error of standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Failed(format!("cannot write to standard output: {error}")),
        }
    }
}
