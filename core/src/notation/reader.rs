//! The reader of positions and games in any notation.

use crate::board::Size;
use crate::game::{Game, Position, Start};

use super::ReadErrorKind as Kind;
use super::position::{self, Boards, is_hex};
use super::{Notation, PositionEntry, ReadError, Record, Records, obf, pgn, transcript};

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
    pub(super) boards: Boards,
    pub(super) start: Start,
    /// Whether records may be on different boards.
    pub(super) is_mixed: bool,
}

impl Reader {
    /// Reads texts on the `named` board, or on any board if none is named. Games that consist only
    /// of moves begin with `start`, on the `usual` board if none is named.
    pub fn new(named: Option<Size>, usual: Size, start: Start) -> Self {
        Self { boards: named.map_or(Boards::Usual(usual), Boards::Only), start, is_mixed: false }
    }

    /// The same reader, for texts whose records may be on different boards. Otherwise all must be on
    /// the board of the first.
    #[must_use]
    pub fn on_any_board(self) -> Self {
        Self { is_mixed: true, ..self }
    }

    /// The same reader, for this board only.
    pub fn on(self, size: Size) -> Self {
        Self { boards: Boards::Only(size), ..self }
    }

    /// Reads a text with one position or game. `None` if there is nothing except comments, which
    /// start with `%` or `#`.
    ///
    /// # Errors
    ///
    /// If the text is neither a position nor a game on an accepted board, or more than one.
    pub fn read(&self, text: &str) -> Result<Option<PositionEntry>, ReadError> {
        let found = self.on_any_board().records(text);
        let several = found.len();
        let mut found = found.into_iter();
        let first = found.next().map(|record| record.entry).transpose()?;
        if several > 1 {
            let problem = format!("there are {several} positions or games; one is expected");
            return Err(ReadError::new(Kind::Several, problem));
        }
        Ok(first)
    }

    /// All positions and games in a text, in order.
    pub fn records(&self, text: &str) -> Vec<Record> {
        Records::new(*self).all(text)
    }

    /// Reads a position or a game on one line, without a comment.
    pub(super) fn line(self, text: &str) -> Result<PositionEntry, ReadError> {
        let line = text.trim();
        let entry = |notation, game| PositionEntry { notation, ..PositionEntry::from_game(game) };
        if transcript::begins(line) {
            let (game, result) = self.moves(text)?;
            let mut entry = entry(Notation::Transcript, game);
            if let Some(result) = result.filter(|result| *result != "*") {
                entry.add_result(pgn::score(result, entry.game.end()), result);
            }
            return Ok(entry);
        }
        if line.contains(';') {
            return obf::read(self.boards, text);
        }
        // Moves may follow the position.
        let is_moves = |&(at, _): &(usize, _)| {
            let word = line[at..].split_whitespace().next();
            word.is_some_and(transcript::is_moves)
        };
        let moves = line.match_indices(char::is_whitespace).find(is_moves).map(|(at, _)| at);
        let (cells, moves) = line.split_at(moves.unwrap_or(line.len()));
        let notation = if is_hex(cells) { Notation::Hex } else { Notation::Cells };
        let start = position::read(self.boards, text, cells)?;
        let column = text[..text.len() - text.trim_start().len() + cells.len()].chars().count();
        let game = Game::parse(start, moves).map_err(|error| error.moved(1, column))?;
        Ok(entry(notation, game))
    }

    /// Reads moves, and the result after them.
    pub(super) fn moves(self, text: &str) -> Result<(Game, Option<&str>), ReadError> {
        let on = |size| transcript::parse(Position::start(size, self.start), text);
        let usual = self.boards.size();
        let (mut error, mut legal) = match on(usual) {
            Ok(read) => return Ok(read),
            Err((error, _)) if self.boards.named().is_some() => return Err(error),
            Err(error) => error,
        };
        let (mut board, mut fitting) = (usual, Vec::new());
        for side in [8, 6, 4] {
            let size = Size::new(side, side).expect("there is such a board");
            match on(size) {
                _ if size == usual => {}
                Ok(read) => fitting.push((size, read)),
                Err((other, moves)) if moves > legal => {
                    (error, legal, board) = (other, moves, size);
                }
                Err(_) => {}
            }
        }
        match fitting.len() {
            1 => Ok(fitting.remove(0).1),
            0 => {
                error.problem += &format!("; moves are taken to be on the {board} board");
                Err(error)
            }
            _ => {
                let sizes: Vec<_> = fitting.iter().map(|(size, _)| size.to_string()).collect();
                let sizes = sizes.join(" and ");
                let problem =
                    format!("the moves are legal on {sizes}; name the board, as in --size 8");
                Err(ReadError::new(Kind::Size, problem))
            }
        }
    }
}
