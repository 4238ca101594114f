//! The table of theorems, `formal/proved.csv`. Coq is not needed to tell which rows can be right.

use std::fs;
use std::path::Path;

use itertools::Itertools;
use othello_core::known::KnownBoard;
use othello_core::{Objective, Score, Scoring};

use super::verdict::{Verdict, not_checked};
use crate::results::Variant;
use crate::results::lists::checksums;
use crate::storage::{hex, sha256};

/// The name of the table.
pub(super) const THEOREMS: &str = "proved.csv";

/// The files in the table's folder that every theorem rests on.
const GENERAL: &str = "Bitboard.v Boards.v Checker.v Counting.v Facts.v Moves.v Spec.v Symmetry.v Value.v \
                       assumptions.txt check record theorem.awk";

/// A theorem for which all else is right, but not its certificate in the folder `data`.
pub const NO_CERTIFICATE: &str = "its certificate is not here";

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// The name, such as `value_4x4`.
    pub name: String,
    /// The value of the board.
    pub value: Score,
    /// The reason why it is no more than a claim.
    pub doubt: Option<&'static str>,
}

/// Reads a table of theorems.
///
/// # Errors
///
/// If it cannot be read.
pub fn theorems(path: &Path) -> Result<Vec<Theorem>, String> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut general = fs::read_to_string(folder.join("older.txt")).unwrap_or_default();
    if let Ok(sums) = checksums(folder, GENERAL.split(' ').map(str::to_owned).collect()) {
        general += &hex(&sha256(&[sums.as_bytes()]));
    }
    text.lines().skip(1).map(|line| theorem(line, &general, folder)).collect()
}

/// Reads a row of the table, with the SHA-256 of the general files that are known.
fn theorem(row: &str, general: &str, folder: &Path) -> Result<Theorem, String> {
    let fields: Vec<_> = row.split(',').collect();
    let [name, statement, value, _, _, _, files, certificate] = fields[..] else {
        return Err(format!("'{row}' does not have eight fields"));
    };
    let value = value.parse().map_err(|_| format!("'{value}' is not a value"))?;
    let board = name.trim_start_matches("value_").replace('_', "-");
    let has_certificate = ["numbers", "proof"].iter().any(|end| {
        let bytes = fs::read(folder.join(format!("data/{board}.{end}")));
        bytes.is_ok_and(|bytes| hex(&sha256(&[&bytes])) == certificate)
    });
    let doubt = if statement_of(&board).is_none_or(|right| right != (statement.to_owned(), value)) {
        Some("results/ does not have this value")
    } else if files.len() != 64 || !general.contains(files) {
        Some("the files that it was proved with are unknown")
    } else if !has_certificate {
        Some(NO_CERTIFICATE)
    } else {
        None
    };
    Ok(Theorem { name: name.to_owned(), value, doubt })
}

/// The statement that `formal/check` proves about a board, such as `4x4-fewest-empties-to-winner`,
/// and the value.
fn statement_of(board: &str) -> Option<(String, Score)> {
    let (size, Variant { start, rules }) = Variant::of_file(board)?;
    let known = KnownBoard::find(size, start, rules.objective)?;
    let (function, value) = match (rules.objective, rules.scoring) {
        (Objective::Most, Scoring::Discs) => ("value", known.value),
        (Objective::Fewest, Scoring::Discs) => ("value_fewest", known.value),
        (Objective::Most, _) => ("value_with_empties", known.value_empties_to_winner),
        (Objective::Fewest, _) => ("value_fewest_with_empties", known.value_empties_to_winner),
    };
    let (width, height) = (size.width(), size.height());
    Some((format!("{function} (start {start:?} {width} {height}) = {value}"), value))
}

/// The verdict on a table of theorems. Coq is not run.
pub(super) fn verify_theorems(theorems: &[Theorem]) -> (Verdict, String) {
    let doubts = theorems.iter().filter_map(|theorem| theorem.doubt).counts();
    if doubts.is_empty() {
        return (Verdict::Consistent, "with the certificates here; Coq was not run".to_owned());
    }
    let list = doubts.iter().sorted().map(|(doubt, count)| format!("{count} ({doubt})"));
    let list = list.collect::<Vec<_>>().join(", ");
    not_checked(&format!("of {} theorems, these are claims: {list}", theorems.len()))
}
