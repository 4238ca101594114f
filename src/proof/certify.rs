//! From a position to its certificate, in one job that can be interrupted and continued.

use std::fs;
use std::path::Path;

use othello_core::board::Size;
use othello_core::game::{Position, Rules, Score};
use othello_core::progress::Progress;
use othello_core::search::{Oracle, SearchOptions};

use super::{Certificate, CertifyError, prove};
use crate::storage::{FileError, JobFolder, search_resumable, write_whole};

/// How to make a certificate.
#[derive(Clone, Copy, Debug)]
pub struct CertifyOptions {
    /// How games are scored.
    pub rules: Rules,
    /// Positions with this number of empty squares or fewer are left to the checker.
    pub leaves: u32,
    /// The most memory for the transposition table, in bytes. The positions of the proof may take
    /// the same amount again.
    pub hash: usize,
    /// The number of threads that search for the value.
    pub threads: usize,
    /// The value, if it is known.
    pub value: Option<Score>,
}

impl CertifyOptions {
    /// The number of `leaves` that is taken where none is named: a small board is proved to the end
    /// of every game.
    pub fn usual_leaves(size: Size) -> u32 {
        if size.squares() <= 24 { 0 } else { 8 }
    }
}

/// Finds the value of a position and makes its certificate. What `known` says is not searched:
/// whether the value of a position, seen by the side to move, is at least a score. The state of the
/// work is stored in `place` from time to time and when the work is stopped, and the work continues
/// from a state that is there. The folder can be removed when the certificate is safe.
///
/// # Errors
///
/// If the job is stopped, if there is not enough memory, or if the state in the folder is damaged
/// or belongs to another proof. State that cannot be written is not an error: the listener is
/// warned, and the work goes on.
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
        write_whole(&path, &draft.to_bytes()).inspect_err(|error| {
            progress.warn(&format!("{error}; the work goes on and tries again later"));
        })
    };
    let draft = if path.exists() {
        load(&path, |value| Certificate::draft(position, rules, value, leaves))?
    } else {
        let find = || {
            let options = SearchOptions { rules, hash, threads, ..SearchOptions::default() };
            progress.begin("solving", None);
            let found = search_resumable(position, &options, &place.path("search"), progress)?;
            found.value().ok_or(CertifyError::Stopped)
        };
        let value = value.map_or_else(find, Ok)?;
        let draft = Certificate::draft(position, rules, value, leaves);
        // If it cannot be stored now, it can be later.
        let _ = save(&draft);
        draft
    };
    let oracle = Oracle::new(rules, hash, position.empties());
    let mut at_least = |position, bound| {
        known(position, bound).or_else(|| oracle.at_least(position, bound, progress))
    };
    prove(position, draft, hash, &mut at_least, &mut save, progress)
}

/// The draft that an interrupted run has left, which must be for the same proof as those of this
/// job, by the value.
fn load(path: &Path, own: impl Fn(Score) -> Certificate) -> Result<Certificate, CertifyError> {
    let bytes = fs::read(path).map_err(FileError::of("read", path))?;
    let unusable = |reason| CertifyError::Draft(format!("{} {reason}", path.display()));
    let draft = Certificate::from_bytes(&bytes)
        .map_err(|error| unusable(format!("cannot be used: {error}")))?;
    let own = own(draft.claim.value);
    if draft.claim == own.claim && draft.leaves == own.leaves {
        Ok(draft)
    } else {
        Err(unusable("belongs to another proof".to_owned()))
    }
}
