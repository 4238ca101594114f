//! The positions and games in a text, one after another.

use std::borrow::Cow;

use super::csv::Columns;
use super::diagram::{self, Line};
use super::obf::without_comment;
use super::position::side;
use super::tree::{self, Dialect, Scan, main_line};
use super::{Notation, PositionEntry, ReadError, Reader, ggf, pgn, sgf, transcript};

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
    reader: Reader,
    /// Whether text outside of records is skipped.
    skips_text: bool,
    /// The number of lines read so far.
    number: usize,
    /// The discs that `0` and `1` stand for.
    digits: Option<[char; 2]>,
    /// The columns of the table that the rest of the text is.
    table: Option<Columns>,
    open: Option<Open>,
    found: Vec<Record>,
}

/// A record that may continue on the next line.
#[derive(Clone, Debug)]
struct Open {
    begin: Place,
    /// Its lines so far.
    text: String,
    form: Form,
}

/// Where a record begins: its line and the number of columns before it.
type Place = (usize, usize);

/// The form of a record in several lines, and how far it has been read.
#[derive(Clone, Debug)]
enum Form {
    Tree(Scan),
    Game(Part),
    Board(Board),
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
            Self::Numbered => {
                transcript::first_number(line).filter(|number| *number != "1").map(|_| self)
            }
        }
    }
}

/// How far a board in several lines has been read.
#[derive(Clone, Copy, Debug, Default)]
struct Board {
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

impl Board {
    /// Takes in a line, unless it does not belong to the board. A board with this number of squares
    /// is whole.
    fn takes(&mut self, line: Line<'_>, squares: usize) -> bool {
        match line {
            Line::Row(row) if !self.is_whole && !row.begins_after(self.last) => {
                let is_near = self.rows == 0 || row.width <= self.width + 1;
                if is_near {
                    let is_narrower = self.rows == 0 || row.width + 1 == self.width;
                    self.width = if is_narrower { row.width } else { self.width };
                    self.rows += 1;
                    self.last = row.number;
                    self.has_side |= row.side.is_some();
                    self.is_whole = self.width * self.rows >= squares;
                }
                is_near
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
    pub fn new(reader: Reader) -> Self {
        let (table, open, found) = (None, None, Vec::new());
        Self { reader, skips_text: false, number: 0, digits: None, table, open, found }
    }

    /// Text outside of records in brackets is skipped, as in collections of games in SGF.
    #[must_use]
    pub fn skipping_text(self) -> Self {
        Self { skips_text: true, ..self }
    }

    /// All records in a text.
    pub fn all(mut self, text: &str) -> Vec<Record> {
        let mut found: Vec<_> = text.lines().flat_map(|line| self.read(line)).collect();
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
        let is_comment = line.trim_start().starts_with(['#', '%']);
        if !is_comment && !line.trim().is_empty() {
            let entry = table.read(self.reader, line);
            self.add((self.number, 0), entry);
        }
        None
    }

    /// Reads a line, of which this number of columns have been read, outside of any record.
    fn begin<'a>(&mut self, line: &'a str, columns: usize) -> Option<(&'a str, usize)> {
        let place = (self.number, columns);
        let open = |begin, form| Open { begin, text: String::new(), form };
        if pgn::tag(line).is_some() {
            return self.extend(open(place, Form::Game(Part::Tags)), line, columns);
        }
        let is_comment = |at: &usize| line[..*at].contains(['%', '#']);
        let tree = tree::begins(line).or_else(|| line.find("(;").filter(|at| !is_comment(at)));
        if let Some(at) = tree.filter(|_| !transcript::begins(line)) {
            let columns = columns + line[..at].chars().count();
            let tree = open((self.number, columns), Form::Tree(Scan::default()));
            return self.extend(tree, &line[at..], columns);
        }
        if let Some(digits) = legend(line) {
            self.digits = Some(digits);
            return None;
        }
        let text = content(line).filter(|_| !self.skips_text)?;
        let text = self.without_digits(text);
        if let Some(columns) = Columns::of(&text) {
            self.table = Some(columns);
        } else if transcript::first_number(&text) == Some("1") && transcript::begins(&text) {
            self.open = Some(Open { begin: place, text, form: Form::Game(Part::Numbered) });
        } else if is_part_of_board(self.reader, &text) {
            return self.extend(open(place, Form::Board(Board::default())), line, columns);
        } else {
            let entry = self.reader.line(&text);
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
                let is_between = |it: char| it == ')' || it.is_whitespace();
                let rest = line[taken.len()..].trim_start_matches(is_between);
                (Some(taken.into()), end.map(|_| line.len() - rest.len()))
            }
            Form::Game(part) => match part.after(line) {
                Some(next) => {
                    *part = next;
                    (Some(line.into()), None)
                }
                None => (None, Some(0)),
            },
            Form::Board(_) if content(line).is_none() && !line.trim().is_empty() => {
                (Some("".into()), None)
            }
            Form::Board(board) => {
                let text = self.without_digits(without_comment(line));
                let squares = self.reader.boards.named().map_or(64, |size| size.squares() as usize);
                match Line::of(&text) {
                    kind if !board.takes(kind, squares) => (None, Some(0)),
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
        (!rest.is_empty()).then(|| (rest, columns + read.chars().count()))
    }

    /// Reads the record that is open, because it is whole, something else begins or the text ends.
    fn close(&mut self) {
        let Some(Open { begin, text, form }) = self.open.take() else { return };
        let entry = match form {
            Form::Tree(scan) => self.read_tree(&text, scan.dialect.unwrap_or(Dialect::Sgf)),
            Form::Game(_) => pgn::read(self.reader, &text),
            Form::Board(_) => self.read_board(&text),
        };
        self.add(begin, entry);
    }

    fn read_tree(&self, text: &str, dialect: Dialect) -> Result<PositionEntry, ReadError> {
        let properties = main_line(text, dialect)?;
        let entry = match dialect {
            Dialect::Sgf => sgf::read(text, &properties),
            Dialect::Ggf => ggf::read(text, &properties),
        }?;
        let size = entry.position().size();
        self.reader.boards.check(size).map_err(|error| error.at_offset(text, 0))?;
        Ok(entry)
    }

    fn read_board(&self, text: &str) -> Result<PositionEntry, ReadError> {
        let is_row = |line: &&str| matches!(Line::of(line), Line::Row(_));
        if text.lines().filter(is_row).count() == 1 {
            // A row of all cells, and perhaps the side to move on a line before or after it.
            let mut lines = text.lines().filter(|line| !line.trim().is_empty());
            return match (lines.clone().find(is_row), lines.find_map(side)) {
                (Some(row), Some(side)) => self.reader.line(&format!("{row} {}", side.symbol())),
                (row, _) => self.reader.line(row.unwrap_or_default()),
            };
        }
        let game = diagram::read(self.reader, text)?;
        Ok(PositionEntry { notation: Notation::Cells, ..PositionEntry::from_game(game) })
    }

    fn add(&mut self, (number, columns): Place, entry: Result<PositionEntry, ReadError>) {
        let entry = entry.map_err(|error| error.moved(number, columns));
        // A collection in SGF names the board of each game.
        let is_sgf = entry.as_ref().is_ok_and(|entry| entry.notation == Notation::Sgf);
        if let (Ok(entry), false) = (&entry, self.reader.is_mixed || is_sgf) {
            self.reader = self.reader.on(entry.position().size());
        }
        self.found.push(Record { number, entry });
    }

    /// The text with discs in place of the digits that stand for them, if it has nothing but cells.
    fn without_digits(&self, text: &str) -> String {
        let Some([zero, one]) = self.digits else { return text.to_owned() };
        let is_cell =
            |it: char| it.is_whitespace() || it == '1' || super::position::cell(it).is_some();
        if !text.chars().all(is_cell) {
            return text.to_owned();
        }
        let disc = |it| match it {
            '0' => zero,
            '1' => one,
            _ => it,
        };
        text.chars().map(disc).collect()
    }
}

/// A line without its comment. `None` if nothing is left.
fn content(line: &str) -> Option<&str> {
    let content = without_comment(line);
    (!content.trim().is_empty()).then_some(content)
}

/// Whether a line begins a game with the property that says which game it is.
fn begins_collection(line: &str) -> bool {
    tree::begins(line).is_some_and(|at| {
        // Inside a comment its brackets would be escaped.
        let inner = line[at..].trim_start_matches(['(', ';', ' ']);
        let value = inner.strip_prefix("GM[").or_else(|| inner.strip_prefix("FF["));
        let value = value.and_then(|inner| inner.split(']').next());
        value.is_some_and(|value| !value.ends_with('\\'))
    })
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
fn legend(line: &str) -> Option<[char; 2]> {
    if line.len() > 100 || !line.contains('0') || !line.contains('1') {
        return None;
    }
    let words = line.split(|it: char| it.is_whitespace() || ",;:=()%#".contains(it));
    let words: Vec<_> = words.filter(|word| !word.is_empty() && *word != "is").collect();
    let mut discs = [None; 2];
    for pair in words.chunks_exact(2) {
        let digit = |word| ["0", "1"].iter().position(|digit| *digit == word);
        let disc = |word: &str| match word.to_ascii_lowercase().as_str() {
            "black" => Some('X'),
            "white" => Some('O'),
            "empty" => Some('-'),
            _ => None,
        };
        let found = digit(pair[0]).zip(disc(pair[1])).or_else(|| digit(pair[1]).zip(disc(pair[0])));
        if let Some((digit, disc)) = found {
            discs[digit] = Some(disc);
        }
    }
    discs[0].zip(discs[1]).map(|(zero, one)| [zero, one])
}

/// Whether a line seems to belong to a board in several lines rather than to be a whole position.
fn is_part_of_board(reader: Reader, text: &str) -> bool {
    match Line::of(text) {
        Line::Row(row) => {
            let mut words = text.split_whitespace();
            match [words.next(), words.next(), words.next()] {
                // Cells and the side to move as two words are a whole position, right or wrong.
                [Some(cells), Some(to_move), None] if cells.chars().count() > 8 => {
                    side(to_move).is_none()
                }
                // A short row may end with a disc that looks like the side to move.
                _ => row.width < 10 || reader.line(text).is_err(),
            }
        }
        Line::Frame | Line::Side(_) => true,
        Line::Digits => text.len() < 20,
        _ => false,
    }
}
