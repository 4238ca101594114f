//! The contents of a text, as a document. The solver for browsers uses it too.

use std::collections::BTreeMap;

use crate::notation::{Notation, PositionEntry, ReadError, ReadErrorKind, Reader, Record};
use crate::{Game, Objective, Position, Score, Size, Square};
use serde::Serialize;

use super::problem::{Problem, Result};
use super::request::Parameters;

/// The parameters of a text.
pub const PARAMETERS: &str = "text, size, start";

/// The maximum number of records in a text.
const MAX_RECORDS: usize = 1000;

/// The positions and games in a text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Contents {
    /// The records, in order.
    records: Vec<ReadRecord>,
}

/// A position, a game, or the reason why there is none.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum ReadRecord {
    /// A position or a game.
    #[cfg_attr(feature = "schema", schemars(description = ""))]
    Read(Box<ReadGame>),
    /// The reason.
    #[cfg_attr(feature = "schema", schemars(description = ""))]
    Unread(Unread),
}

/// A position or a game, and the facts about it in the text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ReadGame {
    /// The line where it begins, counted from 1.
    file_line: usize,
    /// The notation.
    notation: Notation,
    /// The board.
    size: Size,
    /// The position before the first move.
    begin: Position,
    /// The moves. There are none if the text has only a position.
    game: Game,
    /// The position after the last move.
    position: Position,
    /// Whether the most or the fewest discs win; absent if the text does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<Objective>,
    /// The names of the players, Black and White; absent if the text names neither.
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<[Option<String>; 2]>,
    /// The score of `position`, seen by the side to move: the result of a finished game, or the best
    /// score of a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Score>,
    /// The least score that the text leaves open, seen by the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<Score>,
    /// The greatest score that the text leaves open, seen by the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<Score>,
    /// Moves from `position` and their scores.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<ScoredMove>,
    /// All other facts about the game in the text, such as `Event` and `Date`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tags: BTreeMap<String, String>,
    /// How the text was understood, where it could be meant otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
}

/// A move and its score in the text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ScoredMove {
    #[serde(rename = "move")]
    square: Square,
    /// The score, seen by the side that makes the move.
    expected: Score,
}

/// Why a part of a text cannot be read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Unread {
    /// The line where the problem is, counted from 1.
    file_line: usize,
    /// The column of the problem in characters, counted from 1; absent if there is no single place.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The kind of problem.
    problem: ReadErrorKind,
    /// The problem, and what is accepted.
    error: String,
}

impl Contents {
    /// Reads the text in these parameters.
    pub fn read(parameters: &Parameters) -> Result<Self> {
        let (size, start) = parameters.board()?;
        let text = parameters.text("text").unwrap_or_default();
        let reader = Reader::new(size, Size::STANDARD, start);
        let found = reader.on_any_board().line_by_line().up_to(MAX_RECORDS, text);
        if found.len() > MAX_RECORDS {
            let detail = format!("there are more than {MAX_RECORDS} positions and games");
            let problem = Problem::with_status(413, "Payload Too Large", detail);
            return Err(problem.accepted(format!("at most {MAX_RECORDS}")));
        }
        if found.is_empty() {
            let accepted = "a position or a game in any notation, or several";
            return Err(Problem::of_field("text", &"no position or game found").accepted(accepted));
        }
        Ok(Self { records: found.into_iter().map(ReadRecord::of).collect() })
    }
}

impl ReadRecord {
    fn of(Record { number, entry }: Record) -> Self {
        match entry {
            Ok(entry) => {
                let position = entry.position();
                let PositionEntry { notation, game, scores, score, bounds, objective, .. } = entry;
                let [lower, upper] = bounds.map_or([None; 2], |bounds| bounds.map(Some));
                let moves =
                    scores.into_iter().map(|(square, expected)| ScoredMove { square, expected });
                Self::Read(Box::new(ReadGame {
                    file_line: number,
                    notation,
                    size: position.size(),
                    begin: game.start(),
                    game,
                    position,
                    objective,
                    names: Some(entry.players).filter(|it| it.iter().any(Option::is_some)),
                    expected: score,
                    lower,
                    upper,
                    moves: moves.collect(),
                    tags: entry.tags.into_iter().collect(),
                    remarks: entry.remarks,
                }))
            }
            Err(ReadError { kind, line, column, problem }) => {
                let column = Some(column).filter(|column| *column > 0);
                Self::Unread(Unread { file_line: line, column, problem: kind, error: problem })
            }
        }
    }
}
