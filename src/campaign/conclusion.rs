//! The conclusions of a campaign: a result, and the facts for a certificate.

use std::collections::HashMap;

use othello_core::{
    Find, Game, Position, Progress, Score, SearchOptions, SearchResult, Turn, search,
};
use rustc_hash::FxBuildHasher;

use super::answers::Answers;
use super::folder::Campaign;
use super::lines::{Node, ScoreBounds, form};
use super::plan::Plan;
use super::{CampaignError, Result};
use crate::results::{Proof, ProofMethod, SolvedBoard};

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
        let (lower, upper) = (value, value);
        let found = SearchResult { lower, upper, best_move, best_moves, line, ..rest };
        let proof = Proof { method: ProofMethod::Campaign, nodes: None };
        let result = SolvedBoard::searched(rules, found, Some(with_empties), false, proof)
            .ok_or(CampaignError::Stopped)?
            .of_start(start.which_start());
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
