//! Positions and games in any notation, one per line.

use crate::board::{Color, Size, Square, Turn};
use crate::game::{Game, Position, Score, Start};

use super::obf::without_comment;
use super::position::{self, Boards, is_hex};
use super::{Ggf, Obf, ReadError, Sgf, WthorGame, ggf};

/// The notation of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Cells and the side to move, as read by [`Position::parse`]: `-----OX--XO----- X`.
    Cells,
    /// Cells, the side to move, and scored moves: see [`Obf`].
    Obf,
    /// A game record: see [`Ggf`]. The position is the one after the last move.
    Ggf,
    /// Two hexadecimal words and the side to move: see [`to_hex`](super::to_hex).
    Hex,
    /// The moves from a start to the position: see [`Game`].
    Transcript,
    /// A game from a file in the Smart Game Format: see [`Sgf`].
    Sgf,
    /// A game from a WTHOR database: see [`WthorGame`].
    Wthor,
}

impl Notation {
    /// The notation that a line appears to be in.
    fn of(line: &str) -> Self {
        let line = line.trim();
        if line.contains("(;") {
            Self::Ggf
        } else if line.contains(';') {
            Self::Obf
        } else if is_hex(line) {
            Self::Hex
        } else if let [b'a'..=b'z' | b'A'..=b'Z', b'1'..=b'9', ..] = line.as_bytes() {
            Self::Transcript
        } else {
            Self::Cells
        }
    }
}

/// A line without its comment and without the byte order mark that some editors put at the start of
/// a file. `None` if nothing is left. A game record may contain any character, so it has no
/// comments.
fn content(line: &str) -> Option<&str> {
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    let before = without_comment(line);
    let content = if before.contains("(;") { line } else { before };
    (!content.trim().is_empty()).then_some(content)
}

/// The contents of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionEntry {
    /// Its notation.
    pub notation: Notation,
    /// The game, which ends with the position. It has moves only if the line does.
    pub game: Game,
    /// Moves and their scores, seen by the side to move.
    pub scores: Vec<(Square, Score)>,
    /// The expected score, seen by the side to move: the score of the best move or of the pass, or
    /// the result of a finished game.
    pub score: Option<Score>,
    /// Black and White, if the record of the game names them.
    pub players: [Option<String>; 2],
}

impl PositionEntry {
    /// A game and nothing else.
    pub fn from_game(game: Game) -> Self {
        let notation = Notation::Transcript;
        Self { notation, game, scores: Vec::new(), score: None, players: [None, None] }
    }

    /// A game from an SGF file.
    pub fn from_sgf(Sgf { game, players }: Sgf) -> Self {
        Self { notation: Notation::Sgf, players, ..Self::from_game(game) }
    }

    /// A game from a WTHOR file, with its result if it was finished. If a `depth` is given and the
    /// game reaches a position with that number of empty squares, it is cut off there, and the
    /// score is the theoretical one.
    pub fn from_wthor(wthor: WthorGame, depth: Option<u32>) -> Self {
        let WthorGame { mut game, result, theoretical, players, .. } = wthor;
        let score = match depth.and_then(|depth| game.start().empties().checked_sub(depth)) {
            Some(moves) if (moves as usize) < game.moves().len() => {
                game.truncate(moves as usize);
                Some(theoretical)
            }
            _ => (game.end().turn() == Turn::Over).then_some(result),
        };
        let score = score.map(|score| game.end().side().sees(score, Color::Black));
        let players = players.map(|number| Some(number.to_string()));
        Self { notation: Notation::Wthor, score, players, ..Self::from_game(game) }
    }

    /// The same entry, with names in place of the players' numbers in a WTHOR database.
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
/// The board is the first of these that applies: the board that was named; the one that a record
/// names; the usual one, for moves and for a position that fills it; the square board that the
/// position fills.
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
    /// Reads texts on the `named` board, or on any board if none is named. Games that consist only
    /// of moves begin with `start`, on the `usual` board if none is named.
    pub fn new(named: Option<Size>, usual: Size, start: Start) -> Self {
        Self { boards: named.map_or(Boards::Usual(usual), Boards::Only), start }
    }

    /// The same reader, for this board only.
    pub fn on(self, size: Size) -> Self {
        Self { boards: Boards::Only(size), ..self }
    }

    /// Reads a line. `None` if there is nothing except a comment, which starts with `%` or `#`.
    ///
    /// # Errors
    ///
    /// If the line is neither a position nor a game on an accepted board.
    pub fn read(&self, line: &str) -> Result<Option<PositionEntry>, ReadError> {
        let Some(text) = content(line) else { return Ok(None) };
        let notation = Notation::of(text);
        let entry = |game| PositionEntry { notation, ..PositionEntry::from_game(game) };
        Ok(Some(match notation {
            Notation::Cells | Notation::Hex => {
                entry(Game::new(position::read(self.boards, text, text.trim())?))
            }
            Notation::Transcript => entry(self.moves(text)?),
            Notation::Obf => {
                let obf = Obf::read(self.boards, text)?;
                let score = obf.score();
                PositionEntry { scores: obf.scores, score, ..entry(Game::new(obf.position)) }
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
                PositionEntry { players: ggf::players(text), score, ..entry(game) }
            }
        }))
    }

    fn moves(self, text: &str) -> Result<Game, ReadError> {
        let (Boards::Only(size) | Boards::Usual(size)) = self.boards;
        let mut game = Game::parse(Position::start(size, self.start), text);
        if let (Boards::Usual(_), Err(error)) = (self.boards, &mut game) {
            error.problem += &format!("; moves are taken to be on the {size} board");
        }
        game
    }
}
