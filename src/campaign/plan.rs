//! Which questions to ask next.

use std::collections::{HashMap, HashSet};

use rustc_hash::FxBuildHasher;

use super::estimates::Estimate;
use super::{Answers, Bounds, Campaign, CampaignError, Estimates, Question, form};
use crate::board::Turn;
use crate::board::kernel::Discs;
use crate::game::{Game, Position, Score};
use crate::progress::Progress;
use crate::search::Window;

/// What is known, and what to ask next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What follows from the answers for the start, seen by the side to move.
    pub bounds: Bounds,
    /// The value that the questions are to establish.
    pub guess: Score,
    /// The questions that are missing. There are none if the value is known.
    pub questions: Vec<Question>,
    /// A line of best play as far as the frontier, if the value is known.
    pub line: Option<Game>,
    /// The number of positions that were looked at to rank moves and to estimate values.
    pub nodes: u64,
    /// The number of positions that were looked at to find the trees.
    pub positions: usize,
}

impl Campaign {
    /// Finds out what follows from the answers and which questions are missing.
    ///
    /// # Errors
    ///
    /// If answers contradict one another, if there are too many positions between the start and
    /// the frontier, or if the listener stops the search for estimates.
    pub fn plan(
        &self,
        answers: &Answers,
        estimates: &mut Estimates,
        progress: &dyn Progress,
    ) -> Result<Plan, CampaignError> {
        let contradictions = answers.contradictions(self);
        if !contradictions.is_empty() {
            return Err(CampaignError::Contradictions(contradictions));
        }
        let before = estimates.nodes;
        let mut trees = Trees::new(self, answers, estimates, progress);
        let start = form(self.start);
        let mut guess = self.terms.guess;
        let bounds = loop {
            trees.look(start, guess)?;
            trees.look(start, guess + 1)?;
            let bounds = trees.bounds(start);
            let next = self.guess(bounds);
            if next == guess {
                break bounds;
            }
            guess = next;
        };
        let mut questions = Vec::new();
        // Of the two trees one is enough if the estimates have turned against the guess.
        let asked = match [trees.look(start, guess)?, trees.look(start, guess + 1)?] {
            [reached, _] if reached.value < guess => vec![guess],
            [_, exceeded] if exceeded.value > guess => vec![guess + 1],
            _ => vec![guess, guess + 1],
        };
        for bound in asked {
            trees.collect(start, bound, &mut HashSet::default(), &mut questions);
        }
        let line = bounds.value().map(|value| trees.line(value));
        let positions = trees.seen.len();
        Ok(Plan { bounds, guess, questions, line, nodes: estimates.nodes - before, positions })
    }

    /// The value by the estimates alone: that of the start, where selective searches make it, or
    /// else those of all positions of the frontier, whose errors add up. With that of the start, a
    /// campaign of 5×6 takes 1.3 times the nodes of one search, and otherwise 2.3 times.
    pub(super) fn forecast(
        &self,
        estimates: &mut Estimates,
        progress: &dyn Progress,
    ) -> Result<Score, CampaignError> {
        if let Some(value) = estimates.of_start(self, progress) {
            return Ok(value);
        }
        let answers = Answers::none(self);
        let mut trees = Trees::new(self, &answers, estimates, progress);
        let Bounds { lower, upper } = self.unbounded();
        let mut window = Window::new((lower, upper), 0);
        while let Some(bound) = window.bound() {
            window.narrow(bound, trees.look(form(self.start), bound)?.value);
        }
        Ok(window.lower)
    }

    /// The value that is asked about when these bounds are known. The first guess is kept
    /// until it is refuted, because a guess that follows the estimates after each answer
    /// takes one and a half times as many questions on 5×6. Once it is refuted, the guess is
    /// a step beyond the bound that refuted it, as long as there is no bound on that side.
    fn guess(&self, Bounds { lower, upper }: Bounds) -> Score {
        let (guess, all) = (self.terms.guess, self.unbounded());
        let next = if guess > upper && lower == all.lower {
            upper - STEP
        } else if guess < lower && upper == all.upper {
            lower + STEP
        } else {
            guess
        };
        next.clamp(lower, upper)
    }
}

/// How far beyond the known bound the next guess goes after one was refuted. A guess that goes no
/// farther than it must creeps from one value to the next; steps of 2 take 7 % more nodes
/// on boards of 30 to 36 squares, and steps that double in length 17 % more.
const STEP: Score = 4;

/// The proof trees as far as they have been made.
struct Trees<'a> {
    campaign: &'a Campaign,
    answers: &'a Answers,
    estimates: &'a mut Estimates,
    progress: &'a dyn Progress,
    /// What follows from the answers for positions above the frontier.
    bounds: HashMap<Discs, Bounds, FxBuildHasher>,
    /// How positions look with respect to the question whether their value is at least a bound.
    seen: HashMap<(Discs, Score), Look, FxBuildHasher>,
}

/// How far beyond the bound that refutes it an estimate is moved. The values of full boards are all
/// odd or all even, and this step keeps that parity.
const CORRECTION: Score = 4;

/// How a position looks with respect to a bound.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// A lower bound of the value by the estimates if that is at least the bound, and an
    /// upper bound otherwise.
    value: Score,
    /// Whether answers are missing, without which this is only an estimate.
    is_open: bool,
    /// The place of the move that reaches the bound.
    choice: usize,
}

impl<'a> Trees<'a> {
    fn new(
        campaign: &'a Campaign,
        answers: &'a Answers,
        estimates: &'a mut Estimates,
        progress: &'a dyn Progress,
    ) -> Self {
        progress.begin("estimating", None);
        let (bounds, seen) = (HashMap::default(), HashMap::default());
        Self { campaign, answers, estimates, progress, bounds, seen }
    }

    /// What is known about a position.
    fn bounds(&self, discs: Discs) -> Bounds {
        let derived = self.bounds.get(&discs).copied();
        derived.or(self.answers.bounds(discs)).unwrap_or(self.campaign.unbounded())
    }

    /// How a position looks with respect to a bound.
    fn look(&mut self, discs: Discs, bound: Score) -> Result<Look, CampaignError> {
        if let Some(known) = self.known(discs, bound) {
            return Ok(known);
        }
        if let Some(&look) = self.seen.get(&(discs, bound)) {
            return Ok(look);
        }
        if self.seen.len() >= Estimates::MOST {
            return Err(CampaignError::TooLarge);
        }
        if self.progress.is_stopped() {
            return Err(CampaignError::Stopped);
        }
        let game = self.campaign.game(discs);
        let look = if self.campaign.is_frontier(game) {
            let value = self.corrected(discs);
            Look { value, is_open: true, choice: 0 }
        } else {
            match game.turn() {
                Turn::Over => {
                    let score = game.score(self.campaign.rules());
                    self.bounds.insert(discs, Bounds { lower: score, upper: score });
                    return Ok(Look { value: score, is_open: false, choice: 0 });
                }
                turn => {
                    let after = self.after(game, turn);
                    let look = self.look_ahead(&after, bound)?;
                    self.derive(discs, &after);
                    if let Some(known) = self.known(discs, bound) {
                        return Ok(known);
                    }
                    look
                }
            }
        };
        self.seen.insert((discs, bound), look);
        Ok(look)
    }

    /// What follows from the answers.
    fn known(&self, discs: Discs, bound: Score) -> Option<Look> {
        let bounds = self.bounds(discs);
        let value = if bounds.at_least(bound)? { bounds.lower } else { bounds.upper };
        Some(Look { value, is_open: false, choice: 0 })
    }

    /// How a position looks with respect to a bound, judged by the positions after its moves or the
    /// pass.
    fn look_ahead(&mut self, after: &[Discs], bound: Score) -> Result<Look, CampaignError> {
        // If the question is settled already, no other move is needed.
        let settles = |next: &Discs| self.bounds(*next).at_least(1 - bound) == Some(false);
        if let Some(choice) = after.iter().position(settles) {
            let value = -self.bounds(after[choice]).upper;
            return Ok(Look { value, is_open: false, choice });
        }
        let mut best = Look { value: Score::MIN, is_open: false, choice: 0 };
        for (choice, &next) in after.iter().enumerate() {
            let Look { value, is_open, .. } = self.look(next, 1 - bound)?;
            if -value >= bound {
                return Ok(Look { value: -value, is_open, choice });
            }
            best.value = best.value.max(-value);
            best.is_open |= is_open;
        }
        Ok(best)
    }

    /// Stores what follows for a position from what is known about the positions after its moves.
    fn derive(&mut self, discs: Discs, after: &[Discs]) {
        let none = Bounds { lower: Score::MIN, upper: Score::MIN };
        let found = after.iter().map(|&next| self.bounds(next)).fold(none, |best, next| Bounds {
            lower: best.lower.max(-next.upper),
            upper: best.upper.max(-next.lower),
        });
        let found = self.bounds(discs).and(found);
        self.bounds.insert(discs, found);
    }

    /// The positions after the moves, ranked, or after the pass.
    fn after(&mut self, game: Position, turn: Turn) -> Box<[Discs]> {
        if turn == Turn::Pass {
            return [form(game.pass())].into();
        }
        self.estimates.after(self.campaign, game, self.progress)
    }

    /// The estimate of a position of the frontier, corrected by what is known about it. An estimate
    /// that was refuted is, on average, more wrong than the bound shows. A correction to the bound
    /// itself takes twice as many questions on 5×6: the guess creeps from one value to the next,
    /// and each is asked about.
    fn corrected(&mut self, discs: Discs) -> Score {
        let Bounds { lower, upper } = self.bounds(discs);
        let value = self.estimates.frontier(self.campaign, discs, self.progress).value;
        let corrected = if value > upper {
            upper - CORRECTION - (upper - value).rem_euclid(2)
        } else if value < lower {
            lower + CORRECTION + (value - lower).rem_euclid(2)
        } else {
            value
        };
        corrected.clamp(lower, upper)
    }

    /// Adds the missing questions for "is the value at least the bound?".
    fn collect(
        &mut self,
        discs: Discs,
        bound: Score,
        seen: &mut HashSet<(Discs, Score)>,
        questions: &mut Vec<Question>,
    ) {
        let Some(&look) = self.seen.get(&(discs, bound)).filter(|look| look.is_open) else {
            return;
        };
        if self.known(discs, bound).is_some() || !seen.insert((discs, bound)) {
            return;
        }
        let game = self.campaign.game(discs);
        let expected = look.value >= bound;
        if self.campaign.is_frontier(game) {
            let Estimate { value, cost } =
                self.estimates.frontier(self.campaign, discs, self.progress);
            // The nearer the bound is to the value, the longer the question takes.
            let cost = cost * 64 / u64::from(4 + value.abs_diff(bound));
            let position = game.to_string();
            questions.push(Question { position, at_least: bound, expected, cost });
            return;
        }
        let after = self.after(game, game.turn());
        let after = if expected { &after[look.choice..=look.choice] } else { &after[..] };
        for &next in after {
            self.collect(next, 1 - bound, seen, questions);
        }
    }

    /// A line in which both sides play moves that keep the value, as far as the frontier.
    fn line(&self, mut value: Score) -> Game {
        let mut line = Game::new(self.campaign.start);
        loop {
            if line.end().turn() == Turn::Pass {
                line.take_forced_pass();
                value = -value;
            }
            let game = line.end();
            let keeps = |next: &Position| self.bounds(form(*next)).value() == Some(-value);
            let best = game
                .moves()
                .into_iter()
                .find(|&square| game.play(square).is_ok_and(|next| keeps(&next)));
            match best.map(|square| line.play(square)) {
                Some(Ok(())) => value = -value,
                _ => return line,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::campaign::{WorkOptions, work};
    use crate::game::{Rules, Start};
    use std::time::Duration;

    /// Estimates of all positions of the frontier that have nothing to do with their values.
    fn misled(campaign: &Campaign, number: u64) -> Estimates {
        let mut estimates = Estimates::default();
        let (mut open, mut met) = (vec![campaign.start], HashSet::new());
        while let Some(game) = open.pop().map(Position::after_forced_pass) {
            if campaign.is_frontier(game) {
                let discs = form(game);
                let noise =
                    (discs.own ^ discs.opponent << 7 ^ number).wrapping_mul(0x9E37_79B9) >> 20;
                let value = Score::try_from(noise % 33).unwrap() - 16;
                estimates.frontier.insert(discs, Estimate { value, cost: 1 });
            } else if met.insert(form(game)) {
                open.extend(game.after_moves());
            }
        }
        estimates
    }

    #[test]
    fn estimates_that_are_all_wrong_end_with_the_right_value() {
        let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
        let mut surprises = 0;
        for number in 0..4 {
            let folder = tempfile::tempdir().unwrap();
            let rules = Rules::default();
            let campaign = Campaign::create(folder.path(), start, rules, 7, Some(16), &()).unwrap();
            let mut estimates = misled(&campaign, number);
            let value = loop {
                let answers = Answers::read(&campaign).unwrap();
                let plan = campaign.plan(&answers, &mut estimates, &()).unwrap();
                assert!(estimates.nodes < 1 << 20, "no estimate was made");
                if let Some(value) = plan.bounds.value() {
                    break value;
                }
                let options = WorkOptions { hash: 1 << 16, time: Duration::MAX };
                for question in &plan.questions {
                    let mut question = [Ok(question.clone())].into_iter();
                    work(&campaign, &mut question, options, &()).unwrap();
                }
                let answers = Answers::read(&campaign).unwrap();
                surprises += plan
                    .questions
                    .iter()
                    .filter(|question| {
                        let discs = campaign.read_position(&question.position).unwrap();
                        answers.at_least(discs, question.at_least) != Some(question.expected)
                    })
                    .count();
            };
            assert_eq!(value, -8);
        }
        assert!(surprises > 10, "{surprises}");
    }
}
