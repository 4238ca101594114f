//! What a finished game is worth.

use serde::{Deserialize, Serialize};

use crate::board::{Position, Shape};

/// A score in discs, seen by the player to move: positive is good for them.
///
/// It lies between −[`SQUARES`](Shape::SQUARES) and +[`SQUARES`](Shape::SQUARES).
pub type Score = i32;

/// How the discs of a finished game are counted.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// Own discs minus the opponent's, as they lie: 3–11 is −8. The convention
    /// of the literature on the 4×4 board.
    #[default]
    Discs,
    /// The winner also counts the empty squares: 3–11 with two squares empty is
    /// −10. The convention of tournament play, and of FFO and OBF files.
    EmptiesToWinner,
}

impl Scoring {
    /// Bounds of the value of a position with [`EmptiesToWinner`](Self::EmptiesToWinner)
    /// on a board of so many squares, if by [`Discs`](Self::Discs) its value is
    /// `discs`.
    ///
    /// A finished game is won, drawn or lost with either, and with the empty
    /// squares by as much or more. Who can win by some discs therefore wins by
    /// no fewer if the empty squares count too, and what is drawn remains so.
    pub fn bounds_with_empties(discs: Score, squares: u32) -> (Score, Score) {
        match discs.signum() {
            1 => (discs, squares.cast_signed()),
            -1 => (-squares.cast_signed(), discs),
            _ => (0, 0),
        }
    }
}

/// What the players want.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// The most discs.
    #[default]
    Most,
    /// The fewest discs, as in reverse Othello: every score is negated.
    Fewest,
}

/// The rules by which a finished game is scored.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Rules {
    /// How the discs are counted.
    #[serde(rename = "score")]
    pub scoring: Scoring,
    /// Whether many or few of them are wanted.
    pub objective: Objective,
}

impl Rules {
    /// Rules made of their two parts.
    pub const fn new(scoring: Scoring, objective: Objective) -> Self {
        Self { scoring, objective }
    }

    /// The score of a game that ends with these discs, seen by their owner.
    #[inline]
    pub fn score(self, own: u32, opponent: u32, empty: u32) -> Score {
        let difference = own.cast_signed() - opponent.cast_signed();
        let score = match self.scoring {
            Scoring::Discs => difference,
            Scoring::EmptiesToWinner => difference + difference.signum() * empty.cast_signed(),
        };
        match self.objective {
            Objective::Most => score,
            Objective::Fewest => -score,
        }
    }

    /// The score of `position` if the game ends there, seen by the player to
    /// move. Whether it does end there is not asked.
    ///
    /// ```
    /// # use othello_solver::{Bitboard, Board4x4, Objective, Position, Rules, Scoring};
    /// let discs = |bits| Bitboard::<Board4x4>::new(bits).unwrap();
    /// let position = Position::new(discs(0x0007), discs(0x7FF0)).unwrap();
    /// assert_eq!(Rules::default().final_score(position), 3 - 11);
    /// let tournament = Rules::new(Scoring::EmptiesToWinner, Objective::Most);
    /// assert_eq!(tournament.final_score(position), -10);
    /// ```
    #[inline]
    pub fn final_score<S: Shape>(self, position: Position<S>) -> Score {
        self.score(position.own().len(), position.opponent().len(), position.empty().len())
    }
}
