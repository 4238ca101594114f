//! The maker of certificates.

use std::time::{Duration, Instant};

use othello_core::board::kernel::Discs;
use othello_core::board::{Size, SquareSet, Turn};
use othello_core::bounded_set::BoundedSet;
use othello_core::game::{Position, Rules, Score};
use othello_core::progress::Progress;
use thiserror::Error;

use super::certificate::{Certificate, Claim, is_certain};
use crate::storage::{FileError, TableError};

/// How often a draft is stored.
const INTERVAL: Duration = Duration::from_secs(20);

impl Certificate {
    /// The draft of a certificate: the claim, and strategies that have no moves yet. The value is
    /// seen by the side to move. Positions with at most `leaves` empty squares are left to the
    /// checker.
    pub fn draft(position: Position, rules: Rules, value: Score, leaves: u32) -> Self {
        let claim = Claim { size: position.size(), position: position.to_string(), rules, value };
        let leaves = leaves.min(position.size().squares());
        Self { claim, leaves, strategies: Default::default() }
    }
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
    #[error("stopped")]
    Stopped,
    /// The positions of the proof do not fit in the memory. With more memory, the same job
    /// continues from there.
    #[error("the positions of the proof take more than {} MiB, by an estimate {} MiB or more", .memory >> 20, .needed.div_ceil(1 << 20))]
    OutOfMemory {
        /// The memory that they may take, in bytes.
        memory: usize,
        /// About how much they would take, in bytes, by the part of the proof that was made.
        needed: usize,
    },
}

/// Completes the strategies of a certificate for a position. The visited positions take at most
/// `memory` bytes.
///
/// `at_least` says, by the rules of the certificate, whether the value of a position, seen by the
/// side to move, is at least a score, or `None` if the work should stop; an
/// [`Oracle`](othello_core::search::Oracle) can answer this. Of the moves that are good enough a strategy
/// takes the one that a [`cheapest`] proof is expected of, so the certificate depends only on the
/// rules. If the claimed value is wrong, the certificate proves
/// nothing, which the checker detects.
///
/// From time to time, and when the work ends early, the draft made so far is passed to `keep`. If
/// such a draft is given as `draft`, the work continues where the draft ends: the moves in it are
/// followed once more, which takes no search.
///
/// # Errors
///
/// If the listener or `at_least` stops the work, or if there is not enough memory. What has been
/// made by then has been passed to `keep`. If `keep` has failed when the work is stopped, its error.
///
/// # Panics
///
/// If the draft has been made for another position.
pub fn prove(
    position: Position,
    draft: Certificate,
    memory: usize,
    at_least: &mut dyn FnMut(Position, Score) -> Option<bool>,
    keep: &mut dyn FnMut(&Certificate) -> Result<(), FileError>,
    progress: &dyn Progress,
) -> Result<Certificate, CertifyError> {
    assert_eq!(draft.claim.position, position.to_string(), "the draft is for another position");
    let mut prover = Prover {
        goal: draft.claim.value,
        certificate: draft,
        strategy: 0,
        at: 0,
        memory,
        seen: [BoundedSet::new(memory / 2), BoundedSet::new(memory / 2)],
        made: 0.0,
        at_least,
        keep,
        last_kept: Instant::now(),
        progress,
    };
    let value = prover.goal;
    if !is_certain(value, position.size()) {
        progress.begin("the first strategy", None);
        prover.follow(position, true, 1.0)?;
    }
    if !is_certain(-value, position.size()) {
        progress.begin("the second strategy", None);
        (prover.strategy, prover.at, prover.made) = (1, 0, 0.0);
        prover.goal = -value;
        prover.seen.iter_mut().for_each(BoundedSet::clear);
        prover.follow(position, false, 1.0)?;
    }
    Ok(prover.certificate)
}

struct Prover<'a> {
    certificate: Certificate,
    /// The number of the strategy that is being made.
    strategy: usize,
    /// The goal that this strategy has to secure.
    goal: Score,
    /// The bit up to which the strategy has been read or made.
    at: usize,
    /// The most memory for the visited positions, in bytes.
    memory: usize,
    /// The visited positions: those with the other side to move, and those with the strategy's side
    /// to move.
    seen: [BoundedSet<Discs>; 2],
    /// The part of the strategy that has been made, if all replies were equally long.
    made: f64,
    at_least: &'a mut dyn FnMut(Position, Score) -> Option<bool>,
    keep: &'a mut dyn FnMut(&Certificate) -> Result<(), FileError>,
    last_kept: Instant,
    progress: &'a dyn Progress,
}

impl Prover<'_> {
    /// Goes through all positions that can follow a position, which is this `share` of the work, in
    /// the same order as the checker.
    fn follow(
        &mut self,
        position: Position,
        chooses: bool,
        share: f64,
    ) -> Result<(), CertifyError> {
        let is_leaf = position.empties() <= self.certificate.leaves;
        if is_leaf || !self.is_new(position, chooses)? || position.turn() == Turn::Over {
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
    fn is_new(&mut self, position: Position, chooses: bool) -> Result<bool, CertifyError> {
        let seen = &mut self.seen[usize::from(chooses)];
        if let Some(is_new) = seen.insert(position.own_and_opponent()) {
            return Ok(is_new);
        }
        let needed = 2 * seen.memory_of_all(self.made);
        self.keep()?;
        Err(CertifyError::OutOfMemory { memory: self.memory, needed })
    }

    /// Passes on what has been made so far, and ends the work if it should stop.
    fn keep(&mut self) -> Result<(), CertifyError> {
        self.last_kept = Instant::now();
        let kept = (self.keep)(&self.certificate);
        if self.progress.is_stopped() {
            kept?;
            return Err(CertifyError::Stopped);
        }
        Ok(())
    }

    /// The position after the strategy's move. If the strategy has no move here yet, it gets one
    /// that is good enough.
    fn choose(&mut self, after: &[Position]) -> Result<Position, CertifyError> {
        if let &[only] = after {
            return Ok(only);
        }
        let choices = &mut self.certificate.strategies[self.strategy];
        if let Some(choice) = choices.take(&mut self.at, after.len()) {
            return Ok(after[choice]);
        }
        // That the opponent secures this refutes a move.
        let refuting = 1 - self.goal;
        let mut is_refuted = |position| (self.at_least)(position, refuting);
        let Some(choice) = cheapest(after, &mut is_refuted) else {
            self.keep()?;
            return Err(CertifyError::Stopped);
        };
        let choices = &mut self.certificate.strategies[self.strategy];
        choices.push(choice, after.len());
        self.at = choices.bits();
        self.progress.advance(1);
        if self.last_kept.elapsed() >= INTERVAL || self.progress.is_stopped() {
            self.keep()?;
        }
        Ok(after[choice])
    }
}

/// With this many empty squares or more, a look four plies ahead tells how large a proof will be,
/// and with fewer a look two plies ahead.
const FAR: u32 = 15;

/// Which of the positions after its moves a strategy goes to: of those that are not refuted the one
/// below which the fewest positions are expected, and the first of several such positions. `None`
/// if it is not known whether one of them is refuted. One of them must not be.
///
/// To expect few positions where the opponent has few moves right away makes proofs twice as large
/// on 5x6 and larger boards.
pub fn cheapest(
    after: &[Position],
    is_refuted: &mut dyn FnMut(Position) -> Option<bool>,
) -> Option<usize> {
    let expected = |&choice: &usize| {
        let position = after[choice];
        let plies = if position.empties() >= FAR { 2 } else { 1 };
        positions_below(position.own_and_opponent(), position.size(), plies)
    };
    let mut order: Vec<_> = (0..after.len()).collect();
    order.sort_by_cached_key(expected);
    let (&last, others) = order.split_last()?;
    for &choice in others {
        if !is_refuted(after[choice])? {
            return Some(choice);
        }
    }
    // If no other move is good enough, the last must be.
    Some(last)
}

/// About how many positions a proof has that many moves of each side ahead, where the opponent of
/// the strategy's side is to move. Each reply counts, and of the strategy's moves the best for it.
fn positions_below(discs: Discs, size: Size, moves: u32) -> u64 {
    let replies = discs.moves(size);
    if moves == 0 {
        return u64::from(replies.count_ones()) + 1;
    }
    if replies == 0 {
        return 1;
    }
    let fewest = |reply: Discs| {
        let below = |next| positions_below(next, size, moves - 1);
        each_after(reply, size).map(below).min().unwrap_or(1)
    };
    each_after(discs, size).map(fewest).sum()
}

/// The discs after each move, seen by the player who is to move then.
fn each_after(discs: Discs, size: Size) -> impl Iterator<Item = Discs> {
    let moves = SquareSet::of(size, discs.moves(size)).into_iter();
    moves.filter_map(move |square| discs.play(size, square))
}
