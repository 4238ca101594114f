//! Questions about positions of one board, answered one after the other with a common table.

use super::searcher::{Oracle, SELECTIVE};
use super::tree::Stage;
use crate::board::Square;
use crate::evaluation::Evaluation;
use crate::game::{Position, Rules, Score};
use crate::progress::Progress;

impl Oracle {
    /// The same searcher with another order of moves: it reaches the same answers through other
    /// trees.
    #[must_use]
    pub fn reordered(self) -> Self {
        Self { reduction: 1, ..self }
    }

    /// The same searcher for this number of threads, which may ask questions at the same time.
    #[must_use]
    pub fn shared_by(self, threads: usize) -> Self {
        Self { table: self.table.shared_by(threads), ..self }
    }

    /// The value for the side to move, or `None` if the listener stops the search before it is
    /// known. As at the root of a [`search`](crate::search()), a selective search makes the first
    /// guess.
    pub fn value(&self, position: Position, progress: &dyn Progress) -> Option<Score> {
        self.run(position, progress, |tree| {
            let mut guess = tree.estimate(position);
            for &stage in tree.stages(position) {
                tree.state().stage = Some(stage);
                guess = tree.value(position, guess);
            }
            tree.state().stage = None;
            let value = tree.value(position, guess);
            (!tree.is_stopped()).then_some(value)
        })
    }

    /// Whether the value for the side to move is `bound` or more, or `None` if the listener stops
    /// the search before that is known.
    ///
    /// # Panics
    ///
    /// If an earlier question was about a board of another size, or if the listener panics.
    pub fn at_least(
        &self,
        position: Position,
        bound: Score,
        progress: &dyn Progress,
    ) -> Option<bool> {
        self.run(position, progress, |tree| {
            let value = tree.null_window(position, bound - 1);
            (!tree.is_stopped()).then_some(value >= bound)
        })
    }

    /// What the value for the side to move, who has a legal move, is at least, if it is `bound` or
    /// more, or at most otherwise; and the number of positions searched. `None` if the listener
    /// stops the search before that is known.
    pub fn ask(
        &self,
        position: Position,
        bound: Score,
        progress: &dyn Progress,
    ) -> Option<(Score, u64)> {
        self.run(position, progress, |tree| {
            let moves = tree.ranked(position);
            let (value, _) = tree.at_least(position, &moves, bound);
            (!tree.is_stopped()).then_some((value, tree.state().nodes))
        })
    }
}

/// The legal moves of a position, in the order in which a search would try them, and the number of
/// positions searched to rank them. The searches that rank them are `reduction` plies shallower
/// than usual.
pub fn ranked_moves(position: Position, rules: Rules, reduction: u32) -> (Vec<Square>, u64) {
    let oracle = Oracle { reduction, ..Oracle::new(rules, 0, 0) };
    oracle.run(position, &(), |tree| (tree.ranked(position), tree.state().nodes))
}

/// How far from the window a shallow value has to be to be believed when a value is only to be
/// estimated, in the unit of shallow searches: two discs.
const ROUGH: i32 = 200;

/// About what a position is worth to the side to move, by a selective search with a table of `hash`
/// bytes, and the number of positions searched. `None` if there is no trained evaluation for the
/// board, or if so few squares are empty that one does not pay.
pub fn selective_value(position: Position, rules: Rules, hash: usize) -> Option<(Score, u64)> {
    if position.empties() < SELECTIVE || !Evaluation::exists(position.size(), rules) {
        return None;
    }
    let oracle = Oracle::new(rules, hash, position.empties());
    oracle.run(position, &(), |tree| {
        let guess = tree.estimate(position);
        tree.state().stage = Some(Stage::new(1, ROUGH));
        let value = tree.value(position, guess);
        Some((value, tree.state().nodes))
    })
}
