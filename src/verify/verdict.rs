//! Verdicts on files, and how they are reached.

use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use othello_core::search::NoMemory;
use othello_core::{Score, Scoring, ensure, named};
use serde::{Serialize, Serializer};

use crate::storage::{first_difference, shown};

/// How far a file was checked, from the most to the least. It is written as `proved` or
/// `not checked`, for example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The contents follow from the rules, according to the plain engine, which shares nothing with
    /// the solver.
    Proved,
    /// The file was computed again and is identical.
    Recomputed,
    /// The contents contradict neither themselves nor the rules.
    Consistent,
    /// There was no time to check the file, or there is nothing to check.
    NotChecked,
    /// Something in the file is wrong.
    Wrong,
}

named! { Verdict {
    Proved = "proved", Recomputed = "recomputed", Consistent = "consistent",
    NotChecked = "not checked", Wrong = "WRONG"
} }

/// The verdict on a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileVerdict {
    /// The file.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    #[serde(serialize_with = "serialize")]
    pub file: PathBuf,
    /// The kind of file: `solved board`, `certificate`.
    pub kind: &'static str,
    /// The board, the rules and the value that the file claims, if they can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// How far it was checked.
    pub verdict: Verdict,
    /// The reason for the verdict: what was proved and what was not, or the first mistake.
    pub detail: String,
}

/// Writes the name of a file. What is not UTF-8 in it becomes a replacement character.
fn serialize<S: Serializer>(file: &Path, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&shown(file))
}

/// The verdict and its reason, or the mistake.
pub(super) type Finding = Result<(Verdict, String), String>;

impl FileVerdict {
    /// A verdict on a file that makes no claim.
    pub(super) fn new(file: PathBuf, kind: &'static str, finding: Finding) -> Self {
        let (verdict, detail) = finding.unwrap_or_else(|mistake| (Verdict::Wrong, mistake));
        Self { file, kind, claim: None, verdict, detail }
    }
}

/// Makes a step in the check of one file. If the step panics, that is the verdict on this file alone.
pub(super) fn guarded<T>(step: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let payload = match panic::catch_unwind(AssertUnwindSafe(step)) {
        Ok(result) => return result,
        Err(payload) => payload,
    };
    // The other files would get no memory either.
    if payload.is::<NoMemory>() {
        panic::resume_unwind(payload);
    }
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let message = text.or(payload.downcast_ref().copied()).unwrap_or("a panic");
    Err(format!("it breaks the checker: {message}"))
}

/// Checks that games can end with these values.
pub(super) fn possible<'a>(
    scoring: Scoring,
    squares: u32,
    values: impl IntoIterator<Item = &'a Score>,
) -> Result<(), String> {
    let impossible = values.into_iter().find(|&&value| !scoring.allows(value, squares));
    ensure!(impossible.is_none(), "no game ends with the value {:+}", impossible.unwrap_or(&0));
    Ok(())
}

/// The reason why a file was not checked.
pub(super) const NO_TIME: &str = "there was no time";

/// The verdict on a file that was not checked.
pub(super) fn not_checked(reason: &str) -> (Verdict, String) {
    (Verdict::NotChecked, reason.to_owned())
}

/// Compares a file with the output of its command.
pub(super) fn same(contents: &[u8], again: &[u8]) -> Finding {
    if contents == again {
        return Ok((Verdict::Recomputed, "reproduced byte for byte".to_owned()));
    }
    let (old, new) = (String::from_utf8_lossy(contents), String::from_utf8_lossy(again));
    let Some((number, lines)) = first_difference(&old, &new) else {
        return Err("its line endings are wrong".to_owned());
    };
    let [old, new] = lines.map(|line| line.trim().chars().take(60).collect::<String>());
    Err(format!("line {number} is '{old}' but should be '{new}'"))
}
