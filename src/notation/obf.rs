//! OBF: a position and the scores of its moves.

use std::fmt;

use crate::board::{Size, Square};
use crate::game::{Position, Score};

use super::error::ReadError;
use super::position;
use super::transcript::square_on;

/// A line of an OBF file: a position and the known scores of its moves. This is the format of Edax
/// and other endgame solvers, and its scores give the empty squares to the winner.
///
/// ```
/// # use othello_solver::Size;
/// # use othello_solver::notation::Obf;
/// let size = Size::new(4, 4).unwrap();
/// let obf = Obf::parse(size, "OX---OX--XO----- X; a2:+3; c4:-1; % not sure")?;
/// assert_eq!(obf.score(), Some(3));
/// assert_eq!(obf.to_string(), "OX---OX--XO----- X; a2:+3; c4:-1;");
/// # Ok::<_, othello_solver::notation::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obf {
    /// The position.
    pub position: Position,
    /// Moves and their scores, seen by the side to move.
    pub scores: Vec<(Square, Score)>,
}

/// A line without the comment that `%` or `#` begins.
pub(super) fn without_comment(line: &str) -> &str {
    line.split(['%', '#']).next().unwrap_or_default()
}

impl Obf {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// If it does not begin with a position on a board of this size, or if what follows is not a
    /// legal move with its score.
    pub fn parse(size: Size, text: &str) -> Result<Self, ReadError> {
        let mut fields = without_comment(text).split(';').map(str::trim);
        let position = position::read(size, text, fields.next().unwrap_or_default())?;
        let fields = fields.filter(|field| !field.is_empty());
        let scores =
            fields.map(|field| read_score(position, text, field)).collect::<Result<_, _>>()?;
        Ok(Self { position, scores })
    }

    /// The score of the position, seen by the side to move: that of its best move, or `None` if no
    /// score is given.
    pub fn score(&self) -> Option<Score> {
        self.scores.iter().map(|&(_, score)| score).max()
    }
}

/// Reads `a2:+38`.
fn read_score(position: Position, text: &str, field: &str) -> Result<(Square, Score), ReadError> {
    let wrong = |part, problem: String| ReadError::at(text, part, problem);
    let not_scored =
        || wrong(field, format!("'{field}' is not a move and its score, such as a2:+38"));
    let (name, score) = field.split_once(':').ok_or_else(not_scored)?;
    let (name, score) = (name.trim(), score.trim());
    let size = position.size();
    let square = square_on(size, name).filter(|&square| position.is_legal(square));
    let square = square.ok_or_else(|| {
        let moves = position.moves();
        wrong(name, format!("'{name}' is not a legal move; the legal moves are {moves}"))
    })?;
    let limit = size.squares().cast_signed();
    let number = score.parse().ok().filter(|score| (-limit..=limit).contains(score));
    let not_a_score =
        || wrong(score, format!("'{score}' is not a score from -{limit} to +{limit}"));
    Ok((square, number.ok_or_else(not_a_score)?))
}

/// Writes the line: `-X…O X; a2:+38; b1:+2;`.
impl fmt::Display for Obf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.position)?;
        self.scores.iter().try_for_each(|(square, score)| write!(f, " {square}:{score:+};"))
    }
}
