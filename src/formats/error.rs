//! What is wrong with a text, and where.

use thiserror::Error;

/// Why a text cannot be read, and the place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What is wrong, and what is accepted.
    pub reason: String,
}

impl ReadError {
    /// An error at the beginning of `part`, which is a part of `text`, a line.
    pub(super) fn at(text: &str, part: &str, reason: impl Into<String>) -> Self {
        let offset = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
        let column = text.char_indices().take_while(|(index, _)| *index < offset).count() + 1;
        Self { line: 1, column, reason: reason.into() }
    }
}
