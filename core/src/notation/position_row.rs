//! A row in a table of positions, as in `results/4x4-positions.csv`.

use std::fmt;

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
        let value_of = |square: Square| {
            let image = Some(symmetry.image(square, position.size()));
            let found = self.moves.iter().find(|(other, _)| *other == image);
            found.map(|&(_, value)| (Some(square), value))
        };
        let moves = match self.moves[..] {
            [(None, _)] => self.moves.clone(),
            _ => position.moves().into_iter().filter_map(value_of).collect(),
        };
        Some(Self { position, value: self.value, moves })
    }

    /// Reads a row in the table of a board.
    ///
    /// # Errors
    ///
    /// If the text is not exactly what would be written for a row. The error is a message.
    pub fn parse(size: Size, text: &str) -> Result<Self, String> {
        let read = || {
            let mut parts = text.splitn(4, ',');
            let position = Position::parse(size, &format!("{} X", parts.next()?)).ok()?;
            let (_, value, moves) = (parts.next()?, parts.next()?, parts.next()?);
            let moves = moves.split(' ').filter(|text| !text.is_empty()).map(|text| {
                let (name, value) = text.split_once(':')?;
                let square = if name == "pa" { None } else { Some(name.parse().ok()?) };
                Some((square, value.parse().ok()?))
            });
            let (value, moves) = (value.parse().ok()?, moves.collect::<Option<_>>()?);
            Some(Self { position, value, moves })
        };
        // Each row has only one accepted text: no +1 or 01 for numbers.
        read()
            .filter(|row| row.to_string() == text)
            .ok_or_else(|| format!("it is not a row of {size}, as it is written: {}", Self::HEADER))
    }
}

impl fmt::Display for PositionRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, value, moves } = self;
        let cells: String = position.cells().map(|disc| disc.map_or('-', Color::symbol)).collect();
        let name = |square: Option<Square>| square.map_or("pa".to_owned(), |it| it.to_string());
        let moves = moves.iter().map(|&(square, value)| format!("{}:{value}", name(square)));
        let moves: Vec<_> = moves.collect();
        write!(f, "{cells},{},{value},{}", position.empties(), moves.join(" "))
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
