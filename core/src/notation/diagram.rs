//! Boards in several lines: one line for each row, perhaps with numbers, letters and a frame, and the
//! side to move before, after or beside them.

use crate::board::{Color, Size};
use crate::game::{Game, Position};

use super::ReadErrorKind as Kind;
use super::{ReadError, Reader, position, quoted, transcript};

/// A line of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Blank,
    /// The letters of the columns, or a part of a frame.
    Frame,
    Row(Row<'a>),
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
pub(super) struct Row<'a> {
    pub(super) number: Option<usize>,
    cells: &'a str,
    /// The number of cells, which may include the side to move.
    pub(super) width: usize,
    /// The side to move, if it stands beside the row.
    pub(super) side: Option<Color>,
}

impl Row<'_> {
    /// Whether this row begins another board after the row with the number `last`.
    pub(super) fn begins_after(self, last: Option<usize>) -> bool {
        self.number == Some(1) && last.is_some_and(|last| last != 2)
    }
}

/// The most columns, and the side to move.
const WIDEST: usize = Size::MAX_SIDE as usize + 1;

fn row(line: &str) -> Option<Row<'_>> {
    let line = line.trim();
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let first = if line.starts_with('0') { 0 } else { digits(line) };
    let number = line[..first].parse().ok();
    let rest = &line[first..];
    let end =
        rest.find(|it: char| !it.is_whitespace() && it != '|' && position::cell(it).is_none());
    let (cells, behind) = rest.split_at(end.unwrap_or(rest.len()));
    let behind = &behind[digits(behind)..];
    let side = position::side(behind.trim());
    let width =
        cells.chars().filter(|it| !it.is_whitespace() && *it != '|').take(WIDEST + 1).count();
    let is_row = (2..=WIDEST).contains(&width) && (end.is_none() || number.is_some());
    is_row.then_some(Row { number, cells, width, side })
}

/// Whether a line has the letters of the columns, in order, or is a part of a frame.
fn is_frame(line: &str) -> bool {
    let line = line.trim();
    let has_corner = line.chars().any(|it| matches!(it, '+' | '=' | '─'..='╿'));
    if has_corner && line.chars().all(|it| matches!(it, '+' | '-' | '=' | '|' | ' ' | '─'..='╿'))
    {
        return true;
    }
    let mut letters = line.chars().filter(|it| !it.is_whitespace() && *it != '|');
    let is_letter = |(letter, expected): (char, char)| letter.eq_ignore_ascii_case(&expected);
    let number = letters.clone().take(WIDEST).count();
    (2..WIDEST).contains(&number) && letters.by_ref().zip('a'..='z').all(is_letter)
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
        } else if let Some(side) = position::side(text).or_else(|| side_at_the_end(text)) {
            Self::Side(side)
        } else if text.split_whitespace().nth(1) == Some("flips") {
            Self::Flips
        } else if let Some(row) = row(text) {
            Self::Row(row)
        } else if transcript::begins(text) {
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
    let is_digit = |it: char| matches!(it, '1' | '2');
    let is_cell = |it: char| it == ' ' || is_digit(it) || position::cell(it).is_some();
    text.contains(is_digit) && text.chars().all(is_cell)
}

/// The side to move in `The game is over, with Black to move`.
fn side_at_the_end(text: &str) -> Option<Color> {
    position::side(text.strip_prefix("The game is over, with ")?)
}

/// Reads a drawing, and the moves below it.
pub(super) fn read(reader: Reader, text: &str) -> Result<Game, ReadError> {
    let wrong = |kind, part: &str, problem: String| ReadError::new(kind, problem).at(text, part);
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
            Line::Digits => drop(position::read_row(text, line)?),
            _ => {}
        }
    }
    let mut widths: Vec<_> = rows.iter().map(|row: &Row| row.width).collect();
    widths.sort_unstable();
    let Some(&width) = widths.get(widths.len().saturating_sub(1) / 2) else {
        return Err(wrong(Kind::Empty, text, "there is no board".to_owned()));
    };
    let (mut discs, height) = (Vec::with_capacity(64), rows.len());
    for (index, row) in rows.iter().enumerate() {
        if row.number.is_some_and(|number| number != index + 1) {
            let number = index + 1;
            let problem = format!("this is row {number}; the rows of a board are numbered from 1");
            return Err(wrong(Kind::Record, row.cells, problem));
        }
        let cells = row.cells.trim().trim_matches('|').trim();
        let outer = match index {
            _ if row.width == width => Some((cells, "")),
            0 if row.width == width + 1 => {
                cells.split_once(char::is_whitespace).map(|(a, b)| (b, a))
            }
            _ if index + 1 == height && row.width == width + 1 => {
                cells.rsplit_once(char::is_whitespace)
            }
            _ => None,
        };
        let side = outer.map(|(_, side)| (side, position::side(side)));
        let (Some((cells, _)), Some(("", _) | (_, Some(_)))) = (outer, side) else {
            let problem = format!("a row of {} cells, but others have {width}", row.width);
            return Err(wrong(Kind::Size, row.cells, problem));
        };
        to_move = to_move.or(side.and_then(|(_, side)| side));
        discs.extend(cells.chars().filter_map(position::cell));
    }
    let size = u32::try_from(width).ok().zip(u32::try_from(height).ok());
    let Some(size) = size.and_then(|(width, height)| Size::new(width, height)) else {
        let problem = format!("no board has {width} columns and {height} rows");
        return Err(wrong(Kind::Size, rows[0].cells, problem));
    };
    reader.boards.check(size).map_err(|error| error.at(text, rows[0].cells))?;
    let Some(to_move) = to_move else {
        let problem = "the side to move is missing; write X or O, or a line such as Black to move";
        return Err(wrong(Kind::Side, &text[text.trim_end().len()..], problem.to_owned()));
    };
    let Some(position) = Position::from_cells(size, &discs, to_move) else {
        let problem = format!("the rows of {} are not {width} by {height} cells", quoted(text));
        return Err(wrong(Kind::Size, text, problem));
    };
    let played = transcript::parse(position, moves);
    played.map(|(game, _)| game).map_err(|(error, _)| {
        let before = text.lines().take_while(|&line| line.as_ptr() != moves.as_ptr()).count();
        error.moved(before + 1, 0)
    })
}
