//! Questions about a position, the right replies, and the interface of the protocols that ask them.

use std::{fmt, iter};

use othello_core::{
    Find, Game, Passes, Position, Rules, Score, SearchOptions, Size, Square, SquareSet, Turn,
    perft, search,
};
use serde::Serialize;

use super::process::{Fault, Process};
use crate::engine::plain::moves_text;

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

/// Why there is no reply if the protocol cannot ask.
pub(super) const NO_QUESTION: &str = "the protocol has no such question";

/// The reply of an engine to a probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// An answer, as in the plain protocol, or else the text that is no answer to the probe.
    Answer(String),
    /// No reply, for this reason.
    None(&'static str),
}

impl Reply {
    /// The answer that was read from a text, or else the text.
    pub(super) fn or_text(answer: Option<impl ToString>, text: impl Into<String>) -> Self {
        Self::Answer(answer.map_or_else(|| text.into(), |answer| answer.to_string()))
    }
}

/// The reply of an engine, unless it fails.
pub(super) type Replied = Result<Reply, Fault>;

/// A protocol, in which the kit asks engines.
pub(super) trait Client {
    /// Asks about the position at the end of `game`.
    fn ask(&mut self, engine: &mut Process, game: &Game, probe: Probe) -> Replied;
}

/// The subject of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
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

impl Subject {
    /// All subjects.
    pub const ALL: [Self; 6] =
        [Self::LegalMoves, Self::Flips, Self::Passes, Self::Ends, Self::Perft, Self::Values];
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::LegalMoves => "legal moves",
            Self::Flips => "flips",
            Self::Passes => "passes",
            Self::Ends => "ends",
            Self::Perft => "perft",
            Self::Values => "values",
        })
    }
}

impl Probe {
    /// All probes for a position.
    pub(super) fn all(position: Position) -> impl Iterator<Item = Self> {
        let lines = move |plies| perft(position, plies, Passes::Ply, &());
        let plies = (1..=MAX_PLIES).take_while(move |&plies| lines(plies) <= MAX_LINES);
        let has_value = position.empties() <= MAX_EMPTIES || position.turn() == Turn::Over;
        iter::once(Self::Moves)
            .chain(position.moves().into_iter().map(Self::Play))
            .chain(plies.map(Self::Perft))
            .chain(has_value.then_some(Self::Value))
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

    /// The right reply, as in the plain protocol.
    ///
    /// # Panics
    ///
    /// If the probe plays a move that is not legal.
    pub(super) fn reply(self, position: Position, rules: Rules) -> String {
        match self {
            Self::Moves => moves_text(position),
            Self::Play(square) => position.play(square).expect("the move is legal").to_string(),
            Self::Perft(depth) => perft(position, depth, Passes::Ply, &()).to_string(),
            Self::Value => signed(value(position, rules)),
        }
    }
}

/// The value, from the point of view of the side to move.
pub(super) fn value(position: Position, rules: Rules) -> Score {
    let (hash, find) = (1 << 20, Find::Value);
    let options = SearchOptions { rules, hash, find, ..SearchOptions::default() };
    search(position, &options, &()).value().expect("the search was not stopped")
}

/// The squares with these names, if there are any and all are on the board.
pub(super) fn moves<'a>(size: Size, names: impl Iterator<Item = &'a str>) -> Option<SquareSet> {
    let on_board = |name: &str| name.parse().ok().filter(|&square| size.contains(square));
    let squares: Vec<Square> = names.map(on_board).collect::<Option<_>>()?;
    (!squares.is_empty()).then(|| SquareSet::from_squares(size, squares))
}

/// The reply with this value.
pub(super) fn signed(value: Score) -> String {
    format!("{value:+}")
}

/// Reads a number without a fraction, such as `8` or `8.00`.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn whole(text: &str) -> Option<Score> {
    let number = text.parse::<f64>().ok().filter(|number| number.fract() == 0.0);
    number.map(|number| number as Score)
}

/// Writes the probe as in the plain protocol, without the position.
impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves => f.write_str("moves"),
            Self::Play(square) => write!(f, "play {square}"),
            Self::Perft(depth) => write!(f, "perft {depth}"),
            Self::Value => f.write_str("value"),
        }
    }
}
