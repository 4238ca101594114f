//! OBF: a position and the scores of its moves.

use std::fmt;

use crate::board::{Size, Square};
use crate::game::{Position, Score};

use super::error::{ReadError, ReadProblem};
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
    let (size, wrong) = (position.size(), |part, problem| ReadError::at(text, part, problem));
    let Some((square, score)) = field.split_once(':') else {
        return Err(wrong(field, ReadProblem::NotAScoredMove(field.to_owned())));
    };
    let (square, score) = (square.trim(), score.trim());
    let legal = square_on(size, square).filter(|&square| position.is_legal(square));
    let legal = legal.ok_or_else(|| {
        wrong(square, ReadProblem::IllegalScoredMove { found: square.to_owned(), position })
    })?;
    let limit = size.squares().cast_signed();
    let number = score.parse().ok().filter(|score| (-limit..=limit).contains(score));
    let number = number
        .ok_or_else(|| wrong(score, ReadProblem::NotAScore { found: score.to_owned(), size }))?;
    Ok((legal, number))
}

/// Writes the line: `-X…O X; a2:+38; b1:+2;`.
impl fmt::Display for Obf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.position)?;
        self.scores.iter().try_for_each(|(square, score)| write!(f, " {square}:{score:+};"))
    }
}
