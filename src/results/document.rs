//! Reading any result that is written in JSON.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::{AllArrangements, ReachableCensus, SolvedBoard, WipeoutTable};

/// A result, of whatever kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Document {
    /// A solved position, as in `4x4.json`.
    SolvedBoard(Box<SolvedBoard>),
    /// A summary of all arrangements of discs on the 4×4 board: `4x4-all.json`.
    AllArrangements(AllArrangements),
    /// A summary of a table of all reachable positions: `4x6-census.json`.
    ReachableCensus(ReachableCensus),
    /// The shortest wipe-outs of many boards: `wipeouts.json`.
    WipeoutTable(WipeoutTable),
}

/// Why a text is not a result of this program, in words.
#[derive(Debug, Error)]
pub enum DocumentError {
    /// The text is not JSON, or does not name its format.
    #[error("{0}")]
    Foreign(String),
    /// The format is unknown, or the document is not of the format that it names.
    #[error("{0}")]
    Wrong(String),
}

impl Document {
    /// Reads a result. Its `schema` is read first, and decides what reads the rest.
    ///
    /// # Errors
    ///
    /// If the text is not JSON, names no schema or an unknown one, or does not have the fields of
    /// its schema.
    pub fn parse(text: &[u8]) -> Result<Self, DocumentError> {
        #[derive(Deserialize)]
        struct Head {
            schema: Option<Value>,
        }
        let schema = match serde_json::from_slice(text) {
            Ok(Head { schema }) => schema,
            Err(error) if error.is_data() => None,
            Err(error) => return Err(DocumentError::Foreign(format!("it is not JSON: {error}"))),
        };
        let Some(Value::String(schema)) = schema else {
            let problem = "it has no \"schema\" and is not a result of this program";
            return Err(DocumentError::Foreign(problem.to_owned()));
        };
        match &*schema {
            SolvedBoard::SCHEMA => read(text, &schema, |it| Self::SolvedBoard(Box::new(it))),
            AllArrangements::SCHEMA => read(text, &schema, Self::AllArrangements),
            ReachableCensus::SCHEMA => read(text, &schema, Self::ReachableCensus),
            WipeoutTable::SCHEMA => read(text, &schema, Self::WipeoutTable),
            _ => Err(DocumentError::Wrong(format!("its schema '{schema}' is unknown"))),
        }
    }
}

fn read<T: DeserializeOwned>(
    text: &[u8],
    schema: &str,
    wrap: impl FnOnce(T) -> Document,
) -> Result<Document, DocumentError> {
    serde_json::from_slice(text).map(wrap).map_err(|error| {
        DocumentError::Wrong(format!("it does not match its schema '{schema}': {error}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Document::parse(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn the_schema_decides() {
        assert!(error("{").starts_with("it is not JSON: EOF"));
        let none = "it has no \"schema\" and is not a result of this program";
        for text in ["{}", "[]", "7", "{\"schema\": 7}"] {
            assert_eq!(error(text), none, "{text}");
        }
        assert_eq!(error("{\"schema\": \"other/1\"}"), "its schema 'other/1' is unknown");
        let malformed = error("{\"schema\": \"othello-solver/wipeouts/1\", \"boards\": []}");
        assert!(malformed.ends_with("missing field `command` at line 1 column 53"), "{malformed}");
    }
}
