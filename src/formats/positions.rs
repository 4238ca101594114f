//! Files of positions: one on each line, in any notation.

use crate::any_game::{AnyGame, AnyTurn};
use crate::board::{Color, Shape, Square};
use crate::game::{Game, Start};
use crate::score::Score;

use super::cells::{Cells, read_cells};
use super::error::ReadError;
use super::ggf::{self, AnyGgf};
use super::hex;
use super::obf::{self, named, without_comment};
use super::transcript::AnyTranscript;

/// How a position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Cells and the side to move: `-----OX--XO----- X`.
    Cells,
    /// Cells, the side to move, and scored moves: see [`Obf`](super::Obf).
    Obf,
    /// A game record: see [`Ggf`](super::Ggf). Its position is that after the last move.
    Ggf,
    /// Two hexadecimal words and the side to move: see [`to_hex`](super::to_hex).
    Hex,
    /// The moves that lead there from the start: `f5d6c3`.
    Transcript,
}

/// A position that was read from a line, and what the line says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<S: Shape> {
    /// The line that it stands on, counted from 1.
    pub line: usize,
    /// How it is written.
    pub notation: Notation,
    /// The position.
    pub game: Game<S>,
    /// Moves and their scores, seen by the side to move.
    pub scores: Vec<(Square<S>, Score)>,
    /// The score that is expected, seen by the side to move: that of the best
    /// scored move, or the result of a finished game.
    pub score: Option<Score>,
}

impl Notation {
    /// The notation that a line seems to be written in.
    fn of(line: &str) -> Self {
        let line = line.trim();
        let words = || line.split_whitespace();
        let mut symbols = line.chars();
        if line.contains("(;") {
            Self::Ggf
        } else if line.contains(';') {
            Self::Obf
        } else if words().count() == 3 && words().take(2).all(is_hex) {
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

/// Whether a word is a hexadecimal number.
fn is_hex(word: &str) -> bool {
    word.strip_prefix("0x").is_some_and(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()))
}

impl<S: Shape> Entry<S> {
    /// Reads a line, or `None` if it is empty or holds nothing but a comment,
    /// which `%` begins. A transcript begins with `start`.
    ///
    /// # Errors
    ///
    /// If the line is no position on a board of shape `S`.
    pub fn parse(line: &str, start: Start) -> Result<Option<Self>, ReadError> {
        Ok(AnyEntry::parse(line, AnyGame::start::<S>(start))?.map(Self::of))
    }

    fn of(entry: AnyEntry) -> Self {
        let AnyEntry { line, notation, game, scores, score } = entry;
        let game = game.game().expect("it is on the board of the start");
        Self { line, notation, game, scores: named(scores), score }
    }
}

/// As [`Entry`], on a board of any shape. Squares are known by their numbers.
#[derive(Clone, Debug)]
pub struct AnyEntry {
    /// The line that it stands on, counted from 1.
    pub line: usize,
    /// How it is written.
    pub notation: Notation,
    /// The position.
    pub game: AnyGame,
    /// Moves and their scores, seen by the side to move.
    pub scores: Vec<(u32, Score)>,
    /// The score that is expected, seen by the side to move.
    pub score: Option<Score>,
}

impl AnyEntry {
    /// Reads a line, or `None` if it is empty or holds nothing but a comment. A
    /// transcript begins with `start`.
    ///
    /// # Errors
    ///
    /// If the line is no position on the board of `start`.
    pub fn parse(line: &str, start: AnyGame) -> Result<Option<Self>, ReadError> {
        let text = without_comment(line);
        if text.trim().is_empty() {
            return Ok(None);
        }
        let notation = Notation::of(text);
        let entry = |game, scores, score| Self { line: 1, notation, game, scores, score };
        let plain = |game| entry(game, Vec::new(), None);
        Ok(Some(match notation {
            Notation::Cells => plain(read_cells(start, line, text.trim())?),
            Notation::Hex => plain(hex::read(start, text)?),
            Notation::Transcript => {
                let transcript = AnyTranscript::parse(start, text)
                    .map_err(|error| ReadError::at(text, error.word_in(text), error.to_string()))?;
                plain(transcript.end())
            }
            Notation::Obf => {
                let (game, scores) = obf::read(start, line)?;
                let score = scores.iter().map(|&(_, score)| score).max();
                entry(game, scores, score)
            }
            Notation::Ggf => {
                let AnyGgf { game, result } = AnyGgf::parse(start, text)?;
                let end = game.end();
                let result = result.filter(|_| end.turn() == AnyTurn::Over);
                let seen = |score: Score| if end.side() == Color::Black { score } else { -score };
                entry(end, Vec::new(), result.map(seen))
            }
        }))
    }
}

/// Reads a file of positions, one on each line, in any notation. Empty lines
/// and comments are left out. A transcript begins with `start`.
///
/// # Errors
///
/// At the first line that is no position on a board of shape `S`.
///
/// ```
/// # use othello_solver::{Board4x4, Notation, Start, read_positions};
/// let file = "\
/// % the same position three times
/// b1a1
/// OX-- -OX- -XO- ---- *
/// OX---OX--XO----- X; a2:+3; % and an opinion
/// ";
/// let entries = read_positions::<Board4x4>(file, Start::Diagonal)?;
/// assert_eq!(entries[0].game, entries[1].game);
/// assert_eq!((entries[2].notation, entries[2].score), (Notation::Obf, Some(3)));
/// # Ok::<_, othello_solver::ReadError>(())
/// ```
pub fn read_positions<S: Shape>(text: &str, start: Start) -> Result<Vec<Entry<S>>, ReadError> {
    let entries = read_any_positions(text, AnyGame::start::<S>(start))?;
    Ok(entries.into_iter().map(Entry::of).collect())
}

/// As [`read_positions`], on the board of `start`, with which transcripts
/// begin.
///
/// # Errors
///
/// At the first line that is no position on that board.
pub fn read_any_positions(text: &str, start: AnyGame) -> Result<Vec<AnyEntry>, ReadError> {
    let lines = (1..).zip(text.lines());
    let entries = lines.map(|(number, line)| match AnyEntry::parse(line, start) {
        Ok(entry) => Ok(entry.map(|entry| AnyEntry { line: number, ..entry })),
        Err(error) => Err(ReadError { line: number, ..error }),
    });
    entries.filter_map(Result::transpose).collect()
}

/// The width and height of the board that the first position of a file is on,
/// if it shows: cells are taken for those of a square board, and a transcript
/// does not tell.
///
/// ```
/// # use othello_solver::size_of_positions;
/// assert_eq!(size_of_positions("% a comment\n-----OX--XO----- X\n"), Some((4, 4)));
/// assert_eq!(size_of_positions("f5d6c3"), None);
/// ```
pub fn size_of_positions(text: &str) -> Option<(u32, u32)> {
    let first = text.lines().map(without_comment).find(|line| !line.trim().is_empty())?;
    let square = |squares: usize| (1..=8).find(|&side: &u32| (side * side) as usize >= squares);
    match Notation::of(first) {
        Notation::Transcript => None,
        Notation::Ggf => ggf::size(first),
        Notation::Hex => {
            let digits = first.split_whitespace().next()?.len() - 2;
            square(4 * digits - 3).map(|side| (side, side))
        }
        Notation::Cells | Notation::Obf => {
            let cells: Cells = first.split(';').next()?.parse().ok()?;
            square(cells.len())
                .filter(|side| (side * side) as usize == cells.len())
                .map(|side| (side, side))
        }
    }
}
