//! Solves the position of a result file.

use othello_core::answer::{
    Answer, AnswerError, EXHAUSTIVE_SQUARES, Limits, OpenQuestion, Question, Source, Sources,
};
use othello_core::{Find, Progress, Rules, Scoring};

use super::AnswerDocument;
use crate::clock::clock;
use crate::storage::{JobFolder, ResumeError, pursue_resumable};

/// The size of the transposition table with which the files under `results/` are made, in bytes. The
/// number of nodes depends on it.
pub const TABLE_OF_RESULTS: usize = 512 << 20;

/// The document of a position, and the work that it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// The result.
    pub board: AnswerDocument,
    /// The number of positions searched, by all threads and under both ways of scoring.
    pub looked_at: u64,
}

/// Solves a position and makes its document. On boards that are not enumerated, the value with the empty
/// squares counted for the winner is found too, if the question is about discs as they lie and
/// `both_scores` is set. If the search is stopped, the inner error is what is proved by then.
///
/// The document is the same on every machine if the search is single-threaded and has a table of
/// [`TABLE_OF_RESULTS`] bytes. Given a folder for checkpoints, a search saves its state there, and
/// a later search for the same question resumes from it.
///
/// # Errors
///
/// If the checkpoint cannot be read or belongs to another search, or as [`answer`].
///
/// [`answer`]: othello_core::answer::answer
pub fn solve(
    question: &Question,
    sources: &Sources<'_>,
    limits: &Limits,
    both_scores: bool,
    checkpoints: Option<&JobFolder>,
    progress: &dyn Progress,
) -> Result<Result<Solved, Box<Answer>>, ResumeError> {
    let Question { position, rules, .. } = *question;
    let open = OpenQuestion::new(*question);
    let answer = pursued(&open, sources, limits, checkpoints, progress)?;
    let (true, Some(value)) = (question.is_settled_by(&answer), answer.value()) else {
        return Ok(Err(Box::new(answer)));
    };
    let board = AnswerDocument::new(question, &answer);
    let mut solved = Solved { board, looked_at: answer.nodes() };
    if position.size().squares() <= EXHAUSTIVE_SQUARES {
        return Ok(Ok(solved));
    }
    // Omit the number of nodes if it depends on the machine or on the options.
    let is_of_results = limits.threads == 1 && limits.hash == TABLE_OF_RESULTS;
    if let (Some(proof), true, false) = (&mut solved.board.proof, is_of_results, sources.known) {
        proof.nodes = Some(answer.nodes());
    }
    let bounds = rules.scoring.bounds_with_empties(value, position.size().squares());
    if both_scores {
        let rules = Rules::new(Scoring::EmptiesToWinner, rules.objective);
        let open = OpenQuestion::new(Question::usual(position, rules).with_goal(Find::Value));
        open.narrow(None, bounds, Source::Caller).map_err(AnswerError::from)?;
        let other = pursued(&open, sources, limits, checkpoints, progress)?;
        let Some(value) = other.value() else { return Ok(Err(Box::new(answer))) };
        solved.looked_at += other.nodes();
        solved.board.value_empties_to_winner = Some(value);
    }
    Ok(Ok(solved))
}

/// The answer to a question, which is resumed from its checkpoint if there is one.
fn pursued(
    open: &OpenQuestion,
    sources: &Sources<'_>,
    limits: &Limits,
    checkpoints: Option<&JobFolder>,
    progress: &dyn Progress,
) -> Result<Answer, ResumeError> {
    match checkpoints {
        Some(folder) => {
            let state = folder.path(&open.question().rules.scoring.to_string());
            pursue_resumable(open, sources, limits, &state, &clock, progress)?;
        }
        None => open.pursue(sources, limits, progress)?,
    }
    Ok(open.answer())
}
