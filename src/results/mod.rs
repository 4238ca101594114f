//! Results: the files under `results/`, their contents, and what is made from them.
//!
//! The structs of this module define the format of the files by how they serialize: their fields in
//! this order, as JSON, with a newline at the end ([`to_json`]). Nothing in it depends on the
//! machine, the time or the number of threads. A file names its format in `schema`, and
//! [`Document`] reads it by that name.

mod all_arrangements;
mod document;
mod fields;
pub mod html;
mod lookup;
mod reachable_census;
pub mod readme;
mod solve;
mod solved_board;
mod solved_table;
pub mod svg;
mod variant;
mod wipeouts;

use serde::Serialize;

pub use all_arrangements::AllArrangements;
pub use document::Document;
pub use lookup::{Lookup, Lookups};
pub use reachable_census::ReachableCensus;
pub use solve::{EXHAUSTIVE_SQUARES, HASH, SolveError, Solved, answer, solve, usual_question};
pub use solved_board::{Games, GamesByDiscs, Positions, Proof, ProofMethod, SolvedBoard};
pub use solved_table::{SOLVED_TABLE, solved_csv};
pub use variant::Variant;
pub use wipeouts::{BoardWipeouts, ForcedWipeouts, Winner, WipeoutTable};

/// A document as the text of its file: JSON, with a newline at the end.
///
/// # Panics
///
/// If the document has a map whose keys are neither strings nor numbers. No document of this module
/// has such a map.
pub fn to_json(document: &impl Serialize) -> String {
    serde_json::to_string_pretty(document).expect("a result can be written as JSON") + "\n"
}

/// The answer to a line of a file, or of the body of a request.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InFile<A> {
    /// The number of the line in the file that is read, counted from 1.
    pub file_line: usize,
    /// The answer.
    #[serde(flatten)]
    pub answer: A,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoAnswer {
    /// What is wrong, in words.
    pub error: String,
}

/// The answer to a line of a file, or of the body of a request, as a line of JSON that begins with
/// the number of that line, counted from 1.
///
/// # Errors
///
/// If the answer is no document with fields.
pub fn to_json_line(file_line: usize, answer: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(&InFile { file_line, answer }).map(|line| line + "\n")
}
