//! The proof trees, which give the conclusions and the open questions.

use std::collections::{HashMap, HashSet};

use othello_core::search::Window;
use othello_core::{Game, Progress, Score, Square, Turn};

use super::answers::Answers;
use super::estimates::Estimates;
use super::folder::Campaign;
use super::lines::{Case, QuestionLine, ScoreBounds};
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

/// Where all moves are needed, estimates for this number of them are made at the same time, if there
/// are none yet. The first may show that the others are superfluous.
const AHEAD: u32 = 2;

/// How questions without an answer are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum View {
    /// As estimated.
    Expected,
    /// Always against the side to move: the value is then a lower bound.
    Least,
    /// Always for the side to move: the value is then an upper bound.
    Most,
}

/// The explored part of the proof trees.
#[derive(Debug)]
pub(super) struct Trees<'a> {
    pub(super) campaign: &'a Campaign,
    pub(super) answers: Answers,
    pub(super) estimates: Estimates,
    progress: &'a dyn Progress,
    /// A lower bound of the value of a position if it is at least a bound, and an upper bound if not;
    /// `None` if estimates are missing.
    values: HashMap<(Case, Score, View), Option<Score>>,
    /// The value that the start is expected to have where estimates are missing.
    guess: Score,
    /// What has to be settled: whether the value of a position is at least a bound.
    goals: Vec<(Case, Score)>,
    /// The open questions.
    pub(super) questions: Vec<QuestionLine>,
}

impl<'a> Trees<'a> {
    pub(super) fn new(
        campaign: &'a Campaign,
        answers: Answers,
        progress: &'a dyn Progress,
    ) -> Self {
        let (estimates, values) = (Estimates::open(campaign), HashMap::new());
        let (guess, goals, questions) = (campaign.guess, Vec::new(), Vec::new());
        Self { campaign, answers, estimates, progress, values, guess, goals, questions }
    }

    /// Makes missing estimates, and then forgets the plan. Returns whether any were missing.
    pub(super) fn make_missing(&mut self) -> Result<bool> {
        let were_missing = self.estimates.make(self.campaign, self.progress)?;
        if were_missing {
            self.values.retain(|_, value| value.is_some());
            self.goals.clear();
            self.questions.clear();
        }
        Ok(were_missing)
    }

    /// A lower bound of a position's value if it is at least `bound`, or an upper bound if it is not.
    /// `None` if estimates are missing, which only concerns expected values.
    pub(super) fn value(&mut self, case: Case, bound: Score, view: View) -> Result<Option<Score>> {
        let key = (case, bound, view);
        if let Some(&value) = self.values.get(&key) {
            return Ok(value);
        }
        if self.values.len() >= MOST {
            let reason = "a plan would have too many positions; choose more --empties";
            return Err(CampaignError::Input(reason.to_owned()));
        }
        if self.progress.is_stopped() {
            return Err(CampaignError::Stopped);
        }
        self.progress.advance(1);
        let mut value = None;
        if view == View::Expected {
            value = self.settled(case, bound)?;
        }
        if value.is_none() {
            value = self.open_value(case, bound, view)?;
        }
        self.values.insert(key, value);
        Ok(value)
    }

    /// The value of a position that has not been visited.
    fn open_value(&mut self, case: Case, bound: Score, view: View) -> Result<Option<Score>> {
        let position = case.position;
        if position.turn() == Turn::Over {
            return Ok(Some(position.score(case.rules)));
        }
        if self.campaign.is_frontier(position) {
            let bounds = self.answers.bounds(case);
            return Ok(match view {
                View::Least => Some(bounds.lower),
                View::Most => Some(bounds.upper),
                View::Expected => self.estimates.get(position).map(|estimate| {
                    // The value under the other scoring is a better estimate.
                    let other = self.answers.own_bounds(case.rescored());
                    bounds.correct(other.correct(estimate.value, CORRECTION), CORRECTION)
                }),
            });
        }
        let (after, view) = match view {
            View::Least => (Some(case.after()), View::Most),
            View::Most => (Some(case.after()), View::Least),
            View::Expected => (self.estimates.after(case), View::Expected),
        };
        let Some(after) = after else { return Ok(None) };
        let (mut best, mut missing) = (Some(Score::MIN), 0);
        for next in after {
            let value = self.value(next, 1 - bound, view)?.map(|value| -value);
            best = best.zip(value).map(|(best, value)| best.max(value));
            // Where estimates are missing, one move is enough if the guess says that the bound is
            // reached.
            let is_enough = if let Some(value) = value {
                value >= bound
            } else {
                missing += 1;
                missing == AHEAD || [self.guess, -self.guess].contains(&bound)
            };
            if is_enough {
                break;
            }
        }
        Ok(best)
    }

    /// As [`value`](Self::value), by the answers alone. `None` if they do not settle it.
    pub(super) fn settled(&mut self, case: Case, bound: Score) -> Result<Option<Score>> {
        let least = self.value(case, bound, View::Least)?;
        if least.is_some_and(|least| least >= bound) {
            return Ok(least);
        }
        let most = self.value(case, bound, View::Most)?;
        Ok(most.filter(|&most| most < bound))
    }

    /// The value in a view.
    pub(super) fn exact(&mut self, case: Case, view: View) -> Result<Score> {
        let ScoreBounds { lower, upper } = self.campaign.widest();
        let first = match view {
            View::Expected => 0,
            View::Least => lower,
            View::Most => upper,
        };
        let mut window = Window::new((lower, upper), first);
        while let Some(bound) = window.bound() {
            self.guess = bound;
            match self.value(case, bound, view)? {
                Some(value) => window.narrow(bound, value),
                None => _ = self.make_missing()?,
            }
        }
        Ok(window.lower)
    }

    /// The known bounds, and the guess: the `first` one or, if it was refuted, the next. Adds what has
    /// to be settled.
    pub(super) fn settle(&mut self, case: Case, first: Score) -> Result<(ScoreBounds, Score)> {
        let lower = self.exact(case, View::Least)?;
        let (bounds, widest) =
            (ScoreBounds { lower, upper: self.exact(case, View::Most)? }, self.campaign.widest());
        // Keep the first guess until it is refuted. A guess that follows the estimates after each
        // answer takes one and a half times the questions on 5×6. Once it is refuted, go a step beyond
        // the bound that refutes it, as long as there is no bound on the other side.
        let is_open = bounds.lower == widest.lower || bounds.upper == widest.upper;
        let mut guess = bounds.correct(first, if is_open { STEP } else { 0 });
        if guess != first {
            guess = self.campaign.likely(guess, bounds);
        }
        self.guess = guess;
        let reached = self.value(case, guess, View::Expected)?.is_none_or(|it| it >= guess);
        let exceeded = self.value(case, guess + 1, View::Expected)?.is_some_and(|it| it > guess);
        // One of the two trees is enough if the estimates have turned against the guess.
        if !reached || !exceeded {
            self.goals.push((case, guess));
        }
        if reached {
            self.goals.push((case, guess + 1));
        }
        Ok((bounds, guess))
    }

    /// Adds the open questions, and returns the number of answers that settle all goals if the
    /// estimates are right, and how many of them are known.
    pub(super) fn ask(&mut self) -> Result<[usize; 2]> {
        let mut met = HashSet::new();
        let [mut needed, mut known] = [0, 0];
        while let Some((case, bound)) = self.goals.pop() {
            if case.position.turn() == Turn::Over || !met.insert((case, bound)) {
                continue;
            }
            let is_settled = self.settled(case, bound)?.is_some();
            if self.campaign.is_frontier(case.position) {
                needed += 1;
                if is_settled {
                    known += 1;
                } else {
                    self.question(case, bound)?;
                }
                continue;
            }
            let after = if is_settled { Some(case.after()) } else { self.estimates.after(case) };
            // A single move that reaches the bound is enough.
            let mut next = after.unwrap_or_default();
            if let Some(enough) = self.enough(&next, 1 - bound)? {
                next = vec![enough];
            }
            self.goals.extend(next.into_iter().map(|next| (next, 1 - bound)));
        }
        Ok([needed, known])
    }

    /// The first of these cases whose value is known to be less than a bound, or else the first where
    /// that is expected, or its estimates are missing: then the plan is made again.
    fn enough(&mut self, cases: &[Case], bound: Score) -> Result<Option<Case>> {
        for view in [View::Most, View::Expected] {
            for &case in cases {
                if self.value(case, bound, view)?.is_none_or(|value| value < bound) {
                    return Ok(Some(case));
                }
            }
        }
        Ok(None)
    }

    /// Adds a question about a position of the frontier.
    fn question(&mut self, case: Case, at_least: Score) -> Result<()> {
        let expected = self.value(case, at_least, View::Expected)?;
        if let (Some(value), Some(estimate)) = (expected, self.estimates.get(case.position)) {
            // The closer the bound is to the value, the longer the question takes.
            let distance = u64::from(estimate.value.abs_diff(at_least));
            let cost = estimate.cost.saturating_mul(64) / (4 + distance);
            self.questions.push(QuestionLine { case, at_least, likely: value >= at_least, cost });
        }
        Ok(())
    }

    /// A line down to the frontier in which both sides play the first move known to keep the value of
    /// the start, and all such moves at the start. Adds goals: all moves there, and all moves that
    /// might precede the moves of the line.
    pub(super) fn line(&mut self, mut value: Score) -> Result<(Game, Vec<Square>)> {
        let (start, mut best_moves) = (self.campaign.start, Vec::new());
        let mut line = Game::new(start.position);
        loop {
            if line.end().turn() == Turn::Pass {
                line.take_forced_pass();
                value = -value;
            }
            let (position, mut first) = (line.end(), None);
            if self.campaign.is_frontier(position) {
                return Ok((line, best_moves));
            }
            for square in position.moves() {
                let next = start.form(position.play(square).expect("the move is legal"));
                self.goals.push((next, 1 - value));
                if self.settled(next, 1 - value)?.is_none_or(|it| it >= 1 - value) {
                    continue;
                }
                first = first.or(Some(square));
                if position != start.position {
                    break;
                }
                best_moves.push(square);
            }
            let Some(square) = first else { return Ok((line, best_moves)) };
            line.play(square).expect("the move is legal");
            value = -value;
        }
    }
}
