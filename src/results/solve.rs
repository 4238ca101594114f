//! From a game to the document that says how it is solved.

use thiserror::Error;

use super::{Proof, ProofMethod, SolvedBoard};
use crate::game::{Position, Rules, Scoring, Start};
use crate::notation::grouped;
use crate::progress::Progress;
use crate::search::{Find, SearchOptions, SearchResult, expected_positions, search};
use crate::storage::{JobFolder, TableError, search_resumable};

/// The most squares of a board that [`solve`] solves by looking at every position.
pub const EXHAUSTIVE_SQUARES: u32 = 16;

/// The memory for the transposition table with which the files under `results/` are made, in bytes:
/// with a table of another size the number of nodes differs.
pub const HASH: usize = 512 << 20;

/// A solved game, and the work that it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The result.
    pub board: SolvedBoard,
    /// The number of positions searched, by all threads and for both ways of scoring.
    pub looked_at: u64,
}

/// Why a game was not solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The state of the search cannot be stored, or belongs to another search.
    #[error(transparent)]
    Checkpoint(#[from] TableError),
    /// The search was stopped. The text says what is known by then.
    #[error("stopped after {0}")]
    Stopped(String),
}

/// Solves a position: by looking at every position that can follow, if the board has at most
/// [`EXHAUSTIVE_SQUARES`], and otherwise by search. If the position is a start, `start` names it,
/// and the document does too.
///
/// At least all best moves are found, and the value of every legal move if `find` asks for it. A file
/// is the same everywhere if one thread makes it with a table of [`HASH`] bytes and without bounds. If there is a folder for checkpoints, a search stores its state there, and
/// continues from it when the same game is solved again.
///
/// # Errors
///
/// If the search is stopped, or if its state cannot be stored.
#[expect(clippy::missing_panics_doc, reason = "a small board is solved")]
pub fn solve(
    position: Position,
    start: Option<Start>,
    options: &SearchOptions,
    checkpoints: Option<&JobFolder>,
    progress: &dyn Progress,
) -> Result<Solved, SolveError> {
    let SearchOptions { rules, hash, threads, bounds: bounds_before, .. } = *options;
    let wanted = SearchOptions { find: options.find.max(Find::BestMoves), ..*options };
    let move_values = wanted.find == Find::EveryMove;
    if position.size().squares() <= EXHAUSTIVE_SQUARES {
        let board = SolvedBoard::exhaustive(position, start, rules).expect("the board is small");
        let moves = move_values.then(|| find(position, &wanted, None, progress)).transpose()?;
        let board = board.with(moves.map(|found| found.moves), None);
        let looked_at = board.positions.as_ref().map_or(0, |positions| positions.total);
        return Ok(Solved { board, looked_at });
    }
    let result = find(position, &wanted, checkpoints, progress)?;
    let mut looked_at = result.nodes;
    let bounds = rules.scoring.bounds_with_empties(result.lower, position.size().squares());
    let value_empties_to_winner = if bounds.0 == bounds.1 {
        bounds.0
    } else {
        let rules = Rules::new(Scoring::EmptiesToWinner, rules.objective);
        let tournament = SearchOptions { rules, hash, threads, find: Find::Value, bounds };
        let result = find(position, &tournament, checkpoints, progress)?;
        looked_at += result.nodes;
        result.lower
    };
    // Numbers that depend on the machine, or on how much of it was used, are left out.
    let is_usual = threads == 1 && hash == HASH && bounds_before == SearchOptions::default().bounds;
    let nodes = is_usual.then_some(result.nodes);
    let proof = Proof { method: ProofMethod::Search, nodes };
    let board = SolvedBoard::searched(start, rules, &result, value_empties_to_winner);
    let board = board.expect("the search was not stopped");
    let board = board.with(move_values.then_some(result.moves), Some(proof));
    Ok(Solved { board, looked_at })
}

/// Searches a position to the end, and stores the state if there is a place for it.
fn find(
    position: Position,
    options: &SearchOptions,
    checkpoints: Option<&JobFolder>,
    progress: &dyn Progress,
) -> Result<SearchResult, SolveError> {
    let scoring = options.rules.scoring;
    let empties = if scoring == Scoring::Discs { "" } else { " with the empties to the winner" };
    progress.begin(&format!("solving{empties}"), None);
    if options.find != Find::Value {
        // The values of all moves took 2.3 to 3.2 times as many: 5x6, FFO 40, 42 and 43.
        let times = if options.find == Find::EveryMove { 3 } else { 1 };
        progress
            .expect(expected_positions(position, options.rules.objective).saturating_mul(times));
    }
    let result = match checkpoints.map(|place| place.path(&scoring.to_string())) {
        Some(state) => search_resumable(position, options, &state, progress)?,
        None => search(position, options, progress),
    };
    if result.complete {
        return Ok(result);
    }
    let (nodes, lower, upper) = (grouped(result.nodes), result.lower, result.upper);
    let bounds = if lower == upper {
        format!("is {lower:+}")
    } else {
        format!("lies between {lower:+} and {upper:+}")
    };
    Err(SolveError::Stopped(format!(
        "{nodes} positions; for the side to move the value{empties} {bounds}"
    )))
}
