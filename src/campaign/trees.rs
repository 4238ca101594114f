//! The proof trees, which give the conclusions and the open questions.

use std::collections::{HashMap, HashSet};

use othello_core::{Game, Score, Square, Turn};
use rustc_hash::FxBuildHasher;

use super::answers::Answers;
use super::estimates::{Estimate, Estimates};
use super::lines::{Node, Question, ScoreBounds, Subject, form, other};
use super::terms::Terms;
use super::{CampaignError, Result};

/// The maximum number of positions in a plan, which then takes a few gigabytes of memory.
const MOST: usize = 20_000_000;

/// A refuted estimate is moved this far beyond the bound that refutes it. On average its error is
/// larger than the bound shows.
const CORRECTION: Score = 4;

/// A refuted guess is moved this far beyond the known bound. Without a step, the guess would creep
/// from one value to the next. Steps of 2 take 7 % more nodes on boards of 30 to 36 squares, and steps
/// that double in length take 17 % more.
const STEP: Score = 4;

/// The explored part of the proof trees, with known and expected values.
pub(super) struct Trees<'a, 'b> {
    terms: &'a Terms,
    answers: &'a Answers,
    estimates: &'a mut Estimates<'b>,
    /// The bounds of positions above the frontier that follow from the answers.
    pub(super) derived: HashMap<Node, ScoreBounds, FxBuildHasher>,
    /// Estimates for open questions: for a position and a bound, a lower bound of the value if it is
    /// expected to reach the bound, or an upper bound if not.
    pub(super) expected: HashMap<(Node, Score), Score, FxBuildHasher>,
    /// The claims that the open questions should settle: whether the value of a position reaches a
    /// bound.
    claims: Vec<(Node, Score)>,
    /// The open questions.
    pub(super) questions: Vec<Question>,
    /// The questions, at the frontier and above it, that have been followed already.
    met: HashSet<(Node, Score), FxBuildHasher>,
    /// Claims that the answers do not prove: that the value of a position reaches a bound, or that it
    /// does not.
    unproved: HashSet<(Node, Score, bool), FxBuildHasher>,
}

impl<'a, 'b> Trees<'a, 'b> {
    pub(super) fn new(answers: &'a Answers, estimates: &'a mut Estimates<'b>) -> Self {
        estimates.progress.begin("estimating", None);
        let (derived, expected) = (HashMap::default(), HashMap::default());
        let (terms, claims, questions) = (&answers.terms, Vec::new(), Vec::new());
        let (met, unproved) = (HashSet::default(), HashSet::default());
        Self { terms, answers, estimates, derived, expected, claims, questions, met, unproved }
    }

    /// The bounds of a position that follow from the answers.
    pub(super) fn bounds(&self, node: Node) -> ScoreBounds {
        let known = |node| self.derived.get(&node).copied();
        let own = known(node).unwrap_or_else(|| self.answers.bounds(node));
        let other = known(other(node)).map(|it| self.terms.implied(it, node.0));
        other.map_or(own, |other| own.and(other))
    }

    /// A lower bound of a position's value if it is at least `bound`, or an upper bound if it is not,
    /// according to the answers if they settle this and to the estimates otherwise.
    pub(super) fn value(&mut self, node: Node, bound: Score) -> Result<Score> {
        let found = self.bounds(node).settle(bound);
        if let Some(value) = found.or_else(|| self.expected.get(&(node, bound)).copied()) {
            return Ok(value);
        }
        if self.expected.len() >= MOST {
            let reason = "a plan would have too many positions; choose more --empties";
            return Err(CampaignError::Input(reason.to_owned()));
        }
        if self.estimates.progress.is_stopped() {
            return Err(CampaignError::Stopped);
        }
        let position = self.terms.position(node.1);
        let value = match position.turn() {
            Turn::Over => self.score(node),
            _ if self.terms.is_frontier(position) => {
                let Estimate { value, .. } = self.estimates.frontier(node.1);
                let value = self.bounds(other(node)).correct(value, CORRECTION);
                self.bounds(node).correct(value, CORRECTION)
            }
            _ => {
                let after = self.after(node);
                let value = self.best(&after, bound)?;
                self.derive(node, &after);
                value
            }
        };
        // The answers may settle it by now.
        if let Some(value) = self.bounds(node).settle(bound) {
            return Ok(value);
        }
        self.expected.insert((node, bound), value);
        Ok(value)
    }

    /// Whether the answers prove that the value of a position is at least a bound, or that it is not.
    /// This does not use the estimates, which may prefer an equally good move without answers.
    fn is_proved(&mut self, node: Node, bound: Score, reached: bool) -> bool {
        if let Some(value) = self.bounds(node).settle(bound) {
            return (value >= bound) == reached;
        }
        let position = self.terms.position(node.1);
        let claim = (node, bound, reached);
        let is_end = self.terms.is_frontier(position) || self.unproved.len() >= MOST;
        if is_end || self.unproved.contains(&claim) || self.estimates.progress.is_stopped() {
            return false;
        }
        let after: Vec<_> = match position.turn() {
            Turn::Over => return (self.score(node) >= bound) == reached,
            Turn::Pass => vec![(node.0, form(position.pass()))],
            Turn::Place => position.after_moves().map(|next| (node.0, form(next))).collect(),
        };
        let mut claims = after.iter().map(|&next| self.is_proved(next, 1 - bound, !reached));
        let is_proved = if reached { claims.any(|it| it) } else { claims.all(|it| it) };
        drop(claims);
        if is_proved {
            self.derive(node, &after);
        } else {
            self.unproved.insert(claim);
        }
        is_proved
    }

    /// As [`value`](Self::value), after deriving everything that the answers prove.
    fn proved_value(&mut self, node: Node, bound: Score) -> Result<Score> {
        let _ = self.is_proved(node, bound, true) || self.is_proved(node, bound, false);
        self.value(node, bound)
    }

    /// The nodes after the moves of a position or the pass, in the order of the estimates.
    fn after(&mut self, (scoring, discs): Node) -> Vec<Node> {
        let after = self.estimates.after(self.terms.position(discs));
        after.iter().map(|&next| (scoring, next)).collect()
    }

    /// The value of a position with these positions after its moves or the pass.
    fn best(&mut self, after: &[Node], bound: Score) -> Result<Score> {
        if let Some(next) = self.known_to_reach(after, bound) {
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

    /// A node after a move that is known to reach the bound, which settles the question.
    fn known_to_reach(&self, after: &[Node], bound: Score) -> Option<Node> {
        after.iter().copied().find(|&next| self.bounds(next).upper < 1 - bound)
    }

    /// The first node after a move that is expected to reach the bound.
    fn expected_to_reach(&mut self, after: &[Node], bound: Score) -> Result<Option<Node>> {
        for &next in after {
            if -self.value(next, 1 - bound)? >= bound {
                return Ok(Some(next));
            }
        }
        Ok(None)
    }

    /// The score of a position where the game is over.
    fn score(&mut self, node: Node) -> Score {
        let Subject { position, rules } = self.terms.subject(node);
        let score = position.score(rules);
        self.derived.insert(node, ScoreBounds { lower: score, upper: score });
        score
    }

    /// Derives the bounds of a position from the bounds after its moves.
    fn derive(&mut self, node: Node, after: &[Node]) {
        let after = || after.iter().map(|&next| self.bounds(next));
        let ScoreBounds { lower, upper } = self.bounds(node);
        let lower = after().map(|next| -next.upper).fold(lower, Score::max);
        let most = after().map(|next| -next.lower).max();
        let upper = most.map_or(upper, |most| most.min(upper));
        self.derived.insert(node, ScoreBounds { lower, upper });
    }

    /// The known bounds, and the guess: the `first` one or, if it was refuted, the next. Adds the
    /// questions that are open.
    pub(super) fn settle(&mut self, node: Node, first: Score) -> Result<(ScoreBounds, Score)> {
        let mut guess = first;
        let bounds = loop {
            self.proved_value(node, guess)?;
            self.proved_value(node, guess + 1)?;
            let (bounds, widest) = (self.bounds(node), self.terms.widest());
            // Keep the first guess until it is refuted. A guess that follows the estimates after each
            // answer takes one and a half times the questions on 5×6. Once it is refuted, go a step
            // beyond the bound that refutes it, as long as there is no bound on the other side.
            let is_open = bounds.lower == widest.lower || bounds.upper == widest.upper;
            let next = bounds.correct(first, if is_open { STEP } else { 0 });
            let next = if next == first { next } else { self.terms.likely(next, bounds) };
            if next == guess {
                break bounds;
            }
            guess = next;
        };
        // One of the two trees is enough if the estimates have turned against the guess.
        let asked = match [self.value(node, guess)?, self.value(node, guess + 1)?] {
            [reached, _] if reached < guess => guess..=guess,
            [_, exceeded] if exceeded > guess => guess + 1..=guess + 1,
            _ => guess..=guess + 1,
        };
        asked.into_iter().try_for_each(|bound| self.claim(node, bound))?;
        Ok((bounds, guess))
    }

    /// Adds the open questions about a claim, and the claim to those that should be settled.
    fn claim(&mut self, node: Node, bound: Score) -> Result<()> {
        self.claims.push((node, bound));
        self.ask(node, bound)
    }

    /// The number of answers that settle all claims if the estimates are right, and how many of them
    /// are known.
    pub(super) fn needed_and_known(&mut self) -> Result<[usize; 2]> {
        let (mut met, mut needed, mut known) = (HashSet::<_, FxBuildHasher>::default(), 0, 0);
        let mut claims = self.claims.clone();
        while let Some((node, bound)) = claims.pop() {
            let position = self.terms.position(node.1);
            if position.turn() == Turn::Over || !met.insert((node, bound)) {
                continue;
            }
            if self.terms.is_frontier(position) {
                needed += 1;
                known += usize::from(self.bounds(node).settle(bound).is_some());
                continue;
            }
            let after = self.after(node);
            let needed = if let Some(next) = self.known_to_reach(&after, bound) {
                vec![next]
            } else if self.value(node, bound)? >= bound {
                Vec::from_iter(self.expected_to_reach(&after, bound)?)
            } else {
                after
            };
            claims.extend(needed.into_iter().map(|next| (next, 1 - bound)));
        }
        Ok([needed, known])
    }

    /// Adds the open questions that would settle "is the value at least the bound?".
    fn ask(&mut self, node: Node, bound: Score) -> Result<()> {
        if self.bounds(node).settle(bound).is_some() || !self.met.insert((node, bound)) {
            return Ok(());
        }
        if self.terms.is_frontier(self.terms.position(node.1)) {
            let likely = self.value(node, bound)? >= bound;
            let Estimate { value, cost } = self.estimates.frontier(node.1);
            // The closer the bound is to the value, the longer the question takes.
            let cost = cost.saturating_mul(64) / (4 + u64::from(value.abs_diff(bound)));
            let subject = self.terms.subject(node);
            self.questions.push(Question { subject, at_least: bound, likely, cost });
            return Ok(());
        }
        let after = self.after(node);
        // A single move that reaches the bound is enough.
        let needed = self.expected_to_reach(&after, bound)?.map_or(after, |next| vec![next]);
        needed.into_iter().try_for_each(|next| self.ask(next, 1 - bound))
    }

    /// A line down to the frontier in which both sides play the first move known to keep the value of
    /// the start, and all such moves at the start. Adds open questions about all moves there, and
    /// about all moves that might precede the moves of the line.
    pub(super) fn line(&mut self, mut value: Score) -> Result<(Game, Vec<Square>)> {
        let (start, mut best_moves) = (self.terms.start.position, Vec::new());
        let mut line = Game::new(start);
        loop {
            if line.end().turn() == Turn::Pass {
                line.take_forced_pass();
                value = -value;
            }
            let position = line.end();
            if self.terms.is_frontier(position) {
                return Ok((line, best_moves));
            }
            let mut first = None;
            for (square, next) in position.moves().into_iter().zip(position.after_moves()) {
                if first.is_some() && position != start {
                    break;
                }
                let next = (self.terms.start.rules.scoring, form(next));
                self.proved_value(next, 1 - value)?;
                self.claim(next, 1 - value)?;
                if self.bounds(next).upper <= -value {
                    first = first.or(Some(square));
                    best_moves.extend((position == start).then_some(square));
                }
            }
            match first.map(|square| line.play(square)) {
                Some(Ok(())) => value = -value,
                _ => return Ok((line, best_moves)),
            }
        }
    }
}
