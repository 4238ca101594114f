//! The maker of certificates.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::board::Turn;
use crate::board::kernel::Discs;
use crate::bounded_set::BoundedSet;
use crate::game::{Position, Rules, Score};
use crate::progress::Progress;

use super::certificate::{Certificate, Claim};

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

/// Why a certificate was not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unfinished {
    /// It was stopped.
    #[error("stopped")]
    Stopped,
    /// The visited positions would take more memory than they may.
    #[error("there is not enough memory")]
    OutOfMemory,
}

/// Completes the strategies of a certificate for a position. The visited positions take at most
/// `memory` bytes.
///
/// `at_least` says, by the rules of the certificate, whether the value of a position, seen by the
/// side to move, is at least a score, or `None` if the work should stop; an
/// [`Oracle`](crate::search::Oracle) can answer this. Of the moves that are good enough a strategy
/// takes the one that leaves the opponent the fewest moves, and the first of several such moves, so
/// the certificate depends only on the rules. If the claimed value is wrong, the certificate proves
/// nothing, which the checker detects.
///
/// From time to time, and when the work is stopped, the draft made so far is passed to `keep`. If
/// `keep` breaks off, so does this function, and there is no certificate. If such a draft is given
/// as `draft`, the work continues where the draft ends: the moves in it are followed once more,
/// which takes no search.
///
/// # Errors
///
/// If the listener or `keep` stops the work, or if there is not enough memory. What has been made
/// by then has been passed to `keep`.
///
/// # Panics
///
/// If the draft has been made for another position.
pub fn prove(
    position: Position,
    draft: Certificate,
    memory: usize,
    at_least: &mut dyn FnMut(Position, Score) -> Option<bool>,
    keep: &mut dyn FnMut(&Certificate) -> ControlFlow<()>,
    progress: &dyn Progress,
) -> Result<Certificate, Unfinished> {
    assert_eq!(draft.claim.position, position.to_string(), "the draft is for another position");
    let mut prover = Prover {
        goal: draft.claim.value,
        certificate: draft,
        strategy: 0,
        at: 0,
        seen: [BoundedSet::new(memory / 2), BoundedSet::new(memory / 2)],
        at_least,
        keep,
        last_kept: Instant::now(),
        progress,
    };
    progress.begin("the first strategy", None);
    prover.follow(position, true)?;
    progress.begin("the second strategy", None);
    prover.turn_round();
    prover.follow(position, false)?;
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
    /// The visited positions: those with the other side to move, and those with the strategy's side
    /// to move.
    seen: [BoundedSet<Discs>; 2],
    at_least: &'a mut dyn FnMut(Position, Score) -> Option<bool>,
    keep: &'a mut dyn FnMut(&Certificate) -> ControlFlow<()>,
    last_kept: Instant,
    progress: &'a dyn Progress,
}

impl Prover<'_> {
    /// Begins the other strategy.
    fn turn_round(&mut self) {
        self.strategy = 1;
        self.goal = -self.goal;
        self.at = 0;
        self.seen.iter_mut().for_each(BoundedSet::clear);
    }

    /// Goes through all positions that can follow a position, in the same order as the checker.
    fn follow(&mut self, position: Position, chooses: bool) -> Result<(), Unfinished> {
        if position.empties() <= self.certificate.leaves || !self.is_new(position, chooses)? {
            return Ok(());
        }
        match position.turn() {
            Turn::Over => Ok(()),
            Turn::Pass => self.follow(position.pass(), !chooses),
            Turn::Place if chooses => {
                let next = self.choose(&position.after_moves().collect::<Vec<_>>())?;
                self.follow(next, false)
            }
            Turn::Place => position.after_moves().try_for_each(|next| self.follow(next, true)),
        }
    }

    /// Whether a position has not been visited.
    fn is_new(&mut self, position: Position, chooses: bool) -> Result<bool, Unfinished> {
        let is_new = self.seen[usize::from(chooses)].insert(position.own_and_opponent());
        if is_new.is_none() {
            self.keep()?;
        }
        is_new.ok_or(Unfinished::OutOfMemory)
    }

    /// Passes on what has been made so far.
    fn keep(&mut self) -> Result<(), Unfinished> {
        self.last_kept = Instant::now();
        match (self.keep)(&self.certificate) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Unfinished::Stopped),
        }
    }

    /// The position after the strategy's move. If the strategy has no move here yet, it gets one
    /// that is good enough and leaves the opponent the fewest moves.
    fn choose(&mut self, after: &[Position]) -> Result<Position, Unfinished> {
        if let &[only] = after {
            return Ok(only);
        }
        let choices = &mut self.certificate.strategies[self.strategy];
        if let Some(choice) = choices.take(&mut self.at, after.len()) {
            return Ok(after[choice]);
        }
        let mut order: Vec<_> = (0..after.len()).collect();
        order.sort_by_cached_key(|&choice| after[choice].moves().len());
        let (&last, others) = order.split_last().expect("there is a move to choose");
        // If no other move is good enough, the last must be.
        let refuting = 1 - self.goal;
        let mut answers =
            others.iter().map(|&choice| (choice, (self.at_least)(after[choice], refuting)));
        let choice = match answers.find(|&(_, refuted)| refuted != Some(true)) {
            Some((_, None)) => {
                self.keep()?;
                return Err(Unfinished::Stopped);
            }
            Some((choice, _)) => choice,
            None => last,
        };
        choices.push(choice, after.len());
        self.at = choices.bits();
        self.progress.advance(1);
        if self.last_kept.elapsed() >= INTERVAL || self.progress.is_stopped() {
            self.keep()?;
        }
        Ok(after[choice])
    }
}
