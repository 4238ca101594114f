//! Questions about a position.

use std::fmt;

use othello_core::{Passes, Position, Score, Size, Square, SquareSet, Turn, named, perft};

use super::EngineVerdict;

/// Only positions with at most this many empty squares are probed for their value. A simple search
/// in any language finds it in a moment.
pub(super) const MAX_EMPTIES: u32 = 6;
/// The limits of a perft.
const MAX_PLIES: u32 = 5;
const MAX_LINES: u64 = 500;

/// A question about the position at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probe {
    /// The legal moves, a pass, or the end of the game.
    Moves,
    /// The position after this move.
    Play(Square),
    /// The number of lines of this many plies, counting passes.
    Perft(u32),
    /// The score with best play, from the point of view of the side to move.
    Value,
}

/// The answer of an engine as in the plain protocol, or else its text.
pub(super) type Reply = Result<String, Trouble>;

/// Why an engine does not answer a probe.
#[derive(Clone, Debug)]
pub(super) enum Trouble {
    /// There is no answer, for this reason.
    NoAnswer(&'static str),
    /// It does not even accept the position, in words that count as its answer.
    Answer(String),
    /// It has to be stopped, for a reason that follows *the engine*.
    Fault(EngineVerdict, String),
}

pub(super) const CANNOT_ASK: Trouble = Trouble::NoAnswer(NO_QUESTION);
pub(super) const NO_QUESTION: &str = "the protocol has no such question";

/// The subject of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The legal moves of a position that has some.
    LegalMoves,
    /// The discs after a move.
    Flips,
    /// Positions in which a player must pass.
    Passes,
    /// Positions in which the game is over.
    Ends,
    /// The number of lines of some plies.
    Perft,
    /// The score with best play, or of a game that is over.
    Values,
}

named! { Subject {
    LegalMoves = "legal_moves", Flips = "flips", Passes = "passes", Ends = "ends", Perft = "perft",
    Values = "values"
} }

impl Subject {
    /// All subjects.
    pub const ALL: [Self; 6] =
        [Self::LegalMoves, Self::Flips, Self::Passes, Self::Ends, Self::Perft, Self::Values];
}

impl Probe {
    /// All probes for a position.
    pub(super) fn all(position: Position) -> Vec<Self> {
        let mut all = vec![Self::Moves];
        all.extend(position.moves().into_iter().map(Self::Play));
        let is_short = |plies: &u32| perft(position, *plies, Passes::Ply, &()) <= MAX_LINES;
        all.extend((1..=MAX_PLIES).take_while(is_short).map(Self::Perft));
        if position.empties() <= MAX_EMPTIES || position.turn() == Turn::Over {
            all.push(Self::Value);
        }
        all
    }

    /// The subject of the probe in this position.
    pub(super) fn subject(self, position: Position) -> Subject {
        match (self, position.turn()) {
            (Self::Moves, Turn::Place) => Subject::LegalMoves,
            (Self::Moves, Turn::Pass) => Subject::Passes,
            (Self::Moves, Turn::Over) => Subject::Ends,
            (Self::Play(_), _) => Subject::Flips,
            (Self::Perft(_), _) => Subject::Perft,
            (Self::Value, _) => Subject::Values,
        }
    }
}

/// Writes the probe as in the plain protocol, without the position.
impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves => f.write_str("moves"),
            Self::Play(square) => write!(f, "play {square}"),
            Self::Perft(plies) => write!(f, "perft {plies}"),
            Self::Value => f.write_str("value"),
        }
    }
}

/// The squares with these names, if there are any and all are on the board.
pub(super) fn moves<'a>(size: Size, names: impl Iterator<Item = &'a str>) -> Option<SquareSet> {
    let on_board = |name: &str| name.parse().ok().filter(|&square| size.contains(square));
    let squares: Vec<Square> = names.map(on_board).collect::<Option<_>>()?;
    if squares.is_empty() { None } else { Some(SquareSet::from_squares(size, squares)) }
}

/// Reads a number without a fraction, such as `8` or `8.00`.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn whole(text: &str) -> Option<Score> {
    let number = text.parse::<f64>().ok()?;
    if number.fract() == 0.0 { Some(number as Score) } else { None }
}
