//! Draws conclusions from answers: which questions to ask next, a result, and the facts for a
//! certificate.

use std::collections::HashMap;
use std::path::PathBuf;

use othello_core::search::Window;
use othello_core::{
    Find, Game, Position, Progress, Score, Scoring, SearchOptions, SearchResult, Square, Turn,
    search,
};
use rustc_hash::FxBuildHasher;
use serde::Serialize;

use super::answers::Answers;
use super::estimates::{Estimates, of_start};
use super::folder::Campaign;
use super::lines::{Node, Question, ScoreBounds, form};
use super::terms::Terms;
use super::trees::Trees;
use super::{CampaignError, Result};
use crate::results::{Proof, ProofMethod, SolvedBoard};

/// The conclusions from the answers so far, and the questions to ask next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plan {
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
    /// All best moves, in the order of squares, if no question is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_moves: Option<Vec<Square>>,
    /// A line down to the frontier in which both sides always play the first of the best moves in the
    /// order of squares, if no question is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Game>,
    /// The value if the winner also counts the empty squares, seen by the side to move, if it is
    /// known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_empties_to_winner: Option<Score>,
    /// The number of answers that prove the value, and then the rest of the result, if all estimates
    /// are right.
    pub needed: usize,
    /// The number of those that are known.
    pub known: usize,
    /// The open questions.
    #[serde(skip)]
    pub questions: Vec<Question>,
    /// The number of positions searched to rank moves and to estimate values.
    #[serde(skip)]
    pub nodes: u64,
    /// The number of positions in the trees.
    #[serde(skip)]
    pub positions: usize,
    /// The bounds of positions above the frontier.
    #[serde(skip)]
    pub(super) derived: HashMap<Node, ScoreBounds, FxBuildHasher>,
}

/// Draws conclusions from the answers, and finds the open questions: first about the value and, once
/// it is known, about the best moves, the line and the value if the winner also counts the empty
/// squares.
pub(super) fn plan(answers: &Answers, estimates: &mut Estimates<'_>) -> Result<Plan> {
    let contradictions = answers.contradictions();
    if !contradictions.is_empty() {
        return Err(CampaignError::Contradictions(contradictions));
    }
    let (terms, before) = (&answers.terms, estimates.nodes);
    let start = form(terms.start.position);
    let own = (terms.start.rules.scoring, start);
    let mut trees = Trees::new(answers, estimates);
    let (bounds, guess) = trees.settle(own, terms.guess)?;
    let value = bounds.value();
    let found = value.map(|value| trees.line(value)).transpose()?;
    let with_empties = match value {
        Some(value) => trees.settle((Scoring::EmptiesToWinner, start), value)?.0.value(),
        None => None,
    };
    let [needed, known] = trees.needed_and_known()?;
    let Trees { derived, questions, expected, .. } = trees;
    let positions = expected.len();
    let (line, best_moves) = found.filter(|_| questions.is_empty()).unzip();
    Ok(Plan {
        position: terms.start.position,
        bounds,
        value,
        guess,
        best_moves,
        line,
        value_empties_to_winner: with_empties,
        needed,
        known,
        questions,
        positions,
        derived,
        nodes: estimates.nodes - before,
    })
}

/// The value from estimates alone: for the start if selective searches are possible, or otherwise for
/// all positions of the frontier, where errors accumulate. With an estimate for the start, a campaign
/// for 5×6 takes 1.3 times the nodes of one search, and otherwise 2.3 times.
pub(super) fn forecast(terms: &Terms, estimates: &mut Estimates<'_>) -> Result<Score> {
    if let Some(value) = of_start(terms.start, estimates.progress) {
        return Ok(terms.likely(value, terms.widest()));
    }
    let answers = Answers::new(PathBuf::new(), terms.clone());
    let mut trees = Trees::new(&answers, estimates);
    let start = (terms.start.rules.scoring, form(terms.start.position));
    let ScoreBounds { lower, upper } = terms.widest();
    let mut window = Window::new((lower, upper), 0);
    while let Some(bound) = window.bound() {
        window.narrow(bound, trees.value(start, bound)?);
    }
    Ok(terms.likely(window.lower, terms.widest()))
}

impl Campaign {
    /// The result, from a plan without questions. A search with a table of at most `hash` bytes
    /// completes the line from the frontier to the end of the game, which takes about as long as a
    /// few questions.
    ///
    /// # Errors
    ///
    /// If questions are open, if the line does not end with the value because an answer is wrong, or
    /// if the listener stops the search.
    pub fn result(&self, plan: &Plan, hash: usize, progress: &dyn Progress) -> Result<SolvedBoard> {
        let Plan { value, best_moves, line, value_empties_to_winner, questions, .. } = plan;
        let (Some(value), Some(best_moves), Some(line), Some(with_empties)) =
            (*value, best_moves.clone(), line, *value_empties_to_winner)
        else {
            return Err(CampaignError::Open(questions.len()));
        };
        let (start, frontier, rules) = (line.start(), line.end(), self.terms.start.rules);
        let known = start.side().sees(value, frontier.side());
        let (find, bounds) = (Find::BestMoves, (known, known));
        let options = SearchOptions { rules, hash, find, bounds, ..SearchOptions::default() };
        progress.begin("following the line", None);
        let rest = search(frontier, &options, progress);
        let line = Game::known(start, line.moves().iter().chain(rest.line.moves()).copied());
        let end = line.end();
        let is_right =
            end.turn() == Turn::Over && start.side().sees(end.score(rules), end.side()) == value;
        let (best_move, best_moves) = (best_moves.first().copied(), Some(best_moves));
        let (lower, upper, which) = (value, value, start.which_start());
        let found = SearchResult { lower, upper, best_move, best_moves, line, ..rest };
        let proof = Proof { method: ProofMethod::Campaign, nodes: None };
        let result = SolvedBoard::searched(which, rules, found, Some(with_empties), false, proof)
            .ok_or(CampaignError::Stopped)?;
        if is_right { Ok(result) } else { Err(CampaignError::Wrong(vec![frontier.to_string()])) }
    }

    /// The conclusion from the answers, for a [certificate](crate::proof::certify).
    ///
    /// # Errors
    ///
    /// As [`plan`](Self::plan), if a file cannot be read, or if the value is not known yet.
    pub fn conclusion(&self, progress: &dyn Progress) -> Result<Conclusion> {
        let answers = self.answers()?;
        let Plan { value, derived, questions, .. } = self.plan(&answers, progress)?;
        let value = value.ok_or(CampaignError::Open(questions.len()))?;
        Ok(Conclusion { value, answers, derived })
    }
}

/// The value found by a campaign, and the bounds of all positions down to the frontier.
#[derive(Debug)]
pub struct Conclusion {
    /// The value of the start, seen by the side to move.
    pub value: Score,
    answers: Answers,
    derived: HashMap<Node, ScoreBounds, FxBuildHasher>,
}

impl Conclusion {
    /// Whether the value of a position down to the frontier is at least `bound`. Open questions count
    /// as yes. That is safe because a certificate consists of moves after which the opponent's value
    /// is below a bound, and such a move is known wherever one is needed. `None` below the frontier
    /// and on other boards.
    pub fn at_least(&self, position: Position, bound: Score) -> Option<bool> {
        let terms = &self.answers.terms;
        let node = (terms.start.rules.scoring, form(position));
        let bounds = self.derived.get(&node).copied().unwrap_or_else(|| self.answers.bounds(node));
        let is_own = position.size() == terms.start.position.size();
        let is_above = is_own && position.empties() >= terms.empties;
        is_above.then(|| bounds.settle(bound).is_none_or(|value| value >= bound))
    }
}
