//! A row in a table of positions, as in `results/4x4-positions.csv`.

use std::fmt;

use super::read_position;
use crate::board::{Color, Size, Square};
use crate::game::{MoveValue, Position, Score};

/// A row in a table of positions. Its text is a line of the file: `-----OX--XO-----,12,-8,b1:-8
/// a2:-8 d3:-8 c4:-8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionRow {
    /// The position. In a file, Black (`X`) is always to move.
    pub position: Position,
    /// The value, seen by the side to move.
    pub value: Score,
    /// Each legal move with its value, seen by the side that makes it, in the order of squares. A
    /// pass has no square and is written `pa`. Empty if the game is over.
    pub moves: Vec<(Option<Square>, Score)>,
}

impl PositionRow {
    /// The first line of the file.
    pub const HEADER: &str = "cells,empties,value,moves";

    /// The moves that place a disc, with their values.
    pub fn move_values(&self) -> impl Iterator<Item = MoveValue> {
        self.moves.iter().filter_map(|&(square, value)| Some(MoveValue { square: square?, value }))
    }

    /// The moves that keep the value, in the order of squares.
    pub fn best_moves(&self) -> impl Iterator<Item = Square> {
        self.move_values().filter(|mv| mv.value == self.value).map(|mv| mv.square)
    }

    /// The same row for a reflection or rotation of its position, with either colour to move.
    /// `None` if `position` is not such an image.
    pub fn image(&self, position: Position) -> Option<Self> {
        let symmetry = position.black_to_move().symmetry_to(self.position)?;
        let mut moves = Vec::new();
        for square in position.moves() {
            let image = Some(symmetry.image(square, position.size()));
            let found = self.moves.iter().find(|(other, _)| *other == image);
            moves.extend(found.map(|&(_, value)| (Some(square), value)));
        }
        if let [(None, _)] = self.moves[..] {
            moves.clone_from(&self.moves);
        }
        Some(Self { position, value: self.value, moves })
    }

    /// Reads a row in the table of a board.
    ///
    /// # Errors
    ///
    /// If the text is not exactly what would be written for a row. The error is a message.
    pub fn parse(size: Size, text: &str) -> Result<Self, String> {
        match Self::read(size, text) {
            // Each row has only one accepted text: no +1 or 01 for numbers.
            Some(row) if row.to_string() == text => Ok(row),
            _ => Err(format!("it is not a row of {size}, as it is written: {}", Self::HEADER)),
        }
    }

    fn read(size: Size, text: &str) -> Option<Self> {
        let [cells, _, value, moves] = text.splitn(4, ',').collect::<Vec<_>>().try_into().ok()?;
        let mut row = Self {
            position: read_position(size, &format!("{cells} X")).ok()?,
            value: value.parse().ok()?,
            moves: Vec::new(),
        };
        for text in moves.split(' ').filter(|text| !text.is_empty()) {
            let (name, value) = text.split_once(':')?;
            let square = if name == "pa" { None } else { Some(name.parse().ok()?) };
            row.moves.push((square, value.parse().ok()?));
        }
        Some(row)
    }
}

impl fmt::Display for PositionRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, value, moves } = self;
        let cells: String = position.cells().map(|disc| disc.map_or('-', Color::symbol)).collect();
        let mut fields = Vec::new();
        for (square, value) in moves {
            let name = square.map_or("pa".to_owned(), |square| square.to_string());
            fields.push(format!("{name}:{value}"));
        }
        write!(f, "{cells},{},{value},{}", position.empties(), fields.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_survives_reading_and_writing() {
        let size = Size::new(2, 2).unwrap();
        for text in ["-OX-,2,-8,b1:-8 a2:-8", "XXXX,0,4,", "X-O-,2,0,pa:0"] {
            assert_eq!(PositionRow::parse(size, text).unwrap().to_string(), text);
        }
        for text in [
            "",
            "XXXX,1,2",
            "XXXX,00,4,",
            "XXXX,0,+4,",
            "XXXX,-0,4,",
            "XXXX,1,4,",
            "xXXX,0,4,",
            "X-O-,2,0,b1:-08",
            "X-O-,2,0,B1:-8",
            "X-O-,2,0,b1:-8 ",
            "X-O-,2,0,b1",
            "X-O-X,2,0,",
        ] {
            assert!(PositionRow::parse(size, text).is_err(), "{text}");
        }
    }
}
