//! The proof trees, from which the conclusions and the missing questions are read.

use std::collections::{HashMap, HashSet};

use rustc_hash::FxBuildHasher;

use super::answers::Answers;
use super::error::CampaignError;
use super::estimates::{Estimate, Estimates};
use super::lines::{Bounds, Question, form};
use super::terms::Terms;
use crate::board::Turn;
use crate::board::kernel::Discs;
use crate::game::{Game, Position, Score};
use crate::progress::Progress;

/// The most positions of a plan: it then takes a few gigabytes of memory.
const MOST: usize = 20_000_000;

/// How far beyond the bound that refutes it an estimate is moved: on average, one that was refuted
/// is more wrong than the bound shows.
const CORRECTION: Score = 4;

/// The proof trees as far as they have been made: what is known and what is expected.
pub(super) struct Trees<'a> {
    terms: &'a Terms,
    answers: &'a Answers,
    estimates: &'a mut Estimates,
    progress: &'a dyn Progress,
    /// The bounds of positions above the frontier that follow from the answers.
    derived: HashMap<Discs, Bounds, FxBuildHasher>,
    /// By the estimates, where it is not known whether the value of a position is at least a bound:
    /// a lower bound of the value if it is, and an upper bound if it is not.
    pub(super) expected: HashMap<(Discs, Score), Score, FxBuildHasher>,
}

impl<'a> Trees<'a> {
    pub(super) fn new(
        answers: &'a Answers,
        estimates: &'a mut Estimates,
        progress: &'a dyn Progress,
    ) -> Self {
        progress.begin("estimating", None);
        let (derived, expected) = (HashMap::default(), HashMap::default());
        Self { terms: &answers.terms, answers, estimates, progress, derived, expected }
    }

    /// The bounds of a position that follow from the answers.
    pub(super) fn bounds(&self, discs: Discs) -> Bounds {
        let derived = self.derived.get(&discs).copied();
        derived.or_else(|| self.answers.bounds(discs)).unwrap_or_else(|| self.terms.widest())
    }

    /// A lower bound of the value of a position if that is at least `bound`, and an upper bound if
    /// it is not: by the answers if they settle this, and by the estimates otherwise.
    pub(super) fn value(&mut self, discs: Discs, bound: Score) -> Result<Score, CampaignError> {
        let found = self.bounds(discs).settle(bound);
        if let Some(value) = found.or_else(|| self.expected.get(&(discs, bound)).copied()) {
            return Ok(value);
        }
        if self.expected.len() >= MOST {
            let reason = "a plan would have too many positions; choose more --empties";
            return Err(CampaignError::Input(reason.to_owned()));
        }
        if self.progress.is_stopped() {
            return Err(CampaignError::Stopped);
        }
        let position = self.terms.position(discs);
        let value = match position.turn() {
            Turn::Over => {
                let score = position.score(self.terms.start.rules);
                self.derived.insert(discs, Bounds { lower: score, upper: score });
                score
            }
            _ if self.terms.is_frontier(position) => {
                let Estimate { value, .. } = self.estimates.frontier(discs, self.progress);
                self.bounds(discs).correct(value, CORRECTION)
            }
            _ => {
                let after = self.estimates.after(position, self.progress);
                let value = self.best(&after, bound)?;
                self.derive(discs, &after);
                value
            }
        };
        // The answers may have settled it on the way.
        if let Some(value) = self.bounds(discs).settle(bound) {
            return Ok(value);
        }
        self.expected.insert((discs, bound), value);
        Ok(value)
    }

    /// The value of a position with these positions after its moves or the pass.
    fn best(&mut self, after: &[Discs], bound: Score) -> Result<Score, CampaignError> {
        // If a move settles the question, no other is needed.
        let settles = |next: &&Discs| self.bounds(**next).upper < 1 - bound;
        if let Some(&next) = after.iter().find(settles) {
            return Ok(-self.bounds(next).upper);
        }
        let mut best = Score::MIN;
        for &next in after {
            best = best.max(-self.value(next, 1 - bound)?);
            if best >= bound {
                break;
            }
        }
        Ok(best)
    }

    /// Derives the bounds of a position from those of the positions after its moves.
    fn derive(&mut self, discs: Discs, after: &[Discs]) {
        let after = || after.iter().map(|&next| self.bounds(next));
        let Bounds { lower, upper } = self.bounds(discs);
        let lower = after().map(|next| -next.upper).fold(lower, Score::max);
        let most = after().map(|next| -next.lower).max();
        let upper = most.map_or(upper, |most| most.min(upper));
        self.derived.insert(discs, Bounds { lower, upper });
    }

    /// The missing questions for "is the value at least the bound?". `met` are the questions, at
    /// the frontier and above it, that need not be followed again.
    pub(super) fn collect(
        &mut self,
        discs: Discs,
        bound: Score,
        met: &mut HashSet<(Discs, Score)>,
        questions: &mut Vec<Question>,
    ) -> Result<(), CampaignError> {
        if self.bounds(discs).settle(bound).is_some() || !met.insert((discs, bound)) {
            return Ok(());
        }
        let position = self.terms.position(discs);
        if self.terms.is_frontier(position) {
            let expected = self.value(discs, bound)? >= bound;
            let Estimate { value, cost } = self.estimates.frontier(discs, self.progress);
            // The nearer the bound is to the value, the longer the question takes.
            let cost = cost.saturating_mul(64) / (4 + u64::from(value.abs_diff(bound)));
            let subject = self.terms.subject(discs);
            questions.push(Question { subject, at_least: bound, expected, cost });
            return Ok(());
        }
        let after = self.estimates.after(position, self.progress);
        // One move is enough if it reaches the bound.
        for &next in &after {
            if -self.value(next, 1 - bound)? >= bound {
                return self.collect(next, 1 - bound, met, questions);
            }
        }
        after.iter().try_for_each(|&next| self.collect(next, 1 - bound, met, questions))
    }

    /// A line in which both sides play moves that keep the value of the start, as far as the
    /// frontier.
    pub(super) fn line(&self, mut value: Score) -> Game {
        let mut line = Game::new(self.terms.start.position);
        loop {
            if line.end().turn() == Turn::Pass {
                line.take_forced_pass();
                value = -value;
            }
            let position = line.end();
            let keeps = |next: Position| self.bounds(form(next)).value() == Some(-value);
            let best = position.moves().into_iter().find(|&it| position.play(it).is_ok_and(keeps));
            match best.map(|square| line.play(square)) {
                Some(Ok(())) => value = -value,
                _ => return line,
            }
        }
    }
}
