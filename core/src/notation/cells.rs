//! Positions as a row of cells and the side to move: `-----OX--XO----- X`.

use crate::board::Color;
use crate::game::Position;

use super::boards::{self, Boards, counted};
use super::error::ReadError;

/// The disc that a character stands for, if it stands for one.
pub(super) fn color(symbol: char) -> Option<Color> {
    match symbol {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Color::Black),
        'O' | 'o' | '0' | 'W' | 'w' => Some(Color::White),
        _ => None,
    }
}

/// Reads the side to move, which is a word of `text`, a line.
pub(super) fn read_side(text: &str, word: &str) -> Result<Color, ReadError> {
    let mut symbols = word.chars();
    let problem = match (symbols.next().map(color), symbols.next()) {
        (Some(Some(side)), None) => return Ok(side),
        (None, _) => "the side to move is missing; write X or O after the cells".to_owned(),
        _ => format!("'{word}' is not a side to move; write X or O"),
    };
    Err(ReadError::at(text, word, problem))
}

/// The cells and the word for the side to move. A last word is the side if it has one character, or
/// if the cells before it fill a board, and so is a character behind cells that fill one.
fn split(boards: Boards, part: &str) -> (&str, &str) {
    let fills = |cells: &str| boards.find(boards::cells, count(cells)).is_ok();
    let (before, word) = part.rsplit_once(char::is_whitespace).unwrap_or((part, ""));
    if word.chars().count() == 1 || !word.is_empty() && fills(before) {
        return (before, word);
    }
    let last = part.char_indices().last().map_or(0, |(index, _)| index);
    let (before, symbol) = part.split_at(last);
    if fills(before) { (before, symbol) } else { part.split_at(part.len()) }
}

/// The number of cells.
fn count(cells: &str) -> usize {
    cells.chars().filter(|cell| !cell.is_whitespace()).count()
}

/// Reads the position in `part`, which is a part of `text`, a line.
pub(super) fn read(boards: Boards, text: &str, part: &str) -> Result<Position, ReadError> {
    let part = part.trim_end();
    let (cells, last) = split(boards, part);
    let mut discs = Vec::with_capacity(64);
    for (index, symbol) in cells.char_indices() {
        discs.push(match (symbol, color(symbol)) {
            (' ' | '\t', _) => continue,
            ('-' | '.' | '_', _) => None,
            (_, Some(color)) => Some(color),
            _ => {
                let accepted = "a cell is X for Black, O for White, - for empty";
                let problem = format!("'{symbol}' is not a cell; {accepted}");
                return Err(ReadError::at(text, &part[index..], problem));
            }
        });
    }
    let to_move = read_side(text, last)?;
    let size = boards.find(boards::cells, discs.len()).map_err(|accepted| {
        let cells = counted(discs.len(), "cell");
        ReadError::at(text, part, format!("the position has {cells}; {accepted}"))
    })?;
    Ok(Position::from_cells(size, &discs, to_move).expect("the cells fill the board"))
}
