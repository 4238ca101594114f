//! What an engine is asked about a position, and what the rules answer.

use std::fmt;

use othello_core::board::{Square, SquareSet, Turn};
use othello_core::exhaustive::{Passes, perft};
use othello_core::game::{Game, Position, Rules, Score};
use othello_core::search::{Find, SearchOptions, search};
use serde::Serialize;

use super::fault::Fault;
use super::process::Process;

/// A question about the position at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// What may the player to move do?
    Moves,
    /// What is the position after this move?
    Play(Square),
    /// How many lines of this many plies are there, passes counted?
    Perft(u32),
    /// What is the score with best play, seen by the side to move?
    Value,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The legal moves.
    Moves(SquareSet),
    /// There are none: the player to move passes.
    Pass,
    /// Neither player has a move.
    Over,
    Position(Position),
    Lines(u64),
    Value(Score),
    /// What the engine says is no answer to the question.
    Words(String),
}

/// A way to ask engines: a protocol.
pub(super) trait Client {
    /// Asks about the position at the end of `game`. `None` if the protocol, or the engine, has no
    /// way to say it.
    fn ask(
        &mut self,
        engine: &mut Process,
        game: &Game,
        question: Question,
    ) -> Result<Option<Answer>, Fault>;
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The legal moves of a position in which there are some.
    LegalMoves,
    /// The discs after a move.
    Flips,
    /// That a player must pass.
    Passes,
    /// That a game is over.
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

impl Question {
    /// What the question is about, asked of this position.
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

    /// The right answer.
    ///
    /// # Panics
    ///
    /// If a move is asked for that is not legal.
    pub(super) fn answer(self, position: Position, rules: Rules) -> Answer {
        match self {
            Self::Moves => match position.turn() {
                Turn::Place => Answer::Moves(position.moves()),
                Turn::Pass => Answer::Pass,
                Turn::Over => Answer::Over,
            },
            Self::Play(square) => {
                Answer::Position(position.play(square).expect("the move is legal"))
            }
            Self::Perft(depth) => Answer::Lines(perft(position, depth, Passes::Ply, &())),
            Self::Value => {
                let options = SearchOptions {
                    rules,
                    hash: 1 << 20,
                    find: Find::Value,
                    ..SearchOptions::default()
                };
                let result = search(position, &options, &());
                Answer::Value(result.value().expect("the search was not stopped"))
            }
        }
    }
}

/// Writes the question as the plain protocol does, without the position.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves => f.write_str("moves"),
            Self::Play(square) => write!(f, "play {square}"),
            Self::Perft(depth) => write!(f, "perft {depth}"),
            Self::Value => f.write_str("value"),
        }
    }
}

/// Writes the answer as the plain protocol does.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(moves) => moves.fmt(f),
            Self::Pass => f.write_str("pass"),
            Self::Over => f.write_str("over"),
            Self::Position(position) => position.fmt(f),
            Self::Lines(lines) => lines.fmt(f),
            Self::Value(value) => write!(f, "{value:+}"),
            Self::Words(words) => f.write_str(words),
        }
    }
}
