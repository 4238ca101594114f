//! OBF: a position and the scores of its moves.

use std::fmt;

use crate::board::{Size, Square, Turn};
use crate::game::{Position, Score};

use super::ReadErrorKind as Kind;
use super::position::{self, Boards};
use super::transcript::{is_pass, no_pass, square_on};
use super::{ReadError, quoted};

/// A line of an OBF file: a position and known scores of its moves. This is the format of Edax and
/// other endgame solvers. Its scores give the empty squares to the winner.
///
/// ```
/// # use othello_core::Size;
/// # use othello_core::notation::Obf;
/// let size = Size::new(4, 4).unwrap();
/// let obf = Obf::parse(size, "OX---OX--XO----- X; a2:+3; c4:-1; % not sure")?;
/// assert_eq!(obf.score(), Some(3));
/// assert_eq!(obf.to_string(), "OX---OX--XO----- X; a2:+3; c4:-1;");
/// # Ok::<_, othello_core::notation::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obf {
    /// The position.
    pub position: Position,
    /// Moves and their scores, seen by the side to move.
    pub scores: Vec<(Square, Score)>,
    /// The score of the pass, `PS:+4`, seen by the side to move, if it has no legal move.
    pub pass: Option<Score>,
}

/// The score that solvers write if they know none: `--:-127`.
const NO_SCORE: &str = "-127";

/// A line without its comment, which starts with `%` or `#`.
pub(super) fn without_comment(line: &str) -> &str {
    line.split(['%', '#']).next().unwrap_or_default()
}

impl Obf {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// If it does not begin with a position on a board of this size, or if a later field is not a
    /// legal move or a forced pass with its score.
    pub fn parse(size: Size, text: &str) -> Result<Self, ReadError> {
        Self::read(Boards::Only(size), text)
    }

    pub(super) fn read(boards: Boards, text: &str) -> Result<Self, ReadError> {
        let mut fields = without_comment(text).split(';').map(str::trim);
        let position = position::read(boards, text, fields.next().unwrap_or_default())?;
        let mut obf = Self { position, scores: Vec::new(), pass: None };
        for field in fields.filter(|field| !field.is_empty()) {
            obf.read_score(text, field)?;
        }
        Ok(obf)
    }

    /// Reads `a2:+38`, or `PS:+38` for a pass.
    pub(super) fn read_score(&mut self, text: &str, field: &str) -> Result<(), ReadError> {
        let wrong = |kind, part, problem| Err(ReadError::at(kind, text, part, problem));
        let Some((name, score)) = field.split_once(':') else {
            let problem = format!("{} is not a move and its score, such as a2:+38", quoted(field));
            return wrong(Kind::Record, field, problem);
        };
        let (position, name, score) = (self.position, name.trim(), score.trim());
        if is_pass(name) && score == NO_SCORE {
            return Ok(());
        }
        let limit = position.size().squares().cast_signed();
        let Some(number) = score.parse().ok().filter(|score| (-limit..=limit).contains(score))
        else {
            let problem = format!("{} is not a score from -{limit} to +{limit}", quoted(score));
            return wrong(Kind::Score, score, problem);
        };
        match square_on(position.size(), name).filter(|&square| position.is_legal(square)) {
            Some(square) => self.scores.push((square, number)),
            None if !is_pass(name) => {
                let (name_of, moves) = (quoted(name), position.moves());
                let problem = format!("{name_of} is not a legal move; the legal moves are {moves}");
                return wrong(Kind::Move, name, problem);
            }
            None if position.turn() == Turn::Pass => self.pass = Some(number),
            None => {
                return wrong(Kind::Pass, name, format!("a pass, but {}", no_pass(position)));
            }
        }
        Ok(())
    }

    /// The score of the position, seen by the side to move: the score of its best move or of its
    /// pass. `None` if there are no scores.
    pub fn score(&self) -> Option<Score> {
        self.scores.iter().map(|&(_, score)| score).max().or(self.pass)
    }
}

/// Writes the line: `-X…O X; a2:+38; b1:+2;`.
impl fmt::Display for Obf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.position)?;
        self.scores.iter().try_for_each(|(square, score)| write!(f, " {square}:{score:+};"))?;
        self.pass.map_or(Ok(()), |score| write!(f, " PS:{score:+};"))
    }
}
