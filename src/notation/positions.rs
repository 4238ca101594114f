//! Files of positions: one on each line, in any notation.

use crate::board::{Color, Size, Square, Turn};
use crate::game::{Game, Position, Score};

use super::error::ReadError;
use super::ggf::{self, Ggf};
use super::obf::{Obf, without_comment};
use super::{hex, position};

/// How a position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Cells and the side to move, as [`Position::parse`] reads them: `-----OX--XO----- X`.
    Cells,
    /// Cells, the side to move, and scored moves: see [`Obf`].
    Obf,
    /// A game record: see [`Ggf`]. Its position is the one after the last move.
    Ggf,
    /// Two hexadecimal words and the side to move: see [`to_hex`](super::to_hex).
    Hex,
    /// The moves that lead to the position from a start: see [`Game`].
    Transcript,
}

impl Notation {
    /// The notation that a line seems to be written in.
    fn of(line: &str) -> Self {
        let line = line.trim();
        let mut symbols = line.chars();
        if line.contains("(;") {
            Self::Ggf
        } else if line.contains(';') {
            Self::Obf
        } else if hex::is_hex(line) {
            Self::Hex
        } else if symbols.next().is_some_and(|letter| letter.is_ascii_alphabetic())
            && symbols.next().is_some_and(|digit| ('1'..='9').contains(&digit))
        {
            Self::Transcript
        } else {
            Self::Cells
        }
    }
}

/// A line without its comment, or `None` if nothing else is there. A game record may hold any
/// character, and so it has no comment.
fn content(line: &str) -> Option<&str> {
    let before = without_comment(line);
    let content = if before.contains("(;") { line } else { before };
    (!content.trim().is_empty()).then_some(content)
}

/// A text without the byte order mark that some editors begin files with.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A position that was read from a line, and what the line says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionEntry {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// How the position is written.
    pub notation: Notation,
    /// The position.
    pub position: Position,
    /// Moves and their scores, seen by the side to move.
    pub scores: Vec<(Square, Score)>,
    /// The score that is expected, seen by the side to move: that of the best scored move, or the
    /// result of a finished game.
    pub score: Option<Score>,
}

impl PositionEntry {
    /// Reads a line, or returns `None` if it is empty or holds nothing but a comment, which `%` or
    /// `#` begins. The position must be on the board of `start`, with which transcripts begin.
    ///
    /// # Errors
    ///
    /// If the line is not a position on that board.
    pub fn parse(line: &str, start: Position) -> Result<Option<Self>, ReadError> {
        let Some(text) = content(line) else { return Ok(None) };
        let size = start.size();
        let notation = Notation::of(text);
        let entry = |position, scores, score| Self { line: 1, notation, position, scores, score };
        Ok(Some(match notation {
            Notation::Cells | Notation::Hex => {
                entry(position::read(size, text, text.trim())?, Vec::new(), None)
            }
            Notation::Transcript => {
                let game = Game::parse(start, text)
                    .map_err(|error| ReadError::at(text, error.word_in(text), error.to_string()))?;
                entry(game.end(), Vec::new(), None)
            }
            Notation::Obf => {
                let obf = Obf::parse(size, text)?;
                let score = obf.score();
                entry(obf.position, obf.scores, score)
            }
            Notation::Ggf => {
                let Ggf { game, result } = Ggf::parse(size, text)?;
                let end = game.end();
                let result = result.filter(|_| end.turn() == Turn::Over);
                let seen = |score: Score| end.side().sees(score, Color::Black);
                entry(end, Vec::new(), result.map(seen))
            }
        }))
    }
}

/// Reads a file of positions, one on each line, in any notation. Empty lines and comments, which
/// `%` or `#` begins, are left out. The positions must be on the board of `start`, with which
/// transcripts begin.
///
/// # Errors
///
/// At the first line that is not a position on that board.
///
/// ```
/// # use othello_solver::{Position, Size, Start};
/// # use othello_solver::notation::{Notation, read_positions};
/// let file = "\
/// % the same position three times
/// b1a1
/// OX-- -OX- -XO- ---- *
/// OX---OX--XO----- X; a2:+3; % and an opinion
/// ";
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let entries = read_positions(file, start)?;
/// assert_eq!(entries[0].position, entries[1].position);
/// assert_eq!((entries[2].notation, entries[2].score), (Notation::Obf, Some(3)));
/// # Ok::<_, othello_solver::notation::ReadError>(())
/// ```
pub fn read_positions(text: &str, start: Position) -> Result<Vec<PositionEntry>, ReadError> {
    let lines = (1..).zip(without_mark(text).lines());
    let entries = lines.map(|(number, line)| match PositionEntry::parse(line, start) {
        Ok(entry) => Ok(entry.map(|entry| PositionEntry { line: number, ..entry })),
        Err(error) => Err(ReadError { line: number, ..error }),
    });
    entries.filter_map(Result::transpose).collect()
}

/// The size of the board that the first position of a file is on, or `None` if the text does not
/// tell: cells and hexadecimal words are taken for those of a square board, and a transcript says
/// nothing.
///
/// ```
/// # use othello_solver::Size;
/// # use othello_solver::notation::size_of_positions;
/// assert_eq!(size_of_positions("% a comment\n-----OX--XO----- X\n"), Size::new(4, 4));
/// assert_eq!(size_of_positions("f5d6c3"), None);
/// ```
pub fn size_of_positions(text: &str) -> Option<Size> {
    let first = without_mark(text).lines().find_map(content)?;
    match Notation::of(first) {
        Notation::Transcript => None,
        Notation::Ggf => ggf::size(first),
        Notation::Cells | Notation::Hex | Notation::Obf => {
            position::square_board(first.split(';').next()?).ok()
        }
    }
}
