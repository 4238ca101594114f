//! The positions and games in a text, one after another.

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
    open: Open,
    found: Vec<Record>,
}

/// A record that may continue on the next line.
#[derive(Clone, Debug)]
enum Open {
    None,
    Tree { begin: Place, text: String, scan: Scan },
    Game { begin: Place, text: String, part: Part },
    Board { begin: Place, text: String, board: Board },
    Table(Columns),
}

/// Where a record begins: its line and the number of columns before it.
type Place = (usize, usize);

/// How far a game in PGN has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Tags,
    /// Moves after tags, and whether a comment is open.
    Moves(bool),
    /// Numbered moves without tags.
    Numbered,
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

impl Records {
    /// Starts at the first line.
    pub fn new(reader: Reader) -> Self {
        let open = Open::None;
        Self { reader, skips_text: false, number: 0, digits: None, open, found: Vec::new() }
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
        self.take(line);
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

    fn take(&mut self, line: &str) {
        let mut rest = Some((line, 0));
        while let Some((line, columns)) = rest {
            rest = self.step(line, columns);
        }
    }

    /// Reads a part of a line that begins after this number of columns. Returns the rest of it that
    /// is yet to be read, and where that begins.
    fn step<'a>(&mut self, line: &'a str, columns: usize) -> Option<(&'a str, usize)> {
        match std::mem::replace(&mut self.open, Open::None) {
            Open::None => return self.begin(line, columns),
            Open::Table(columns) => {
                let is_comment = line.trim_start().starts_with(['#', '%']);
                if !is_comment && !line.trim().is_empty() {
                    let entry = columns.read(self.reader, line);
                    self.add((self.number, 0), entry);
                }
                self.open = Open::Table(columns);
            }
            // A game that is cut off does not take the next with it.
            Open::Tree { begin, text, .. } if begins_collection(line) => {
                self.add_tree(begin, &text, None);
                return Some((line, columns));
            }
            Open::Tree { begin, mut text, scan } => {
                text.push('\n');
                return self.tree(begin, text, scan, line, columns);
            }
            Open::Game { begin, mut text, part } => {
                let part = match (part, pgn::tag(line), line.trim()) {
                    (Part::Tags, Some(_), _) | (Part::Tags, _, "") => Some(Part::Tags),
                    (Part::Tags, None, _) => Some(Part::Moves(is_comment_open(line, false))),
                    (Part::Moves(true), _, _) => Some(Part::Moves(is_comment_open(line, true))),
                    (Part::Moves(false), Some(_), _) | (_, _, "") => None,
                    (Part::Moves(false), None, _) => {
                        Some(Part::Moves(is_comment_open(line, false)))
                    }
                    (Part::Numbered, ..) => {
                        let number = transcript::first_number(line);
                        number.is_some_and(|number| number != "1").then_some(Part::Numbered)
                    }
                };
                if let Some(part) = part {
                    text.push('\n');
                    text += line;
                    self.open = Open::Game { begin, text, part };
                } else {
                    self.add(begin, pgn::read(self.reader, &text));
                    return Some((line, columns));
                }
            }
            Open::Board { begin, text, board } => return self.board(begin, text, board, line),
        }
        None
    }

    /// Reads a line, of which this number of columns have been read, outside of any record.
    fn begin<'a>(&mut self, line: &'a str, columns: usize) -> Option<(&'a str, usize)> {
        let place = (self.number, columns);
        if pgn::tag(line).is_some() {
            self.open = Open::Game { begin: place, text: line.to_owned(), part: Part::Tags };
            return None;
        }
        let is_comment = |at: &usize| line[..*at].contains(['%', '#']);
        let tree = tree::begins(line).or_else(|| line.find("(;").filter(|at| !is_comment(at)));
        if let Some(at) = tree.filter(|_| !transcript::begins(line)) {
            let place = (self.number, columns + line[..at].chars().count());
            return self.tree(place, String::new(), Scan::default(), &line[at..], place.1);
        }
        if let Some(digits) = legend(line) {
            self.digits = Some(digits);
            return None;
        }
        let text = content(line).filter(|_| !self.skips_text)?;
        let text = self.without_digits(text);
        if let Some(columns) = Columns::of(&text) {
            self.open = Open::Table(columns);
        } else if transcript::first_number(&text) == Some("1") && transcript::begins(&text) {
            self.open = Open::Game { begin: place, text, part: Part::Numbered };
        } else if is_part_of_board(self.reader, &text) {
            let board = Board::default();
            return self.board(place, String::new(), board, line);
        } else {
            let entry = self.reader.line(&text);
            self.add(place, entry);
        }
        None
    }

    /// Continues a record in brackets with a part of a line, which begins at this column.
    fn tree<'a>(
        &mut self,
        begin: Place,
        mut text: String,
        mut scan: Scan,
        line: &'a str,
        columns: usize,
    ) -> Option<(&'a str, usize)> {
        let Some(end) = scan.end(line) else {
            text += line;
            self.open = Open::Tree { begin, text, scan };
            return None;
        };
        text += &line[..end];
        self.add_tree(begin, &text, scan.dialect);
        let columns = columns + line[..end].chars().count();
        let rest = line[end..].trim_start_matches(|it: char| it == ')' || it.is_whitespace());
        let skipped = line.len() - end - rest.len();
        (!rest.is_empty()).then_some((rest, columns + skipped))
    }

    fn add_tree(&mut self, begin: Place, text: &str, dialect: Option<Dialect>) {
        let dialect = dialect.unwrap_or(Dialect::Sgf);
        let entry = main_line(text, dialect).and_then(|properties| match dialect {
            Dialect::Sgf => sgf::read(text, &properties),
            Dialect::Ggf => ggf::read(text, &properties),
        });
        let boards = self.reader.boards;
        let entry = entry.and_then(|entry| {
            let size = entry.position().size();
            boards.check(size).map_err(|error| ReadError { column: 1, ..error })?;
            Ok(entry)
        });
        self.add(begin, entry);
    }

    /// Continues a board with a line.
    fn board<'a>(
        &mut self,
        begin: Place,
        mut text: String,
        mut board: Board,
        line: &'a str,
    ) -> Option<(&'a str, usize)> {
        let is_comment = content(line).is_none() && !line.trim().is_empty();
        let line_text = self.without_digits(without_comment(line));
        let belongs = match Line::of(&line_text) {
            _ if is_comment => true,
            Line::Row(row) if !board.is_whole && !row.begins_after(board.last) => {
                let is_near = board.rows == 0 || row.width <= board.width + 1;
                if is_near {
                    let is_narrower = board.rows == 0 || row.width + 1 == board.width;
                    board.width = if is_narrower { row.width } else { board.width };
                    board.rows += 1;
                    board.last = row.number;
                    board.has_side |= row.side.is_some();
                    let cells = board.width * board.rows;
                    let named = self.reader.boards.named();
                    board.is_whole = cells >= named.map_or(64, |size| size.squares() as usize);
                }
                is_near
            }
            Line::Frame => true,
            // Digits without a legend are an error, but still a board.
            Line::Digits => !board.is_whole,
            Line::Side(_) if !board.has_side => {
                board.has_side = true;
                board.is_whole |= board.rows > 0;
                true
            }
            Line::Blank if board.rows > 0 => {
                board.is_whole = true;
                board.is_over |= board.has_side;
                !board.is_over
            }
            Line::Flips => board.has_side && !board.is_over,
            Line::Moves if board.has_side && board.rows > 1 && !board.is_over => {
                text.push('\n');
                text += &line_text;
                self.add_board(begin, &text);
                return None;
            }
            _ => false,
        };
        if belongs {
            if !text.is_empty() {
                text.push('\n');
            }
            text += if is_comment { "" } else { &line_text };
            self.open = Open::Board { begin, text, board };
            None
        } else {
            self.add_board(begin, &text);
            Some((line, 0))
        }
    }

    fn add_board(&mut self, begin: Place, text: &str) {
        let is_row = |line: &&str| matches!(Line::of(line), Line::Row(_));
        let entry = if text.lines().filter(is_row).count() == 1 {
            // A row of all cells, and perhaps the side to move on a line before or after it.
            let mut lines = text.lines().filter(|line| !line.trim().is_empty());
            match (lines.clone().find(is_row), lines.find_map(side)) {
                (Some(row), Some(side)) => self.reader.line(&format!("{row} {}", side.symbol())),
                (row, _) => self.reader.line(row.unwrap_or_default()),
            }
        } else {
            let game = diagram::read(self.reader, text);
            game.map(|game| PositionEntry {
                notation: Notation::Cells,
                ..PositionEntry::from_game(game)
            })
        };
        self.add(begin, entry);
    }

    /// Closes the record that is open, because something else begins or the text ends.
    fn close(&mut self) {
        match std::mem::replace(&mut self.open, Open::None) {
            Open::None | Open::Table(_) => {}
            Open::Tree { begin, text, scan } => self.add_tree(begin, &text, scan.dialect),
            Open::Game { begin, text, .. } => self.add(begin, pgn::read(self.reader, &text)),
            Open::Board { begin, text, .. } => self.add_board(begin, &text),
        }
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
