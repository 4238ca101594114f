//! Bounds of a value, and the sources they come from.

use std::fmt;

use crate::board::{Size, Square, error_text};
use crate::game::{Position, Score};

/// Where a bound comes from. The cheapest sources come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The rules: the end of a game, and the scores that a board allows.
    Rules,
    /// The caller, who knows it from another answer.
    Caller,
    /// The enumeration of a small board.
    Enumeration,
    /// The values compiled into the library.
    Known,
    /// A table named by the user.
    Table,
    /// A look ahead that reached the end of every game.
    Ahead,
    /// The exact search.
    Search,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rules => "the rules",
            Self::Caller => "the caller",
            Self::Enumeration => "the enumeration of the board",
            Self::Known => "the compiled-in values",
            Self::Table => "the table",
            Self::Ahead => "the look ahead",
            Self::Search => "the search",
        })
    }
}

/// The bounds of a value, seen by the side to move, and the source of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bounds {
    /// The value is at least this, seen by the side that the value is about.
    pub(super) lower: Score,
    /// The value is at most this.
    pub(super) upper: Score,
    #[serde(skip)]
    pub(super) lower_from: Source,
    #[serde(skip)]
    pub(super) upper_from: Source,
}

impl Bounds {
    /// The bounds that every value on a board has.
    pub(super) fn of_board(size: Size) -> Self {
        let most = size.squares().cast_signed();
        Self::from_source((-most, most), Source::Rules)
    }

    pub(super) fn from_source((lower, upper): (Score, Score), source: Source) -> Self {
        Self { lower, upper, lower_from: source, upper_from: source }
    }

    /// The value is at least this.
    pub const fn lower(self) -> Score {
        self.lower
    }

    /// The value is at most this.
    pub const fn upper(self) -> Score {
        self.upper
    }

    /// The value, if it is known.
    pub const fn value(self) -> Option<Score> {
        if self.lower == self.upper { Some(self.lower) } else { None }
    }

    /// The more expensive of the sources of the two bounds.
    pub fn source(self) -> Source {
        self.lower_from.max(self.upper_from)
    }

    /// The same bounds, seen by the opponent.
    pub(super) const fn negated(self) -> Self {
        Self {
            lower: -self.upper,
            upper: -self.lower,
            lower_from: self.upper_from,
            upper_from: self.lower_from,
        }
    }

    /// Takes in other bounds of the same value. Returns whether this narrows them, or `None` if
    /// they then exclude every value.
    pub(super) fn narrow(&mut self, other: Self) -> Option<bool> {
        let before = *self;
        if other.lower > self.lower {
            (self.lower, self.lower_from) = (other.lower, other.lower_from);
        }
        if other.upper < self.upper {
            (self.upper, self.upper_from) = (other.upper, other.upper_from);
        }
        if self.lower > self.upper { None } else { Some(*self != before) }
    }
}

/// Two sources contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contradiction {
    /// The position.
    pub position: Position,
    /// The move that the bounds are about; `None` if they are about the position.
    pub square: Option<Square>,
    /// The bounds that crossed.
    pub bounds: Bounds,
}

error_text!(Contradiction, |Self { position, square, bounds }, f| {
    let Bounds { lower, upper, lower_from, upper_from } = bounds;
    if let Some(square) = square {
        write!(f, "{square} in ")?;
    }
    write!(
        f,
        "{position} on {} cannot be worth at least {lower:+} according to {lower_from} and at most \
         {upper:+} according to {upper_from}",
        position.size()
    )
});
