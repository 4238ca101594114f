//! Why a text cannot be read.

use std::fmt::Display;

use crate::board::error_text;
use crate::game::IllegalMove;
use crate::named;

/// The kind of a problem in a text. Every interface reports the same kind for the same text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// There is no position and no game.
    Empty,
    /// There is more than one position or game where one is expected.
    Several,
    /// A character that is not a cell.
    Cell,
    /// The side to move is missing or not a side.
    Side,
    /// The board is unknown, ambiguous or another one than expected.
    Size,
    /// Not a square of the board.
    Square,
    /// A move that is not legal.
    Move,
    /// A pass that is not forced.
    Pass,
    /// The other colour is to move.
    Turn,
    /// Not a possible score.
    Score,
    /// A record that is malformed or cut off.
    Record,
    /// A game other than Othello.
    Game,
    /// Something that would change the meaning and is not supported.
    Unsupported,
    /// A file that is compressed, damaged or not a file of positions or games.
    File,
}

named! { ReadErrorKind {
    Empty = "empty", Several = "several", Cell = "cell", Side = "side", Size = "size",
    Square = "square", Move = "move", Pass = "pass", Turn = "turn", Score = "score",
    Record = "record", Game = "game", Unsupported = "unsupported", File = "file"
} }

/// Why a text cannot be read, and where the problem is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// The kind of problem.
    pub kind: ReadErrorKind,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1, or 0 for a record as a whole.
    pub column: usize,
    /// The problem, and what is accepted. Control characters are escaped, including the ones in Unicode that
    /// reverse the direction of text.
    pub problem: String,
}

error_text!(ReadError, |error, f| f.write_str(&error.on_line(1)));

impl ReadError {
    /// An error that concerns a record as a whole.
    pub fn new(kind: ReadErrorKind, problem: impl AsRef<str>) -> Self {
        Self { kind, line: 1, column: 0, problem: escaped(problem.as_ref()) }
    }

    /// The same error at the beginning of `part`, which is a slice of `text`, unless it already has
    /// a place.
    pub(super) fn at(self, text: &str, part: &str) -> Self {
        self.at_offset(text, part.as_ptr().addr().saturating_sub(text.as_ptr().addr()))
    }

    /// The same error at this byte of `text`, unless it already has a place.
    pub(super) fn at_offset(self, text: &str, offset: usize) -> Self {
        if self.column > 0 {
            return self;
        }
        let before = &text[..text.floor_char_boundary(offset)];
        let last = before.rsplit('\n').next().unwrap_or_default();
        let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count();
        Self { line, column: last.chars().count() + 1, ..self }
    }

    /// The same error at the beginning of a line.
    pub(super) fn at_begin(self) -> Self {
        Self { line: 1, column: 1, ..self }
    }

    /// The same error in a text that begins on this line and after this number of columns.
    pub(super) fn moved(self, line: usize, columns: usize) -> Self {
        let is_first = self.line == 1 && self.column > 0;
        let column = if is_first { self.column + columns } else { self.column };
        Self { line: self.line + line - 1, column, ..self }
    }

    /// The same error, which is about this part of the text.
    pub(super) fn about(self, part: impl Display) -> Self {
        let problem = format!("{part}: {}", self.problem);
        Self { problem, ..self }
    }

    /// The message for a record that begins on this line. The line is left out if it is the same.
    pub fn on_line(&self, record: usize) -> String {
        let Self { line, column, problem, .. } = self;
        match (*line == record, *column) {
            (true, 0) => problem.clone(),
            (true, _) => format!("column {column}: {problem}"),
            (false, 0) => format!("line {line}: {problem}"),
            (false, _) => format!("line {line}, column {column}: {problem}"),
        }
    }
}

impl From<IllegalMove> for ReadError {
    fn from(illegal: IllegalMove) -> Self {
        Self::new(ReadErrorKind::Move, illegal.to_string())
    }
}

/// Whether a terminal obeys a character instead of showing it: a control character, or an invisible
/// one that may change the direction of the text around it.
pub fn is_hidden(letter: char) -> bool {
    let is_mark = matches!(letter,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    is_mark || letter.is_control()
}

/// The text with its control characters escaped.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_hidden(letter) {
            escaped.extend(letter.escape_default());
        } else {
            escaped.push(letter);
        }
    }
    escaped
}

/// The problem of a text in which nothing looks like a position or a game.
pub(super) const NOTHING: &str = "no position or game found; write one like -----OX--XO----- X, \
                                  like f5d6c3 or like (;GM[2]SZ[8];B[f5])";

/// Refuses a text.
pub(super) fn refuse<T>(kind: ReadErrorKind, problem: impl AsRef<str>) -> Result<T, ReadError> {
    Err(ReadError::new(kind, problem))
}

/// A piece of input in quotes, escaped, and shortened if it is long.
pub fn quoted(text: &str) -> String {
    const MOST: usize = 80;
    let begin: String = text.chars().take(MOST).collect();
    let more = if begin.len() < text.len() { "…" } else { "" };
    format!("'{}{more}'", escaped(&begin))
}
