//! Positions and games in any notation, one on a line.

use crate::board::{Color, Size, Square, Turn};
use crate::game::{Game, Position, Score, Start};

use super::boards::Boards;
use super::error::ReadError;
use super::ggf::{self, Ggf};
use super::obf::{Obf, without_comment};
use super::sgf::Sgf;
use super::wthor::WthorGame;
use super::{hex, position};

/// How a position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Cells and the side to move, as [`Position::parse`] reads them: `-----OX--XO----- X`.
    Cells,
    /// Cells, the side to move, and scored moves: see [`Obf`].
    Obf,
    /// A game record: see [`Ggf`]. Its position is the one after the last move.
    Ggf,
    /// Two hexadecimal words and the side to move: see [`to_hex`](super::to_hex).
    Hex,
    /// The moves that lead to the position from a start: see [`Game`].
    Transcript,
    /// A game of a file in the Smart Game Format: see [`Sgf`].
    Sgf,
    /// A game of a WTHOR database: see [`WthorGame`].
    Wthor,
}

impl Notation {
    /// The notation that a line seems to be written in.
    fn of(line: &str) -> Self {
        let line = line.trim();
        let mut symbols = line.chars();
        if line.contains("(;") {
            Self::Ggf
        } else if line.contains(';') {
            Self::Obf
        } else if hex::is_hex(line) {
            Self::Hex
        } else if symbols.next().is_some_and(|letter| letter.is_ascii_alphabetic())
            && symbols.next().is_some_and(|digit| ('1'..='9').contains(&digit))
        {
            Self::Transcript
        } else {
            Self::Cells
        }
    }
}

/// A line without its comment and the byte order mark that some editors begin files with, or `None`
/// if nothing else is there. A game record may hold any character, and so it has no comment.
fn content(line: &str) -> Option<&str> {
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    let before = without_comment(line);
    let content = if before.contains("(;") { line } else { before };
    (!content.trim().is_empty()).then_some(content)
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionEntry {
    /// How it is written.
    pub notation: Notation,
    /// The game, at the end of which is the position. It has no moves unless the line has.
    pub game: Game,
    /// Moves and their scores, seen by the side to move.
    pub scores: Vec<(Square, Score)>,
    /// The score that is expected, seen by the side to move: that of the best scored move or of the
    /// pass, or the result of a finished game.
    pub score: Option<Score>,
    /// Black and White, if the record of the game names them.
    pub players: [Option<String>; 2],
}

impl PositionEntry {
    /// A game of which nothing else is known.
    pub fn from_game(game: Game) -> Self {
        let notation = Notation::Transcript;
        Self { notation, game, scores: Vec::new(), score: None, players: [None, None] }
    }

    /// A game of an SGF file.
    pub fn from_sgf(Sgf { game, players, .. }: Sgf) -> Self {
        Self { notation: Notation::Sgf, players, ..Self::from_game(game) }
    }

    /// A game of a WTHOR file, with its result if it was played to its end. If a `depth` is given
    /// and the game has a position with that number of empty squares, it ends there, and the score
    /// is the theoretical one.
    pub fn from_wthor(wthor: WthorGame, depth: Option<u32>) -> Self {
        let WthorGame { mut game, result, theoretical, players, .. } = wthor;
        let whole = game.moves().len();
        let at_depth =
            |depth| game.start().empties().checked_sub(depth).map(|moves| moves as usize);
        let cut = depth.and_then(at_depth).filter(|&moves| moves < whole);
        let score = match cut {
            Some(moves) => {
                game.truncate(moves);
                Some(theoretical)
            }
            None => (game.end().turn() == Turn::Over).then_some(result),
        };
        let score = score.map(|score| game.end().side().sees(score, Color::Black));
        let players = players.map(|number| Some(number.to_string()));
        Self { notation: Notation::Wthor, score, players, ..Self::from_game(game) }
    }

    /// The same with names for players that are numbers, as those of WTHOR databases are.
    #[must_use]
    pub fn with_names(self, names: &[String]) -> Self {
        let players = self.players.map(|player| {
            let number = player.as_ref().and_then(|player| player.parse::<usize>().ok());
            number.and_then(|number| names.get(number).cloned()).or(player)
        });
        Self { players, ..self }
    }

    /// The position.
    pub fn position(&self) -> Position {
        self.game.end()
    }
}

/// Reads positions and games in any notation.
///
/// Which board they are on is decided by one rule: the board that was named; otherwise the one that
/// a record names; otherwise the usual one, where moves begin and where a position is that fills it;
/// otherwise the square board that the position fills.
///
/// ```
/// # use othello_core::{Size, Start};
/// # use othello_core::notation::{Notation, Reader};
/// let file = "\
/// % the same position three times
/// b1a1
/// OX-- -OX- -XO- ---- *
/// OX---OX--XO----- X; a2:+3; % and an opinion
/// ";
/// let usual = Size::new(4, 4).unwrap();
/// let reader = Reader::new(None, usual, Start::Diagonal);
/// let entries = file.lines().filter_map(|line| reader.read(line).transpose());
/// let entries: Vec<_> = entries.collect::<Result<_, _>>()?;
/// assert_eq!(entries[0].position(), entries[1].position());
/// assert_eq!((entries[2].notation, entries[2].score), (Notation::Obf, Some(3)));
/// # Ok::<_, othello_core::notation::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    boards: Boards,
    start: Start,
}

impl Reader {
    /// Reads what is on the board that was `named`, or if none was, on any. Games that are only
    /// moves begin with `start`, on the `usual` board if none was named.
    pub fn new(named: Option<Size>, usual: Size, start: Start) -> Self {
        Self { boards: named.map_or(Boards::Usual(usual), Boards::Only), start }
    }

    /// The same for what is on this board.
    #[must_use]
    pub fn on(self, size: Size) -> Self {
        Self { boards: Boards::Only(size), ..self }
    }

    /// Reads a line, or returns `None` if it is empty or holds nothing but a comment, which `%` or
    /// `#` begins.
    ///
    /// # Errors
    ///
    /// If the line is neither a position nor a game on a board that is accepted.
    pub fn read(&self, line: &str) -> Result<Option<PositionEntry>, ReadError> {
        let Some(text) = content(line) else { return Ok(None) };
        let notation = Notation::of(text);
        let entry = |game, scores, score| PositionEntry {
            notation,
            scores,
            score,
            ..PositionEntry::from_game(game)
        };
        Ok(Some(match notation {
            Notation::Cells | Notation::Hex => {
                let position = position::read(self.boards, text, text.trim())?;
                entry(Game::new(position), Vec::new(), None)
            }
            Notation::Transcript => entry(self.moves(text)?, Vec::new(), None),
            Notation::Obf => {
                let obf = Obf::read(self.boards, text)?;
                let score = obf.score();
                entry(Game::new(obf.position), obf.scores, score)
            }
            Notation::Sgf | Notation::Wthor => unreachable!("no line is in these notations"),
            Notation::Ggf => {
                let Ggf { game, result } = Ggf::parse(text)?;
                let (end, size) = (game.end(), game.end().size());
                if let Boards::Only(only) = self.boards
                    && only != size
                {
                    let problem = format!("a board of size {size}, but {only} is expected");
                    return Err(ReadError::at(text, text, problem));
                }
                let result = result.filter(|_| end.turn() == Turn::Over);
                let score = result.map(|score| end.side().sees(score, Color::Black));
                PositionEntry { players: ggf::players(text), ..entry(game, Vec::new(), score) }
            }
        }))
    }

    fn moves(self, text: &str) -> Result<Game, ReadError> {
        match self.boards {
            Boards::Only(size) => Game::parse(Position::start(size, self.start), text),
            Boards::Usual(size) => {
                Game::parse(Position::start(size, self.start), text).map_err(|mut error| {
                    error.problem += &format!("; moves are taken for those of the {size} board");
                    error
                })
            }
        }
    }
}
