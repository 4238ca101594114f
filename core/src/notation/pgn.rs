//! PGN: the Portable Game Notation, for games of Othello: tags such as `[Event "…"]`, numbered moves
//! and a result.

use std::cmp::Ordering;

use crate::board::{Color, UnknownName};
use crate::game::{Game, Objective, Position, Score};

use super::ReadErrorKind as Kind;
use super::boards::Boards;
use super::error::refuse;
use super::position::plain;
use super::transcript::{self, Origin};
use super::tree::{is_anti, unescaped};
use super::{Notation, Note, PositionEntry, ReadError, position, quoted};

/// The name and the value of a tag, if the line is one: `[Event "…"]`.
pub(super) fn tag(line: &str) -> Option<(&str, &str)> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.trim().split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let is_name = name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
    if is_name { Some((name, value)) } else { None }
}

/// The names of variants that are Othello.
const USUAL: [&str; 4] = ["othello", "reversi", "normal", "standard"];

/// The information in the tags, both about the game and for reading it.
struct Header<'a> {
    entry: PositionEntry,
    boards: Boards,
    start: Option<&'a str>,
    result: Option<&'a str>,
}

impl<'a> Header<'a> {
    fn read(&mut self, name: &str, value: &'a str) -> Result<(), ReadError> {
        match name.to_ascii_lowercase().as_str() {
            "size" | "board" => self.boards = self.boards.only(value)?,
            "fen" => self.start = Some(value),
            "objective" => self.entry.objective = Some(read_objective(value)?),
            "result" => self.result = Some(value).filter(|it| !matches!(*it, "*" | "?" | "")),
            "variant" if is_anti(value) => self.entry.objective = Some(Objective::Fewest),
            "variant" if !USUAL.contains(&value.to_ascii_lowercase().as_str()) => {
                return refuse(Kind::Unsupported, format!("the variant {}", quoted(value)));
            }
            "setup" | "variant" => {}
            "black" => self.entry.name(Color::Black, &unescaped(value)),
            "white" => self.entry.name(Color::White, &unescaped(value)),
            _ => self.entry.add_tag(name, &unescaped(value)),
        }
        Ok(())
    }
}

/// Reads a game: its tags, its moves and its result.
pub(super) fn read_pgn(origin: Origin, text: &str) -> Result<PositionEntry, ReadError> {
    let start = Position::start(origin.boards.size(), origin.start);
    let entry = PositionEntry::new(Notation::Pgn, Game::new(start));
    let mut header = Header { entry, boards: origin.boards, start: None, result: None };
    let mut moves_at = 0;
    for line in text.split_inclusive('\n') {
        if let Some((name, value)) = tag(line) {
            header.read(name, value).map_err(|error| error.at(text, line))?;
        } else if !line.trim().is_empty() {
            break;
        }
        moves_at += line.len();
    }
    // The text without its comments has the same lines and columns.
    let (moves, comments) = without_comments(text, moves_at)?;
    let moves = plain(&moves);
    let Header { mut entry, boards, start, result } = header;
    let written;
    if let Some(start) = start {
        let start = position::read_part(boards, text, start.trim())?;
        (entry.game, written) = transcript::read_moves(start, &moves).map_err(|it| it.0)?;
    } else {
        let (read, result) = Origin { boards, ..origin }.read_moves(Notation::Pgn, &moves)?;
        (entry.game, entry.remarks, written) = (read.game, read.remarks, result);
    }
    if let Some((one, other)) = result.zip(written)
        && contradict(one, other, entry.game.end())
    {
        let problem = format!("the result is {one} in a tag, but {other} after the moves");
        return Err(ReadError::new(Kind::Record, problem).at_offset(text, 0));
    }
    if let Some(written) = written.or(result) {
        entry.add_result(result_in_discs(written, entry.game.end()), written);
    }
    for (before, comment) in comments {
        if (1..=entry.game.moves().len()).contains(&before) {
            let mut note = entry.note(before - 1);
            add_comment(&mut note, comment);
            entry.set_note(before - 1, &note);
        }
    }
    Ok(entry)
}

/// Reads whether the most or the fewest discs win.
pub(super) fn read_objective(text: &str) -> Result<Objective, ReadError> {
    text.parse().map_err(|error: UnknownName| {
        ReadError::new(Kind::Unsupported, format!("{}: {error}", quoted(text)))
    })
}

/// The score for Black of a result in discs, `44-20`, Black's first. If only the reverse matches
/// the end of the game, White's come first.
pub(super) fn result_in_discs(written: &str, end: Position) -> Option<Score> {
    let (first, second) = written.split_once(['-', ':', '–'])?;
    let (first, second): (u8, u8) = (first.parse().ok()?, second.parse().ok()?);
    if matches!((first, second), (0 | 1, 0) | (0, 1)) {
        // `1-0` names only the winner.
        return None;
    }
    let [black, white] = Color::ALL.map(|color| end.count(color).cast_signed());
    let difference = black - white;
    // Counted with the empty squares, which belong to the winner.
    let with_empties = difference + difference.signum() * end.empties().cast_signed();
    let (ends, score) = ([difference, with_empties], Score::from(first) - Score::from(second));
    let is_of_this_end = ends.contains(&score) || ends.contains(&-score);
    Some(if is_of_this_end { with_empties } else { score })
}

/// Whether two results cannot both be right.
fn contradict(one: &str, other: &str, end: Position) -> bool {
    match (result_in_discs(one, end), result_in_discs(other, end)) {
        (Some(one), Some(other)) => one != other,
        _ => winner(one).zip(winner(other)).is_some_and(|(one, other)| one != other),
    }
}

/// The winner by a result such as `44-20`, `1-0` or `1/2-1/2`: `Greater` means Black.
pub(super) fn winner(result: &str) -> Option<Ordering> {
    let (black, white) = result.split_once(['-', ':', '–'])?;
    if black == white {
        return Some(Ordering::Equal);
    }
    Some(black.parse::<Score>().ok()?.cmp(&white.parse().ok()?))
}

/// A comment, and the number of moves before it.
type Comment<'a> = (usize, &'a str);

/// The text from a byte on with everything but the moves of the main line replaced by spaces, and
/// the comments, each with the number of moves before it.
fn without_comments(text: &str, begin: usize) -> Result<(String, Vec<Comment<'_>>), ReadError> {
    let (mut moves, mut at) = (blank(&text[..begin]), begin);
    let (mut number, mut comments) = (0, Vec::new());
    // Where the open variations begin.
    let mut variations = Vec::new();
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        let skipped = match letter {
            '{' => {
                let Some(end) = rest.find('}') else {
                    return Err(ReadError::new(Kind::Record, "a { has no }").at_offset(text, at));
                };
                if variations.is_empty() {
                    comments.push((number, &rest[1..end]));
                }
                end + 1
            }
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '$' => 1 + transcript::digits(&rest[1..]),
            '(' => {
                variations.push(at);
                1
            }
            '!' | '?' => 1,
            _ if variations.is_empty() => {
                if letter.is_ascii_alphabetic() && transcript::digits(&rest[1..]) > 0 {
                    number += 1;
                }
                moves.push(letter);
                at += letter.len_utf8();
                continue;
            }
            _ => {
                if letter == ')' {
                    variations.pop();
                }
                letter.len_utf8()
            }
        };
        moves += &blank(&rest[..skipped]);
        at += skipped;
    }
    match variations.first() {
        Some(&first) => Err(ReadError::new(Kind::Record, "a ( has no )").at_offset(text, first)),
        None => Ok((moves, comments)),
    }
}

/// The text with each character replaced by a space, on the same lines.
fn blank(text: &str) -> String {
    text.replace(|it| it != '\n', " ")
}

/// Adds a comment, which may have an evaluation or a thinking time: `[%eval 1.5] [%emt 0:05]`.
fn add_comment(note: &mut Note, comment: &str) {
    let mut words = String::new();
    let mut text = comment.trim();
    while let Some((before, behind)) = text.split_once("[%")
        && let Some((command, after)) = behind.split_once(']')
    {
        words += before;
        match command.split_once(char::is_whitespace) {
            Some(("eval", value)) => value.trim().clone_into(&mut note.evaluation),
            Some(("emt", value)) => value.trim().clone_into(&mut note.time),
            _ => words += &format!("[%{command}]"),
        }
        text = after.trim_start();
    }
    words += text;
    let comment = format!("{} {}", note.comment, words.trim());
    comment.trim().clone_into(&mut note.comment);
}
