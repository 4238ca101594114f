//! Positions as a row of cells and the side to move: `-----OX--XO----- X`.

use crate::board::{Color, Size};
use crate::game::Position;

use super::error::{ReadError, ReadProblem};

/// The cells of a board of any size, row by row from `a1`, and the side to move.
pub(super) struct Cells {
    discs: Vec<Option<Color>>,
    side: Color,
}

/// The disc that a character stands for, if it stands for one.
pub(super) fn color(symbol: char) -> Option<Color> {
    match symbol {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Color::Black),
        'O' | 'o' | '0' | 'W' | 'w' => Some(Color::White),
        _ => None,
    }
}

/// Says that a word is not the side to move.
pub(super) fn not_a_side(word: &str) -> String {
    format!("'{word}' is not a side to move; write X or O")
}

impl Cells {
    /// Reads the cells in `part`, which is a part of `text`, a line.
    pub(super) fn read(text: &str, part: &str) -> Result<Self, ReadError> {
        let part = part.trim_end();
        // A last word of one character is the side to move.
        let (cells, side) = match part.rsplit_once(char::is_whitespace) {
            Some((cells, side)) if side.chars().count() == 1 => (cells, side),
            _ => (part, ""),
        };
        let mut discs = Vec::with_capacity(64);
        for (index, found) in cells.char_indices() {
            discs.push(match (found, color(found)) {
                (' ' | '\t', _) => continue,
                ('-' | '.' | '_', _) => None,
                (_, Some(color)) => Some(color),
                _ => {
                    let accepted = "a cell is X for Black, O for White, - for empty";
                    let problem = format!("'{found}' is not a cell; {accepted}");
                    return Err(ReadError::at(text, &part[index..], problem));
                }
            });
        }
        match side.chars().next() {
            None | Some('-' | '.' | '_') => {
                Err(ReadError::at(text, &part[part.len()..], ReadProblem::NoSide))
            }
            Some(symbol) => match color(symbol) {
                Some(side) => Ok(Self { discs, side }),
                None => Err(ReadError::at(text, side, not_a_side(side))),
            },
        }
    }

    /// The number of cells.
    pub(super) fn len(&self) -> usize {
        self.discs.len()
    }

    /// The position on a board of this size, or `None` if the board has another number of squares.
    pub(super) fn on(&self, size: Size) -> Option<Position> {
        Position::from_cells(size, &self.discs, self.side)
    }
}
