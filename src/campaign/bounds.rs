//! The bounds of a value.

use serde::{Deserialize, Serialize};

use crate::board::Size;
use crate::game::Score;

/// Bounds of a value, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
}

impl Bounds {
    /// The bounds when nothing is known but the size of the board.
    pub fn widest(size: Size) -> Self {
        let most = size.squares().cast_signed();
        Self { lower: -most, upper: most }
    }

    /// The value, if it is known.
    pub fn value(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Whether the value is at least the bound, if that is known.
    pub(super) fn at_least(self, bound: Score) -> Option<bool> {
        if self.lower >= bound { Some(true) } else { (self.upper < bound).then_some(false) }
    }

    /// The bounds that follow from both.
    pub(super) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}
