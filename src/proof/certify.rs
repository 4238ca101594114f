//! From a position to its certificate, in one job that can be interrupted and continued.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use thiserror::Error;

use super::{Certificate, Claim, Unfinished, prove};
use crate::game::{Position, Rules, Score};
use crate::progress::Progress;
use crate::search::{Oracle, SearchOptions};
use crate::storage::{FileError, JobFolder, TableError, search_resumable, write_whole};

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

/// Why there is no certificate.
#[derive(Debug, Error)]
pub enum CertifyError {
    /// The state of the search for the value cannot be stored, or belongs to another search.
    #[error(transparent)]
    Checkpoint(#[from] TableError),
    /// A draft cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file that an earlier run has left is damaged, or belongs to another proof.
    #[error("{0}")]
    Draft(String),
    /// The job was stopped. The same job continues from there.
    #[error("stopped; {}", if *value_is_known { "the value is known" } else { "the value is not known yet" })]
    Stopped {
        /// Whether the value was known by then.
        value_is_known: bool,
    },
    /// The positions of the proof do not fit in the memory, given in bytes. With more memory, the
    /// same job continues from there.
    #[error("the positions of the proof do not fit in {} MiB", .0 >> 20)]
    OutOfMemory(usize),
}

/// Finds the value of a position and makes its certificate. What `known` says is not searched:
/// whether the value of a position, seen by the side to move, is at least a score. The state of the work is stored in
/// `place` from time to time and when the work is stopped, and the work continues from a state that
/// is there. The folder can be removed when the certificate is safe.
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
    let save = |draft: &Certificate| {
        let saved = write_whole(&path, &draft.to_bytes());
        if let Err(error) = &saved {
            progress.warn(&format!("{error}; the work goes on and tries again later"));
        }
        saved
    };
    let draft = if let Some(draft) = load(&path, &Certificate::draft(position, rules, 0, leaves))? {
        draft
    } else {
        let find = || {
            let options = SearchOptions { rules, hash, threads, ..SearchOptions::default() };
            progress.begin("solving", None);
            let found = search_resumable(position, &options, &place.path("search"), progress)?;
            found.value().ok_or(CertifyError::Stopped { value_is_known: false })
        };
        let value = value.map_or_else(find, Ok)?;
        let draft = Certificate::draft(position, rules, value, leaves);
        // If it cannot be stored now, it can be later.
        let _ = save(&draft);
        draft
    };
    let mut failure = CertifyError::Stopped { value_is_known: true };
    let mut keep = |draft: &Certificate| {
        let saved = save(draft);
        if !progress.is_stopped() {
            return ControlFlow::Continue(());
        }
        if let Err(error) = saved {
            failure = error.into();
        }
        ControlFlow::Break(())
    };
    let oracle = Oracle::new(rules, hash, position.empties());
    let mut at_least = |position, bound| {
        known(position, bound).or_else(|| oracle.at_least(position, bound, progress))
    };
    prove(position, draft, hash, &mut at_least, &mut keep, progress).map_err(|unfinished| {
        match unfinished {
            Unfinished::Stopped => failure,
            Unfinished::OutOfMemory => CertifyError::OutOfMemory(hash),
        }
    })
}

/// The draft that an interrupted run has left, if it belongs to the same proof as `wanted`,
/// whatever its value.
fn load(path: &Path, wanted: &Certificate) -> Result<Option<Certificate>, CertifyError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(FileError::of("read", path)(error).into()),
    };
    let draft = Certificate::from_bytes(&bytes).map_err(|error| {
        CertifyError::Draft(format!("{} cannot be used: {error}", path.display()))
    })?;
    let claim = Claim { value: wanted.claim.value, ..draft.claim.clone() };
    if claim == wanted.claim && draft.leaves == wanted.leaves {
        Ok(Some(draft))
    } else {
        Err(CertifyError::Draft(format!("{} belongs to another proof", path.display())))
    }
}
