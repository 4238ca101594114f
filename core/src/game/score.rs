//! The score of a finished game, and the rules that decide it.

use std::fmt;

use crate::board::Color;
use crate::board::kernel::{Position, Shape};
use crate::named;

/// A score in discs, seen by the player to move, for whom positive is good.
///
/// It lies between minus and plus the number of squares of the board.
pub type Score = i32;

impl Color {
    /// A score from this colour's point of view, where `score` is from that of `mover`: it is
    /// negated if they are opponents.
    #[inline]
    pub fn sees(self, score: Score, mover: Self) -> Score {
        if self == mover { score } else { -score }
    }
}

/// How the discs of a finished game are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scoring {
    /// Own discs minus the opponent's, as they lie: 3–11 is −8. The convention of the literature on
    /// the 4×4 board.
    #[default]
    Discs,
    /// The winner also counts the empty squares: 3–11 with two squares empty is −10. The convention
    /// of tournament play, and of FFO and OBF files.
    EmptiesToWinner,
}

named! { Scoring { Discs = "discs", EmptiesToWinner = "empties-to-winner" } }

impl Scoring {
    /// Bounds of the value of a position by [`EmptiesToWinner`](Self::EmptiesToWinner) on a board
    /// with this number of `squares`, if this is its `value`.
    ///
    /// A finished game has the same winner with either scoring, and with the empty squares the
    /// margin is the same or larger. A player who can win by some discs therefore wins by no fewer
    /// if the empty squares count too, and a draw remains one.
    pub fn bounds_with_empties(self, value: Score, squares: u32) -> (Score, Score) {
        match (self, value.signum()) {
            (Self::Discs, 1) => (value, squares.cast_signed()),
            (Self::Discs, -1) => (-squares.cast_signed(), value),
            _ => (value, value),
        }
    }

    /// Whether a game can end with this score on a board with this number of `squares`. If the
    /// winner counts the empty squares, both players together have all of them, and only a draw
    /// leaves some empty.
    pub fn allows(self, score: Score, squares: u32) -> bool {
        let discs = score.unsigned_abs();
        let is_whole = self == Self::Discs || score == 0 || discs % 2 == squares % 2;
        discs <= squares && is_whole
    }
}

/// Whether the most or the fewest discs win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Objective {
    /// The most discs.
    #[default]
    Most,
    /// The fewest discs, as in reverse Othello: every score is negated.
    Fewest,
}

named! { Objective { Most = "most", Fewest = "fewest" } }

/// The rules by which a finished game is scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rules {
    /// How the discs are counted.
    #[cfg_attr(feature = "serde", serde(rename = "score"))]
    pub scoring: Scoring,
    /// Whether the most or the fewest discs win.
    pub objective: Objective,
}

impl Rules {
    /// All four rules.
    pub const ALL: [Self; 4] = [
        Self::new(Scoring::Discs, Objective::Most),
        Self::new(Scoring::Discs, Objective::Fewest),
        Self::new(Scoring::EmptiesToWinner, Objective::Most),
        Self::new(Scoring::EmptiesToWinner, Objective::Fewest),
    ];

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

    /// Who wins a game that ends with these discs, or `None` for a draw.
    pub fn winner(self, black: u32, white: u32) -> Option<Color> {
        match self.score(black, white, 0) {
            1.. => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        }
    }

    /// The score of `position` if the game ends there, seen by the player to move. Whether the game
    /// is over is not checked.
    #[inline]
    pub fn final_score<S: Shape>(self, position: Position<S>) -> Score {
        self.score(position.own().len(), position.opponent().len(), position.empty().len())
    }
}

/// Writes the rules in words: `most discs win, discs count as they lie`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scoring = match self.scoring {
            Scoring::Discs => "discs count as they lie",
            Scoring::EmptiesToWinner => "the winner counts the empty squares",
        };
        write!(f, "{} discs win, {scoring}", self.objective)
    }
}
