//! Which questions to ask next.

use std::collections::HashMap;
use std::path::PathBuf;

use othello_core::board::Square;
use othello_core::board::kernel::Discs;
use othello_core::game::{Game, Position, Score, Scoring};
use othello_core::search::Window;
use rustc_hash::FxBuildHasher;
use serde::Serialize;

use super::answers::Answers;
use super::error::CampaignError;
use super::estimates::{Estimates, of_start};
use super::lines::{Bounds, Question, form};
use super::terms::Terms;
use super::trees::Trees;

/// What follows from the answers so far, and the questions to ask next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plan {
    /// The position that is to be solved.
    pub position: Position,
    /// The bounds of its value that follow from the answers, seen by the side to move.
    #[serde(flatten)]
    pub bounds: Bounds,
    /// The value, seen by the side to move, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Score>,
    /// The value that the questions are to establish, seen by the side to move.
    pub guess: Score,
    /// All best moves, in the order of squares, if no question is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_moves: Option<Vec<Square>>,
    /// A line in which both sides always play the first of the best moves in the order of squares,
    /// as far as the frontier, if no question is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Game>,
    /// The value if the winner also counts the empty squares, seen by the side to move, if it is
    /// known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_empties_to_winner: Option<Score>,
    /// The questions that are missing for all this.
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
    pub(super) derived: HashMap<Discs, Bounds, FxBuildHasher>,
}

/// Finds out what follows from the answers and which questions are missing: those about the value,
/// and once it is known, those about the best moves, the line and the value if the winner also
/// counts the empty squares.
pub(super) fn plan(
    answers: &Answers,
    estimates: &mut Estimates<'_>,
) -> Result<Plan, CampaignError> {
    let contradictions = answers.contradictions();
    if !contradictions.is_empty() {
        return Err(CampaignError::Contradictions(contradictions));
    }
    let (terms, before) = (&answers.terms, estimates.nodes);
    let start = form(terms.start.position);
    let mut trees = Trees::new(answers, estimates, terms.start.rules.scoring);
    let (bounds, guess) = trees.settle(start, terms.guess)?;
    let value = bounds.value();
    let found = value.map(|value| trees.line(value)).transpose()?;
    let Trees { derived, mut questions, expected, .. } = trees;
    let mut positions = expected.len();
    let mut with_empties = None;
    if let Some(value) = value {
        let mut trees = Trees::new(answers, estimates, Scoring::EmptiesToWinner);
        let squares = terms.start.position.size().squares();
        let (lower, upper) = terms.start.rules.scoring.bounds_with_empties(value, squares);
        trees.derived.insert(start, Bounds { lower, upper });
        let (bounds, _) = trees.settle(start, value)?;
        with_empties = bounds.value();
        questions.append(&mut trees.questions);
        positions += trees.expected.len();
    }
    let (line, best_moves) = found.filter(|_| questions.is_empty()).unzip();
    Ok(Plan {
        position: terms.start.position,
        bounds,
        value,
        guess,
        best_moves,
        line,
        value_empties_to_winner: with_empties,
        questions,
        positions,
        derived,
        nodes: estimates.nodes - before,
    })
}

/// The value by the estimates alone: that of the start, where selective searches make it, or else
/// those of all positions of the frontier, whose errors add up. With that of the start, a campaign
/// of 5×6 takes 1.3 times the nodes of one search, and otherwise 2.3 times.
pub(super) fn forecast(
    terms: &Terms,
    estimates: &mut Estimates<'_>,
) -> Result<Score, CampaignError> {
    if let Some(value) = of_start(terms.start, estimates.progress) {
        return Ok(value);
    }
    let answers = Answers::new(PathBuf::new(), terms.clone());
    let mut trees = Trees::new(&answers, estimates, terms.start.rules.scoring);
    let Bounds { lower, upper } = terms.widest();
    let mut window = Window::new((lower, upper), 0);
    while let Some(bound) = window.bound() {
        window.narrow(bound, trees.value(form(terms.start.position), bound)?);
    }
    Ok(window.lower)
}
