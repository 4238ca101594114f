//! Values as a table that people read: a row for each position, as in `results/4x4-positions.csv`.

use std::fmt;

use crate::board::{Color, Size, Square, Turn};
use crate::exhaustive::Solution;
use crate::game::{MoveValue, Position, Score};

/// A row of a table of positions. Its text is a line of the file: `-----OX--XO-----,12,-8,b1:-8
/// a2:-8 d3:-8 c4:-8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionRow {
    /// The position. In a file the side to move is Black, who is written as `X`.
    pub position: Position,
    /// The value, seen by the side to move.
    pub value: Score,
    /// Each legal move with its value for the side that makes it, in the order of squares. A pass
    /// has no square and is written `pa`. Empty if the game is over.
    pub moves: Vec<(Option<Square>, Score)>,
}

impl PositionRow {
    /// The first line of the file.
    pub const HEADER: &str = "cells,empties,value,moves";

    /// The moves that place a disc, with their values.
    pub fn move_values(&self) -> impl Iterator<Item = MoveValue> {
        self.moves.iter().filter_map(|&(square, value)| Some(MoveValue { square: square?, value }))
    }

    /// The first of the best moves in the order of squares, if there is a move.
    pub fn best(&self) -> Option<MoveValue> {
        self.move_values().find(|of| of.value == self.value)
    }

    /// Reads a row of the table of a board.
    ///
    /// # Errors
    ///
    /// If the text is something else, or is not written as a row is, with the reason in words.
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
            Some(Self {
                position,
                value: value.parse().ok()?,
                moves: moves.collect::<Option<_>>()?,
            })
        };
        // Everything is written in one way: numbers not as +1 or 01.
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

/// The whole table of a solution, as the text of a CSV file: every position that can be reached,
/// one for all its mirror images and rotations, from many empty squares to few.
#[expect(clippy::missing_panics_doc, reason = "a solution knows the positions that it lists")]
pub fn positions_csv(solution: &Solution) -> String {
    let mut table = format!("{}\n", PositionRow::HEADER);
    for (position, value) in solution.positions() {
        let moves = match position.turn() {
            Turn::Pass => vec![(None, value)],
            Turn::Place | Turn::Over => {
                let moves = solution.moves(position).expect("the position is the solution's");
                moves.into_iter().map(|(square, value)| (Some(square), value)).collect()
            }
        };
        table += &format!("{}\n", PositionRow { position, value, moves });
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_as_it_is_written() {
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
