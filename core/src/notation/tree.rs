//! The common form of SGF and GGF: a tree of nodes whose properties have values in brackets.

use super::ReadErrorKind as Kind;
use super::error::refuse;
use super::{PositionEntry, ReadError, quoted};
use crate::board::Color;

/// Which of the two formats a record is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// The Generic Game Format, where a value ends at the first bracket.
    Ggf,
    /// The Smart Game Format, where a backslash makes any character an ordinary one.
    Sgf,
}

/// The properties that PGN has under other names: their names in GGF, in SGF and in PGN.
const TAGS: [[&str; 3]; 7] = [
    ["EV", "EV", "Event"],
    ["PC", "PC", "Site"],
    ["DT", "DT", "Date"],
    ["RB", "BR", "BlackElo"],
    ["RW", "WR", "WhiteElo"],
    ["TI", "TM", "TimeControl"],
    ["RE", "RE", "Result"],
];

impl Dialect {
    /// The property for a tag, if there is a special one.
    pub(super) fn property_of(self, tag: &str) -> Option<&'static str> {
        Some(TAGS.iter().find(|[.., pgn]| *pgn == tag)?[self as usize])
    }

    /// Keeps a property that does not change the meaning: the name of a player, or a tag.
    pub(super) fn keep(self, entry: &mut PositionEntry, name: &str, value: &str) {
        match name {
            "PB" => entry.name(Color::Black, value),
            "PW" => entry.name(Color::White, value),
            _ => {
                let known = TAGS.iter().find(|names| names[self as usize] == name);
                entry.add_tag(known.map_or(name, |[.., pgn]| pgn), value);
            }
        }
    }
}

/// A record, as far as it has been read. It may arrive line by line.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    /// The open parentheses.
    depth: usize,
    /// Whether the first variation is over; others follow it.
    is_aside: bool,
    dialect: Option<Dialect>,
    /// The properties of the main line, which takes the first variation each time.
    properties: Vec<Property>,
    /// The property that is being read. Its name is still as it was written.
    property: Property,
    /// Whether there was a space after its name.
    has_gap: bool,
    /// The value that is being read, if one is open, and whether the next character is an ordinary one.
    value: Option<String>,
    is_escaped: bool,
    /// The bytes before the current line.
    before: usize,
    /// The first problem, and its place in bytes.
    problem: Option<(usize, String)>,
}

impl Tree {
    /// Reads the next line. Returns the number of bytes up to the parenthesis that closes the record,
    /// if it is on this line.
    pub(super) fn read(&mut self, line: &str) -> Option<usize> {
        if self.before > 0 && self.value.is_some() {
            self.read_in_value('\n');
        }
        for (at, letter) in line.char_indices() {
            let offset = self.before + at;
            match letter {
                _ if self.value.is_some() => self.read_in_value(letter),
                '[' if !self.property.name.is_empty() => {
                    (self.value, self.property.value_offset) = (Some(String::new()), offset + 1);
                    self.note_dialect('?');
                }
                'a'..='z' | 'A'..='Z' => {
                    if self.has_gap || !self.property.values.is_empty() {
                        self.end_property();
                    }
                    if self.property.name.is_empty() {
                        self.property.offset = offset;
                    }
                    self.property.name.push(letter);
                }
                _ if letter.is_whitespace() => self.has_gap = !self.property.name.is_empty(),
                _ => {
                    self.end_property();
                    match letter {
                        '(' => self.depth += 1,
                        ')' => (self.depth, self.is_aside) = (self.depth.saturating_sub(1), true),
                        ';' => {}
                        _ => self.fail(offset, format!("'{letter}' is not a property like B[f5]")),
                    }
                    if self.depth == 0 {
                        return Some(at + letter.len_utf8());
                    }
                }
            }
        }
        self.before += line.len() + 1;
        None
    }

    fn read_in_value(&mut self, letter: char) {
        let value = self.value.get_or_insert_default();
        match letter {
            // A line break after a backslash is left out.
            '\n' if self.is_escaped => self.is_escaped = false,
            _ if self.is_escaped => {
                self.is_escaped = false;
                value.push(letter);
            }
            '\\' if self.dialect != Some(Dialect::Ggf) => self.is_escaped = true,
            ']' => {
                if self.property.values.is_empty() {
                    // There is seldom a second value, and a record may have a hundred thousand.
                    self.property.values.reserve_exact(1);
                }
                self.property.values.extend(self.value.take());
            }
            _ => {
                value.push(letter);
                self.note_dialect(letter);
            }
        }
    }

    /// Notes the dialect that the property shows, given a letter of its value.
    fn note_dialect(&mut self, letter: char) {
        if self.dialect.is_some() {
            return;
        }
        let name: String = self.property.name.chars().filter(char::is_ascii_uppercase).collect();
        self.dialect = match name.as_str() {
            "BO" => Some(Dialect::Ggf),
            "SZ" | "FF" | "CA" => Some(Dialect::Sgf),
            "GM" if letter.is_ascii_alphabetic() => Some(Dialect::Ggf),
            "GM" if letter.is_ascii_digit() => Some(Dialect::Sgf),
            _ => None,
        };
    }

    fn end_property(&mut self) {
        self.has_gap = false;
        let mut property = std::mem::take(&mut self.property);
        if property.name.is_empty() {
            return;
        }
        let written = quoted(&property.name);
        // In older versions names contain lower-case letters, which have no meaning.
        property.name.retain(|letter| letter.is_ascii_uppercase());
        if property.name.is_empty() {
            self.fail(property.offset, format!("{written} is not a property like B[f5]"));
        } else if property.values.is_empty() {
            self.fail(property.offset, format!("{written} has no value, as in B[f5]"));
        } else if !self.is_aside {
            self.properties.push(property);
        }
    }

    fn fail(&mut self, offset: usize, problem: String) {
        self.problem.get_or_insert((offset, problem));
    }

    /// The dialect of the record in `text` and its properties.
    ///
    /// # Errors
    ///
    /// If the record is cut off or malformed, of another game or with a komi.
    pub(super) fn finish(mut self, text: &str) -> Result<(Dialect, Vec<Property>), ReadError> {
        if self.value.is_some() {
            self.fail(self.property.offset, "a value that begins with [ has no ]".to_owned());
        } else if self.depth > 0 {
            self.fail(text.len(), "the game is cut off: ) is missing".to_owned());
        }
        if let Some((at, problem)) = self.problem {
            return Err(ReadError::new(Kind::Record, problem).at_offset(text, at));
        }
        for property in &self.properties {
            property.placed(text, property.check())?;
        }
        Ok((self.dialect.unwrap_or(Dialect::Sgf), self.properties))
    }
}

/// Whether a line begins a record, perhaps after the number of games on it: `2 (;GM[Othello]…`.
pub(super) fn begin(line: &str) -> Option<usize> {
    let begin = line.find('(')?;
    let (before, behind) = (&line[..begin], line[begin + 1..].trim_start());
    let is_count = before.bytes().all(|it| it.is_ascii_digit() || it == b' ' || it == b'\t');
    let is_begin = is_count && (behind.starts_with([';', '(']) || behind.is_empty());
    if is_begin { Some(begin) } else { None }
}

/// A property of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<String>,
    /// Where it and its last value begin in the text, in bytes.
    pub(super) offset: usize,
    pub(super) value_offset: usize,
}

impl Property {
    /// The only value, without spaces around it.
    pub(super) fn value(&self) -> Result<&str, ReadError> {
        if let [_, second, ..] = &self.values[..] {
            let problem = format!("{} has a second value, {}", self.name, quoted(second));
            return Err(ReadError::new(Kind::Record, problem));
        }
        Ok(self.values[0].trim())
    }

    /// Gives an error without a place the place of this property in `text`.
    pub(super) fn placed<T>(&self, text: &str, read: Result<T, ReadError>) -> Result<T, ReadError> {
        read.map_err(|error| error.at_offset(text, self.offset))
    }

    /// All values, for properties that are only kept.
    pub(super) fn joined(&self) -> String {
        self.values.iter().map(|value| value.trim()).collect::<Vec<_>>().join(", ")
    }

    /// The property for a message: `B[f5]`.
    pub(super) fn written(&self) -> String {
        let value = quoted(&self.joined());
        format!("{}[{}]", self.name, &value[1..value.len() - 1])
    }

    /// Whether the value is zero or nothing.
    pub(super) fn is_zero(&self) -> bool {
        self.joined().trim_matches(['+', '-', '0', '.']).is_empty()
    }

    /// Refuses a game other than Othello, and a komi.
    fn check(&self) -> Result<(), ReadError> {
        let value = self.joined();
        match self.name.as_str() {
            "GM" if value != "2" && !value.eq_ignore_ascii_case("othello") => refuse(
                Kind::Game,
                format!("{} is not Othello, which is GM[2] or GM[Othello]", self.written()),
            ),
            "KM" | "KB" | "KW" if !self.is_zero() => {
                let problem = "a komi, which changes who wins; only 0 is supported";
                refuse(Kind::Unsupported, format!("{}: {problem}", self.written()))
            }
            _ => Ok(()),
        }
    }
}

/// The first property of this name.
pub(super) fn first<'a>(properties: &'a [Property], name: &str) -> Option<&'a Property> {
    properties.iter().find(|property| property.name == name)
}

/// Whether rules or a variant of this name mean that the fewest discs win.
pub(super) fn is_anti(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["fewest", "anti", "reverse"].iter().any(|anti| name.contains(anti))
}

/// A text where a backslash makes the character after it an ordinary one. A line break after it is
/// left out.
pub(super) fn unescaped(text: &str) -> String {
    let (mut unescaped, mut letters) = (String::new(), text.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => unescaped.extend(letters.next().filter(|&escaped| escaped != '\n')),
            _ => unescaped.push(letter),
        }
    }
    unescaped
}
