//! Positions as a row of cells and the side to move: `-----OX--XO----- X`.

use std::str::FromStr;

use thiserror::Error;

use crate::any_game::AnyGame;
use crate::board::{Color, Shape};
use crate::game::{Game, Start};

use super::error::ReadError;

/// The cells of a board of any size, row by row from `a1`, and the side to
/// move.
///
/// Many writings are read: `X`, `*`, `B` for Black, `O`, `0`, `W` for White,
/// in capitals or not, and `-`, `.`, `_` for an empty square. The last word is
/// the side to move, and spaces between the cells before it are left out.
///
/// ```
/// # use othello_solver::{Board4x4, Cells, Color, Game, Start};
/// let cells: Cells = ".... .wb. .bw. .... b".parse()?;
/// assert_eq!((cells.len(), cells.side()), (16, Color::Black));
/// assert_eq!(cells.game(), Some(Game::<Board4x4>::start(Start::Diagonal)));
/// # Ok::<_, othello_solver::CellsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    discs: Vec<Option<Color>>,
    side: Color,
}

/// Why a text is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CellsError {
    /// A character that is neither a disc nor an empty square.
    #[error(
        "column {column}: '{found}' is not a cell; a cell is X for Black, O for White, - for empty"
    )]
    UnknownCell {
        /// The character.
        found: char,
        /// Where it stands, counted in characters from 1.
        column: usize,
    },
    /// The last word is not the side to move.
    #[error("the side to move is missing; write X or O after the cells and a space")]
    MissingSide,
}

/// The disc that a character stands for, if it stands for one.
pub(super) fn color(symbol: char) -> Option<Color> {
    match symbol {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Color::Black),
        'O' | 'o' | '0' | 'W' | 'w' => Some(Color::White),
        _ => None,
    }
}

impl FromStr for Cells {
    type Err = CellsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim_end();
        let mut from_the_end = text.char_indices().rev();
        let last = from_the_end.next();
        let before = from_the_end.next();
        let (Some((end, side)), Some((_, before))) = (last, before) else {
            return Err(CellsError::MissingSide);
        };
        let cells = &text[..end];
        let mut discs = Vec::with_capacity(64);
        for (column, found) in (1..).zip(cells.chars()) {
            discs.push(match found {
                ' ' | '\t' => continue,
                '-' | '.' | '_' => None,
                _ => Some(color(found).ok_or(CellsError::UnknownCell { found, column })?),
            });
        }
        match color(side) {
            Some(side) if before.is_whitespace() => Ok(Self { discs, side }),
            None if !matches!(side, '-' | '.' | '_') && !before.is_whitespace() => {
                let column = text.chars().count();
                Err(CellsError::UnknownCell { found: side, column })
            }
            _ => Err(CellsError::MissingSide),
        }
    }
}

impl Cells {
    /// The number of cells.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.discs.len()
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        self.side
    }

    /// The position on a board of shape `S`, or `None` if that has another
    /// number of squares.
    pub fn game<S: Shape>(&self) -> Option<Game<S>> {
        self.on(AnyGame::start::<S>(Start::default()))?.game()
    }

    /// The position on the board of a game, or `None` if that has another
    /// number of squares.
    pub fn on(&self, board: AnyGame) -> Option<AnyGame> {
        if self.discs.len() != board.squares() as usize {
            return None;
        }
        let [black, white] = Color::ALL.map(|color| {
            let squares = (0..).zip(&self.discs).filter(|(_, disc)| **disc == Some(color));
            squares.fold(0, |set, (square, _)| set | 1 << square)
        });
        board.with_discs(black, white, self.side)
    }
}

/// The position in `part`, which is a part of `text`, a line.
pub(super) fn read_cells(board: AnyGame, text: &str, part: &str) -> Result<AnyGame, ReadError> {
    let cells: Cells = part.parse().map_err(|error| match error {
        CellsError::UnknownCell { found, column } => {
            let before = part.chars().take(column - 1).map(char::len_utf8).sum();
            let reason =
                format!("'{found}' is not a cell; a cell is X for Black, O for White, - for empty");
            ReadError::at(text, &part[before..], reason)
        }
        CellsError::MissingSide => {
            ReadError::at(text, &part[part.trim_end().len()..], error.to_string())
        }
    })?;
    cells.on(board).ok_or_else(|| {
        let reason = format!(
            "the position has {} cells; the {} board has {}",
            cells.len(),
            board.size(),
            board.squares()
        );
        ReadError::at(text, part, reason)
    })
}
