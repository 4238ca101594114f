//! The two players, and what the one to move can do.

use std::{fmt, ops::Not};

use serde::{Deserialize, Serialize};

/// The colour of a disc, or of the player who owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Black, who moves first. Written `X`.
    Black,
    /// White. Written `O`.
    White,
}

impl Color {
    /// Black and White.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The character for a disc of this colour: `X` or `O`.
    pub fn symbol(self) -> char {
        self.choose('X', 'O')
    }

    /// A score from this colour's point of view, if `score` is from `mover`'s: negated if they are
    /// opponents.
    pub fn sees(self, score: i32, mover: Self) -> i32 {
        if self == mover { score } else { -score }
    }

    /// The first argument for Black, the second for White.
    #[inline]
    pub fn choose<T>(self, black: T, white: T) -> T {
        if self == Self::Black { black } else { white }
    }
}

/// The other colour.
impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.choose(Self::White, Self::Black)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.choose("Black", "White"))
    }
}

/// Whether the player to move places a disc or passes, or the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Place a disc on one of the legal squares; there is at least one.
    Place,
    /// Pass, because there is no legal move.
    Pass,
    /// Nothing: neither player has a legal move, so the game is over.
    Over,
}

impl Turn {
    /// The turn of the player to move, from whether each player has a legal move.
    #[inline(always)]
    pub fn of(can_move: bool, opponent_can_move: impl FnOnce() -> bool) -> Self {
        match can_move {
            true => Self::Place,
            false if opponent_can_move() => Self::Pass,
            false => Self::Over,
        }
    }
}
