//! The question at the root, answered by a few searches with null windows.

use std::sync::atomic::Ordering::Relaxed;

use super::ordering::Candidates;
use super::region::Region;
use super::table::{Key, Table};
use super::{Search, SearchMonitor, SearchOptions, sign};
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
    pub(super) options: &'a SearchOptions,
    pub(super) monitor: &'a SearchMonitor,
}

/// As [`SearchResult`](super::SearchResult), on the grid.
pub(super) struct Solution<H: Shape> {
    pub(super) lower: Score,
    pub(super) upper: Score,
    pub(super) best_moves: Vec<Square<H>>,
    pub(super) line: Vec<Square<H>>,
    pub(super) nodes: u64,
}

impl<H: Shape, I: Isa> Problem<'_, H, I> {
    /// Finds the value, best moves and a line.
    pub(super) fn solve(&self) -> Solution<H> {
        let empties = self.region.empty(self.position).len();
        let table = Table::new(self.options.hash, empties);
        let mut root = Root {
            search: Search {
                isa: self.isa,
                region: self.region,
                rules: self.options.rules,
                sign: sign(self.options.rules),
                table: &table,
                monitor: self.monitor,
                nodes: 0,
            },
            position: self.position,
            moves: self.moves.clone(),
            lower: -self.region.count.cast_signed(),
            upper: self.region.count.cast_signed(),
        };
        root.order();
        root.find_value();
        let best_moves = root.best_moves(self);
        let line = root.line(&best_moves, self);
        Solution {
            lower: root.lower,
            upper: root.upper,
            best_moves,
            line,
            nodes: root.search.nodes,
        }
    }
}

struct Root<'a, H: Shape, I> {
    search: Search<'a, H, I>,
    position: Position<H>,
    /// The moves, the most promising first.
    moves: Vec<Square<H>>,
    lower: Score,
    upper: Score,
}

impl<H: Shape, I: Isa> Root<'_, H, I> {
    fn order(&mut self) {
        let ranked = ranked(&mut self.search, self.position);
        self.moves.sort_by_key(|square| ranked.iter().position(|other| other == square));
    }

    /// Narrows the bounds until they meet, by asking again and again whether
    /// the value is above the last bound found or below (MTD(f): Plaat et al.,
    /// "Best-first fixed-depth minimax algorithms", 1996).
    fn find_value(&mut self) {
        let mut guess = 0;
        while self.lower < self.upper {
            let bound = guess.clamp(self.lower + 1, self.upper);
            let value = self.at_least(bound);
            if self.search.stopped() {
                return;
            }
            if value >= bound {
                self.lower = value;
            } else {
                self.upper = value;
            }
            let (lower, upper) = (self.lower, self.upper);
            self.search.monitor.lower.store(lower, Relaxed);
            self.search.monitor.upper.store(upper, Relaxed);
            guess = value;
        }
    }

    /// A bound of the value: a lower bound if it is `bound` or more, an upper
    /// bound otherwise. A move that reaches `bound` becomes the first.
    fn at_least(&mut self, bound: Score) -> Score {
        let mut best = Score::MIN;
        for index in 0..self.moves.len() {
            let value = self.value_of(self.position, self.moves[index], bound);
            best = best.max(value);
            if value >= bound {
                self.moves[..=index].rotate_right(1);
                break;
            }
            if self.search.stopped() {
                break;
            }
        }
        best
    }

    /// A bound of the value of a move, on the same side of `bound` as the value.
    fn value_of(&mut self, position: Position<H>, square: Square<H>, bound: Score) -> Score {
        let next = self.search.isa.play(position, square);
        -self.search.null_window(next, -bound)
    }

    /// The moves that reach the value, if it is known: all of them or one.
    fn best_moves(&mut self, problem: &Problem<'_, H, I>) -> Vec<Square<H>> {
        if self.lower < self.upper {
            // The move that reached the lower bound, if any did, was put first.
            return self.moves.first().copied().into_iter().collect();
        }
        if !problem.options.all_moves {
            let best = self.first_best(self.position, &self.moves.clone(), self.lower);
            return best.into_iter().collect();
        }
        let (position, value) = (self.position, self.lower);
        let moves = problem.moves.iter().copied();
        moves.filter(|&square| self.reaches(position, square, value)).collect()
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
        self.value_of(position, square, value) >= value && !self.search.stopped()
    }

    /// A line of best play that begins with the first of `best_moves`: with the
    /// first best move at each turn if all were asked for, or with any.
    fn line(&mut self, best_moves: &[Square<H>], problem: &Problem<'_, H, I>) -> Vec<Square<H>> {
        let mut line = Vec::new();
        let (mut position, mut value) = (self.position, self.lower);
        let mut next = best_moves.first().copied();
        while let Some(square) = next {
            line.push(square);
            (position, value) = (self.search.isa.play(position, square), -value);
            let can_move = |position| {
                let moves = self.search.isa.moves(position) & self.search.region.empty(position);
                !moves.is_empty()
            };
            if !can_move(position) {
                (position, value) = (position.pass(), -value);
            }
            let mut moves = ranked(&mut self.search, position);
            if problem.options.all_moves {
                moves.sort_unstable_by_key(|square| {
                    let (column, row) = (square.column(), square.row());
                    if problem.transposed { (column, row) } else { (row, column) }
                });
            }
            next = self.first_best(position, &moves, value);
        }
        line
    }
}

/// The legal moves, the most promising first.
pub(super) fn ranked<H: Shape, I: Isa>(
    search: &mut Search<'_, H, I>,
    position: Position<H>,
) -> Vec<Square<H>> {
    let empty = search.region.empty(position);
    let moves = search.isa.moves(position) & empty;
    let mut candidates = Candidates::new(search, position, moves);
    let known = search.table.get(Key::new(position));
    candidates.rank(search, position, empty, known);
    std::iter::from_fn(|| candidates.take_best()).map(|candidate| candidate.square).collect()
}
