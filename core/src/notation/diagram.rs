//! Boards in several lines: one line for each row, perhaps with numbers, letters and a frame, and the
//! side to move before, after or next to them.

use crate::board::{Color, Size};
use crate::game::{Game, Position};

use super::ReadError;
use super::ReadErrorKind as Kind;
use super::boards::Boards;
use super::error::{NOTHING, refuse};
use super::position::{self, cell, side};
use super::transcript::{begins_with_move, digits, read_game};

/// A line of a drawing.
#[derive(Clone, Debug)]
pub(super) enum Line {
    Blank,
    /// A part of a frame.
    Frame,
    /// The places of the letters of the columns.
    Letters(Vec<usize>),
    Row(Row),
    Side(Color),
    /// A move and the discs that it flips, as `show` prints it.
    Flips,
    Moves,
    /// Cells with digits, whose meaning is unknown.
    Digits,
    Other,
}

/// A row of a drawing.
#[derive(Clone, Debug)]
pub(super) struct Row {
    number: Option<usize>,
    cells: String,
    /// The number of cells, which may include the side to move.
    pub(super) width: usize,
    /// The side to move, if it is written next to the row.
    side: Option<Color>,
    /// The whole line, its number and where its cells begin.
    pub(super) text: String,
    line: usize,
    column: usize,
}

impl Row {
    /// The row on a line, if it is one.
    fn of(line: &str) -> Option<Self> {
        let start = line.trim_start_matches(is_between);
        let (before, rest) = start.split_at(if start.starts_with('0') { 0 } else { digits(start) });
        let number = before.parse().ok();
        let row = before_gap(rest.trim_end());
        let end = row.find(|it: char| !is_between(it) && cell(it).is_none());
        let (cells, behind) = rest.trim_end().split_at(end.unwrap_or(row.len()));
        let width = cells.chars().filter(|&it| !is_between(it)).take(WIDEST + 1).count();
        if !(2..=WIDEST).contains(&width) || !behind.is_empty() && number.is_none() {
            return None;
        }
        // A colour alone may be the heading of notes about a player.
        let mut words = behind[digits(behind)..].split("  ").map(str::trim);
        let side = words.find_map(|it| {
            if it.len() > 1 && it.chars().all(char::is_alphabetic) { None } else { side(it) }
        });
        let (cells, text) = (cells.trim_matches(is_between).to_owned(), line.to_owned());
        let column = line.chars().count() - rest.chars().count() + 1;
        Some(Self { number, cells, width, side, text, line: 1, column })
    }

    fn refuse<T>(&self, kind: Kind, problem: &str) -> Result<T, ReadError> {
        let Self { line, column, .. } = *self;
        refuse(kind, problem).map_err(|error| ReadError { line, column, ..error })
    }
}

/// The most columns, and the side to move.
const WIDEST: usize = Size::MAX_SIDE as usize + 1;

/// Whether a character may stand between cells.
fn is_between(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '|' | '│' | '┃')
}

/// Whether a line is a part of a frame, or has the numbers of the columns. Lines that only cross are
/// cells.
fn is_frame(line: &str) -> bool {
    let words: String = line.split_whitespace().collect();
    let numbers: String = (1..=Size::MAX_SIDE).map(|column| column.to_string()).collect();
    let is_line = |it: char| matches!(it, '─'..='╿') && cell(it).is_none() && !is_between(it);
    words.len() > 1 && numbers.starts_with(&words)
        || line.contains(|it| "+=".contains(it) || is_line(it))
            && line.chars().all(|it| "+-=| ".contains(it) || matches!(it, '─'..='╿'))
}

/// The part of a line before a wide gap. Programs print scores and names to the right of the board.
fn before_gap(line: &str) -> &str {
    let begin = line.len() - line.trim_start().len();
    let gap = line[begin..].find("     ");
    gap.map_or(line, |gap| &line[..begin + gap])
}

/// Where a line has the letters of the columns, in order, before anything else. There are none if it
/// has no letters.
fn letters(line: &str) -> Vec<usize> {
    let (mut places, mut names) = (Vec::new(), 'a'..='z');
    for (place, letter) in line.chars().enumerate() {
        if is_between(letter) || letter == '+' {
            continue;
        }
        if names.next().is_some_and(|name| letter.eq_ignore_ascii_case(&name)) {
            places.push(place);
        } else if places.len() > 1 && places.last().is_some_and(|last| place > last + 3) {
            break;
        } else {
            return Vec::new();
        }
    }
    if places.len() < 2 { Vec::new() } else { places }
}

/// The row with this number and its empty squares, if they are blank below the letters of the columns.
fn filled(line: &str, letters: &[usize], number: usize) -> Option<String> {
    let before = digits(line.trim_start());
    let width = Row::of(line).map_or(0, |row| row.width);
    if line.trim_start()[..before] != number.to_string() || width >= letters.len() {
        return None;
    }
    let row: Vec<char> = line.chars().collect();
    let mut cells = String::new();
    for &place in letters {
        let symbol = row.get(place).copied().unwrap_or(' ');
        let filled = if symbol == ' ' { '-' } else { symbol };
        cell(filled)?;
        cells.push(filled);
    }
    let behind: String = row.iter().skip(letters.last()? + 1).collect();
    Some(format!("{number} {cells} {number}{behind}"))
}

impl Line {
    /// The kind of a line, without its comment.
    pub(super) fn of(line: &str) -> Self {
        let (text, places) = (line.trim_matches(is_between), letters(line));
        let named = text.strip_prefix("The game is over, with ").unwrap_or(text);
        match text {
            "" => Self::Blank,
            _ if position::is_hex(text) => Self::Other,
            _ if is_frame(text) => Self::Frame,
            _ if !places.is_empty() => Self::Letters(places),
            _ if let Some(side) = side(named) => Self::Side(side),
            _ if text.split_whitespace().nth(1) == Some("flips") => Self::Flips,
            _ if let Some(row) = Row::of(line) => Self::Row(row),
            _ if begins_with_move(text) => Self::Moves,
            _ if has_digits(text) => Self::Digits,
            _ => Self::Other,
        }
    }
}

/// Whether a line consists of nothing but cells and undefined digits.
fn has_digits(text: &str) -> bool {
    text.contains(['1', '2'])
        && text.chars().all(|it| matches!(it, ' ' | '1' | '2') || cell(it).is_some())
}

/// A board in several lines, as far as it has been read.
#[derive(Clone, Debug, Default)]
pub(super) struct Diagram {
    /// The number of lines so far.
    lines: usize,
    /// The places of the letters above the columns, if there are any.
    letters: Vec<usize>,
    width: usize,
    pub(super) rows: Vec<Row>,
    pub(super) side: Option<Color>,
    /// The moves below the board, and the number of lines before them.
    pub(super) moves: Option<(usize, String)>,
    /// Why there are digits among the cells.
    problem: Option<ReadError>,
    /// Whether there are no more rows.
    is_whole: bool,
    /// Whether there was an empty line after the side to move.
    is_over: bool,
}

impl Diagram {
    /// Takes in a line, unless it does not belong to the board. A board with this number of squares
    /// is whole.
    pub(super) fn takes(&mut self, text: &str, squares: u32) -> bool {
        let row =
            if self.is_whole { None } else { filled(text, &self.letters, self.rows.len() + 1) };
        match Line::of(row.as_deref().unwrap_or(text)) {
            Line::Row(row) if !self.is_whole => {
                // Another board begins with its first row, or with a wider one.
                let last = self.rows.last().map(|last| last.number);
                if row.number == Some(1) && last.is_some_and(|last| last.is_some_and(|it| it != 2))
                    || last.is_some() && row.width > self.width + 1
                {
                    return false;
                }
                if last.is_none() || row.width + 1 == self.width {
                    self.width = row.width;
                }
                self.side = self.side.or(row.side);
                self.rows.push(Row { line: self.lines + 1, ..row });
                self.is_whole = self.width * self.rows.len() >= squares as usize;
            }
            Line::Frame => {}
            Line::Letters(places) => self.letters = places,
            // Digits without a legend are an error, but still a board.
            Line::Digits if !self.is_whole => {
                let error = position::read_cells(text, text).err();
                let line = self.lines + 1;
                self.problem = self.problem.take().or(error.map(|error| error.moved(line, 0)));
            }
            Line::Side(side) if self.side.is_none() => {
                self.side = Some(side);
                self.is_whole |= !self.rows.is_empty();
            }
            Line::Blank => {
                self.is_whole |= !self.rows.is_empty();
                self.is_over |= self.is_whole && self.side.is_some();
                if self.is_over {
                    return false;
                }
            }
            Line::Flips if self.side.is_some() && !self.is_over => {}
            Line::Moves if self.side.is_some() && self.rows.len() > 1 && !self.is_over => {
                self.moves = Some((self.lines, text.to_owned()));
            }
            _ => return false,
        }
        self.lines += 1;
        true
    }

    /// Takes in a line that has only a comment.
    pub(super) fn skip(&mut self) {
        self.lines += 1;
    }

    /// The position, and the moves below it.
    pub(super) fn read(self, boards: Boards) -> Result<Game, ReadError> {
        let Self { rows, side: mut to_move, .. } = self;
        if let Some(error) = self.problem {
            return Err(error);
        }
        let mut widths: Vec<_> = rows.iter().map(|row| row.width).collect();
        widths.sort_unstable();
        let Some(&width) = widths.get(widths.len().saturating_sub(1) / 2) else {
            return refuse(Kind::Empty, NOTHING).map_err(ReadError::at_begin);
        };
        let (mut discs, height) = (Vec::with_capacity(64), rows.len());
        for (row, number) in rows.iter().zip(1..) {
            if row.number.is_some_and(|written| written != number) {
                let rows = "the rows of a board are numbered from 1";
                return row.refuse(Kind::Record, &format!("this is row {number}; {rows}"));
            }
            // The side to move may stand before the first row or behind the last.
            let parts = match number {
                _ if row.width == width => Some((&row.cells[..], "")),
                1 => row.cells.split_once(char::is_whitespace).map(|(word, rest)| (rest, word)),
                _ if number == height => row.cells.rsplit_once(char::is_whitespace),
                _ => None,
            };
            let (cells, word) = parts.unwrap_or_default();
            to_move = to_move.or(side(word));
            if cells.chars().filter_map(cell).count() != width {
                let problem = format!("a row of {} cells, but others have {width}", row.width);
                return row.refuse(Kind::Size, &problem);
            }
            discs.extend(cells.chars().filter_map(cell));
        }
        let sides = u32::try_from(width).ok().zip(u32::try_from(height).ok());
        let Some(size) = sides.and_then(|(width, height)| Size::new(width, height)) else {
            let problem = format!("no board has {width} columns and {height} rows");
            return rows[0].refuse(Kind::Size, &problem);
        };
        boards.check(size).or_else(|error| rows[0].refuse(error.kind, &error.problem))?;
        let Some(to_move) = to_move else {
            let last = rows.last().unwrap_or(&rows[0]);
            let problem =
                "the side to move is missing; write X or O, or a line such as Black to move";
            let column = last.text.trim_end().chars().count() + 1;
            return last.refuse(Kind::Side, problem).map_err(|error| ReadError { column, ..error });
        };
        let position = Position::from_cells(size, &discs, to_move).expect("the rows are whole");
        let (before, moves) = self.moves.unwrap_or_default();
        read_game(position, &moves).map_err(|error| error.moved(before + 1, 0))
    }
}
