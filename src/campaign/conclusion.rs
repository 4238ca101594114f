//! What a campaign ends with: a result, and a certificate.

use super::answers::Answers;
use super::error::CampaignError;
use super::folder::Campaign;
use super::lines::form;
use super::plan::Plan;
use crate::board::Turn;
use crate::game::{Game, Position, Score, Start};
use crate::progress::Progress;
use crate::results::{Proof, ProofMethod, SolvedBoard};
use crate::search::{Find, SearchOptions, SearchResult, search};

impl Campaign {
    /// The result, from a plan without questions. The line is continued from the frontier to the
    /// end of the game by a search with a table of at most `hash` bytes, which takes about as long as
    /// some questions.
    ///
    /// # Errors
    ///
    /// If questions are missing, if the line does not end with the value, because an answer is
    /// wrong, or if the listener stops the search.
    pub fn result(
        &self,
        plan: &Plan,
        hash: usize,
        progress: &dyn Progress,
    ) -> Result<SolvedBoard, CampaignError> {
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
        let named = Start::ALL.into_iter().find(|it| Position::start(start.size(), *it) == start);
        let found = SearchResult { lower: value, upper: value, best_moves, line, ..rest };
        let proof = Proof { method: ProofMethod::Campaign, nodes: None };
        let result = SolvedBoard::searched(named, rules, &found, with_empties, proof);
        let result = result.ok_or(CampaignError::Stopped)?;
        if is_right { Ok(result) } else { Err(CampaignError::Wrong(vec![frontier.to_string()])) }
    }

    /// Whether the value of a position from the frontier upwards is at least `bound`, as it follows
    /// from the answers and a plan. Where it does not follow, it is taken to be so: then a
    /// [certificate](crate::proof::certify) is made of moves after which it is known not to be, and
    /// nothing is searched again. `None` below the frontier.
    pub fn at_least(
        &self,
        answers: &Answers,
        plan: &Plan,
        position: Position,
        bound: Score,
    ) -> Option<bool> {
        let discs = form(position);
        let node = (self.terms.start.rules.scoring, discs);
        let bounds = plan.derived.get(&discs).copied().unwrap_or_else(|| answers.bounds(node));
        let is_above = position.empties() >= self.terms.empties;
        is_above.then(|| bounds.settle(bound).is_none_or(|value| value >= bound))
    }
}
