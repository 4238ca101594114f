//! The positions and games in a text, one after another.

use std::borrow::Cow;

use super::ReadErrorKind as Kind;
use super::boards::Boards;
use super::csv::Table;
use super::diagram::{Diagram, Line};
use super::error::refuse;
use super::foreign::read_quest;
use super::line::read_entry;
use super::obf::without_comment;
use super::position::{cell, plain, side};
use super::transcript::{self, Origin};
use super::tree::{self, Dialect, Tree};
use super::{Notation, PositionEntry, ReadError, ggf, pgn, sgf};
use crate::board::Size;

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
/// * a board in several lines, with the side to move before, after or next to it;
/// * moves on a line, `f5d6c3`, with or without separators and a result;
/// * numbered moves, also in several lines, and PGN;
/// * SGF and GGF, in any number of lines and several on a line;
/// * a table with commas, semicolons or tabs, up to the end of the text;
/// * the FEN of Fairy-Stockfish and Edax, the positions of GamesmanUni, the games of Othello Quest.
///
/// A comment starts with `%` or `#`. A line such as `1 = black, 0 = white` defines the digits in
/// boards. Full-width characters are read like their ASCII counterparts. The time is proportional to
/// the length of the text.
#[derive(Clone, Debug, Default)]
pub struct Records {
    origin: Origin,
    /// Whether records may be on different boards.
    is_mixed: bool,
    /// Whether text outside of records is skipped.
    skips_text: bool,
    /// Whether the lines are one text. Moves may then continue on the next line, and a passage that is
    /// neither a position nor a game is one error. Otherwise each line is a separate question.
    is_whole: bool,
    /// The number of lines read so far.
    number: usize,
    /// The discs that `0` and `1` stand for.
    digits: Option<[&'static str; 2]>,
    /// The columns of the table, if the rest of the text is one.
    table: Option<Table>,
    /// The line that announces a number of games, this number, and how many were found so far.
    promise: Option<(usize, usize, usize)>,
    /// A remark for the next record.
    remark: Option<&'static str>,
    /// The kind of problem with the last record, if it could not be read.
    last_error: Option<Kind>,
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
    remark: Option<&'static str>,
}

impl Open {
    fn new(begin: Begin, form: Form) -> Self {
        Self { begin, text: String::new(), form, remark: None }
    }
}

/// Where a record begins: its line and the number of columns before it.
type Begin = (usize, usize);

/// A part of a line, and the number of columns before it.
type Part<'a> = (&'a str, usize);

/// The part of a line that belongs to a record, and the end of the record if it is on this line.
type Taken<'a> = (Cow<'a, str>, Option<usize>);

/// The form of a record in several lines, and how far it has been read.
#[derive(Clone, Debug)]
enum Form {
    Tree(Tree),
    Game(Progress),
    /// Moves without numbers or tags.
    Moves,
    Diagram(Diagram),
    /// JSON, and the number of open braces.
    Json(usize),
}

/// How far a game in PGN has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Tags,
    /// Moves after tags, and whether a comment is open.
    Moves(bool),
    /// Numbered moves without tags.
    Numbered,
}

impl Progress {
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

impl Records {
    pub(super) fn new(origin: Origin, is_mixed: bool) -> Self {
        Self { origin, is_mixed, ..Self::default() }
    }

    /// Text outside of records in brackets is skipped, as in collections of games in SGF.
    #[must_use]
    pub fn skipping_text(self) -> Self {
        Self { skips_text: true, ..self }
    }

    /// All records in a text.
    pub fn all(self, text: &str) -> Vec<Record> {
        self.up_to(usize::MAX, text)
    }

    /// The records in a text, until there are more than `most`.
    pub fn up_to(mut self, most: usize, text: &str) -> Vec<Record> {
        self.is_whole = true;
        let mut found = Vec::new();
        for line in text.lines() {
            found.append(&mut self.read(line));
            if found.len() > most {
                break;
            }
        }
        found.append(&mut self.finish());
        found
    }

    /// The records that are complete after the next line.
    pub fn read(&mut self, line: &str) -> Vec<Record> {
        self.number += 1;
        let line = if self.number == 1 { line.trim_start_matches('\u{feff}') } else { line };
        let mut rest = Some((line, 0));
        while let Some(part) = rest {
            rest = self.step(part);
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
        if let Some(open) = self.open.take() {
            self.close(open);
        }
        self.check_promise();
        std::mem::take(&mut self.found)
    }

    /// Reads a part of a line. Returns the rest of it that is yet to be read.
    fn step<'a>(&mut self, part: Part<'a>) -> Option<Part<'a>> {
        if let Some(open) = self.open.take() {
            return self.extend(open, part);
        }
        let Some(table) = &self.table else { return self.begin(part) };
        let (line, _) = part;
        let is_comment = line.trim_start().starts_with(['#', '%']);
        if !line.trim().is_empty() && !is_comment && !table.is_empty() {
            let entry = table.read(self.origin, line);
            self.add((self.number, 0), entry.map_err(ReadError::at_begin));
        }
        None
    }

    /// Reads a part of a line outside of any record.
    fn begin<'a>(&mut self, (line, columns): Part<'a>) -> Option<Part<'a>> {
        let place = (self.number, columns);
        if pgn::tag(line).is_some() {
            let game = Open::new(place, Form::Game(Progress::Tags));
            return self.extend(game, (line, columns));
        }
        if let Some(at) = begin_of_tree(line) {
            let games: Option<usize> = line[..at].trim().parse().ok();
            let is_met =
                self.promise.is_some_and(|(line, all, found)| found >= all && line < self.number);
            if games.is_some() || is_met {
                self.check_promise();
                self.promise = games.map(|games| (self.number, games, 0));
            }
            let columns = columns + line[..at].chars().count();
            let tree = Open::new((self.number, columns), Form::Tree(Tree::default()));
            return self.extend(tree, (&line[at..], columns));
        }
        if let Some(digits) = legend(line) {
            self.digits = Some(digits);
            return None;
        }
        if self.skips_text {
            return None;
        }
        if line.trim_start().starts_with('{') {
            return self.extend(Open::new(place, Form::Json(0)), (line, columns));
        }
        let text = self.without_digits(&plain(without_comment(line)));
        if matches!(Line::of(&text), Line::Blank) {
            return None;
        }
        self.check_promise();
        let is_first = transcript::first_number(&text) == Some("1");
        if let Some(columns) = Table::of(&text) {
            if let Err(error) = &columns {
                self.add(place, Err(error.clone()));
            }
            self.table = Some(columns.unwrap_or_default());
        } else if transcript::begins_with_move(&text) && (self.is_whole || is_first) {
            let form = if is_first { Form::Game(Progress::Numbered) } else { Form::Moves };
            let remark = self.remark.take();
            self.open = Some(Open { text, remark, ..Open::new(place, form) });
        } else if is_part_of_diagram(self.origin, &text) {
            let diagram = Open::new(place, Form::Diagram(Diagram::default()));
            return self.extend(diagram, (line, columns));
        } else {
            let entry = read_entry(self.origin, &text);
            self.add(place, entry);
        }
        None
    }

    /// Continues a record with a part of a line, or closes it if that does not belong to it.
    fn extend<'a>(&mut self, mut open: Open, (line, columns): Part<'a>) -> Option<Part<'a>> {
        let Some((taken, end)) = self.take(&mut open, line) else {
            self.close(open);
            return Some((line, columns));
        };
        open.text += if open.text.is_empty() { "" } else { "\n" };
        open.text += &taken;
        let Some(end) = end else {
            self.open = Some(open);
            return None;
        };
        self.close(open);
        let (read, rest) = line.split_at(end);
        if rest.is_empty() { None } else { Some((rest, columns + read.chars().count())) }
    }

    /// The part of a line that belongs to a record. `None` if none of it does.
    fn take<'a>(&mut self, open: &mut Open, line: &'a str) -> Option<Taken<'a>> {
        match &mut open.form {
            // A truncated game does not swallow the next one.
            Form::Tree(_) if !open.text.is_empty() && begins_collection(line) => None,
            Form::Tree(tree) => {
                let end = tree.read(line);
                let taken = &line[..end.unwrap_or(line.len())];
                let is_between = |it: char| it == ')' || it.is_whitespace();
                let rest = line[taken.len()..].trim_start_matches(is_between);
                Some((taken.into(), end.map(|_| line.len() - rest.len())))
            }
            Form::Moves => Some((self.continued(&open.text, line)?.into(), None)),
            Form::Game(progress) => {
                *progress = progress.after(line)?;
                Some((line.into(), None))
            }
            Form::Diagram(diagram) => {
                let text = self.without_digits(&plain(without_comment(line)));
                let squares = self.origin.boards.named().map_or(64, Size::squares);
                if text.trim().is_empty() && !line.trim().is_empty() {
                    diagram.skip();
                } else if !diagram.takes(&text, squares) {
                    return None;
                }
                Some((text.into(), if diagram.moves.is_some() { Some(line.len()) } else { None }))
            }
            Form::Json(depth) => {
                *depth += line.matches('{').count();
                *depth = depth.saturating_sub(line.matches('}').count());
                Some((line.into(), if *depth == 0 { Some(line.len()) } else { None }))
            }
        }
    }

    /// Reads a record that is whole, because something else begins or because the text ends.
    fn close(&mut self, Open { begin, text, form, remark }: Open) {
        let mut entry = match form {
            Form::Tree(tree) => {
                self.promise = self.promise.map(|(line, all, found)| (line, all, found + 1));
                read_tree(self.origin.boards, &text, tree)
            }
            Form::Json(_) => read_quest(self.origin, &text),
            Form::Moves => read_entry(self.origin, &text),
            Form::Game(_) => pgn::read_pgn(self.origin, &text),
            Form::Diagram(diagram) => read_diagram(self.origin, diagram),
        };
        if let Ok(entry) = &mut entry {
            entry.remarks.extend(remark.map(str::to_owned));
        }
        self.add(begin, entry);
    }

    /// The next line of moves, if it can only continue the previous ones. If it could also be a
    /// separate game, the next record has a remark.
    fn continued(&mut self, moves: &str, line: &str) -> Option<String> {
        let line = plain(without_comment(line)).into_owned();
        let (before, _) = self.origin.read_moves(Notation::Transcript, moves).ok()?;
        let (start, all) = (before.game.start(), format!("{moves} {line}"));
        if !transcript::begins_with_move(&line) || transcript::read_moves(start, &all).is_err() {
            return None;
        }
        if transcript::read_moves(start, &line).is_err() {
            return Some(line);
        }
        self.remark = Some("read as a separate game, but could also continue the previous one");
        None
    }

    /// Checks the number of games against the number at the beginning of the file.
    fn check_promise(&mut self) {
        if let Some((line, all, found)) = self.promise.take()
            && found != all
        {
            let problem = format!("{all} games are announced, but there are {found}");
            self.add((line, 0), refuse(Kind::Record, problem));
        }
    }

    fn add(&mut self, (number, columns): Begin, entry: Result<PositionEntry, ReadError>) {
        let entry = entry.map_err(|error| error.moved(number, columns));
        let error = entry.as_ref().err().map(|error| error.kind);
        let is_more_prose = error == Some(Kind::Empty) && error == self.last_error;
        self.last_error = error;
        if is_more_prose && self.is_whole && self.table.is_none() {
            return;
        }
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

fn read_tree(boards: Boards, text: &str, tree: Tree) -> Result<PositionEntry, ReadError> {
    let (dialect, properties) = tree.finish(text)?;
    let entry = match dialect {
        Dialect::Sgf => sgf::read(text, &properties),
        Dialect::Ggf => ggf::read(text, &properties),
    }?;
    let size = entry.position().size();
    boards.check(size).map_err(|error| error.at_offset(text, 0))?;
    Ok(entry)
}

/// Reads a drawing, or a row of all cells, perhaps with the side to move on a line before or after it.
fn read_diagram(origin: Origin, diagram: Diagram) -> Result<PositionEntry, ReadError> {
    if let [row] = &diagram.rows[..] {
        let side = diagram.side.map_or(String::new(), |side| format!(" {}", side.symbol()));
        return read_entry(origin, &format!("{}{side}", row.text));
    }
    Ok(PositionEntry::new(Notation::Cells, diagram.read(origin.boards)?))
}

/// Where a line begins a record in brackets, if it does.
fn begin_of_tree(line: &str) -> Option<usize> {
    if transcript::begins_with_move(line) {
        return None;
    }
    let inner = line.find("(;").filter(|&at| !line[..at].contains(['%', '#']));
    tree::begin(line).or(inner)
}

/// Whether a line begins a record with the property that identifies the game or the format.
fn begins_collection(line: &str) -> bool {
    let Some(at) = tree::begin(line) else { return false };
    let inner = line[at..].trim_start_matches(['(', ';', ' ']);
    let value = inner.strip_prefix("GM[").or_else(|| inner.strip_prefix("FF["));
    // Inside a comment its brackets would be escaped.
    value.is_some_and(|value| !value.split(']').next().unwrap_or_default().ends_with('\\'))
}

/// Whether a comment in braces is open after a line.
fn is_comment_open(line: &str, is_open: bool) -> bool {
    match (line.rfind('{'), line.rfind('}')) {
        (None, None) => is_open,
        (begin, end) => begin > end,
    }
}

/// The discs that `0` and `1` stand for, if a line defines them: `1 = black, 0 = white`.
fn legend(line: &str) -> Option<[&'static str; 2]> {
    if line.len() > 100 || !line.contains('0') || !line.contains('1') {
        return None;
    }
    let words: Vec<_> = line
        .split(|it: char| it.is_whitespace() || ",;:=()%#".contains(it))
        .filter(|word| !matches!(*word, "" | "is"))
        .collect();
    let named = |digit: &str| {
        words.chunks_exact(2).find_map(|pair| match pair {
            [one, other] | [other, one] if *one == digit => disc(other),
            _ => None,
        })
    };
    Some([named("0")?, named("1")?])
}

/// The usual symbol of a cell in words.
fn disc(word: &str) -> Option<&'static str> {
    let mut symbols = [("black", "X"), ("white", "O"), ("empty", "-")].into_iter();
    Some(symbols.find(|(name, _)| word.eq_ignore_ascii_case(name))?.1)
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
        Line::Frame | Line::Letters(_) | Line::Side(_) => true,
        Line::Digits => text.len() < 20,
        _ => false,
    }
}
