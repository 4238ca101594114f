//! Answers to questions about a position: looked up if the position is solved, and searched
//! otherwise.

use std::{iter, mem};

use super::bounds::{PositionBounds, bounds_within};
use super::outlook::CountsOnly;
use crate::board::Turn;
use crate::game::{Game, Position, Score};
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
    let (find, rules) = (options.find, options.rules);
    let Some(known) = KnownPosition::find(position, rules) else {
        return PositionAnswer { result: search(position, options, progress), is_looked_up: false };
    };
    let value = known.value;
    if known.answered() < find {
        let options = SearchOptions { bounds: (value, value), ..*options };
        return PositionAnswer { result: search(position, &options, progress), is_looked_up: true };
    }
    let KnownPosition { best_move, best_moves, moves, line, .. } = known;
    let mut result = SearchResult {
        lower: value,
        upper: value,
        best_move: best_move.filter(|_| find > Find::Value),
        best_moves: best_moves.filter(|_| find >= Find::BestMoves),
        moves: ValuedMove::best_first(moves.filter(|_| find >= Find::AllMoves).unwrap_or_default()),
        line: Game::new(position),
        complete: true,
        nodes: 0,
    };
    if find > Find::Value {
        result.line = to_the_end(line, value, options, &mut result, progress);
    }
    if find == Find::AllLines {
        add_lines(&mut result, options, progress);
    }
    PositionAnswer { result, is_looked_up: true }
}

/// Extends a line of best play to the end of the game by a search. `value` is the value of the
/// position at its start.
fn to_the_end(
    mut line: Game,
    value: Score,
    options: &SearchOptions,
    result: &mut SearchResult,
    progress: &dyn Progress,
) -> Game {
    let here = line.end().after_forced_pass();
    let value = here.side().sees(value, line.start().side());
    let options = SearchOptions { find: Find::BestMove, bounds: (value, value), ..*options };
    if here.turn() == Turn::Place {
        let rest = search(here, &options, &CountsOnly(progress));
        result.complete &= rest.complete;
        result.nodes += rest.nodes;
        for &square in rest.line.moves() {
            line.play(square).expect("a line has legal moves");
        }
    }
    line
}

/// Adds a line for each move of a position in an opening. Each line follows the opening as far as it
/// goes.
fn add_lines(result: &mut SearchResult, options: &SearchOptions, progress: &dyn Progress) {
    let position = result.line.start();
    let after = |square| position.play(square).expect("the move is legal");
    let mut moves = mem::take(&mut result.moves);
    // One for each class of moves that lead to mirror images of the same position.
    let best = moves.iter().find(|mv| Some(mv.square) == result.best_move).cloned();
    let with_line = |best| ValuedMove { line: Some(result.line.clone()), ..best };
    let mut found = Vec::from_iter(best.map(with_line));
    for mv in &mut moves {
        let is_image =
            |other: &&ValuedMove| after(other.square).symmetry_to(after(mv.square)).is_some();
        if let Some(image) = found.iter().find(is_image) {
            *mv = image.image(position, mv.square);
            continue;
        }
        let known = KnownPosition::find(after(mv.square), options.rules);
        let rest = known.iter().flat_map(|known| known.line.moves()).copied();
        let line = Game::known(position, iter::once(mv.square).chain(rest));
        mv.line = Some(to_the_end(line, mv.value, options, result, progress));
        found.push(mv.clone());
    }
    if result.complete {
        result.moves = moves;
    }
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
