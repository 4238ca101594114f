//! Boards in several lines: one line for each row, perhaps with numbers, letters and a frame, and the
//! side to move before, after or beside them.

use crate::board::{Color, Size};
use crate::game::{Game, Position};

use super::ReadErrorKind as Kind;
use super::boards::Boards;
use super::position::{cell, side};
use super::transcript::{self, digits};
use super::{ReadError, position, quoted};

/// A line of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Blank,
    /// The letters of the columns, or a part of a frame.
    Frame,
    Row(BoardRow<'a>),
    Side(Color),
    /// A move and the discs that it flips, as `show` prints it.
    Flips,
    Moves,
    /// Cells with digits, whose meaning is unknown.
    Digits,
    Other,
}

/// A row of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardRow<'a> {
    pub(super) number: Option<usize>,
    cells: &'a str,
    /// The number of cells, which may include the side to move.
    pub(super) width: usize,
    /// The side to move, if it stands beside the row.
    pub(super) side: Option<Color>,
}

impl BoardRow<'_> {
    /// Whether this row begins another board after the row with the number `last`.
    pub(super) fn begins_after(self, last: Option<usize>) -> bool {
        self.number == Some(1) && last.is_some_and(|last| last != 2)
    }

    /// The cells on a board of this width, and the side to move that may stand before the first row
    /// or behind the last. `None` if the row has another width.
    fn split_side(
        &self,
        width: usize,
        is_first: bool,
        is_last: bool,
    ) -> Option<(&str, Option<Color>)> {
        let cells = self.cells.trim().trim_matches('|').trim();
        if self.width == width {
            return Some((cells, None));
        }
        if self.width != width + 1 {
            return None;
        }
        let (cells, word) = if is_first {
            cells.split_once(char::is_whitespace).map(|(word, cells)| (cells, word))?
        } else if is_last {
            cells.rsplit_once(char::is_whitespace)?
        } else {
            return None;
        };
        Some((cells, Some(side(word)?)))
    }
}

/// The most columns, and the side to move.
const WIDEST: usize = Size::MAX_SIDE as usize + 1;

/// The row on a line, if it is one.
fn board_row(line: &str) -> Option<BoardRow<'_>> {
    let line = line.trim();
    let (before, rest) = line.split_at(if line.starts_with('0') { 0 } else { digits(line) });
    let number = before.parse().ok();
    let end = rest.find(|it: char| !is_between(it) && cell(it).is_none());
    let (cells, behind) = rest.split_at(end.unwrap_or(rest.len()));
    let width = cells.chars().filter(|&it| !is_between(it)).take(WIDEST + 1).count();
    if !(2..=WIDEST).contains(&width) || end.is_some() && number.is_none() {
        return None;
    }
    let side = side(behind[digits(behind)..].trim());
    Some(BoardRow { number, cells, width, side })
}

/// Whether a character may stand between cells.
fn is_between(letter: char) -> bool {
    letter.is_whitespace() || letter == '|'
}

/// Whether a line has the letters of the columns, in order, or is a part of a frame.
fn is_frame(line: &str) -> bool {
    let line = line.trim();
    if line.contains(|it| matches!(it, '+' | '=' | '─'..='╿'))
        && line.chars().all(|it| matches!(it, '+' | '-' | '=' | '|' | ' ' | '─'..='╿'))
    {
        return true;
    }
    let letters = line.chars().filter(|&it| !is_between(it));
    let number = letters.clone().take(WIDEST).count();
    (2..WIDEST).contains(&number)
        && letters.zip('a'..='z').all(|(letter, name)| letter.eq_ignore_ascii_case(&name))
}

impl<'a> Line<'a> {
    /// The kind of a line, without its comment.
    pub(super) fn of(line: &'a str) -> Self {
        let text = line.trim();
        if text.is_empty() {
            Self::Blank
        } else if position::is_hex(text) {
            Self::Other
        } else if is_frame(text) {
            Self::Frame
        } else if let Some(side) =
            side(text.strip_prefix("The game is over, with ").unwrap_or(text))
        {
            Self::Side(side)
        } else if text.split_whitespace().nth(1) == Some("flips") {
            Self::Flips
        } else if let Some(row) = board_row(text) {
            Self::Row(row)
        } else if transcript::begins_with_move(text) {
            Self::Moves
        } else if has_digits(text) {
            Self::Digits
        } else {
            Self::Other
        }
    }
}

/// Whether a line has nothing but cells and digits that are none.
fn has_digits(text: &str) -> bool {
    text.contains(['1', '2'])
        && text.chars().all(|it| matches!(it, ' ' | '1' | '2') || cell(it).is_some())
}

/// Reads a drawing, and the moves below it.
pub(super) fn read_diagram(boards: Boards, text: &str) -> Result<Game, ReadError> {
    let (mut rows, mut to_move, mut moves) = (Vec::new(), None, "");
    for line in text.lines() {
        match Line::of(line) {
            Line::Row(row) => {
                rows.push(row);
                to_move = to_move.or(row.side);
            }
            Line::Side(side) => to_move = Some(side),
            Line::Moves => moves = line,
            // An error, because a digit is no cell.
            Line::Digits => drop(position::read_cells(text, line)?),
            _ => {}
        }
    }
    let mut widths: Vec<_> = rows.iter().map(|row| row.width).collect();
    widths.sort_unstable();
    let Some(&width) = widths.get(widths.len().saturating_sub(1) / 2) else {
        return Err(ReadError::new(Kind::Empty, "there is no board").at(text, text));
    };
    let (mut discs, height) = (Vec::with_capacity(64), rows.len());
    for (row, number) in rows.iter().zip(1..) {
        if row.number.is_some_and(|written| written != number) {
            let problem = format!("this is row {number}; the rows of a board are numbered from 1");
            return Err(ReadError::new(Kind::Record, problem).at(text, row.cells));
        }
        let Some((cells, side)) = row.split_side(width, number == 1, number == height) else {
            let problem = format!("a row of {} cells, but others have {width}", row.width);
            return Err(ReadError::new(Kind::Size, problem).at(text, row.cells));
        };
        to_move = to_move.or(side);
        discs.extend(cells.chars().filter_map(cell));
    }
    let sides = u32::try_from(width).ok().zip(u32::try_from(height).ok());
    let Some(size) = sides.and_then(|(width, height)| Size::new(width, height)) else {
        let problem = format!("no board has {width} columns and {height} rows");
        return Err(ReadError::new(Kind::Size, problem).at(text, rows[0].cells));
    };
    boards.check(size).map_err(|error| error.at(text, rows[0].cells))?;
    let Some(to_move) = to_move else {
        let problem = "the side to move is missing; write X or O, or a line such as Black to move";
        return Err(ReadError::new(Kind::Side, problem).at(text, &text[text.trim_end().len()..]));
    };
    let Some(position) = Position::from_cells(size, &discs, to_move) else {
        let problem = format!("the rows of {} are not {width} by {height} cells", quoted(text));
        return Err(ReadError::new(Kind::Size, problem).at(text, text));
    };
    transcript::read_game(position, moves).map_err(|error| {
        let before = text.lines().take_while(|&line| line.as_ptr() != moves.as_ptr()).count();
        error.moved(before + 1, 0)
    })
}
