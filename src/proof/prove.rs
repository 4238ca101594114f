//! The maker of certificates.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rustc_hash::FxBuildHasher;

use crate::any_game::{AnyGame, squares};
use crate::board::{Discs, Position, Shape, Square, Turn};
use crate::progress::Progress;
use crate::score::{Rules, Score};

use super::certificate::{Certificate, Claim};

/// How often a draft is kept.
const INTERVAL: Duration = Duration::from_secs(20);

impl Certificate {
    /// A certificate to be: the claim, and strategies that have no moves yet.
    /// The value is seen by the side to move. More `leaves` than the board has
    /// squares are as good as all.
    pub fn draft(game: impl Into<AnyGame>, rules: Rules, value: Score, leaves: u32) -> Self {
        let game = game.into();
        let (width, height) = (game.width() as usize, game.height() as usize);
        let claim = Claim { width, height, position: game.to_string(), rules, value };
        let leaves = leaves.min(game.width() * game.height());
        Self { claim, leaves, strategies: Default::default() }
    }
}

/// Writes the strategies of a certificate for `position` to their end.
///
/// `at_least` tells whether the value of a position, seen by the side to move, is
/// a score or more, or nothing if it should stop. Of the moves that are good
/// enough a strategy takes the one that leaves the opponent the fewest moves, and
/// the first of several such, so the certificate depends on nothing but the rules.
/// If the claimed value is wrong it proves nothing, as the checker finds out.
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
    at_least: &mut dyn FnMut(Position<S>, Score) -> Option<bool>,
    keep: &mut dyn FnMut(&Certificate) -> ControlFlow<()>,
    progress: &dyn Progress,
) -> Option<Certificate> {
    let mut prover = Prover {
        goal: draft.claim.value,
        certificate: draft,
        strategy: 0,
        at: 0,
        seen: HashSet::default(),
        keep,
        last_kept: Instant::now(),
        progress,
    };
    progress.begin("the first strategy", None);
    prover.follow(position, true, at_least).continue_value()?;
    progress.begin("the second strategy", None);
    prover.turn_round();
    prover.follow(position, false, at_least).continue_value()?;
    Some(prover.certificate)
}

struct Prover<'a> {
    certificate: Certificate,
    /// Which of the strategies is being made,
    strategy: usize,
    /// and what it is to secure.
    goal: Score,
    /// How far the strategy has been read, or made.
    at: usize,
    /// The positions gone through, and whether the strategy's side is to move.
    seen: HashSet<(Discs, bool), FxBuildHasher>,
    keep: &'a mut dyn FnMut(&Certificate) -> ControlFlow<()>,
    last_kept: Instant,
    progress: &'a dyn Progress,
}

impl Prover<'_> {
    /// Begins with the other strategy.
    fn turn_round(&mut self) {
        self.strategy = 1;
        self.goal = -self.goal;
        self.at = 0;
        self.seen.clear();
    }

    /// Goes through all that can come after a position, in the order in which
    /// the checker does.
    fn follow<S: Shape>(
        &mut self,
        position: Position<S>,
        chooses: bool,
        at_least: &mut dyn FnMut(Position<S>, Score) -> Option<bool>,
    ) -> ControlFlow<()> {
        let empties = position.empty().len();
        if empties <= self.certificate.leaves || !self.seen.insert((position.into(), chooses)) {
            return ControlFlow::Continue(());
        }
        match position.turn() {
            Turn::Over => ControlFlow::Continue(()),
            Turn::Pass => self.follow(position.pass(), !chooses, at_least),
            Turn::Place(moves) if chooses => {
                let after = |square| position.play(Square::from_index(square));
                let bound = 1 - self.goal;
                let square = self.choose(
                    &squares(moves.bits().into()).collect::<Vec<_>>(),
                    &|square| after(square).moves().len(),
                    &mut |square| at_least(after(square), bound).map(|refuted| !refuted),
                )?;
                self.follow(after(square), false, at_least)
            }
            Turn::Place(moves) => moves
                .into_iter()
                .try_for_each(|square| self.follow(position.play(square), true, at_least)),
        }
    }

    /// The move that the strategy has, or that it gets now: a good one after
    /// which there are the fewest `replies`.
    fn choose(
        &mut self,
        moves: &[u32],
        replies: &dyn Fn(u32) -> u32,
        is_good: &mut dyn FnMut(u32) -> Option<bool>,
    ) -> ControlFlow<(), u32> {
        if let &[only] = moves {
            return ControlFlow::Continue(only);
        }
        let choices = &mut self.certificate.strategies[self.strategy];
        if let Some(choice) = choices.take(&mut self.at, moves.len()) {
            return ControlFlow::Continue(moves[choice]);
        }
        let mut order: Vec<_> = (0..moves.len()).collect();
        order.sort_by_cached_key(|&choice| replies(moves[choice]));
        let (&last, others) = order.split_last().expect("there is a move to choose");
        // Where no other move is good enough the last must be.
        let mut answers = others.iter().map(|&choice| (choice, is_good(moves[choice])));
        let choice = match answers.find(|&(_, good)| good != Some(false)) {
            Some((_, None)) => {
                (self.keep)(&self.certificate)?;
                return ControlFlow::Break(());
            }
            Some((choice, _)) => choice,
            None => last,
        };
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
