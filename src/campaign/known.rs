//! The consequence of the answers.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::answers::Answers;
use super::bounds::Bounds;
use super::terms::{Terms, form};
use crate::board::Turn;
use crate::board::kernel::Discs;
use crate::game::{Game, Position, Score};

/// The bounds that follow from the answers for the frontier and the positions above it.
#[derive(Debug)]
pub(super) struct Known<'a> {
    terms: &'a Terms,
    answers: &'a Answers,
    /// The bounds of positions above the frontier.
    derived: HashMap<Discs, Bounds, FxBuildHasher>,
}

impl<'a> Known<'a> {
    pub(super) fn new(terms: &'a Terms, answers: &'a Answers) -> Self {
        Self { terms, answers, derived: HashMap::default() }
    }

    /// The bounds of a position.
    pub(super) fn bounds(&self, discs: Discs) -> Bounds {
        let derived = self.derived.get(&discs).copied();
        derived.or_else(|| self.answers.bounds(discs)).unwrap_or_else(|| self.terms.widest())
    }

    /// If it is known whether the value of a position is at least the bound: the lower bound if it
    /// is, and the upper bound if it is not.
    pub(super) fn value(&self, discs: Discs, bound: Score) -> Option<Score> {
        let bounds = self.bounds(discs);
        Some(if bounds.at_least(bound)? { bounds.lower } else { bounds.upper })
    }

    /// Takes note of the score of a game that is over.
    pub(super) fn settle(&mut self, discs: Discs, score: Score) {
        self.derived.insert(discs, Bounds { lower: score, upper: score });
    }

    /// Derives the bounds of a position from those of the positions after its moves.
    pub(super) fn derive(&mut self, discs: Discs, after: &[Discs]) {
        let none = Bounds { lower: Score::MIN, upper: Score::MIN };
        let found = after.iter().map(|&next| self.bounds(next)).fold(none, |best, next| Bounds {
            lower: best.lower.max(-next.upper),
            upper: best.upper.max(-next.lower),
        });
        self.derived.insert(discs, self.bounds(discs).and(found));
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
