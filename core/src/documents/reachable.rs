//! How a position can be reached.

use crate::{Position, Rules, Size, Solution, Start, TooBig};
use serde::Serialize;

use super::AnswerDocument;

/// A known answer, found without a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lookup {
    /// The answer.
    #[serde(flatten)]
    pub answer: AnswerDocument,
    /// The starts from which a game can reach the position or one of its mirror images and
    /// rotations, on boards of up to 16 squares. Absent for tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached_from: Option<Vec<Start>>,
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
