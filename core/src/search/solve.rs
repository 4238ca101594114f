//! The search for the value of a position, best moves and the principal variation.

use std::cmp::Reverse;

use super::classes::classes;
use super::journal::Journal;
use super::options::{Find, MAX_THREADS, SearchOptions};
use super::questions::Questions;
use super::result::SearchResult;
use super::root::Root;
use super::searcher::Oracle;
use super::tree::{SPLIT, Table, pool};
use super::window::Window;
use crate::board::{Square, Turn};
use crate::game::{Game, Objective, Position, Score};
use crate::progress::Progress;

/// Finds the exact value of a position, best moves and the principal variation.
///
/// The listener receives the number of positions searched and, as they are found, the bounds of the
/// value and of the values of moves. If it stops the search, the result is what is known by then.
///
/// # Panics
///
/// With [`NoMemory`](super::NoMemory) if there is not enough memory for the table, if the listener
/// panics, or if the value does not lie within the bounds of the options.
///
/// ```
/// # use othello_core::{Position, SearchOptions, Size, Start, search};
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let result = search(start, &SearchOptions::default(), &());
/// assert_eq!(result.value(), Some(-8));
/// assert_eq!(result.line.moves().len(), 10);
/// ```
pub fn search(
    position: Position,
    options: &SearchOptions,
    progress: &dyn Progress,
) -> SearchResult {
    search_with(position, options, progress, &mut ())
}

/// As [`search`], with a journal. A search that is killed continues from what the journal has
/// saved, and ends as if it had not been interrupted: with one thread even the number of nodes is
/// the same.
///
/// # Panics
///
/// As [`search`].
pub fn search_with(
    position: Position,
    options: &SearchOptions,
    progress: &dyn Progress,
    journal: &mut dyn Journal,
) -> SearchResult {
    if position.turn() == Turn::Over {
        let score = position.score(options.rules);
        return SearchResult {
            lower: score,
            upper: score,
            best_move: None,
            best_moves: (options.find >= Find::BestMoves).then(Vec::new),
            moves: Vec::new(),
            line: Game::new(position),
            complete: true,
            nodes: 1,
        };
    }
    let mover = position.after_forced_pass();
    let passes = mover != position;
    let seen = |lower: Score, upper: Score| if passes { (-upper, -lower) } else { (lower, upper) };
    let listener = |square: Option<Square>, Window { lower, upper, .. }: Window| match square {
        None => {
            let (lower, upper) = seen(lower, upper);
            progress.bounds(lower, upper);
        }
        Some(square) if !passes => progress.move_bounds(square, lower, upper),
        Some(_) => {}
    };
    let (lower, upper) = options.bounds;
    let options = &SearchOptions { bounds: seen(lower, upper), ..*options };
    let mut result = solve(mover, options, progress, &listener, journal);
    if passes {
        (result.lower, result.upper) = seen(result.lower, result.upper);
        (result.best_move, result.moves) = (None, Vec::new());
        result.best_moves.iter_mut().for_each(Vec::clear);
        result.line = Game::known(position, result.line.moves().iter().copied());
    }
    result.check(options.find, options.rules);
    result
}

/// Searches a position with a legal move.
fn solve(
    position: Position,
    options: &SearchOptions,
    progress: &dyn Progress,
    listener: &dyn Fn(Option<Square>, Window),
    journal: &mut dyn Journal,
) -> SearchResult {
    let empties = position.empties();
    let threads = if empties < SPLIT { 1 } else { options.threads.min(MAX_THREADS.into()) };
    let pool = pool(threads);
    // The values of all moves fill the table as a position of five more empty squares does: with a
    // larger one FFO 40 and 41 take 13 % fewer nodes.
    let space = if options.find >= Find::AllMoves { empties + 5 } else { empties };
    let table = Table::new(options.hash, space).shared_by(threads);
    let parallel = pool.is_some();
    let oracle = Oracle { table, parallel, ..Oracle::new(options.rules, 0, 0) };
    let classes = classes(position);
    let moves: Vec<_> = classes.iter().map(|class| class[0]).collect();
    let listener = &|first: Option<Square>, window| match first
        .and_then(|first| classes.iter().find(|class| class[0] == first))
    {
        Some(class) => class.iter().for_each(|&square| listener(Some(square), window)),
        None => listener(None, window),
    };
    let result = oracle.run(position, progress, |tree| {
        let window = first_window(position, options, tree.has_evaluation());
        let questions = Questions::new(tree, &oracle.table, pool, journal);
        let find = options.find;
        let mut root = Root { position, moves: &moves, find, questions, window, listener };
        let ranked = root.find_value();
        // The values of moves come first, because they tell which moves are best.
        let values = root.move_values(&ranked);
        let best_moves = root.best_moves(&ranked);
        let line = root.line(best_moves.first().copied(), root.window.lower);
        let moves = root.lines(values, &line);
        let nodes = root.questions.finish();
        let (Window { lower, upper, .. }, complete) = (root.window, root.questions.complete);
        let best_move = best_moves.first().copied();
        let best_moves = (find >= Find::BestMoves && complete).then_some(best_moves);
        SearchResult { lower, upper, best_move, best_moves, moves, line, complete, nodes }
    });
    with_images(position, result, &classes)
}

/// The window in which the value lies at first.
fn first_window(position: Position, options: &SearchOptions, has_evaluation: bool) -> Window {
    let most = position.size().squares().cast_signed();
    let (lower, upper): (Score, Score) = options.bounds;
    let window = Window::new((lower.max(-most), upper.min(most)), 0);
    // Growing steps save a quarter of the nodes for the value of 4×12 if there is no evaluation,
    // because one side wins everything. An evaluation for most discs guesses better than that.
    if has_evaluation && options.rules.objective == Objective::Most {
        window
    } else {
        window.with_growing_steps()
    }
}

/// The result of a search of the first move of each class, with the other moves.
fn with_images(position: Position, result: SearchResult, classes: &[Vec<Square>]) -> SearchResult {
    let SearchResult { best_moves, moves, .. } = result;
    let class_of = |square: Square| classes.iter().find(move |class| class[0] == square);
    let mut moves: Vec<_> = moves
        .iter()
        .flat_map(|of| {
            class_of(of.square).into_iter().flatten().map(|&square| of.image(position, square))
        })
        .collect();
    moves.sort_by_key(|of| (Reverse(of.value), of.square));
    let best_moves = best_moves.map(|first_of_each| {
        let mut best: Vec<_> =
            first_of_each.into_iter().filter_map(class_of).flatten().copied().collect();
        best.sort_unstable();
        best
    });
    SearchResult { best_moves, moves, ..result }
}
