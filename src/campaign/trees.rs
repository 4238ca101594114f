//! The proof trees, which give the conclusions and the open questions.

use std::collections::{HashMap, HashSet};

use itertools::iproduct;
use othello_core::search::Window;
use othello_core::{Game, Progress, Score, Square, Turn};

use super::answers::Answers;
use super::estimates::Estimates;
use super::folder::Campaign;
use super::lines::{Case, QuestionLine, ScoreBounds};
use super::{CampaignError, Result};

/// The maximum number of positions in a plan, which then takes a few gigabytes of memory.
const MOST: usize = 20_000_000;

/// A refuted estimate or guess is moved this far beyond the bound that refutes it. On average the error
/// of an estimate is larger than the bound shows, and a guess would creep from one value to the next.
/// Steps of 2 take 7 % more nodes on boards of 30 to 36 squares, and steps of the guess that double in
/// length take 17 % more.
const STEP: Score = 4;

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
    pub(super) answers: Answers,
    pub(super) estimates: Estimates<'a>,
    /// A lower bound of the value of a position if it is at least a bound, and an upper bound if not.
    values: HashMap<(Case, Score, View), Score>,
    /// The value that the start is expected to have.
    guess: Score,
    /// The goals: to find out whether the value of a position is at least a bound.
    goals: Vec<(Case, Score)>,
}

impl<'a> Trees<'a> {
    pub(super) fn new(of: &'a Campaign, answers: Answers, progress: &'a dyn Progress) -> Self {
        let (estimates, values) = (Estimates::open(of, progress), HashMap::new());
        Self { answers, estimates, values, guess: of.guess, goals: Vec::new() }
    }

    /// A lower bound of a position's value if it is at least `bound`, or an upper bound if it is not.
    pub(super) fn value(&mut self, case: Case, bound: Score, view: View) -> Result<Score> {
        let key = (case, bound, view);
        if let Some(&value) = self.values.get(&key) {
            return Ok(value);
        }
        if self.values.len() >= MOST {
            let reason = "a plan would have too many positions; choose more --empties";
            return Err(CampaignError::Input(reason.to_owned()));
        }
        if self.estimates.progress.is_stopped() {
            return Err(CampaignError::Stopped);
        }
        self.estimates.progress.advance(1);
        let position = case.position;
        let value = if position.turn() == Turn::Over {
            position.score(case.rules)
        } else if self.estimates.campaign.is_frontier(position) {
            let [bounds, other] = [case, case.rescored()].map(|case| self.answers.bounds(case));
            match view {
                View::Least => bounds.lower,
                View::Most => bounds.upper,
                // The value under the other scoring is a better estimate.
                View::Expected => {
                    bounds.correct(other.correct(self.estimates.get(case)?.value, STEP), STEP)
                }
            }
        } else {
            self.best_value(case, bound, view)?
        };
        self.values.insert(key, value);
        Ok(value)
    }

    /// The value of a position above the frontier: the best value after a move, until one reaches the
    /// bound.
    fn best_value(&mut self, case: Case, bound: Score, view: View) -> Result<Score> {
        let (after, view) = match view {
            View::Least => (case.after(), View::Most),
            View::Most => (case.after(), View::Least),
            View::Expected => (self.estimates.after(case)?, View::Expected),
        };
        // If the guess is right, one move is enough where it says that the bound is reached, and all
        // moves are needed elsewhere. Their estimates are then made in parallel, but only after the
        // first move, which may show that the others are superfluous.
        let needs_all = view == View::Expected && ![self.guess, -self.guess].contains(&bound);
        let mut best = Score::MIN;
        for (number, &next) in after.iter().enumerate() {
            if needs_all && number > 0 && self.estimates.lacks(next) {
                self.estimates.make(after[number..].iter().copied())?;
            }
            best = best.max(-self.value(next, 1 - bound, view)?);
            if best >= bound {
                break;
            }
        }
        Ok(best)
    }

    /// The value in a view.
    pub(super) fn exact(&mut self, case: Case, view: View) -> Result<Score> {
        let ScoreBounds { lower, upper } = case.widest();
        let mut window = Window::new((lower, upper), 0);
        while let Some(bound) = window.bound() {
            self.guess = bound;
            window.narrow(bound, self.value(case, bound, view)?);
        }
        Ok(window.lower)
    }

    /// The known bounds, and the guess: the `first` one or, if it was refuted, the next. Adds what has
    /// to be settled.
    pub(super) fn settle(&mut self, case: Case, first: Score) -> Result<(ScoreBounds, Score)> {
        let (lower, upper) = (self.exact(case, View::Least)?, self.exact(case, View::Most)?);
        let (bounds, widest) = (ScoreBounds { lower, upper }, case.widest());
        // Keep the first guess until it is refuted. A guess that follows the estimates after each
        // answer takes one and a half times the questions on 5×6. Once it is refuted, go a step beyond
        // the bound that refutes it, as long as there is no bound on the other side.
        let is_open = lower == widest.lower || upper == widest.upper;
        let mut guess = bounds.correct(first, if is_open { STEP } else { 0 });
        if guess != first {
            guess = self.estimates.campaign.likely(guess, bounds);
        }
        self.guess = guess;
        let reached = self.value(case, guess, View::Expected)? >= guess;
        let exceeded = self.value(case, guess + 1, View::Expected)? > guess;
        // One of the two trees is enough if the estimates have turned against the guess.
        if !reached || !exceeded {
            self.goals.push((case, guess));
        }
        if reached {
            self.goals.push((case, guess + 1));
        }
        Ok((bounds, guess))
    }

    /// The open questions that settle all goals if the estimates are right, and how many of the answers
    /// that this takes are already known.
    pub(super) fn ask(&mut self) -> Result<(Vec<QuestionLine>, usize)> {
        let (mut met, mut questions, mut known) = (HashSet::new(), Vec::new(), 0);
        while let Some((case, bound)) = self.goals.pop() {
            if case.position.turn() == Turn::Over || !met.insert((case, bound)) {
                continue;
            }
            if !self.estimates.campaign.is_frontier(case.position) {
                let after = self.estimates.after(case)?;
                let needed = self.needed(after, 1 - bound)?;
                self.goals.extend(needed.into_iter().map(|next| (next, 1 - bound)));
            } else if self.answers.bounds(case).settle(bound) {
                known += 1;
            } else {
                let likely = self.value(case, bound, View::Expected)? >= bound;
                let estimate = self.estimates.get(case)?;
                // The closer the bound is to the value, the longer the question takes.
                let distance = u64::from(estimate.value.abs_diff(bound));
                let cost = estimate.cost.saturating_mul(64) / (4 + distance);
                questions.push(QuestionLine { case, at_least: bound, likely, cost });
            }
        }
        Ok((questions, known))
    }

    /// The first of these cases whose value is known to be less than a bound, or else the first where
    /// that is expected, because a single move that reaches the bound is enough; or else all cases.
    fn needed(&mut self, cases: Vec<Case>, bound: Score) -> Result<Vec<Case>> {
        for (view, &case) in iproduct!([View::Most, View::Expected], &cases) {
            if self.value(case, bound, view)? < bound {
                return Ok(vec![case]);
            }
        }
        Ok(cases)
    }

    /// A line down to the frontier in which both sides play the first move known to keep the value of
    /// the start, and all such moves at the start. Adds goals: all moves there, and all moves that
    /// might precede the moves of the line.
    pub(super) fn line(&mut self, value: Score) -> Result<(Game, Vec<Square>)> {
        let (start, mut best_moves) = (self.estimates.campaign.start, Vec::new());
        let mut line = Game::new(start.position);
        loop {
            line.take_forced_pass();
            let position = line.end();
            if self.estimates.campaign.is_frontier(position) {
                return Ok((line, best_moves));
            }
            let bound = 1 - start.position.side().sees(value, position.side());
            let mut first = None;
            for square in position.moves() {
                let next = start.form(position.play(square).expect("the move is legal"));
                self.goals.push((next, bound));
                if self.value(next, bound, View::Most)? < bound {
                    first = first.or(Some(square));
                    if position != start.position {
                        break;
                    }
                    best_moves.push(square);
                }
            }
            let Some(first) = first else { return Ok((line, best_moves)) };
            line.play(first).expect("the move is legal");
        }
    }
}
