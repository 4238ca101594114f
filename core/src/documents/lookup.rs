//! Looking up single positions.

use crate::answer::Answer;
use crate::{
    Game, MoveValue, Objective, Position, Rules, Score, Scoring, Size, Solution, Square, Start,
    TooBig,
};
use serde::Serialize;

/// The value and the moves of a single position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lookup {
    /// The position.
    pub position: Position,
    /// Whether the most or the fewest discs win.
    pub objective: Objective,
    /// How values are counted.
    pub score: Scoring,
    /// The starts from which a game can reach the position or one of its mirror images and
    /// rotations. Absent for tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached_from: Option<Vec<Start>>,
    /// The value, seen by the side to move.
    pub value: Score,
    /// A move that keeps the value. It is `null` if the side to move must pass, if the game is over,
    /// or if no such move is known.
    pub best_move: Option<Square>,
    /// Every move that keeps the value, in the order of squares, if all of them are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_moves: Option<Vec<Square>>,
    /// Each legal move with its value, in the order of squares, if all of them are known. Empty if the
    /// side to move must pass or the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveValue>>,
    /// A line of best play, if it is known to the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Game>,
}

impl Lookup {
    /// What an answer knows of a position, or `None` if that is not even its value.
    pub fn of_answer(answer: &Answer) -> Option<Self> {
        let mut moves = answer.valued_moves();
        moves.sort_by_key(|mv| mv.square);
        let has_all = moves.len() == answer.moves().len();
        let line = answer.line().filter(|_| answer.has_whole_line());
        Some(Self {
            position: answer.position(),
            objective: answer.rules().objective,
            score: answer.rules().scoring,
            reached_from: None,
            value: answer.value()?,
            best_move: answer.best_move(),
            best_moves: answer.best_moves(),
            moves: if has_all { Some(moves) } else { None },
            line: line.cloned(),
        })
    }
}

/// The positions of a board that can be reached from both starts.
#[derive(Clone, Debug)]
pub struct Reachable {
    from: [(Start, Solution); 2],
}

impl Reachable {
    /// Visits everything that can be reached from both starts. Time and memory grow with the number
    /// of positions.
    ///
    /// # Errors
    ///
    /// If the board has more than [`Solution::MAX_SQUARES`] squares.
    ///
    /// ```
    /// # use othello_core::{Position, Size, Start};
    /// # use othello_core::documents::Reachable;
    /// let size = Size::new(4, 4).unwrap();
    /// let reachable = Reachable::new(size).unwrap();
    /// let start = Position::start(size, Start::Parallel);
    /// assert_eq!(reachable.starts_before(start), [Start::Parallel]);
    /// ```
    pub fn new(size: Size) -> Result<Self, TooBig> {
        let rules = Rules::default();
        let from = |start| Ok((start, Solution::new(Position::start(size, start), rules)?));
        Ok(Self { from: [from(Start::Diagonal)?, from(Start::Parallel)?] })
    }

    /// The starts from which a game can reach the position or one of its mirror images and rotations.
    pub fn starts_before(&self, position: Position) -> Vec<Start> {
        let reaches = |(_, solution): &&(Start, Solution)| solution.value(position).is_some();
        self.from.iter().filter(reaches).map(|&(start, _)| start).collect()
    }
}
