//! Reads a result in JSON, whatever its kind.

use serde::{Deserialize, Serialize};

use super::{AllArrangements, AnswerDocument, PlanDocument, ReachableCensus, WipeoutTable};

/// A result of any kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Document {
    /// A solved position, as in `4x4.json`.
    Answer(Box<AnswerDocument>),
    /// A summary of all arrangements of discs on the 4×4 board: `4x4-all.json`.
    AllArrangements(AllArrangements),
    /// A summary of a table of all reachable positions: `4x6-census.json`.
    ReachableCensus(ReachableCensus),
    /// The shortest wipe-outs of many boards: `wipeouts.json`.
    WipeoutTable(WipeoutTable),
    /// A plan: `4x4-white-plan.json`.
    Plan(Box<PlanDocument>),
}

impl Document {
    /// Reads a result, whose kind depends on its `schema`.
    ///
    /// # Errors
    ///
    /// The reason, if the text is not JSON, has no schema or an unknown one, or does not match its
    /// schema.
    pub fn parse(text: &[u8]) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Head {
            schema: String,
        }
        let Head { schema } = serde_json::from_slice(text).map_err(|error| {
            if error.is_data() {
                "it has no \"schema\" and is not a result of this program".to_owned()
            } else {
                format!("it is not JSON: {error}")
            }
        })?;
        let read = match &*schema {
            AnswerDocument::SCHEMA => serde_json::from_slice(text).map(Self::Answer),
            AllArrangements::SCHEMA => serde_json::from_slice(text).map(Self::AllArrangements),
            ReachableCensus::SCHEMA => serde_json::from_slice(text).map(Self::ReachableCensus),
            WipeoutTable::SCHEMA => serde_json::from_slice(text).map(Self::WipeoutTable),
            PlanDocument::SCHEMA => serde_json::from_slice(text).map(Self::Plan),
            _ => return Err(format!("its schema '{schema}' is unknown")),
        };
        read.map_err(|error| format!("it does not match its schema '{schema}': {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Document::parse(text.as_bytes()).unwrap_err()
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
