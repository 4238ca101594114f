//! Verdicts on files, and how they are reached.

use std::path::PathBuf;

use othello_core::game::{Score, Scoring};
use othello_core::named;
use serde::Serialize;

/// How far a file was checked, from the most to the least. It is written as in a report: `proved`,
/// `not checked`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The contents follow from the rules, according to the plain engine, which shares nothing with
    /// the solver.
    Proved,
    /// The file was made again, and is the same.
    Recomputed,
    /// The contents contradict neither themselves nor the rules.
    Consistent,
    /// There was no time to check the file, or there is nothing to check.
    NotChecked,
    /// Something in the file is wrong.
    Wrong,
}

named! {
    Verdict {
        Proved = "proved",
        Recomputed = "recomputed",
        Consistent = "consistent",
        NotChecked = "not checked",
        Wrong = "WRONG"
    }
}

/// The verdict on a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileVerdict {
    /// The file.
    pub file: PathBuf,
    /// The kind of file: `solved board`, `certificate`.
    pub kind: &'static str,
    /// What the file claims to be about, in words, if that can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// How far it was checked.
    pub verdict: Verdict,
    /// The reason in words: what was proved and what was not, or the first thing that is wrong.
    pub detail: String,
}

/// Returns an error with these words unless a condition holds.
macro_rules! ensure {
    ($holds:expr, $($words:tt)+) => {
        if !($holds) {
            return Err(format!($($words)+));
        }
    };
}
pub(super) use ensure;

/// The verdict and its reason, or what is wrong.
pub(super) type Finding = Result<(Verdict, String), String>;

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

pub(super) fn no_time() -> (Verdict, String) {
    (Verdict::NotChecked, "there was no time".to_owned())
}

/// Compares a file with what its command makes.
pub(super) fn same(contents: &[u8], again: &[u8]) -> Finding {
    if contents == again {
        return Ok((Verdict::Recomputed, "made again, byte for byte".to_owned()));
    }
    let (old, new) = (String::from_utf8_lossy(contents), String::from_utf8_lossy(again));
    let mut lines = old.lines().chain([""]).zip(new.lines().chain([""])).zip(1..);
    let shorten = |line: &str| line.trim().chars().take(60).collect::<String>();
    Err(match lines.find(|((old, new), _)| old != new) {
        Some(((old, new), number)) => {
            format!("line {number} is '{}' but should be '{}'", shorten(old), shorten(new))
        }
        None => "its lines do not end as they should".to_owned(),
    })
}
