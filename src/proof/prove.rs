//! The maker of certificates.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rustc_hash::FxBuildHasher;

use crate::board::{Position, Shape, Square, Turn};
use crate::game::Game;
use crate::progress::Progress;
use crate::score::{Rules, Score};

use super::certificate::{Certificate, Claim};

/// How often a draft is kept.
const INTERVAL: Duration = Duration::from_secs(20);

impl Certificate {
    /// A certificate to be: the claim, and strategies that have no moves yet.
    /// The value is seen by the side to move.
    pub fn draft<S: Shape>(game: Game<S>, rules: Rules, value: Score, leaves: u32) -> Self {
        let claim = Claim {
            width: S::WIDTH as usize,
            height: S::HEIGHT as usize,
            position: game.to_string(),
            rules,
            value,
        };
        Self { claim, leaves, strategies: Default::default() }
    }
}

/// Writes the strategies of a certificate for `position` to their end.
///
/// `at_least` tells whether the value of a position, seen by the side to move, is
/// a score or more. Of the moves that are good enough a strategy takes the one
/// that leaves the opponent the fewest moves, and the first of several such, so
/// the certificate depends on nothing but the rules. If the claimed value is
/// wrong it proves nothing, as the checker finds out.
///
/// From time to time, and when it should stop, this hands to `keep` what has been
/// made so far. If that breaks off, so does this, and there is no certificate.
/// Given what was kept as `draft` it goes on where that ends: the moves that are
/// there are gone through once more, which takes no search.
///
/// # Panics
///
/// If the draft has been made for another position.
pub fn prove<S: Shape>(
    position: Position<S>,
    draft: Certificate,
    at_least: &mut dyn FnMut(Position<S>, Score) -> bool,
    keep: &mut dyn FnMut(&Certificate) -> ControlFlow<()>,
    progress: &dyn Progress,
) -> Option<Certificate> {
    let (value, last_kept) = (draft.claim.value, Instant::now());
    let mut prover = Prover {
        certificate: draft,
        strategy: 0,
        goal: value,
        at: 0,
        seen: HashSet::default(),
        at_least,
        keep,
        last_kept,
        progress,
    };
    progress.begin("the first strategy", None);
    prover.follow(position, true).continue_value()?;
    progress.begin("the second strategy", None);
    prover.strategy = 1;
    prover.goal = -value;
    prover.at = 0;
    prover.seen.clear();
    prover.follow(position, false).continue_value()?;
    Some(prover.certificate)
}

struct Prover<'a, S: Shape> {
    certificate: Certificate,
    /// Which of the strategies is being made,
    strategy: usize,
    /// and what it is to secure.
    goal: Score,
    /// How far the strategy has been read, or made.
    at: usize,
    /// The positions gone through, and whether the strategy's side is to move.
    seen: HashSet<(Position<S>, bool), FxBuildHasher>,
    at_least: &'a mut dyn FnMut(Position<S>, Score) -> bool,
    keep: &'a mut dyn FnMut(&Certificate) -> ControlFlow<()>,
    last_kept: Instant,
    progress: &'a dyn Progress,
}

impl<S: Shape> Prover<'_, S> {
    /// Goes through all that can come after a position, in the order in which
    /// the checker does.
    fn follow(&mut self, position: Position<S>, chooses: bool) -> ControlFlow<()> {
        let empties = position.empty().len();
        if empties <= self.certificate.leaves || !self.seen.insert((position, chooses)) {
            return ControlFlow::Continue(());
        }
        match position.turn() {
            Turn::Over => ControlFlow::Continue(()),
            Turn::Pass => self.follow(position.pass(), !chooses),
            Turn::Place(moves) if chooses => {
                let squares: Vec<_> = moves.into_iter().collect();
                let square = self.choose(position, &squares)?;
                self.follow(position.play(square), false)
            }
            Turn::Place(moves) => {
                moves.into_iter().try_for_each(|square| self.follow(position.play(square), true))
            }
        }
    }

    /// The move that the strategy has, or that it gets now.
    fn choose(&mut self, position: Position<S>, moves: &[Square<S>]) -> ControlFlow<(), Square<S>> {
        if let &[only] = moves {
            return ControlFlow::Continue(only);
        }
        let choices = &mut self.certificate.strategies[self.strategy];
        if let Some(choice) = choices.take(&mut self.at, moves.len()) {
            return ControlFlow::Continue(moves[choice]);
        }
        let mut order: Vec<_> = (0..moves.len()).collect();
        order.sort_by_cached_key(|&choice| position.play(moves[choice]).moves().len());
        let (&last, others) = order.split_last().expect("there is a move to choose");
        // Where no other move is good enough the last must be.
        let is_good =
            |&choice: &usize| !(self.at_least)(position.play(moves[choice]), 1 - self.goal);
        let choice = others.iter().copied().find(is_good).unwrap_or(last);
        choices.push(choice, moves.len());
        self.at = choices.bits();
        self.progress.advance(1);
        if self.last_kept.elapsed() >= INTERVAL || self.progress.stopped() {
            (self.keep)(&self.certificate)?;
            self.last_kept = Instant::now();
        }
        ControlFlow::Continue(moves[choice])
    }
}
