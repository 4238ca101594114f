//! The common form of SGF and GGF: a tree of nodes whose properties have values in brackets.

use std::borrow::Cow;

use super::ReadErrorKind as Kind;
use super::{PositionEntry, ReadError, quoted};
use crate::board::Color;

/// Which of the two formats a record is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// The Smart Game Format, where a backslash makes any character an ordinary one.
    Sgf,
    /// The Generic Game Format, where a value ends at the first bracket.
    Ggf,
}

impl Dialect {
    /// The dialect that a property shows, given its name and the rest of the record.
    fn of(name: &str, value: &[u8]) -> Option<Self> {
        match name {
            "BO" => Some(Self::Ggf),
            "SZ" | "FF" | "CA" => Some(Self::Sgf),
            "GM" => {
                let first = value.iter().find(|letter| !letter.is_ascii_whitespace())?;
                Some(if first.is_ascii_alphabetic() { Self::Ggf } else { Self::Sgf })
            }
            _ => None,
        }
    }
}

/// The properties that PGN has under other names: their names in GGF, in SGF and in PGN.
const TAGS: [(&str, &str, &str); 7] = [
    ("EV", "EV", "Event"),
    ("PC", "PC", "Site"),
    ("DT", "DT", "Date"),
    ("RB", "BR", "BlackElo"),
    ("RW", "WR", "WhiteElo"),
    ("TI", "TM", "TimeControl"),
    ("RE", "RE", "Result"),
];

impl Dialect {
    /// The property for a tag, if there is a special one.
    pub(super) fn property_of(self, tag: &str) -> Option<&'static str> {
        let (ggf, sgf, _) = TAGS.into_iter().find(|&(.., pgn)| pgn == tag)?;
        Some(if self == Self::Ggf { ggf } else { sgf })
    }

    /// Keeps a property that does not change the meaning: the name of a player, or a tag.
    pub(super) fn keep(self, entry: &mut PositionEntry, name: &str, value: &str) {
        match name {
            "PB" => return entry.name(Color::Black, value),
            "PW" => return entry.name(Color::White, value),
            _ => {}
        }
        let known = TAGS
            .into_iter()
            .find(|&(ggf, sgf, _)| name == if self == Self::Ggf { ggf } else { sgf });
        entry.add_tag(known.map_or(name, |(.., pgn)| pgn), value);
    }
}

/// Looks for the end of a record, which may arrive in pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Scan {
    /// The open parentheses.
    depth: usize,
    is_in_value: bool,
    is_escaped: bool,
    /// The name of the current property.
    name: String,
    pub(super) dialect: Option<Dialect>,
}

impl Scan {
    /// Scans the next piece. Returns the number of bytes up to the parenthesis that closes the
    /// record, if it is in this piece.
    pub(super) fn end(&mut self, piece: &str) -> Option<usize> {
        let bytes = piece.as_bytes();
        for (index, &byte) in bytes.iter().enumerate() {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' if self.is_in_value => self.is_escaped = self.dialect != Some(Dialect::Ggf),
                b']' => self.is_in_value = false,
                _ if self.is_in_value => {}
                b'[' => {
                    self.is_in_value = true;
                    let value = &bytes[index + 1..bytes.len().min(index + 20)];
                    self.dialect = self.dialect.or_else(|| Dialect::of(&self.name, value));
                    self.name.clear();
                }
                b'(' => self.depth += 1,
                b')' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(index + 1);
                    }
                }
                b'A'..=b'Z' if self.name.len() < 4 => self.name.push(byte.into()),
                b';' => self.name.clear(),
                _ => {}
            }
        }
        None
    }
}

/// Whether a line begins a record, perhaps after the number of games on it: `2 (;GM[Othello]…`.
pub(super) fn begin(line: &str) -> Option<usize> {
    let begin = line.find('(')?;
    let behind = line[begin + 1..].trim_start();
    if line[..begin].bytes().all(|it| it.is_ascii_digit() || it == b' ' || it == b'\t')
        && (behind.starts_with([';', '(']) || behind.is_empty())
    {
        Some(begin)
    } else {
        None
    }
}

/// A property of a node.
#[derive(Debug)]
pub(super) struct Property<'a> {
    pub(super) name: String,
    pub(super) values: Vec<Cow<'a, str>>,
    /// Where it begins in the text, in bytes.
    pub(super) offset: usize,
}

impl Property<'_> {
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
}

/// The properties of the main line of a record, which takes the first variation each time.
pub(super) fn main_line(text: &str, dialect: Dialect) -> Result<Vec<Property<'_>>, ReadError> {
    let (mut depth, mut is_main, mut rest, mut properties) = (0_usize, true, text, Vec::new());
    loop {
        rest = rest.trim_start();
        match rest.chars().next() {
            Some('(') => depth += 1,
            // After the first variation come the others.
            Some(')') if depth > 0 => (depth, is_main) = (depth - 1, false),
            Some(';') => {}
            _ => {
                let (property, behind) = property(text, text.len() - rest.len(), dialect)?;
                if is_main {
                    properties.push(property);
                }
                rest = behind;
                continue;
            }
        }
        rest = &rest[1..];
        if depth == 0 {
            return Ok(properties);
        }
    }
}

/// Reads the property that begins at this byte, and returns what comes after it.
fn property(
    text: &str,
    offset: usize,
    dialect: Dialect,
) -> Result<(Property<'_>, &str), ReadError> {
    let (name, values, rest) = name_and_values(&text[offset..], dialect)
        .map_err(|problem| ReadError::new(Kind::Record, problem).at_offset(text, offset))?;
    Ok((Property { name, values, offset }, rest))
}

/// The name and the values that a text begins with, and what comes after them.
fn name_and_values(
    text: &str,
    dialect: Dialect,
) -> Result<(String, Vec<Cow<'_, str>>, &str), String> {
    let first = text.chars().next().ok_or("the game is cut off: ) is missing")?;
    let letters = text.find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(text.len());
    let (word, behind) = text.split_at(letters.max(first.len_utf8()));
    // In older versions names contain lower-case letters, which have no meaning.
    let name: String = word.chars().filter(char::is_ascii_uppercase).collect();
    if name.is_empty() {
        return Err(format!("{} is no property, such as B[f5]", quoted(word)));
    }
    let (mut values, mut rest) = (Vec::new(), behind.trim_start());
    while let Some(inner) = rest.strip_prefix('[') {
        let (value, behind) =
            bracketed_value(inner, dialect).ok_or("a value that begins with [ has no ]")?;
        values.push(value);
        rest = behind.trim_start();
    }
    if values.is_empty() {
        return Err(format!("{} has no value, such as B[f5]", quoted(word)));
    }
    Ok((name, values, rest))
}

/// The value that a text begins with, and what comes after its closing bracket.
fn bracketed_value(text: &str, dialect: Dialect) -> Option<(Cow<'_, str>, &str)> {
    let mut is_escaped = false;
    let (value, behind) = text.split_once(|letter| {
        let is_end = letter == ']' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped && dialect == Dialect::Sgf;
        is_end
    })?;
    let has_escapes = dialect == Dialect::Sgf && value.contains('\\');
    Some((if has_escapes { unescaped(value).into() } else { value.into() }, behind))
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
