//! The conclusions from the answers: what to ask next, a result, and the facts for a certificate.

use std::cell::RefCell;
use std::path::Path;
use std::{fs, mem};

use othello_core::answer::{Limits, OpenQuestion, Question, Source, Sources};
use othello_core::{Find, Game, Position, Progress, Score};
use serde::Serialize;

use super::answers::Answers;
use super::estimates::of_start;
use super::folder::Campaign;
use super::lines::{Case, QuestionLine, ScoreBounds};
use super::trees::{Trees, View};
use super::{CampaignError, Result};
use crate::results::{AnswerDocument, Proof, ProofMethod, to_json};
use crate::storage::{FileError, create_folder, shown, write_whole};

/// The conclusions from the answers so far, and the questions to ask next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The position to be solved.
    pub position: Position,
    /// The bounds of its value that follow from the answers, seen by the side to move.
    #[serde(flatten)]
    pub bounds: ScoreBounds,
    /// The value, seen by the side to move, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Score>,
    /// The value that the questions should prove, seen by the side to move.
    pub guess: Score,
    /// The number of answers that prove the value, and then the rest of the result, if all estimates
    /// are right.
    pub needed: usize,
    /// The number of those that are known.
    pub known: usize,
    /// The number of positions searched to rank moves and to estimate values.
    pub estimate_nodes: u64,
    /// The open questions, the shortest first. Those about the campaign's own scoring come before the
    /// others. Their number is `needed` minus `known`.
    #[serde(skip)]
    pub questions: Vec<QuestionLine>,
    /// The answers.
    #[serde(flatten)]
    pub answers: Answers,
}

impl Campaign {
    /// Starts a campaign in a folder, which is created if it is missing. Its questions will be about
    /// positions with `empties` empty squares.
    ///
    /// Without a `guess`, the value is estimated: by selective searches after each move, if there is
    /// a trained evaluation and at most 26 squares are empty, or otherwise from estimates for all
    /// positions of the frontier, where errors accumulate. With an estimate for the start, a campaign
    /// for 5×6 takes 1.3 times the nodes of one search, and otherwise 2.3 times.
    ///
    /// # Errors
    ///
    /// If the folder is not empty or cannot be written to, if the position does not have more than
    /// `empties` empty squares, if the guess is not a possible value, or if the listener stops the
    /// estimates.
    pub fn create(
        folder: &Path,
        start: Case,
        empties: u32,
        guess: Option<Score>,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let (schema, folder) = (Self::SCHEMA.to_owned(), folder.to_owned());
        let new = Self { schema, start, empties, guess: guess.unwrap_or_default(), folder };
        let new = new.checked().map_err(CampaignError::Input)?;
        // Do not mix a campaign with other files.
        if fs::read_dir(&new.folder).is_ok_and(|mut entries| entries.next().is_some()) {
            let reason = "is not empty; start a campaign in its own folder";
            return Err(CampaignError::Input(format!("{} {reason}", shown(&new.folder))));
        }
        progress.begin("planning", None);
        let mut trees = Trees::new(&new, Answers::default(), progress);
        let guess = if let Some(guess) = guess {
            guess
        } else if let Some(value) = of_start(start) {
            new.likely(value, start.widest())
        } else {
            let value = trees.exact(start.form(start.position), View::Expected)?;
            new.likely(value, start.widest())
        };
        create_folder(&new.folder).map_err(FileError::of("make", &new.folder))?;
        trees.estimates.write()?;
        let new = Self { guess, ..new.clone() };
        write_whole(&new.folder.join(Self::FILE), to_json(&new).as_bytes())?;
        Ok(new)
    }

    /// Draws conclusions from all answers in the folder, and finds the open questions: first about the
    /// value and, once it is known, about the best moves, the line and the value if the winner also
    /// counts the empty squares.
    ///
    /// Estimates are made in parallel by the threads of the current rayon pool.
    ///
    /// # Errors
    ///
    /// If answers contradict each other, if a file cannot be read or the estimates cannot be saved, if
    /// there are too many positions between the start and the frontier, or if the listener stops the
    /// estimates.
    pub fn plan(&self, progress: &dyn Progress) -> Result<Standing> {
        progress.begin("planning", None);
        let mut trees = Trees::new(self, Answers::read(self)?, progress);
        let standing = self.conclude(&mut trees);
        // Save the estimates even if the listener has stopped the plan.
        if trees.estimates.nodes > 0 {
            trees.estimates.write()?;
        }
        standing
    }

    /// The conclusions from the trees, whose answers become part of them.
    fn conclude(&self, trees: &mut Trees) -> Result<Standing> {
        let start = self.start.form(self.start.position);
        let (bounds, guess) = trees.settle(start, self.guess)?;
        if let Some(value) = bounds.value() {
            trees.line(value)?;
            trees.settle(start.with_empties(), value)?;
        }
        let (mut questions, known) = trees.ask()?;
        // A surprise at a short question saves the long ones: on 5×6 with 22 empty squares, the reverse
        // order takes 19 % more positions.
        questions.sort_by_key(|it| (it.case.rules.scoring, it.cost, it.case));
        Ok(Standing {
            position: self.start.position,
            bounds,
            value: bounds.value(),
            guess,
            needed: known + questions.len(),
            known,
            estimate_nodes: trees.estimates.nodes,
            questions,
            answers: mem::take(&mut trees.answers),
        })
    }

    /// The result, from a plan without questions. A search with a table of at most `hash` bytes
    /// completes the line from the frontier to the end of the game, which takes about as long as a
    /// few questions.
    ///
    /// # Errors
    ///
    /// If questions are open, if the line does not end with the value because an answer is wrong, or
    /// if the listener stops the search.
    pub fn result(
        &self,
        standing: &Standing,
        hash: usize,
        progress: &dyn Progress,
    ) -> Result<AnswerDocument> {
        let (Some(value), []) = (standing.value, &standing.questions[..]) else {
            return Err(CampaignError::Open(standing.questions.len()));
        };
        let mut trees = Trees::new(self, standing.answers.clone(), progress);
        let (line, best_moves) = trees.line(value)?;
        let rescored = self.start.form(self.start.position).with_empties();
        let with_empties = Some(trees.exact(rescored, View::Least)?);
        let (start, frontier, rules) = (line.start(), line.end(), self.start.rules);
        let known = start.side().sees(value, frontier.side());
        let rest = OpenQuestion::new(Question::usual(frontier, rules).with_goal(Find::BestMoves));
        let wrong = || CampaignError::Contradiction(vec![format!("one about {frontier}")]);
        rest.narrow(None, (known, known), Source::Search).map_err(|_| wrong())?;
        progress.begin("following the line", None);
        rest.pursue(&Sources::PROVED, &Limits::single(hash), progress).map_err(|_| wrong())?;
        if !rest.is_settled() {
            return Err(CampaignError::Stopped);
        }
        let answer = rest.answer();
        let moves = line.moves().iter().chain(answer.line().into_iter().flat_map(Game::moves));
        let line = Game::known(start, moves.copied());
        let proof = Proof { method: ProofMethod::Campaign, nodes: None };
        let result = AnswerDocument::of_facts(rules, value, best_moves, line, with_empties, proof);
        Ok(result.of_start(start.which_start()))
    }

    /// The value and the answers, for a [certificate](crate::proof::certify).
    ///
    /// # Errors
    ///
    /// As [`plan`](Self::plan), or if the value is not known yet.
    pub fn conclusion<'a>(&'a self, progress: &'a dyn Progress) -> Result<Conclusion<'a>> {
        let Standing { value, questions, answers, .. } = self.plan(progress)?;
        let value = value.ok_or(CampaignError::Open(questions.len()))?;
        let trees = Trees::new(self, answers, progress);
        Ok(Conclusion { value, trees: RefCell::new(trees) })
    }
}

/// The value found by a campaign, and the answers that prove it.
#[derive(Debug)]
pub struct Conclusion<'a> {
    /// The value of the start, seen by the side to move.
    pub value: Score,
    trees: RefCell<Trees<'a>>,
}

impl Conclusion<'_> {
    /// Whether the value of a position down to the frontier is at least `bound`. Open questions count
    /// as yes. That is safe because a certificate consists of moves after which the opponent's value
    /// is below a bound, and such a move is known wherever one is needed. `None` below the frontier
    /// and on other boards.
    pub fn at_least(&self, position: Position, bound: Score) -> Option<bool> {
        let mut trees = self.trees.borrow_mut();
        let Campaign { start, empties, .. } = trees.estimates.campaign;
        if position.size() != start.position.size() || position.empties() < *empties {
            return None;
        }
        let most = trees.value(start.form(position), bound, View::Most).ok()?;
        Some(most >= bound)
    }
}
