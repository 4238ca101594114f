//! The strong solution as a table that people read: `results/4x4-positions.csv`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::Turn;
use crate::exhaustive::Solution;
use crate::game::Score;

/// A row of a table of positions. Its text is a line of the file:
/// `-----OX--XO-----,12,-8,b1:-8 a2:-8 d3:-8 c4:-8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionRow {
    /// The cells row by row from `a1`: `X` for the side to move, `O` for the
    /// opponent, `-` for an empty square.
    pub cells: String,
    /// The number of empty squares.
    pub empties: u32,
    /// The value, seen by the side to move.
    pub value: Score,
    /// Each legal move with its value for the side that makes it, in the order
    /// of squares: `b1:-8 a2:-8`. A pass is `pa`. Empty if the game is over.
    pub moves: String,
}

impl PositionRow {
    /// The first line of the file.
    pub const HEADER: &str = "cells,empties,value,moves";
}

impl fmt::Display for PositionRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cells, empties, value, moves } = self;
        write!(f, "{cells},{empties},{value},{moves}")
    }
}

/// The text is not a row of a table of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a row has four parts: {}", PositionRow::HEADER)]
pub struct ParseRowError;

impl FromStr for PositionRow {
    type Err = ParseRowError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.splitn(4, ',');
        let mut part = || parts.next().ok_or(ParseRowError);
        let row = Self {
            cells: part()?.to_owned(),
            empties: part()?.parse().map_err(|_| ParseRowError)?,
            value: part()?.parse().map_err(|_| ParseRowError)?,
            moves: part()?.to_owned(),
        };
        // Numbers are written in one way: not as +1 or 01.
        if row.to_string() == text { Ok(row) } else { Err(ParseRowError) }
    }
}

/// The whole table of a solution, as the text of a CSV file: every position that
/// can be reached, one for all its mirror images and rotations, from many empty squares to few.
#[expect(clippy::missing_panics_doc, reason = "a solution knows the positions that it lists")]
pub fn positions_csv(solution: &Solution) -> String {
    let mut table = format!("{}\n", PositionRow::HEADER);
    for (game, value) in solution.positions() {
        let moves = match game.turn() {
            Turn::Place => solution
                .moves(game)
                .expect("the position is one of the solution's")
                .into_iter()
                .map(|(square, value)| format!("{square}:{value}"))
                .collect::<Vec<_>>()
                .join(" "),
            Turn::Pass => format!("pa:{value}"),
            Turn::Over => String::new(),
        };
        // The side to move is written as Black.
        let mut cells = game.to_string();
        cells.truncate(game.size().squares() as usize);
        let row = PositionRow { cells, empties: game.empties(), value, moves };
        table += &format!("{row}\n");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_as_it_is_written() {
        for text in ["-----OX--XO-----,12,-8,b1:-8 a2:-8", "XXXX,0,4,", "X-O-,2,0,pa:0"] {
            assert_eq!(text.parse::<PositionRow>().unwrap().to_string(), text);
        }
        for text in ["", "X,1,2", "X,01,2,", "X,1,+2,", "X,-1,2,"] {
            assert_eq!(text.parse::<PositionRow>(), Err(ParseRowError), "{text}");
        }
    }
}
