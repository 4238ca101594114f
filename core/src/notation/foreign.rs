//! Positions and games as other programs write them: the FEN of Fairy-Stockfish and Edax, the
//! positions of GamesmanUni and the JSON of Othello Quest.

use super::ReadErrorKind as Kind;
use super::boards::Boards;
use super::diagram::Diagram;
use super::error::{NOTHING, refuse};
use super::position::cell;
use super::transcript::Origin;
use super::{Notation, PositionEntry, ReadError};
use crate::board::Color;

/// Reads a line in one of the notations of other programs, if it is in one.
pub(super) fn read_foreign(boards: Boards, line: &str) -> Option<Result<PositionEntry, ReadError>> {
    if is_binary(line) {
        let problem = "zeros and ones do not say which of them is a1; write hexadecimal words, 0x…, \
                       in which a1 is the lowest bit";
        return Some(refuse(Kind::Cell, problem));
    }
    let drawing = drawing_of_gamesman(line).or_else(|| drawing_of_fen(line))?;
    let mut diagram = Diagram::default();
    for line in drawing.lines() {
        diagram.takes(line, 64);
    }
    Some(diagram.read(boards).map(|game| PositionEntry::new(Notation::Cells, game)))
}

/// Whether a line begins with the discs of both colours as binary numbers.
fn is_binary(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let [Some(one), Some(other)] = [words.next(), words.next()] else { return false };
    one.len() > 8
        && one.len() == other.len()
        && [one, other].iter().all(|word| word.bytes().all(|it| matches!(it, b'0' | b'1')))
}

/// A drawing of the position `R_A_4_4_-----WB--BW-----02-02`: the side to move, A for Black, the
/// numbers of rows and columns, the cells, and perhaps the numbers of discs.
fn drawing_of_gamesman(line: &str) -> Option<String> {
    let parts: Vec<_> = line.strip_prefix("R_")?.splitn(4, '_').collect();
    let [side, rows, columns, cells] = parts[..] else { return None };
    let (rows, columns): (usize, usize) = (rows.parse().ok()?, columns.parse().ok()?);
    let cells: Vec<char> = cells.chars().take(rows.checked_mul(columns)?).collect();
    let mut drawing = String::new();
    for row in cells.chunks(columns.max(1)) {
        drawing.extend(row.iter().chain(['\n'].iter()));
    }
    Some(drawing + if side == "A" { "X" } else { "O" })
}

/// A drawing of a position in FEN: the rows, with a number for empty squares, and the side to move.
///
/// Fairy-Stockfish writes the discs of the first player as `P`, calls the first player `w`, and adds
/// the discs in hand. Edax writes the last row first, the discs of Black as `p`, and Black as `b`.
/// Others write discs like cells, and the first row first.
fn drawing_of_fen(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let (board, side) = (words.next()?, words.next()?);
    let (board, hand) = board.split_once('[').unwrap_or((board, ""));
    let is_edax = hand.is_empty() && board.contains(['p', 'P']);
    let (black, white) = if hand.is_empty() { ('p', 'P') } else { ('P', 'p') };
    let mut rows = Vec::new();
    for row in board.replace(black, "X").replace(white, "O").split('/') {
        let mut cells = String::new();
        for symbol in row.chars() {
            match symbol.to_digit(10) {
                Some(empty) => cells.extend((0..empty).map(|_| '-')),
                None => cells.push(cell(symbol)?.map_or('-', Color::symbol)),
            }
        }
        rows.push(cells);
    }
    if rows.len() < 2 {
        return None;
    }
    if is_edax {
        rows.reverse();
    }
    let first = if side == "w" { "X" } else { "O" };
    let side = if hand.is_empty() { side } else { first };
    Some(format!("{}\n{side}", rows.join("\n")))
}

/// Reads a game of Othello Quest, whose moves are `{"m":"f5"}` and whose players have names.
pub(super) fn read_quest(origin: Origin, text: &str) -> Result<PositionEntry, ReadError> {
    let moves = strings(text, "\"m\"").join(" ");
    if moves.is_empty() {
        return refuse(Kind::Empty, NOTHING);
    }
    let (mut entry, _) =
        origin.read_moves(Notation::Transcript, &moves).map_err(ReadError::at_begin)?;
    let players = text.split_once("\"players\"").map_or("", |(_, players)| players);
    for (color, name) in Color::ALL.into_iter().zip(strings(players, "\"name\"")) {
        entry.name(color, name);
    }
    Ok(entry)
}

/// The strings with this key in a JSON text.
fn strings<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    text.split(key).skip(1).filter_map(|value| value.split('"').nth(1)).collect()
}
