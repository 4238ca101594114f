//! The search for the value of a position, best moves and the principal variation.
//!
//! The root finds the value by a few null-window searches, then the values of moves and the best
//! moves if they are wanted, and last the lines. It asks every question through a [`Session`], so
//! that it can be interrupted and resumed.

use std::cmp::Reverse;

use super::journal::Session;
use super::solver::Setup;
use super::tree::{SPLIT, pool};
use super::{
    Find, Journal, MAX_THREADS, NoMemory, SearchOptions, SearchResult, Table, ValuedMove, Window,
};
use crate::board::{Square, Turn, kernel};
use crate::game::{Game, Objective, Position, Score};
use crate::progress::Progress;

/// Why a search failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchError {
    /// There is not enough memory for the table.
    NoMemory(NoMemory),
    /// The value does not lie within the bounds that the search began with.
    WrongBounds,
}

/// Finds the exact value of a position, best moves and the principal variation.
///
/// The listener receives the number of positions searched and, as they are found, the bounds of the
/// value and of the values of moves. If it stops the search, the result has the bounds found by then.
/// An interrupted search resumes from what the journal has saved, and ends as if it had not been
/// interrupted: single-threaded, even the number of nodes is the same.
pub(crate) fn search(
    position: Position,
    options: &SearchOptions,
    progress: &dyn Progress,
    journal: &mut dyn Journal,
) -> Result<SearchResult, SearchError> {
    let result = match position.turn() {
        Turn::Over => {
            let score = position.score(options.rules);
            let best_moves = if options.find >= Find::BestMoves { Some(Vec::new()) } else { None };
            let result = SearchResult::with_bounds(position, (score, score));
            return Ok(SearchResult { best_moves, complete: true, nodes: 1, ..result });
        }
        Turn::Pass => {
            let options = SearchOptions { bounds: reversed(options.bounds), ..*options };
            let result = search_moves(position.pass(), true, &options, progress, journal)?;
            SearchResult {
                best_moves: result.best_moves.map(|_| Vec::new()),
                line: Game::known(position, result.line.moves().iter().copied()),
                complete: result.complete,
                nodes: result.nodes,
                ..SearchResult::with_bounds(position, reversed((result.lower, result.upper)))
            }
        }
        Turn::Place => search_moves(position, false, options, progress, journal)?,
    };
    if result.is_consistent(options.find, options.rules) {
        Ok(result)
    } else {
        Err(SearchError::WrongBounds)
    }
}

/// The same bounds, from the other side's point of view.
const fn reversed((lower, upper): (Score, Score)) -> (Score, Score) {
    (-upper, -lower)
}

/// Searches a position with a legal move. `passed` is whether the other side has just passed.
fn search_moves(
    position: Position,
    passed: bool,
    options: &SearchOptions,
    progress: &dyn Progress,
    journal: &mut dyn Journal,
) -> Result<SearchResult, SearchError> {
    let SearchOptions { rules, find, lines, .. } = *options;
    let empties = position.empties();
    let threads = if empties < SPLIT { 1 } else { options.threads.min(MAX_THREADS.into()) };
    let pool = pool(threads);
    // The values of all moves fill the table like a position with five more empty squares: with a
    // larger table FFO 40 and 41 take 13 % fewer nodes.
    let space = if find >= Find::AllMoves { empties + 5 } else { empties };
    let table = Table::try_new(options.hash, space).map_err(SearchError::NoMemory)?;
    let table = table.shared_by(threads);
    let parallel = pool.is_some();
    let setup = Setup { position, rules, table: &table, parallel, reduction: 0, progress };
    let solver = kernel::on_grid(position.size(), setup);
    let most = position.size().squares().cast_signed();
    let (lower, upper) = options.bounds;
    let mut window = Window::new((lower.max(-most), upper.min(most)), 0);
    // Growing steps save a quarter of the nodes for the value of 4×12 if there is no evaluation,
    // because one side wins everything. An evaluation for most discs guesses better than that.
    let is_guessed = rules.objective == Objective::Most && solver.has_evaluation();
    window.run = if is_guessed { None } else { Some(0) };
    let session = Session::new(solver, &table, pool, journal);
    let classes = classes(position);
    let mut root = Root { position, passed, classes, find, lines, session, progress };

    let ranked = root.find_value(&mut window);
    let mut result = SearchResult::with_bounds(position, (window.lower, window.upper));
    if window.bound().is_none() {
        let value = window.lower;
        // These come first: what they leave in the table makes the best moves quick to find.
        let values = root.move_values(&ranked, value);
        let best_moves = root.best_moves(&ranked, value);
        result.best_move = best_moves.first().copied();
        result.line = root.best_play(result.best_move, value, false);
        result.moves = root.lines(values, &result.line);
        if find >= Find::BestMoves && root.session.complete {
            let images = best_moves.into_iter().flat_map(|first| root.class(first)).copied();
            let mut images: Vec<_> = images.collect();
            images.sort_unstable();
            result.best_moves = Some(images);
        }
    }
    result.complete = root.session.complete;
    result.nodes = root.session.finish();
    Ok(result)
}

/// The legal moves, grouped by the positions they lead to, up to symmetry. Groups and moves are in
/// the order of squares. From a start there is one group of four.
pub(crate) fn classes(position: Position) -> Vec<Vec<Square>> {
    let mut classes: Vec<(Position, Vec<Square>)> = Vec::new();
    for (square, after) in position.moves().into_iter().zip(position.after_moves()) {
        let form = after.canonical();
        match classes.iter_mut().find(|(other, _)| *other == form) {
            Some((_, class)) => class.push(square),
            None => classes.push((form, vec![square])),
        }
    }
    classes.into_iter().map(|(_, class)| class).collect()
}

/// A position with a legal move.
struct Root<'a> {
    position: Position,
    /// Whether the other side has just passed. Reports are then from its point of view.
    passed: bool,
    /// See [`classes`]. Only the first move of each class is searched.
    classes: Vec<Vec<Square>>,
    find: Find,
    lines: bool,
    session: Session<'a>,
    progress: &'a dyn Progress,
}

impl Root<'_> {
    /// Narrows the window until the value is known or the search is stopped. The first guess is the
    /// evaluation of the position or, if the known bounds are not symmetric, the smallest win.
    ///
    /// Returns the moves to search, the most promising first. If a move reaches the lower bound of
    /// the value, it comes first.
    fn find_value(&mut self, window: &mut Window) -> Vec<Square> {
        let mut moves = self.session.ranked(self.position, false);
        moves.retain(|&square| self.classes.iter().any(|class| class[0] == square));
        if window.lower + window.upper == 0 {
            window.guess = self.session.solver.estimate(self.position);
        }
        window.guess = self.guess(*window, &mut moves);
        let most = window.upper;
        while let Some(rises) = self.narrow(window, &mut moves) {
            let bounds = (window.lower, window.upper);
            let (lower, upper) = if self.passed { reversed(bounds) } else { bounds };
            self.progress.bounds(lower, upper);
            if rises {
                self.report_move(moves[0], window.lower, most);
            }
        }
        moves
    }

    /// A better guess at the value of the best of these moves, by selective searches if they pay.
    fn guess(&mut self, mut window: Window, moves: &mut [Square]) -> Score {
        for &stage in self.session.solver.stages(self.position) {
            self.session.solver.state().stage = Some(stage);
            let mut selective = window;
            while self.narrow(&mut selective, moves).is_some() {}
            window.guess = selective.lower;
        }
        self.session.solver.state().stage = None;
        window.guess
    }

    /// Narrows the window of the best of these moves by one question. A move that reaches the bound
    /// is put first.
    ///
    /// Returns whether the lower bound was raised, or `None` if the value is already known or the
    /// search was stopped.
    fn narrow(&mut self, window: &mut Window, moves: &mut [Square]) -> Option<bool> {
        let bound = window.bound()?;
        let (value, best) = self.session.at_least(self.position, moves, bound)?;
        let rises = value >= bound;
        if rises {
            moves[..=best].rotate_right(1);
        }
        window.narrow(bound, value);
        Some(rises)
    }

    /// Reports the bounds of a move and of its mirror images.
    fn report_move(&self, square: Square, lower: Score, upper: Score) {
        if !self.passed {
            for &image in self.class(square) {
                self.progress.move_bounds(image, lower, upper);
            }
        }
    }

    /// The class whose first move this is.
    fn class(&self, first: Square) -> &[Square] {
        self.classes.iter().find(|class| class[0] == first).map_or(&[], Vec::as_slice)
    }

    /// The value of each of the `ranked` moves, if wanted. The search does not start from scratch:
    /// the table is full of entries from the search for the `best` value.
    fn move_values(&mut self, ranked: &[Square], best: Score) -> Vec<(Square, Score)> {
        if self.find < Find::AllMoves {
            return Vec::new();
        }
        let mut values = Vec::new();
        let most = self.position.size().squares().cast_signed();
        let mut guess = best;
        for (index, &square) in ranked.iter().enumerate() {
            let mut window = Window::new((-most, best), guess);
            if index > 0 {
                // It takes fewer nodes to show that a bad move fails low than that it fails high,
                // so the first guess is high: 10 % fewer on FFO 41.
                window.guess = self.guess(window, &mut [square]) + 1;
            }
            self.report_move(square, window.lower, window.upper);
            while self.narrow(&mut window, &mut [square]).is_some() {
                self.report_move(square, window.lower, window.upper);
            }
            if window.bound().is_some() {
                return Vec::new();
            }
            guess = window.lower;
            values.push((square, guess));
        }
        values
    }

    /// The `ranked` moves that reach the value: all of them, one or none, as requested.
    fn best_moves(&mut self, ranked: &[Square], value: Score) -> Vec<Square> {
        match self.find {
            Find::Value => Vec::new(),
            Find::BestMove => self.first_best(self.position, ranked, value).into_iter().collect(),
            Find::BestMoves | Find::AllMoves => {
                let most = self.position.size().squares().cast_signed();
                let mut best = Vec::new();
                for index in 0..self.classes.len() {
                    let square = self.classes[index][0];
                    let found = self.session.at_least(self.position, &[square], value);
                    let Some((found, _)) = found else { break };
                    let reaches = found >= value;
                    let (lower, upper) = if reaches { (value, value) } else { (-most, found) };
                    self.report_move(square, lower, upper);
                    if reaches {
                        best.push(square);
                    }
                }
                best
            }
        }
    }

    /// The moves with their values, and a line for each if lines are wanted. The principal
    /// variation is the line of its first move. All other lines continue with the best move that a
    /// search with an empty table would try first.
    ///
    /// So the lines do not depend on the contents of the table. A best move is nearly always among
    /// the first that are tried, and all lines together take 3 % of the nodes of random endgames
    /// and of FFO 40–43. The first best moves in the order of squares, as in the principal
    /// variation, would take a fifth of them.
    fn lines(&mut self, values: Vec<(Square, Score)>, principal: &Game) -> Vec<ValuedMove> {
        let mut moves = Vec::new();
        for (square, value) in values {
            let line = if !self.lines {
                None
            } else if principal.moves().first() == Some(&square) {
                Some(principal.clone())
            } else {
                Some(self.best_play(Some(square), value, true))
            };
            let mv = ValuedMove { square, value, line };
            moves.extend(self.class(square).iter().map(|&image| mv.image(image)));
        }
        if !self.session.complete {
            return Vec::new();
        }
        moves.sort_by_key(|mv| (Reverse(mv.value), mv.square));
        moves
    }

    /// A line that begins with the move `next`, if any, which has this value. With `afresh`, it
    /// continues with the best move that a search with an empty table would try first. Otherwise it
    /// continues with the first best move in the order of squares if all best moves are wanted, and
    /// with any best move if not.
    fn best_play(&mut self, mut next: Option<Square>, mut value: Score, afresh: bool) -> Game {
        let (mut position, mut line) = (self.position, Vec::new());
        while let Some(square) = next {
            line.push(square);
            (position, value) = (position.play(square).expect("the move is legal"), -value);
            if position.moves().is_empty() {
                (position, value) = (position.pass(), -value);
            }
            let mut moves = self.session.ranked(position, afresh);
            if !afresh && self.find >= Find::BestMoves {
                moves.sort_unstable();
            }
            next = self.first_best(position, &moves, value);
        }
        Game::known(self.position, line)
    }

    /// The first of these moves that reaches the value. `None` if the search was stopped.
    fn first_best(&mut self, position: Position, moves: &[Square], value: Score) -> Option<Square> {
        moves.iter().copied().find(|&square| {
            let found = self.session.at_least(position, &[square], value);
            found.is_some_and(|(found, _)| found >= value)
        })
    }
}
