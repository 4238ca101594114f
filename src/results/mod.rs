//! Results: the contents of the files under `results/`, and the pictures and pages made from them.
//!
//! The structs of this module define the format of the files by how they serialize: their fields in
//! this order, as JSON, with a newline at the end ([`to_json`]). The contents do not depend on the
//! machine, the time or the number of threads. A file names its format in `schema`, which
//! [`Document`] goes by when it reads the file.

mod all_arrangements;
mod api;
mod document;
pub mod html;
mod language;
pub mod lists;
mod reachable_census;
pub mod review;
mod solve;
pub mod svg;
mod wipeouts;
mod worksheet;

use serde::Serialize;

pub use othello_core::documents::{
    AnswerDocument, AnsweredMove, Games, GamesByDiscs, Index, Lookup, PlanDocument, PlanReply,
    PlanStep, Positions, Proof, ProofMethod, Reachable, Variant,
};

pub use all_arrangements::AllArrangements;
pub use api::{ApiIndex, Health};
pub use document::Document;
pub use language::Language;
pub use lists::{SOLVED_TABLE, solved_csv};
pub use reachable_census::ReachableCensus;
pub use solve::{Solved, TABLE_OF_RESULTS, solve};
pub use wipeouts::{BoardWipeouts, Winner, WipeoutTable};
pub use worksheet::Worksheet;

/// A document as the text of its file: JSON, with a newline at the end.
///
/// # Panics
///
/// If the document has a map whose keys are neither strings nor numbers, which no document of this
/// module has.
pub fn to_json(document: &impl Serialize) -> String {
    serde_json::to_string_pretty(document).expect("a result can be written as JSON") + "\n"
}

/// The answer to a line of a file, or of the body of a request.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InFile<A> {
    /// The number of the line in the file that was read, counted from 1.
    pub file_line: usize,
    /// The answer.
    #[serde(flatten)]
    pub answer: A,
}

/// The reason why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoAnswer {
    /// A description of the error.
    pub error: String,
}

/// The answer to a line of a file, or of the body of a request, as a line of JSON that begins with
/// the number of that line, counted from 1.
///
/// # Panics
///
/// If the answer does not serialize as an object, which every document of this module does.
pub fn to_json_line(file_line: usize, answer: &impl Serialize) -> String {
    to_line(&InFile { file_line, answer })
}

/// A document on one line.
pub(crate) fn to_line(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("a document can be written as JSON") + "\n"
}
