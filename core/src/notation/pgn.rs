//! PGN: the Portable Game Notation, for games of Othello: tags such as `[Event "…"]`, numbered moves
//! and a result.

use crate::board::{Color, UnknownName};
use crate::game::{Objective, Position, Score};

use super::ReadErrorKind as Kind;
use super::tree::unescaped;
use super::{Notation, Note, PositionEntry, ReadError, Reader, position, quoted, transcript};

/// The name and the value of a tag, if the line is one: `[Event "…"]`.
pub(super) fn tag(line: &str) -> Option<(&str, &str)> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.trim().split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let is_name = name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
    is_name.then_some((name, value))
}

/// Reads a game: its tags, its moves and its result.
pub(super) fn read(reader: Reader, text: &str) -> Result<PositionEntry, ReadError> {
    let (mut tags, mut moves_at) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        match tag(line) {
            Some(tag) => tags.push((tag, line)),
            None if line.trim().is_empty() => {}
            None => break,
        }
        moves_at += line.len();
    }
    let (mut boards, mut root, mut objective) = (reader.boards, None, None);
    for &((name, value), line) in &tags {
        let place = |error: ReadError| error.at(text, line);
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("Size") || is("Board") {
            boards = boards.only(value).map_err(place)?;
        } else if is("FEN") {
            root = Some(value);
        } else if is("Objective") {
            objective = Some(self::objective(value).map_err(place)?);
        } else if is("Variant") {
            objective = match value.to_ascii_lowercase().as_str() {
                "othello" | "reversi" | "normal" | "standard" => objective,
                "anti" | "antireversi" | "anti-othello" | "antiothello" | "reverse" => {
                    Some(Objective::Fewest)
                }
                _ => {
                    let problem = format!("the variant {}", quoted(value));
                    return Err(place(ReadError::new(Kind::Unsupported, problem)));
                }
            };
        }
    }
    // The text without its comments has the same lines and columns.
    let (moves, comments) = without_comments(text, moves_at)?;
    let (game, mut result) = match root {
        Some(root) => {
            let root: Position = position::read(boards, text, root.trim())?;
            transcript::parse(root, &moves).map_err(|(error, _)| error)
        }
        None => Reader { boards, ..reader }.moves(&moves),
    }?;
    let mut entry = PositionEntry { notation: Notation::Pgn, ..PositionEntry::from_game(game) };
    entry.objective = objective;
    for ((name, value), _) in tags {
        match name {
            "Black" => entry.name(Color::Black, &unescaped(value)),
            "White" => entry.name(Color::White, &unescaped(value)),
            "Result" => result = result.or(Some(value)),
            "Size" | "Board" | "FEN" | "SetUp" | "Objective" | "Variant" => {}
            _ => entry.add_tag(name, &unescaped(value)),
        }
    }
    if let Some(result) = result.filter(|result| *result != "*") {
        entry.add_result(score(result, entry.game.end()), result);
    }
    for (moves_before, comment) in comments {
        if let Some(before) =
            moves_before.checked_sub(1).filter(|_| moves_before <= entry.game.moves().len())
        {
            let mut about = entry.notes.get(before).cloned().unwrap_or_default();
            note(&mut about, comment);
            entry.set_note(before, about);
        }
    }
    Ok(entry)
}

/// Reads whether the most or the fewest discs win.
pub(super) fn objective(text: &str) -> Result<Objective, ReadError> {
    text.parse().map_err(|error: UnknownName| {
        ReadError::new(Kind::Unsupported, format!("{}: {error}", quoted(text)))
    })
}

/// The score for Black of a result in discs, `44-20`, Black's first. If only the reverse matches
/// the end of the game, White's come first.
pub(super) fn score(result: &str, end: Position) -> Option<Score> {
    let (first, second) = result.split_once(['-', ':', '–'])?;
    let (first, second): (Score, Score) = (first.parse().ok()?, second.parse().ok()?);
    if first + second <= 1 {
        // `1-0` names only the winner.
        return None;
    }
    let [black, white] = Color::ALL.map(|color| end.count(color).cast_signed());
    let empty = end.empties().cast_signed();
    let difference = black - white;
    let with_empties = difference + difference.signum() * empty;
    let score = first - second;
    let is = |score| score == difference || score == with_empties;
    let score = if !is(score) && is(-score) { -score } else { score };
    // Counted with the empty squares, which belong to the winner.
    Some(if score == difference { with_empties } else { score })
}

/// A comment, and the number of moves before it.
type Comment<'a> = (usize, &'a str);

/// The text from a byte on with everything but the moves of the main line replaced by spaces, and
/// the comments, each with the number of moves before it.
fn without_comments(text: &str, begin: usize) -> Result<(String, Vec<Comment<'_>>), ReadError> {
    let blank = |text: &str| -> String {
        text.chars().map(|it| if it == '\n' { '\n' } else { ' ' }).collect()
    };
    let unclosed = |at, bracket: &str, end: &str| {
        let problem = format!("a {bracket} has no {end}");
        ReadError::new(Kind::Record, problem).at_offset(text, at)
    };
    let (mut moves, mut at) = (blank(&text[..begin]), begin);
    let (mut number, mut comments) = (0, Vec::new());
    // Where the open variations begin.
    let mut variations = Vec::new();
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        let skipped = match letter {
            '{' => {
                let end = rest.find('}').ok_or_else(|| unclosed(at, "{", "}"))?;
                if variations.is_empty() {
                    comments.push((number, &rest[1..end]));
                }
                end + 1
            }
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '$' => 1 + rest[1..].bytes().take_while(u8::is_ascii_digit).count(),
            '(' => {
                variations.push(at);
                1
            }
            '!' | '?' => 1,
            _ if variations.is_empty() => {
                let is_move = letter.is_ascii_alphabetic()
                    && rest[1..].starts_with(|it: char| it.is_ascii_digit());
                number += usize::from(is_move);
                moves.push(letter);
                at += letter.len_utf8();
                continue;
            }
            _ => {
                variations.pop_if(|_| letter == ')');
                letter.len_utf8()
            }
        };
        moves += &blank(&rest[..skipped]);
        at += skipped;
    }
    match variations.first() {
        Some(&first) => Err(unclosed(first, "(", ")")),
        None => Ok((moves, comments)),
    }
}

/// Reads a comment, which may have an evaluation or a thinking time: `[%eval 1.5] [%emt 0:05]`.
fn note(note: &mut Note, comment: &str) {
    let mut rest = String::new();
    let mut text = comment.trim();
    while let Some((before, (command, after))) =
        text.split_once("[%").and_then(|(before, behind)| Some((before, behind.split_once(']')?)))
    {
        rest += before;
        match command.split_once(char::is_whitespace) {
            Some(("eval", value)) => value.trim().clone_into(&mut note.evaluation),
            Some(("emt", value)) => value.trim().clone_into(&mut note.time),
            _ => rest += &format!("[%{command}]"),
        }
        text = after.trim_start();
    }
    rest += text;
    if !rest.trim().is_empty() {
        if !note.comment.is_empty() {
            note.comment.push(' ');
        }
        note.comment += rest.trim();
    }
}
