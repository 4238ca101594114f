//! The subject of a question: a position and the rules.

use serde::{Deserialize, Serialize};

use crate::board::Size;
use crate::game::{Objective, Position, Rules, Scoring};
use crate::notation::ReadError;

/// A position and the rules by which its value is counted.
///
/// In a file it takes four keys, `size`, `objective`, `score` and `position`, so that a line can be
/// read without anything else: the cells of a position do not tell 4×5 from 5×4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Keys", into = "Keys")]
pub struct Subject {
    /// The position.
    pub position: Position,
    /// How games are scored.
    pub rules: Rules,
}

/// The keys of a subject in a file.
#[derive(Serialize, Deserialize)]
struct Keys {
    size: Size,
    objective: Objective,
    score: Scoring,
    position: String,
}

impl From<Subject> for Keys {
    fn from(Subject { position, rules }: Subject) -> Self {
        Self {
            size: position.size(),
            objective: rules.objective,
            score: rules.scoring,
            position: position.to_string(),
        }
    }
}

impl TryFrom<Keys> for Subject {
    type Error = ReadError;

    fn try_from(keys: Keys) -> Result<Self, ReadError> {
        let position = Position::parse(keys.size, &keys.position)?;
        Ok(Self { position, rules: Rules::new(keys.score, keys.objective) })
    }
}
