//! The question at the root, answered by a few searches with null windows.

use std::sync::atomic::Ordering::Relaxed;

use rayon::ThreadPool;

use super::journal::{Answer, Journal, next_pause};
use super::ordering::Candidates;
use super::parallel::{SPLIT, pool};
use super::region::Region;
use super::table::{Key, Table};
use super::{Search, SearchMonitor, SearchOptions};
use crate::board::isa::Isa;
use crate::board::{Position, Shape, Square};
use crate::score::Score;

/// A position on the grid `H` in which there is a legal move.
pub(super) struct Problem<'a, H: Shape, I> {
    pub(super) isa: I,
    pub(super) region: &'a Region<H>,
    pub(super) position: Position<H>,
    /// The moves to be considered, in the order in which they are to be named.
    pub(super) moves: Vec<Square<H>>,
    /// Whether the board's columns are the grid's rows.
    pub(super) transposed: bool,
    /// Whether the monitor is told of the values of the side not to move, who had
    /// to pass before.
    pub(super) passed: bool,
    pub(super) options: &'a SearchOptions,
    pub(super) monitor: &'a SearchMonitor,
}

/// As [`SearchResult`](super::SearchResult), on the grid.
pub(super) struct Solution<H: Shape> {
    pub(super) lower: Score,
    pub(super) upper: Score,
    pub(super) best_moves: Vec<Square<H>>,
    pub(super) line: Vec<Square<H>>,
    pub(super) complete: bool,
    pub(super) nodes: u64,
}

impl<H: Shape, I: Isa> Problem<'_, H, I> {
    /// Finds the value, best moves and a line.
    pub(super) fn solve(&self, journal: &mut Journal<'_>) -> Solution<H> {
        let empties = self.region.empty(self.position).len();
        let pool = pool(if empties < SPLIT { 1 } else { self.options.threads });
        let table = Table::new(self.options.hash, empties);
        let search = Search {
            parallel: pool.is_some(),
            pause_at: next_pause(0),
            ..Search::new(self.isa, self.region, self.options.rules, &table, self.monitor)
                .with_evaluation(empties)
        };
        let mut root = Root {
            problem: self,
            search,
            pool,
            journal,
            lower: self.options.bounds.0.max(-self.region.count.cast_signed()),
            upper: self.options.bounds.1.min(self.region.count.cast_signed()),
            complete: true,
        };
        root.find_value();
        let best_moves = root.best_moves();
        let line = root.line(&best_moves);
        root.recall();
        let nodes = root.search.nodes;
        if root.complete {
            root.journal.finish(nodes);
        }
        Solution {
            lower: root.lower,
            upper: root.upper,
            best_moves,
            line,
            complete: root.complete,
            nodes,
        }
    }
}

/// What is known of the problem so far.
struct Root<'a, 'j, H: Shape, I> {
    problem: &'a Problem<'a, H, I>,
    search: Search<'a, H, I>,
    /// The threads, if there are several.
    pool: Option<ThreadPool>,
    journal: &'a mut Journal<'j>,
    lower: Score,
    upper: Score,
    /// Whether no question was left without an answer.
    complete: bool,
}

impl<'a, H: Shape, I: Isa> Root<'a, '_, H, I> {
    /// The next answer of an earlier run. After the last of them the search goes on
    /// from where that was.
    fn recall(&mut self) -> Option<Answer> {
        let answer = self.journal.recall();
        if answer.is_none()
            && let Some(nodes) = self.journal.restore(self.search.table)
        {
            (self.search.nodes, self.search.reported) = (nodes, nodes);
            self.search.pause_at = next_pause(nodes);
        }
        answer
    }

    /// The answer to a question, `None` if the search was stopped.
    fn ask(
        &mut self,
        question: impl Fn(&mut Search<'a, H, I>) -> (Score, usize) + Sync,
    ) -> Option<(Score, usize)> {
        match self.recall() {
            Some(Answer::Bound(value, place)) => return Some((value, place)),
            Some(Answer::Order(_)) => self.journal.contradict(),
            None => {}
        }
        while !self.journal.has_failed() {
            let search = &mut self.search;
            let (value, place) = match &self.pool {
                Some(pool) => pool.install(|| question(search)),
                None => question(search),
            };
            if !search.stopped() {
                self.journal.add(Answer::Bound(value, place));
                return Some((value, place));
            }
            if self.problem.monitor.is_stopped() {
                break;
            }
            self.journal.pause(self.search.nodes, self.search.table);
            self.search.pause_at = next_pause(self.search.nodes);
        }
        self.complete = false;
        None
    }

    /// As [`ranked`].
    fn ranked(&mut self, position: Position<H>) -> Vec<Square<H>> {
        match self.recall() {
            Some(Answer::Order(squares)) => {
                return squares.into_iter().map(Square::from_index).collect();
            }
            Some(Answer::Bound(..)) => self.journal.contradict(),
            None => {}
        }
        let moves = ranked(&mut self.search, position);
        self.journal.add(Answer::Order(moves.iter().map(|square| square.index()).collect()));
        moves
    }

    /// Narrows the bounds until they meet, by asking again and again whether
    /// the value is above the last bound found or below (MTD(f): Plaat et al.,
    /// "Best-first fixed-depth minimax algorithms", 1996). The first is a guess:
    /// what the position looks like or, if the sides are not alike any more, the
    /// least that one can win by.
    fn find_value(&mut self) {
        let Problem { position, monitor, .. } = *self.problem;
        let mut moves = self.ranked(position);
        moves.retain(|square| self.problem.moves.contains(square));
        let mut guess = match self.lower + self.upper {
            0 => self.search.estimate(position),
            _ => 0,
        };
        while self.lower < self.upper {
            let bound = guess.clamp(self.lower + 1, self.upper);
            let Some((value, best)) = self.ask(|search| at_least(search, position, &moves, bound))
            else {
                return;
            };
            if value >= bound {
                self.lower = value;
                moves[..=best].rotate_right(1);
            } else {
                self.upper = value;
            }
            let (lower, upper) = if self.problem.passed {
                (-self.upper, -self.lower)
            } else {
                (self.lower, self.upper)
            };
            monitor.lower.store(lower, Relaxed);
            monitor.upper.store(upper, Relaxed);
            guess = value;
        }
    }

    /// The moves that reach the value, if it is known: all of them or one.
    fn best_moves(&mut self) -> Vec<Square<H>> {
        if self.lower < self.upper {
            return Vec::new();
        }
        let (position, value) = (self.problem.position, self.lower);
        if self.problem.options.all_moves {
            let moves = self.problem.moves.iter().copied();
            moves.filter(|&square| self.reaches(position, square, value)).collect()
        } else {
            let mut moves = self.ranked(position);
            moves.retain(|square| self.problem.moves.contains(square));
            self.first_best(position, &moves, value).into_iter().collect()
        }
    }

    /// The first of `moves` that is worth `value`.
    fn first_best(
        &mut self,
        position: Position<H>,
        moves: &[Square<H>],
        value: Score,
    ) -> Option<Square<H>> {
        moves.iter().copied().find(|&square| self.reaches(position, square, value))
    }

    /// Whether a move is worth `value` or more; a search that was stopped does
    /// not say so.
    fn reaches(&mut self, position: Position<H>, square: Square<H>, value: Score) -> bool {
        let found = self.ask(|search| (value_of(search, position, square, value), 0));
        found.is_some_and(|(found, _)| found >= value)
    }

    /// A line of best play that begins with the first of `best_moves`: with the
    /// first best move at each turn if all were asked for, or with any.
    fn line(&mut self, best_moves: &[Square<H>]) -> Vec<Square<H>> {
        let mut line = Vec::new();
        let (mut position, mut value) = (self.problem.position, self.lower);
        let mut next = best_moves.first().copied();
        while let Some(square) = next {
            line.push(square);
            let search = &self.search;
            (position, value) = (search.isa.play(position, square), -value);
            if (search.isa.moves(position) & search.region.empty(position)).is_empty() {
                (position, value) = (position.pass(), -value);
            }
            let mut moves = self.ranked(position);
            if self.problem.options.all_moves {
                moves.sort_unstable_by_key(|square| {
                    let (column, row) = (square.column(), square.row());
                    if self.problem.transposed { (column, row) } else { (row, column) }
                });
            }
            next = self.first_best(position, &moves, value);
        }
        line
    }
}

/// A bound of the value, a lower bound if it is `bound` or more and an upper
/// bound otherwise, and the place among `moves` of the move that reaches it.
fn at_least<H: Shape, I: Isa>(
    search: &mut Search<'_, H, I>,
    position: Position<H>,
    moves: &[Square<H>],
    bound: Score,
) -> (Score, usize) {
    let mut best = (Score::MIN, 0);
    for (index, &square) in moves.iter().enumerate() {
        let value = value_of(search, position, square, bound);
        if value > best.0 {
            best = (value, index);
        }
        if value >= bound || search.stopped() {
            break;
        }
    }
    best
}

/// A bound of the value of a move, on the same side of `bound` as the value.
fn value_of<H: Shape, I: Isa>(
    search: &mut Search<'_, H, I>,
    position: Position<H>,
    square: Square<H>,
    bound: Score,
) -> Score {
    let next = search.isa.play(position, square);
    -search.null_window(next, -bound)
}

/// The legal moves, the most promising first.
pub(super) fn ranked<H: Shape, I: Isa>(
    search: &mut Search<'_, H, I>,
    position: Position<H>,
) -> Vec<Square<H>> {
    let empty = search.region.empty(position);
    let moves = search.isa.moves(position) & empty;
    let mut candidates = Candidates::new();
    candidates.fill(search, position, moves);
    let known = search.table.get(Key::new(position));
    candidates.rank(search, empty, known);
    std::iter::from_fn(|| candidates.take_best()).map(|candidate| candidate.square).collect()
}
