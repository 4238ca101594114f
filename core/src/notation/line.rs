//! A position or a game on one line.

use super::ReadErrorKind as Kind;
use super::error::NOTHING;
use super::foreign::read_foreign;
use super::transcript::{self, Origin, read_game};
use super::{Notation, PositionEntry, ReadError, obf, pgn, position};

/// Reads moves, or a position or a game on one line, without a comment.
pub(super) fn read_entry(origin: Origin, text: &str) -> Result<PositionEntry, ReadError> {
    let line = text.trim();
    if transcript::begins_with_move(line) {
        let (mut entry, result) = origin.read_moves(Notation::Transcript, text)?;
        if let Some(result) = result {
            entry.add_result(pgn::result_in_discs(result, entry.game.end()), result);
        }
        return Ok(entry);
    }
    if let Some(entry) = read_foreign(origin.boards, line) {
        return entry.map_err(ReadError::at_begin);
    }
    let (cells, moves) = split_moves(line);
    if moves.is_empty() && line.contains(';') {
        return obf::read_obf(origin.boards, text).map_err(|error| or_nothing(error, line));
    }
    let notation = if position::is_hex(cells) { Notation::Hex } else { Notation::Cells };
    let start = position::read_part(origin.boards, text, cells);
    let column = text[..text.len() - text.trim_start().len() + cells.len()].chars().count();
    let game = read_game(start.map_err(|error| or_nothing(error, line))?, moves);
    Ok(PositionEntry::new(notation, game.map_err(|error| error.moved(1, column))?))
}

/// The error of a line, or that nothing was found if most of its letters are not cells.
fn or_nothing(error: ReadError, line: &str) -> ReadError {
    let (mut cells, mut others) = (0, 0);
    for letter in line.chars() {
        match position::cell(letter) {
            Some(_) => cells += 1,
            None => others += usize::from(!letter.is_whitespace()),
        }
    }
    if others < cells || error.kind != Kind::Cell {
        return error;
    }
    ReadError { problem: NOTHING.to_owned(), kind: Kind::Empty, ..error }
}

/// Splits the moves that may follow a position off it, in files of Edax after a semicolon.
fn split_moves(line: &str) -> (&str, &str) {
    if let Some(at) = line.find(';') {
        let has_moves = transcript::is_moves(line[at + 1..].trim());
        return if has_moves { line.split_at(at) } else { (line, "") };
    }
    for (at, _) in line.match_indices(char::is_whitespace) {
        if line[at..].split_whitespace().next().is_some_and(transcript::is_moves) {
            return line.split_at(at);
        }
    }
    (line, "")
}
