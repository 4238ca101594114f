//! Errors in texts: the problem, and where it is.

use crate::board::error_text;

/// Why a line of text cannot be read, and where in it the error is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// The problem, and what is accepted.
    pub problem: String,
}

error_text!(ReadError, |Self { column, problem }, f| write!(f, "column {column}: {problem}"));

impl ReadError {
    /// An error at the beginning of `part`, which is a part of `text`, a line.
    pub(super) fn at(text: &str, part: &str, problem: impl Into<String>) -> Self {
        let offset = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
        let column = text.char_indices().take_while(|(index, _)| *index < offset).count() + 1;
        Self { column, problem: problem.into() }
    }
}
