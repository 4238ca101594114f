//! A position or a game on one line.

use super::transcript::{self, Origin, read_game};
use super::{Notation, PositionEntry, ReadError, obf, pgn, position};

/// Reads a position or a game on one line, without a comment.
pub(super) fn read_entry(origin: Origin, text: &str) -> Result<PositionEntry, ReadError> {
    let line = text.trim();
    if transcript::begins_with_move(line) {
        let (game, result) = origin.read_moves(text)?;
        let mut entry = PositionEntry::new(Notation::Transcript, game);
        if let Some(result) = result.filter(|result| *result != "*") {
            entry.add_result(pgn::result_in_discs(result, entry.game.end()), result);
        }
        return Ok(entry);
    }
    if line.contains(';') {
        return obf::read_obf(origin.boards, text);
    }
    let (cells, moves) = split_moves(line);
    let notation = if position::is_hex(cells) { Notation::Hex } else { Notation::Cells };
    let start = position::read_part(origin.boards, text, cells)?;
    let column = text[..text.len() - text.trim_start().len() + cells.len()].chars().count();
    let game = read_game(start, moves).map_err(|error| error.moved(1, column))?;
    Ok(PositionEntry::new(notation, game))
}

/// Splits the moves that may follow a position off it.
fn split_moves(line: &str) -> (&str, &str) {
    for (at, _) in line.match_indices(char::is_whitespace) {
        if line[at..].split_whitespace().next().is_some_and(transcript::is_moves) {
            return line.split_at(at);
        }
    }
    (line, "")
}
