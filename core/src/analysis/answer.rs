//! Answers to questions about a position: looked up if the position is solved, and searched
//! otherwise.

use super::bounds::{PositionBounds, bounds_within};
use crate::game::{Game, Position};
use crate::known::KnownPosition;
use crate::progress::Progress;
use crate::search::{Find, SearchOptions, SearchResult, ValuedMove, search};

/// The answer to a question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionAnswer {
    /// The result. It has 0 nodes if no search was needed.
    pub result: SearchResult,
    /// Whether the value was looked up.
    pub is_looked_up: bool,
}

/// Answers a question with the least work. Solved positions are looked up in
/// [`known`](crate::known). If that does not answer the whole question, the search starts from the
/// known value.
///
/// # Panics
///
/// Like [`search`](crate::search()).
///
/// ```
/// # use othello_core::analysis::answer;
/// # use othello_core::{Position, SearchOptions, Size, Start};
/// let start = Position::start(Size::new(6, 7).unwrap(), Start::Diagonal);
/// let answer = answer(start, &SearchOptions::default(), &());
/// assert_eq!((answer.result.value(), answer.result.nodes), (Some(0), 0));
/// ```
pub fn answer(
    position: Position,
    options: &SearchOptions,
    progress: &dyn Progress,
) -> PositionAnswer {
    let find = options.find;
    let Some(mut known) = KnownPosition::find(position, options.rules) else {
        return PositionAnswer { result: search(position, options, progress), is_looked_up: false };
    };
    let value = known.value;
    if find == Find::AllLines || known.answered() < find {
        let options = SearchOptions { bounds: (value, value), ..*options };
        return PositionAnswer { result: search(position, &options, progress), is_looked_up: true };
    }
    let (mut complete, mut nodes) = (true, 0);
    if find > Find::Value && !known.has_whole_line() {
        let here = known.line.end().after_forced_pass();
        let value = here.side().sees(value, position.side());
        let options = SearchOptions { find: Find::BestMove, bounds: (value, value), ..*options };
        let rest = search(here, &options, progress);
        (complete, nodes) = (rest.complete, rest.nodes);
        for &square in rest.line.moves() {
            known.line.play(square).expect("a line has legal moves");
        }
    }
    let KnownPosition { best_move, best_moves, moves, line, .. } = known;
    let moves = moves.into_iter().flatten().filter(|_| find >= Find::AllMoves);
    let result = SearchResult {
        lower: value,
        upper: value,
        best_move: best_move.filter(|_| find > Find::Value),
        best_moves: best_moves.filter(|_| find >= Find::BestMoves),
        moves: ValuedMove::best_first(moves),
        line: if find > Find::Value { line } else { Game::new(position) },
        complete,
        nodes,
    };
    PositionAnswer { result, is_looked_up: true }
}

/// Like [`answer`], but within the listener's time: see [`search_within`](super::search_within).
///
/// # Errors
///
/// If time runs out, the proved bounds.
///
/// # Panics
///
/// Like [`search`](crate::search()).
pub fn answer_within(
    position: Position,
    options: &SearchOptions,
    progress: &dyn Progress,
) -> Result<SearchResult, Box<PositionBounds>> {
    bounds_within(position, options, progress, |options, limited| {
        let result = answer(position, options, limited).result;
        result.complete.then_some(result)
    })
}
