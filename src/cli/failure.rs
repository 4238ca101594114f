//! How a command fails, and with which exit code.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use anstream::eprintln;
use othello_solver::TableError;

use super::color::ERROR;

/// Why a command did not end well.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was typed is wrong. Exit code 2.
    Usage(String),
    /// What was typed is right, and it still could not be done, or the answer
    /// is that something is wrong. Exit code 1.
    Failed(String),
    /// Nobody reads standard output any more. That is fine: exit code 0.
    Closed,
}

impl Failure {
    /// Bad usage, for this reason.
    pub(crate) fn usage(reason: impl Display) -> Self {
        Self::Usage(reason.to_string())
    }

    /// It could not be done, for this reason.
    #[allow(clippy::needless_pass_by_value)] // as `map_err` wants it
    pub(crate) fn failed(reason: impl Display) -> Self {
        Self::Failed(reason.to_string())
    }

    /// What was kept of an earlier run cannot be used.
    pub(crate) fn of_state(error: TableError) -> Self {
        match error {
            TableError::File(_) => Self::failed(error),
            _ => Self::Failed(format!("{error}; remove it to begin again")),
        }
    }

    /// Says on standard error what went wrong.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Usage(reason) => {
                eprintln!("{ERROR}error:{ERROR:#} {reason}\n\nFor more information, try '--help'.");
                ExitCode::from(2)
            }
            Self::Failed(reason) => {
                eprintln!("{ERROR}error:{ERROR:#} {reason}");
                ExitCode::FAILURE
            }
            Self::Closed => ExitCode::SUCCESS,
        }
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
