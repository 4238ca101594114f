//! Lists of the files in a folder of results: `solved.csv` and `SHA256SUMS`.

use std::fmt::Display;
use std::path::Path;

use itertools::Itertools;

use super::{AnswerDocument, ProofMethod};
use crate::storage::{FileError, hex, read_whole, sha256};

/// The name of the file next to the solved boards.
pub const SOLVED_TABLE: &str = "solved.csv";

/// The name of the file with the checksums of all others.
pub const CHECKSUMS: &str = "SHA256SUMS";

/// A CSV file with a row for each of these boards, small ones first. It has the numbers of the
/// board's file and how they were found: `exhaustive`, `search` or `campaign`. Lists are separated by
/// spaces, and unknown values are empty.
pub fn solved_csv<'a>(boards: impl IntoIterator<Item = &'a AnswerDocument>) -> String {
    let mut table = "board,width,height,start,objective,value,black,white,empty,\
                     value_empties_to_winner,best_moves,line,nodes,known\n"
        .to_owned();
    for board in sorted(boards) {
        let AnswerDocument { size, width, height, objective, .. } = board;
        let [value, with_empties] = [board.value, board.value_empties_to_winner].map(cell_text);
        let [black, white, empty] = [board.black, board.white, board.empty].map(cell_text);
        let (start, line) = (cell_text(board.start), cell_text(board.line.as_ref()));
        let best = board.best_moves.iter().flatten().join(" ");
        let nodes = cell_text(board.proof.as_ref().and_then(|proof| proof.nodes));
        let known = match board.proof.as_ref().map(|proof| proof.method) {
            None => "exhaustive",
            Some(ProofMethod::Search) => "search",
            Some(ProofMethod::Campaign) => "campaign",
            Some(ProofMethod::Table) => "table",
        };
        table += &format!(
            "{size},{width},{height},{start},{objective},{value},{black},{white},{empty},\
             {with_empties},{best},{line},{nodes},{known}\n"
        );
    }
    table
}

/// The SHA-256 checksums of files in a folder, in the format of `sha256sum`.
///
/// # Errors
///
/// If a file cannot be read.
pub fn checksums(folder: &Path, mut names: Vec<String>) -> Result<String, FileError> {
    names.sort();
    let mut lines = String::new();
    for name in names {
        let bytes = read_whole(&folder.join(&name))?;
        lines += &format!("{}  {name}\n", hex(&sha256(&[&bytes])));
    }
    Ok(lines)
}

/// These boards, small ones first.
pub fn sorted<'a>(
    boards: impl IntoIterator<Item = &'a AnswerDocument>,
) -> impl Iterator<Item = &'a AnswerDocument> {
    boards.into_iter().sorted_by_key(|board| (board.size, board.start, board.objective))
}

/// An optional value as text, or nothing.
fn cell_text(value: Option<impl Display>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}
