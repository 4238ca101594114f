//! Solves a position and makes its document.

use othello_core::search::expected_positions;
use othello_core::{
    Find, Position, Progress, Rules, Scoring, SearchOptions, SearchResult, Size, analysis, search,
};
use thiserror::Error;

use super::{Proof, ProofMethod, SolvedBoard};
use crate::amounts::grouped;
use crate::storage::{JobFolder, TableError, search_resumable};

/// [`solve`] visits every position on boards of at most this many squares.
pub const EXHAUSTIVE_SQUARES: u32 = 16;

/// The default question about a single position: all best moves where the board is solved
/// exhaustively, and one best move elsewhere.
pub fn usual_question(size: Size) -> Find {
    if size.squares() <= EXHAUSTIVE_SQUARES { Find::BestMoves } else { Find::BestMove }
}

/// The size of the transposition table with which the files under `results/` are made, in bytes. The
/// number of nodes depends on it.
pub const TABLE_OF_RESULTS: usize = 512 << 20;

/// A solved game, and the work that it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The result.
    pub board: SolvedBoard,
    /// The number of positions searched, by all threads and under both ways of scoring.
    pub looked_at: u64,
}

/// Why a game was not solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The state of the search cannot be saved, or belongs to another search.
    #[error(transparent)]
    Checkpoint(#[from] TableError),
    /// The search was stopped. The text describes what was known by then.
    #[error("stopped after {0}")]
    Stopped(String),
}

/// Solves a position: exhaustively if the board has at most [`EXHAUSTIVE_SQUARES`], and otherwise by
/// search. With `both_scores`, the value with the empty squares counted for the winner is found too.
///
/// The document is the same on every machine if the search is single-threaded, has a table of
/// [`TABLE_OF_RESULTS`] bytes and starts without bounds. Given a folder for checkpoints, a search
/// saves its state there, and resumes from it when the same position is solved again.
///
/// # Errors
///
/// If the search is stopped, or if its checkpoint cannot be read or belongs to another search.
#[expect(clippy::missing_panics_doc, reason = "a small board is solved")]
pub fn solve(
    position: Position,
    options: &SearchOptions,
    both_scores: bool,
    checkpoints: Option<&JobFolder>,
    progress: &dyn Progress,
) -> Result<Solved, SolveError> {
    let SearchOptions { rules, hash, threads, .. } = *options;
    let all_moves = options.find >= Find::AllMoves;
    if position.size().squares() <= EXHAUSTIVE_SQUARES {
        let board = SolvedBoard::exhaustive(position, rules, all_moves);
        let mut board = board.expect("the board is small");
        if options.find == Find::AllLines {
            board.moves = Some(find(position, options, None, progress)?.moves);
        }
        let looked_at = board.positions.as_ref().map_or(0, |positions| positions.total);
        return Ok(Solved { board, looked_at });
    }
    let result = find(position, options, checkpoints, progress)?;
    let mut looked_at = result.nodes;
    let bounds = rules.scoring.bounds_with_empties(result.lower, position.size().squares());
    let mut with_empties = both_scores.then_some(bounds.0);
    if both_scores && bounds.0 != bounds.1 {
        let rules = Rules::new(Scoring::EmptiesToWinner, rules.objective);
        let tournament = SearchOptions { rules, hash, threads, find: Find::Value, bounds };
        let found = find(position, &tournament, checkpoints, progress)?;
        looked_at += found.nodes;
        with_empties = Some(found.lower);
    }
    // Omit the number of nodes if it depends on the machine or on the options.
    let is_reproducible = threads == 1
        && hash == TABLE_OF_RESULTS
        && options.bounds == SearchOptions::default().bounds;
    let nodes = is_reproducible.then_some(result.nodes);
    let proof = Proof { method: ProofMethod::Search, nodes };
    let board = SolvedBoard::searched(rules, result, with_empties, all_moves, proof);
    Ok(Solved { board: board.expect("the search was not stopped"), looked_at })
}

/// Answers a question about a position with as little work as possible: see
/// [`answer`](othello_core::analysis::answer). Boards of at most [`EXHAUSTIVE_SQUARES`] are solved.
///
/// # Errors
///
/// If the search is stopped.
#[expect(clippy::missing_panics_doc, reason = "the search was not stopped")]
pub fn answer(
    position: Position,
    options: &SearchOptions,
    progress: &dyn Progress,
) -> Result<Solved, SolveError> {
    if position.size().squares() <= EXHAUSTIVE_SQUARES {
        return solve(position, options, false, None, progress);
    }
    let mut is_looked_up = false;
    let result = searched(position, options, progress, || {
        let answer = analysis::answer(position, options, progress);
        is_looked_up = answer.is_looked_up;
        Ok(answer.result)
    })?;
    let method = if is_looked_up { ProofMethod::Table } else { ProofMethod::Search };
    let (looked_at, all_moves) = (result.nodes, options.find >= Find::AllMoves);
    let proof = Proof { method, nodes: None };
    let board = SolvedBoard::searched(options.rules, result, None, all_moves, proof);
    Ok(Solved { board: board.expect("the search was not stopped"), looked_at })
}

/// Searches a position to the end, with a checkpoint if there is a folder for it.
fn find(
    position: Position,
    options: &SearchOptions,
    checkpoints: Option<&JobFolder>,
    progress: &dyn Progress,
) -> Result<SearchResult, SolveError> {
    let state = checkpoints.map(|place| place.path(&options.rules.scoring.to_string()));
    searched(position, options, progress, || match state {
        Some(state) => search_resumable(position, options, &state, progress),
        None => Ok(search(position, options, progress)),
    })
}

/// The result of a search, unless it is stopped. The listener receives an estimate of its length.
fn searched(
    position: Position,
    options: &SearchOptions,
    progress: &dyn Progress,
    search: impl FnOnce() -> Result<SearchResult, TableError>,
) -> Result<SearchResult, SolveError> {
    let is_usual = options.rules.scoring == Scoring::Discs;
    let empties = if is_usual { "" } else { " with the empties to the winner" };
    progress.begin(&format!("solving{empties}"), None);
    if options.find != Find::Value {
        // The values of all moves took 2.3 to 3.2 times the positions: 5x6, FFO 40, 42 and 43.
        let times = if options.find >= Find::AllMoves { 3 } else { 1 };
        let positions = expected_positions(position, options.rules.objective);
        progress.expect(positions.saturating_mul(times));
    }
    let result = search()?;
    if result.complete {
        return Ok(result);
    }
    let (nodes, lower, upper) = (grouped(result.nodes), result.lower, result.upper);
    let range = format!("lies between {lower:+} and {upper:+}");
    let bounds = if lower == upper { format!("is {lower:+}") } else { range };
    Err(SolveError::Stopped(format!(
        "{nodes} positions; for the side to move the value{empties} {bounds}"
    )))
}
