//! The positions and games in a text, one after another.

use std::borrow::Cow;

use super::boards::Boards;
use super::csv::Columns;
use super::diagram::{Line, read_diagram};
use super::line::read_entry;
use super::obf::without_comment;
use super::position::{cell, side};
use super::transcript::{self, Origin};
use super::tree::{self, Dialect, Scan, main_line};
use super::{Notation, PositionEntry, ReadError, ggf, pgn, sgf};

/// A position or a game in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line where it begins, counted from 1; in a WTHOR database, the number of the game.
    pub number: usize,
    /// Its contents, or why it cannot be read.
    pub entry: Result<PositionEntry, ReadError>,
}

impl Record {
    /// Its contents, or the message that explains why it cannot be read.
    ///
    /// # Errors
    ///
    /// The message.
    pub fn into_entry(self) -> Result<PositionEntry, String> {
        self.entry.map_err(|error| error.on_line(self.number))
    }
}

/// How much of each game to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// Up to the position with a theoretical score in a WTHOR database.
    ToTheoreticalScore,
}

/// Reads a text line by line, and gives each position or game as soon as it is complete.
///
/// A text may mix these, and their form decides what they are:
///
/// * a position on a line: cells and the side to move, or two hexadecimal words and the side,
///   perhaps followed by moves; or an OBF line;
/// * a board in several lines, with the side to move before, after or beside it;
/// * moves on a line, `f5d6c3`, with or without separators and a result;
/// * numbered moves, also in several lines, and PGN;
/// * SGF and GGF, in any number of lines and several on a line;
/// * a table with commas, up to the end of the text.
///
/// A comment starts with `%` or `#`. A line such as `1 = black, 0 = white` says what the digits in
/// boards mean. Reading takes time in proportion to the length of the text.
#[derive(Clone, Debug)]
pub struct Records {
    origin: Origin,
    /// Whether records may be on different boards.
    is_mixed: bool,
    /// Whether text outside of records is skipped.
    skips_text: bool,
    /// The number of lines read so far.
    number: usize,
    /// The discs that `0` and `1` stand for.
    digits: Option<[&'static str; 2]>,
    /// The columns of the table that the rest of the text is.
    table: Option<Columns>,
    open: Option<Open>,
    found: Vec<Record>,
}

/// A record that may continue on the next line.
#[derive(Clone, Debug)]
struct Open {
    begin: Begin,
    /// Its lines so far.
    text: String,
    form: Form,
}

impl Open {
    fn new(begin: Begin, form: Form) -> Self {
        Self { begin, text: String::new(), form }
    }
}

/// Where a record begins: its line and the number of columns before it.
type Begin = (usize, usize);

/// The form of a record in several lines, and how far it has been read.
#[derive(Clone, Debug)]
enum Form {
    Tree(Scan),
    Game(Part),
    Diagram(Diagram),
}

/// How far a game in PGN has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Tags,
    /// Moves after tags, and whether a comment is open.
    Moves(bool),
    /// Numbered moves without tags.
    Numbered,
}

impl Part {
    /// How far the game has been read after a line, or `None` if the line does not belong to it.
    fn after(self, line: &str) -> Option<Self> {
        let has_moves = pgn::tag(line).is_none() && !line.trim().is_empty();
        match self {
            Self::Tags if !has_moves => Some(self),
            Self::Tags => Some(Self::Moves(is_comment_open(line, false))),
            Self::Moves(false) if !has_moves => None,
            Self::Moves(is_open) => Some(Self::Moves(is_comment_open(line, is_open))),
            Self::Numbered => match transcript::first_number(line) {
                None | Some("1") => None,
                Some(_) => Some(self),
            },
        }
    }
}

/// How far a board in several lines has been read.
#[derive(Clone, Copy, Debug, Default)]
struct Diagram {
    width: usize,
    rows: usize,
    /// The number of the last row, if it has one.
    last: Option<usize>,
    has_side: bool,
    /// Whether there are no more rows.
    is_whole: bool,
    /// Whether there was an empty line after the side to move.
    is_over: bool,
}

impl Diagram {
    /// Takes in a line, unless it does not belong to the board. A board with this number of squares
    /// is whole.
    fn takes(&mut self, line: Line<'_>, squares: usize) -> bool {
        match line {
            Line::Row(row) if !self.is_whole && !row.begins_after(self.last) => {
                if self.rows > 0 && row.width > self.width + 1 {
                    return false;
                }
                if self.rows == 0 || row.width + 1 == self.width {
                    self.width = row.width;
                }
                self.rows += 1;
                self.last = row.number;
                self.has_side |= row.side.is_some();
                self.is_whole = self.width * self.rows >= squares;
                true
            }
            Line::Frame => true,
            // Digits without a legend are an error, but still a board.
            Line::Digits => !self.is_whole,
            Line::Side(_) if !self.has_side => {
                self.has_side = true;
                self.is_whole |= self.rows > 0;
                true
            }
            Line::Blank if self.rows > 0 => {
                self.is_whole = true;
                self.is_over |= self.has_side;
                !self.is_over
            }
            Line::Flips => self.has_side && !self.is_over,
            Line::Moves => self.has_side && self.rows > 1 && !self.is_over,
            _ => false,
        }
    }
}

impl Records {
    /// Starts at the first line.
    pub(super) fn new(origin: Origin, is_mixed: bool) -> Self {
        let (table, open, found) = (None, None, Vec::new());
        Self { origin, is_mixed, skips_text: false, number: 0, digits: None, table, open, found }
    }

    /// Text outside of records in brackets is skipped, as in collections of games in SGF.
    #[must_use]
    pub fn skipping_text(self) -> Self {
        Self { skips_text: true, ..self }
    }

    /// All records in a text.
    pub fn all(mut self, text: &str) -> Vec<Record> {
        let mut found = Vec::new();
        for line in text.lines() {
            found.append(&mut self.read(line));
        }
        found.append(&mut self.finish());
        found
    }

    /// The records that are complete after the next line.
    pub fn read(&mut self, line: &str) -> Vec<Record> {
        self.number += 1;
        let line = if self.number == 1 { line.trim_start_matches('\u{feff}') } else { line };
        let mut rest = Some((line, 0));
        while let Some((line, columns)) = rest {
            rest = self.step(line, columns);
        }
        std::mem::take(&mut self.found)
    }

    /// The record for the next line, which could not be read.
    pub fn refuse(&mut self, error: ReadError) -> Record {
        self.number += 1;
        Record { number: self.number, entry: Err(error.moved(self.number, 0)) }
    }

    /// The records that are complete because the text ends.
    pub fn finish(&mut self) -> Vec<Record> {
        self.close();
        std::mem::take(&mut self.found)
    }

    /// Reads a part of a line that begins after this number of columns. Returns the rest of it that
    /// is yet to be read, and where that begins.
    fn step<'a>(&mut self, line: &'a str, columns: usize) -> Option<(&'a str, usize)> {
        if let Some(open) = self.open.take() {
            return self.extend(open, line, columns);
        }
        let Some(table) = &self.table else { return self.begin(line, columns) };
        if !line.trim().is_empty() && !line.trim_start().starts_with(['#', '%']) {
            let entry = table.read_row(self.origin, line);
            self.add((self.number, 0), entry);
        }
        None
    }

    /// Reads a line, of which this number of columns have been read, outside of any record.
    fn begin<'a>(&mut self, line: &'a str, columns: usize) -> Option<(&'a str, usize)> {
        let place = (self.number, columns);
        if pgn::tag(line).is_some() {
            let game = Open::new(place, Form::Game(Part::Tags));
            return self.extend(game, line, columns);
        }
        if let Some(at) = begin_of_tree(line) {
            let columns = columns + line[..at].chars().count();
            let tree = Open::new((self.number, columns), Form::Tree(Scan::default()));
            return self.extend(tree, &line[at..], columns);
        }
        if let Some(digits) = legend(line) {
            self.digits = Some(digits);
            return None;
        }
        if self.skips_text {
            return None;
        }
        let text = self.without_digits(content(line)?);
        if let Some(columns) = Columns::of(&text) {
            self.table = Some(columns);
        } else if transcript::first_number(&text) == Some("1")
            && transcript::begins_with_move(&text)
        {
            self.open = Some(Open { text, ..Open::new(place, Form::Game(Part::Numbered)) });
        } else if is_part_of_diagram(self.origin, &text) {
            let diagram = Open::new(place, Form::Diagram(Diagram::default()));
            return self.extend(diagram, line, columns);
        } else {
            let entry = read_entry(self.origin, &text);
            self.add(place, entry);
        }
        None
    }

    /// Continues a record with a part of a line, which begins after this number of columns, or
    /// closes it if that does not belong to it.
    fn extend<'a>(
        &mut self,
        mut open: Open,
        line: &'a str,
        columns: usize,
    ) -> Option<(&'a str, usize)> {
        let is_first = open.text.is_empty();
        // The part of the line that belongs to the record, and the end of the record if it is here.
        let (taken, end) = match &mut open.form {
            // A game that is cut off does not take the next with it.
            Form::Tree(_) if !is_first && begins_collection(line) => (None, Some(0)),
            Form::Tree(scan) => {
                let end = scan.end(line);
                let taken = &line[..end.unwrap_or(line.len())];
                let rest = &line[taken.len()..];
                let rest = rest.trim_start_matches(|it: char| it == ')' || it.is_whitespace());
                (Some(taken.into()), end.map(|_| line.len() - rest.len()))
            }
            Form::Game(part) => match part.after(line) {
                Some(next) => {
                    *part = next;
                    (Some(line.into()), None)
                }
                None => (None, Some(0)),
            },
            Form::Diagram(_) if content(line).is_none() && !line.trim().is_empty() => {
                (Some("".into()), None)
            }
            Form::Diagram(diagram) => {
                let text = self.without_digits(without_comment(line));
                let squares = self.origin.boards.named().map_or(64, |size| size.squares() as usize);
                match Line::of(&text) {
                    kind if !diagram.takes(kind, squares) => (None, Some(0)),
                    Line::Moves => (Some(Cow::from(text)), Some(line.len())),
                    _ => (Some(text.into()), None),
                }
            }
        };
        if let Some(text) = &taken {
            open.text += if is_first { "" } else { "\n" };
            open.text += text;
        }
        self.open = Some(open);
        let (read, rest) = line.split_at(end?);
        self.close();
        if rest.is_empty() { None } else { Some((rest, columns + read.chars().count())) }
    }

    /// Reads the record that is open, because it is whole, something else begins or the text ends.
    fn close(&mut self) {
        let Some(Open { begin, text, form }) = self.open.take() else { return };
        let entry = match form {
            Form::Tree(scan) => {
                read_tree(self.origin.boards, &text, scan.dialect.unwrap_or(Dialect::Sgf))
            }
            Form::Game(_) => pgn::read_pgn(self.origin, &text),
            Form::Diagram(_) => read_rows_of_board(self.origin, &text),
        };
        self.add(begin, entry);
    }

    fn add(&mut self, (number, columns): Begin, entry: Result<PositionEntry, ReadError>) {
        let entry = entry.map_err(|error| error.moved(number, columns));
        // A collection in SGF names the board of each game.
        if let Ok(entry) = &entry
            && !self.is_mixed
            && entry.notation != Notation::Sgf
        {
            self.origin.boards = Boards::Only(entry.position().size());
        }
        self.found.push(Record { number, entry });
    }

    /// The text with discs in place of the digits that stand for them, if it has nothing but cells.
    fn without_digits(&self, text: &str) -> String {
        let Some([zero, one]) = self.digits else { return text.to_owned() };
        if text.chars().all(|it| it.is_whitespace() || it == '1' || cell(it).is_some()) {
            return text.replace('0', zero).replace('1', one);
        }
        text.to_owned()
    }
}

fn read_tree(boards: Boards, text: &str, dialect: Dialect) -> Result<PositionEntry, ReadError> {
    let properties = main_line(text, dialect)?;
    let entry = match dialect {
        Dialect::Sgf => sgf::read_sgf_game(text, &properties),
        Dialect::Ggf => ggf::read_ggf_game(text, &properties),
    }?;
    let size = entry.position().size();
    boards.check(size).map_err(|error| error.at_offset(text, 0))?;
    Ok(entry)
}

/// Reads a drawing, or a row of all cells, perhaps with the side to move on a line before or after it.
fn read_rows_of_board(origin: Origin, text: &str) -> Result<PositionEntry, ReadError> {
    let mut rows = text.lines().filter(|line| matches!(Line::of(line), Line::Row(_)));
    if let (Some(row), None) = (rows.next(), rows.next()) {
        return match text.lines().find_map(side) {
            Some(side) => read_entry(origin, &format!("{row} {}", side.symbol())),
            None => read_entry(origin, row),
        };
    }
    Ok(PositionEntry::new(Notation::Cells, read_diagram(origin.boards, text)?))
}

/// A line without its comment. `None` if nothing is left.
fn content(line: &str) -> Option<&str> {
    let content = without_comment(line);
    if content.trim().is_empty() { None } else { Some(content) }
}

/// Where a line begins a record in brackets, if it does.
fn begin_of_tree(line: &str) -> Option<usize> {
    if transcript::begins_with_move(line) {
        return None;
    }
    let inner = line.find("(;").filter(|&at| !line[..at].contains(['%', '#']));
    tree::begin(line).or(inner)
}

/// Whether a line begins a game with the property that says which game it is.
fn begins_collection(line: &str) -> bool {
    let Some(at) = tree::begin(line) else { return false };
    let inner = line[at..].trim_start_matches(['(', ';', ' ']);
    let Some(value) = inner.strip_prefix("GM[").or_else(|| inner.strip_prefix("FF[")) else {
        return false;
    };
    // Inside a comment its brackets would be escaped.
    !value.split(']').next().unwrap_or_default().ends_with('\\')
}

/// Whether a comment in braces is open after a line.
fn is_comment_open(line: &str, is_open: bool) -> bool {
    match (line.rfind('{'), line.rfind('}')) {
        (Some(begin), Some(end)) => begin > end,
        (Some(_), None) => true,
        (None, Some(_)) => false,
        (None, None) => is_open,
    }
}

/// The discs of `0` and `1`, if a line says what they are: `1 = black, 0 = white`.
fn legend(line: &str) -> Option<[&'static str; 2]> {
    if line.len() > 100 || !line.contains('0') || !line.contains('1') {
        return None;
    }
    let words: Vec<_> = line
        .split(|it: char| it.is_whitespace() || ",;:=()%#".contains(it))
        .filter(|word| !matches!(*word, "" | "is"))
        .collect();
    let (mut zero, mut one) = (None, None);
    for pair in words.chunks_exact(2) {
        match (pair[0], disc(pair[1]), pair[1], disc(pair[0])) {
            ("0", Some(disc), ..) | (.., "0", Some(disc)) => zero = Some(disc),
            ("1", Some(disc), ..) | (.., "1", Some(disc)) => one = Some(disc),
            _ => {}
        }
    }
    Some([zero?, one?])
}

/// The usual symbol of a cell in words.
fn disc(word: &str) -> Option<&'static str> {
    match word.to_ascii_lowercase().as_str() {
        "black" => Some("X"),
        "white" => Some("O"),
        "empty" => Some("-"),
        _ => None,
    }
}

/// Whether a line seems to belong to a board in several lines rather than to be a whole position.
fn is_part_of_diagram(origin: Origin, text: &str) -> bool {
    match Line::of(text) {
        Line::Row(row) => {
            let mut words = text.split_whitespace();
            match [words.next(), words.next(), words.next()] {
                // Cells and the side to move as two words are a whole position, right or wrong.
                [Some(cells), Some(to_move), None] if cells.chars().count() > 8 => {
                    side(to_move).is_none()
                }
                // A short row may end with a disc that looks like the side to move.
                _ => row.width < 10 || read_entry(origin, text).is_err(),
            }
        }
        Line::Frame | Line::Side(_) => true,
        Line::Digits => text.len() < 20,
        _ => false,
    }
}
