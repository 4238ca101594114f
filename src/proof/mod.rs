//! Proofs that a board is solved, which can be checked without the solver.
//!
//! A proof has a strategy for each side. Played from the position of the claim, one of them secures
//! the value for the side to move, whatever the opponent does, and the other keeps that side from
//! getting more.
//!
//! The proof of 6×6 that leaves positions with ten empty squares to the checker takes 1.7 MB. One
//! core makes it in seven minutes.

mod certificate;
mod check;
mod prove;

use std::path::Path;

use othello_core::answer::{Limits, Lines, OpenQuestion, Question, Sources};
use othello_core::search::Oracle;
use othello_core::{Find, Position, Progress, Rules, Score, Size};

use crate::clock::clock;
use crate::storage::{
    JobFolder, ResumeError, TableError, pursue_resumable, read_whole, shown, warn_unsaved,
    write_whole,
};
pub use certificate::{Certificate, Choices, Claim};
pub use check::{Checked, Refusal, check};
pub(crate) use check::{Goal, Walk, number_of};
pub use prove::{CertifyError, cheapest, prove};

/// How to make a certificate.
#[derive(Clone, Copy, Debug)]
pub struct CertifyOptions {
    /// How games are scored.
    pub rules: Rules,
    /// Positions with this number of empty squares or fewer are left to the checker.
    pub leaves: u32,
    /// The maximum size of the transposition table, in bytes. The positions of the proof may take the
    /// same amount again.
    pub hash: usize,
    /// The number of threads that search for the value.
    pub threads: usize,
    /// The value, if it is known.
    pub value: Option<Score>,
}

impl CertifyOptions {
    /// The default for `leaves`. Small boards are proved to the end of every game.
    pub fn usual_leaves(size: Size) -> u32 {
        if size.squares() <= 24 { 0 } else { 8 }
    }
}

/// Finds the value of a position and makes its certificate. `known` can answer whether the value of a
/// position, seen by the side to move, is at least a score; only open questions are searched. The
/// state is saved in `place` from time to time and when the job is stopped, and the same job resumes
/// from it. The folder can be removed once the certificate is saved.
///
/// # Errors
///
/// If the job is stopped, if there is not enough memory, or if the state in the folder is damaged or
/// belongs to another proof. If the state cannot be written, the listener is warned and the work
/// continues.
pub fn certify(
    position: Position,
    options: &CertifyOptions,
    known: &dyn Fn(Position, Score) -> Option<bool>,
    place: &JobFolder,
    progress: &dyn Progress,
) -> Result<Certificate, CertifyError> {
    let CertifyOptions { rules, leaves, hash, threads, value } = *options;
    let path = place.path("draft");
    let mut save = |draft: &Certificate| {
        let saved = write_whole(&path, &draft.to_bytes());
        warn_unsaved(&saved, progress);
        saved
    };
    let draft = if path.exists() {
        load(&path, |value| Certificate::draft(position, rules, value, leaves))?
    } else {
        let value = if let Some(value) = value {
            value
        } else {
            let (find, lines) = (Find::BestMove, Lines::None);
            let open = OpenQuestion::new(Question { position, rules, find, lines, counts: false });
            let (limits, state) = (Limits::new(hash, threads), place.path("search"));
            let end = pursue_resumable(&open, &Sources::PROVED, &limits, &state, &clock, progress);
            end.map_err(|error| match error {
                ResumeError::Checkpoint(error) => CertifyError::State(error),
                ResumeError::Answer(error) => CertifyError::Answer(error),
            })?;
            open.answer().value().ok_or(CertifyError::Stopped)?
        };
        let draft = Certificate::draft(position, rules, value, leaves);
        // If this fails, it is tried again later.
        let _ = save(&draft);
        draft
    };
    let oracle = Oracle::new(rules, hash, position.empties());
    let mut at_least = |position, bound| {
        known(position, bound).or_else(|| oracle.at_least(position, bound, progress))
    };
    prove(position, draft, hash, &mut at_least, &mut save, progress)
}

/// The draft left by an interrupted run. It must match the draft of this job for the same value.
fn load(path: &Path, own: impl Fn(Score) -> Certificate) -> Result<Certificate, TableError> {
    let bytes = read_whole(path)?;
    let path = shown(path);
    let draft = Certificate::from_bytes(&bytes)
        .map_err(|error| TableError::Unusable(format!("{path} cannot be used: {error}")))?;
    let own = own(draft.claim.value);
    if draft.claim == own.claim && draft.leaves == own.leaves {
        return Ok(draft);
    }
    Err(TableError::Unusable(format!("{path} belongs to another proof")))
}
