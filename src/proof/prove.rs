//! Makes certificates.

use std::time::{Duration, Instant};

use itertools::Itertools;
use othello_core::analysis::expected_size;
use othello_core::answer::AnswerError;
use othello_core::board::kernel::Discs;
use othello_core::bounded_set::BoundedSet;
use othello_core::{Position, Progress, Rules, Score};
use thiserror::Error;

use super::certificate::{Certificate, Claim, is_certain};
use crate::storage::{FileError, TableError};

/// How often a draft is saved.
const INTERVAL: Duration = Duration::from_secs(20);

impl Certificate {
    /// The draft of a certificate: the claim, and strategies without moves. The value is seen by the
    /// side to move. Positions with at most `leaves` empty squares are left to the checker.
    pub fn draft(position: Position, rules: Rules, value: Score, leaves: u32) -> Self {
        let claim = Claim { size: position.size(), position: position.to_string(), rules, value };
        let leaves = leaves.min(position.size().squares());
        Self { claim, leaves, strategies: Default::default() }
    }
}

/// Why there is no certificate.
#[derive(Debug, Error)]
pub enum CertifyError {
    /// The state left by an earlier run, of the search for the value or of the proof, is damaged or
    /// belongs to another job, or the state cannot be saved.
    #[error(transparent)]
    State(#[from] TableError),
    /// The sources of answers failed.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// The job was stopped. Running it again resumes it.
    #[error("stopped")]
    Stopped,
    /// The positions of the proof do not fit in the memory. Running the job again with more memory
    /// resumes it.
    #[error("the positions of the proof take more than {} MiB, by an estimate {} MiB or more", .memory >> 20, .needed.div_ceil(1 << 20))]
    OutOfMemory {
        /// The limit, in bytes.
        memory: usize,
        /// An estimate of the memory they need, in bytes, from the completed part of the proof.
        needed: usize,
    },
}

type Result<T, E = CertifyError> = std::result::Result<T, E>;

/// Completes the strategies of a certificate for a position. The visited positions take at most
/// `memory` bytes.
///
/// `at_least` answers whether the value of a position under the rules of the certificate, seen by the
/// side to move, is at least a score, or `None` if the work should stop. An
/// [`Oracle`](othello_core::search::Oracle) can do this. Among the moves that are good enough, a
/// strategy takes the one that is expected to have the [`cheapest`] proof, so the certificate depends
/// only on the rules. If the claimed value is wrong, the certificate proves nothing, which the
/// checker detects.
///
/// From time to time, and when the work ends early, the current draft is passed to `keep`. Given such
/// a draft, the work resumes where the draft ends. Following its moves again takes no search.
///
/// # Errors
///
/// If the listener or `at_least` stops the work, or if there is not enough memory. The current draft
/// has then been passed to `keep`. If `keep` failed when the work was stopped, its error is returned.
///
/// # Panics
///
/// If the draft is for another position.
pub fn prove(
    position: Position,
    draft: Certificate,
    memory: usize,
    at_least: &mut dyn FnMut(Position, Score) -> Option<bool>,
    keep: &mut dyn FnMut(&Certificate) -> Result<(), FileError>,
    progress: &dyn Progress,
) -> Result<Certificate> {
    assert_eq!(draft.claim.position, position.to_string(), "the draft is for another position");
    let value = draft.claim.value;
    let mut prover = Prover {
        certificate: draft,
        strategy: 0,
        goal: value,
        at: 0,
        memory,
        seen: [BoundedSet::new(memory / 2), BoundedSet::new(memory / 2)],
        made: 0.0,
        at_least,
        keep,
        last_kept: Instant::now(),
        progress,
    };
    let goals = [(value, "the first strategy"), (-value, "the second strategy")];
    for (strategy, (goal, name)) in goals.into_iter().enumerate() {
        if !is_certain(goal, position.size()) {
            progress.begin(name, None);
            (prover.strategy, prover.goal, prover.at, prover.made) = (strategy, goal, 0, 0.0);
            prover.seen.iter_mut().for_each(BoundedSet::clear);
            prover.follow(position, strategy == 0, 1.0)?;
        }
    }
    Ok(prover.certificate)
}

struct Prover<'a> {
    certificate: Certificate,
    /// The index of the current strategy.
    strategy: usize,
    /// The score that this strategy has to secure.
    goal: Score,
    /// The current position in the strategy, in bits.
    at: usize,
    /// The most memory for the visited positions, in bytes.
    memory: usize,
    /// The visited positions with the other side to move, and with the strategy's side to move.
    seen: [BoundedSet<Discs>; 2],
    /// The completed fraction of the strategy, assuming that all replies take the same work.
    made: f64,
    at_least: &'a mut dyn FnMut(Position, Score) -> Option<bool>,
    keep: &'a mut dyn FnMut(&Certificate) -> Result<(), FileError>,
    last_kept: Instant,
    progress: &'a dyn Progress,
}

impl Prover<'_> {
    /// Visits all positions that can follow, in the same order as the checker. They are this `share`
    /// of the work.
    fn follow(&mut self, position: Position, chooses: bool, share: f64) -> Result<()> {
        let is_leaf = position.empties() <= self.certificate.leaves;
        if is_leaf || !self.is_new(position, chooses)? || position.is_over() {
            self.made += share;
            return Ok(());
        }
        let after: Vec<_> = position.after_moves().collect();
        match &after[..] {
            [] => self.follow(position.pass(), !chooses, share),
            _ if chooses => {
                let next = self.choose(&after)?;
                self.follow(next, false, share)
            }
            _ => {
                #[expect(clippy::cast_precision_loss, reason = "there are few moves")]
                let share = share / after.len() as f64;
                after.iter().try_for_each(|&next| self.follow(next, true, share))
            }
        }
    }

    /// Whether a position has not been visited.
    fn is_new(&mut self, position: Position, chooses: bool) -> Result<bool> {
        let seen = &mut self.seen[usize::from(chooses)];
        if let Some(is_new) = seen.insert(position.own_and_opponent()) {
            return Ok(is_new);
        }
        let needed = 2 * seen.memory_of_all(self.made);
        self.keep()?;
        Err(CertifyError::OutOfMemory { memory: self.memory, needed })
    }

    /// Passes on the current draft, and ends the work if it should stop.
    fn keep(&mut self) -> Result<()> {
        self.last_kept = Instant::now();
        let kept = (self.keep)(&self.certificate);
        if self.progress.is_stopped() {
            kept.map_err(TableError::from)?;
            return Err(CertifyError::Stopped);
        }
        Ok(())
    }

    /// The position after the strategy's move. If the strategy has no move here yet, one that is good
    /// enough is added.
    fn choose(&mut self, after: &[Position]) -> Result<Position> {
        if let &[only] = after {
            return Ok(only);
        }
        let choices = &mut self.certificate.strategies[self.strategy];
        if let Some(choice) = choices.take(&mut self.at, after.len()) {
            return Ok(after[choice]);
        }
        // A move is refuted if the opponent then secures this.
        let refuting = 1 - self.goal;
        let found = cheapest(after, &mut |position| (self.at_least)(position, refuting));
        let Some(choice) = found else {
            self.keep()?;
            return Err(CertifyError::Stopped);
        };
        let choices = &mut self.certificate.strategies[self.strategy];
        choices.push(choice, after.len());
        self.at = choices.bits;
        self.progress.advance(1);
        if self.last_kept.elapsed() >= INTERVAL || self.progress.is_stopped() {
            self.keep()?;
        }
        Ok(after[choice])
    }
}

/// The index of the position to which a strategy moves: among the positions that are not refuted, the
/// first one with the fewest expected positions below it. `None` if `is_refuted` cannot decide. At
/// least one of them must not be refuted.
pub fn cheapest(
    after: &[Position],
    is_refuted: &mut dyn FnMut(Position) -> Option<bool>,
) -> Option<usize> {
    let mut order = (0..after.len()).sorted_by_cached_key(|&choice| expected_size(after[choice]));
    let last = order.next_back()?;
    for choice in order {
        if !is_refuted(after[choice])? {
            return Some(choice);
        }
    }
    // If no other move is good enough, the last one must be.
    Some(last)
}
