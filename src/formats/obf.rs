//! OBF: a position and the scores of its moves.

use std::fmt;

use crate::any_game::AnyGame;
use crate::board::{Shape, Square};
use crate::game::{Game, Start};
use crate::score::Score;

use super::cells::read_cells;
use super::error::ReadError;

/// A line of an OBF file: a position, and what is known of its moves. The
/// format is that of Edax and other programs for the end of the game, and its
/// scores give the empty squares to the winner.
///
/// ```
/// # use othello_solver::{Board4x4, Obf};
/// let obf = Obf::<Board4x4>::parse("OX---OX--XO----- X; a2:+3; c4:-1; % not sure")?;
/// assert_eq!(obf.score(), Some(3));
/// assert_eq!(obf.to_string(), "OX---OX--XO----- X; a2:+3; c4:-1;");
/// # Ok::<_, othello_solver::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obf<S: Shape> {
    /// The position.
    pub game: Game<S>,
    /// Moves and their scores, seen by the side to move.
    pub scores: Vec<(Square<S>, Score)>,
}

impl<S: Shape> Obf<S> {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// If it does not begin with a position, or if what follows is not a legal
    /// move with its score.
    #[expect(clippy::missing_panics_doc, reason = "it is read on a board of this shape")]
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let (game, scores) = read(AnyGame::start::<S>(Start::default()), text)?;
        Ok(Self {
            game: game.game().expect("it is on a board of this shape"),
            scores: named(scores),
        })
    }

    /// The score of the position: that of its best move, if any is known.
    pub fn score(&self) -> Option<Score> {
        self.scores.iter().map(|&(_, score)| score).max()
    }
}

/// A line without the comment that `%` begins.
pub(super) fn without_comment(line: &str) -> &str {
    line.split('%').next().unwrap_or_default()
}

/// As [`Obf::parse`], on the board of a game. Squares are known by their
/// numbers.
pub(super) fn read(board: AnyGame, text: &str) -> Result<(AnyGame, Vec<(u32, Score)>), ReadError> {
    let line = without_comment(text);
    let mut fields = line.split(';');
    let game = read_cells(board, text, fields.next().unwrap_or_default().trim())?;
    let fields = fields.map(str::trim).filter(|field| !field.is_empty());
    let scores = fields.map(|field| read_score(game, text, field)).collect::<Result<_, _>>()?;
    Ok((game, scores))
}

/// Scores with the squares of a shape.
pub(super) fn named<S: Shape>(scores: Vec<(u32, Score)>) -> Vec<(Square<S>, Score)> {
    scores.into_iter().map(|(square, score)| (Square::from_index(square), score)).collect()
}

/// Reads `a2:+38`.
fn read_score(game: AnyGame, text: &str, field: &str) -> Result<(u32, Score), ReadError> {
    let wrong = |part, reason: String| ReadError::at(text, part, reason);
    let Some((square, score)) = field.split_once(':') else {
        let reason = format!("'{field}' is not a move and its score, such as a2:+38");
        return Err(wrong(field, reason));
    };
    let legal = game.moves();
    let number = game.square(square.trim()).filter(|square| legal >> square & 1 == 1);
    let number = number.ok_or_else(|| {
        let legal = game.names(legal).join(" ");
        wrong(field, format!("'{square}' is not a legal move; the legal moves are {legal}"))
    })?;
    let limit = game.squares().cast_signed();
    let score = score.trim();
    let parsed = score.parse().ok().filter(|score| (-limit..=limit).contains(score));
    let reason = || wrong(score, format!("'{score}' is not a score from -{limit} to +{limit}"));
    Ok((number, parsed.ok_or_else(reason)?))
}

/// Writes the line: `-X…O X; a2:+38; b1:+2;`.
impl<S: Shape> fmt::Display for Obf<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.game)?;
        self.scores.iter().try_for_each(|(square, score)| write!(f, " {square}:{score:+};"))
    }
}
