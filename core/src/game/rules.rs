//! The rules that differ between games: how a game starts and how it is scored.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::kernel::{Bitboard, Position, Shape};
use crate::board::{Color, Square};
use crate::named;

/// How the first four discs are placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Start {
    /// The start of Othello: each colour on a diagonal, Black on the upper right and the lower left
    /// of the four centre squares.
    #[default]
    Diagonal,
    /// Black on the upper two of the four centre squares, White on the lower.
    Parallel,
}

impl Start {
    /// Both starts.
    pub const ALL: [Self; 2] = [Self::Diagonal, Self::Parallel];

    /// The starting position on a board of shape `S`, seen by Black, who moves first.
    ///
    /// If the number n of columns or rows is odd, the four centre squares are in columns or rows
    /// ⌊n/2⌋−1 and ⌊n/2⌋, counted from 0.
    ///
    /// ```
    /// # use othello_core::Start;
    /// # use othello_core::kernel::Board4x4;
    /// let position = Start::Diagonal.position::<Board4x4>();
    /// assert_eq!([position.own().bits(), position.opponent().bits()], [0x0240, 0x0420]);
    /// ```
    pub fn position<S: Shape>(self) -> Position<S> {
        let [black, white] = self.discs(S::WIDTH, S::HEIGHT);
        Position::of(Bitboard::of(black), Bitboard::of(white))
    }

    /// The discs of Black and White on a board of this width and height.
    pub(super) fn discs(self, width: u32, height: u32) -> [u64; 2] {
        let (right, lower) = (width / 2, height / 2);
        let (left, upper) = (right - 1, lower - 1);
        let [upper_left, upper_right, lower_left, lower_right] =
            [(left, upper), (right, upper), (left, lower), (right, lower)]
                .map(|(column, row)| 1_u64 << (row * width + column));
        match self {
            Self::Diagonal => [upper_right | lower_left, upper_left | lower_right],
            Self::Parallel => [upper_left | upper_right, lower_left | lower_right],
        }
    }
}

named! { Start { Diagonal = "diagonal", Parallel = "parallel" } }

/// A score in discs, seen by the player to move: positive is good for that player.
///
/// It is at most the number of squares of the board, and at least minus that number.
pub type Score = i32;

/// A move and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveValue {
    /// The square on which a disc is placed.
    #[serde(rename = "move")]
    pub square: Square,
    /// The value for the side that makes the move.
    pub value: Score,
}

/// How the discs of a finished game are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scoring {
    /// Own discs minus the opponent's, as they lie: 3–11 is −8. This is the convention in the
    /// literature on 4×4.
    #[default]
    Discs,
    /// The winner also counts the empty squares: 3–11 with two squares empty is −10. This is the
    /// convention in tournaments, and in FFO and OBF files.
    EmptiesToWinner,
}

named! { Scoring { Discs = "discs", EmptiesToWinner = "empties-to-winner" } }

impl Scoring {
    /// Bounds on a position's value under [`EmptiesToWinner`](Self::EmptiesToWinner), given its
    /// `value` under this scoring and the board's number of `squares`.
    ///
    /// A finished game has the same winner under either scoring, and counting the empty squares
    /// never reduces the margin. So a player who can win by some number of discs can also win by
    /// that number if the empty squares count, and a draw stays a draw.
    pub fn bounds_with_empties(self, value: Score, squares: u32) -> (Score, Score) {
        match (self, value.signum()) {
            (Self::Discs, 1) => (value, squares.cast_signed()),
            (Self::Discs, -1) => (-squares.cast_signed(), value),
            _ => (value, value),
        }
    }

    /// Whether a game can end with this score on a board with this number of `squares`. If the
    /// winner counts the empty squares, the players' counts add up to all squares, except after a
    /// draw.
    pub fn allows(self, score: Score, squares: u32) -> bool {
        let discs = score.unsigned_abs();
        let has_right_parity = self == Self::Discs || score == 0 || discs % 2 == squares % 2;
        discs <= squares && has_right_parity
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
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rules {
    /// How the discs are counted.
    #[serde(rename = "score")]
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

    /// Rules with this scoring and objective.
    pub const fn new(scoring: Scoring, objective: Objective) -> Self {
        Self { scoring, objective }
    }

    /// The same rules, except for the other scoring.
    pub const fn rescored(self) -> Self {
        match self.scoring {
            Scoring::Discs => Self { scoring: Scoring::EmptiesToWinner, ..self },
            Scoring::EmptiesToWinner => Self { scoring: Scoring::Discs, ..self },
        }
    }

    /// The score of a game that ends with these discs, seen by the owner of `own`.
    #[inline]
    pub fn score(self, own: u32, opponent: u32, empty: u32) -> Score {
        let difference = own.cast_signed() - opponent.cast_signed();
        let score = match self.scoring {
            Scoring::Discs => difference,
            Scoring::EmptiesToWinner => difference + difference.signum() * empty.cast_signed(),
        };
        if self.objective == Objective::Most { score } else { -score }
    }

    /// The winner of a game that ends with these discs, or `None` for a draw.
    pub fn winner(self, black: u32, white: u32) -> Option<Color> {
        match self.score(black, white, 0).signum() {
            1 => Some(Color::Black),
            -1 => Some(Color::White),
            _ => None,
        }
    }

    /// The score of `position` if the game ends there, seen by the player to move. The game is
    /// assumed to be over.
    #[inline]
    pub fn final_score<S: Shape>(self, position: Position<S>) -> Score {
        self.score(position.own().len(), position.opponent().len(), position.empty().len())
    }
}

/// Describes the rules: `most discs win, discs count as they lie`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scoring = match self.scoring {
            Scoring::Discs => "discs count as they lie",
            Scoring::EmptiesToWinner => "the winner counts the empty squares",
        };
        write!(f, "{} discs win, {scoring}", self.objective)
    }
}
