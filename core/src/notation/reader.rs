//! The reader of positions and games in any notation.

use crate::board::Size;
use crate::game::Start;

use super::boards::Boards;
use super::error::refuse;
use super::transcript::Origin;
use super::{PositionEntry, ReadError, ReadErrorKind, Record, Records};

/// Reads positions and games in any notation: see [`Records`] for all that a text may contain.
///
/// The board is the first of these that applies: the board that was named; the one that a record
/// names or shows; the usual one, for moves and for cells that fill it; the square board that the
/// cells fill. Moves that are not legal on the usual board are on 4×4, 6×6 or 8×8 if they are legal
/// on only one of these.
///
/// ```
/// # use othello_core::{Size, Start};
/// # use othello_core::notation::{Notation, Reader};
/// let file = "\
/// % the same position three times
/// b1a1
/// OX-- -OX- -XO- ---- *
/// OX---OX--XO----- X; a2:+3; % with a score
/// ";
/// let usual = Size::new(4, 4).unwrap();
/// let reader = Reader::new(None, usual, Start::Diagonal);
/// let entries = reader.records(file).into_iter().map(|record| record.entry);
/// let entries: Vec<_> = entries.collect::<Result<_, _>>()?;
/// assert_eq!(entries[0].position(), entries[1].position());
/// assert_eq!((entries[2].notation, entries[2].score), (Notation::Obf, Some(3)));
/// # Ok::<_, othello_core::notation::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    origin: Origin,
    /// Whether records may be on different boards.
    is_mixed: bool,
}

impl Reader {
    /// Reads texts on the `named` board, or on any board if none is named. Games that consist only
    /// of moves begin with `start`, on the `usual` board if none is named.
    pub fn new(named: Option<Size>, usual: Size, start: Start) -> Self {
        let boards = named.map_or(Boards::Usual(usual), Boards::Only);
        Self { origin: Origin { boards, start }, is_mixed: false }
    }

    /// The same reader, for texts whose records may be on different boards. Otherwise all must be on
    /// the board of the first.
    #[must_use]
    pub fn on_any_board(self) -> Self {
        Self { is_mixed: true, ..self }
    }

    /// The same reader, for this board only.
    #[must_use]
    pub fn on(self, size: Size) -> Self {
        Self { origin: Origin { boards: Boards::Only(size), ..self.origin }, ..self }
    }

    /// Reads a text with one position or game. `None` if there is nothing except comments, which
    /// start with `%` or `#`.
    ///
    /// # Errors
    ///
    /// If the text is neither a position nor a game on an accepted board, or more than one.
    pub fn read(&self, text: &str) -> Result<Option<PositionEntry>, ReadError> {
        let found = self.on_any_board().records(text);
        let number = found.len();
        let Some(first) = found.into_iter().next() else { return Ok(None) };
        let first = first.entry?;
        if number > 1 {
            let problem = format!("there are {number} positions or games; one is expected");
            return refuse(ReadErrorKind::Several, problem);
        }
        Ok(Some(first))
    }

    /// All positions and games in a text, in order.
    pub fn records(&self, text: &str) -> Vec<Record> {
        self.line_by_line().all(text)
    }

    /// Reads a text line by line.
    pub fn line_by_line(&self) -> Records {
        Records::new(self.origin, self.is_mixed)
    }
}
