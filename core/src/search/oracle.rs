//! Single questions about positions of one board, which share a table.

use std::sync::OnceLock;

use super::solver::{SELECTIVE, Setup, Solver};
use super::tree::{Stage, Table};
use crate::board::{Size, Square, kernel};
use crate::evaluation::Evaluation;
use crate::game::{Position, Rules, Score};
use crate::progress::Progress;

/// Answers questions about positions, and keeps its transposition table from one question to the
/// next.
///
/// ```
/// # use othello_core::{Position, Rules, Size, Start};
/// # use othello_core::search::Oracle;
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let oracle = Oracle::new(Rules::default(), 1 << 20, start.empties());
/// assert_eq!(oracle.at_least(start, -8, &()), Some(true));
/// assert_eq!(oracle.at_least(start, -7, &()), Some(false));
/// ```
#[derive(Debug)]
pub struct Oracle {
    rules: Rules,
    table: Table,
    /// The board of the first question. The keys of the table cover only the discs.
    size: OnceLock<Size>,
    reduction: u32,
}

impl Oracle {
    /// An oracle for positions with at most `empties` empty squares, with a table of at most `hash`
    /// bytes. All questions must be about boards of the same size.
    ///
    /// # Panics
    ///
    /// With a [`NoMemory`](super::NoMemory) if the system cannot provide the memory.
    pub fn new(rules: Rules, hash: usize, empties: u32) -> Self {
        let (table, size) = (Table::new(hash, empties), OnceLock::new());
        Self { rules, table, size, reduction: 0 }
    }

    /// How games are scored.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Changes the move ordering, so that the same answers are found by searching other trees.
    #[doc(hidden)]
    pub fn reordered(self) -> Self {
        Self { reduction: 1, ..self }
    }

    /// Lets this many threads ask questions at the same time.
    pub fn shared_by(self, threads: usize) -> Self {
        Self { table: self.table.shared_by(threads), ..self }
    }

    /// The value for the side to move, or `None` if the listener stops the search before it is
    /// known. As at the root of a search, selective searches make the first guess.
    ///
    /// # Panics
    ///
    /// If an earlier question was about a board of another size, or if the listener panics.
    pub fn value(&self, position: Position, progress: &dyn Progress) -> Option<Score> {
        let mut solver = self.solver(position, progress);
        let mut guess = solver.estimate(position);
        for &stage in solver.stages(position) {
            solver.state().stage = Some(stage);
            guess = solver.value(position, guess);
        }
        solver.state().stage = None;
        let value = solver.value(position, guess);
        if solver.is_stopped() { None } else { Some(value) }
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
        let mut solver = self.solver(position, progress);
        let value = solver.null_window(position, bound - 1);
        if solver.is_stopped() { None } else { Some(value >= bound) }
    }

    /// A bound of the value for the side to move, which must have a legal move, and the number of
    /// positions searched. It is a lower bound if it is `bound` or more, and an upper bound
    /// otherwise. `None` if the listener stops the search before it is known.
    ///
    /// # Panics
    ///
    /// As [`at_least`](Self::at_least).
    #[doc(hidden)]
    pub fn ask(
        &self,
        position: Position,
        bound: Score,
        progress: &dyn Progress,
    ) -> Option<(Score, u64)> {
        let mut solver = self.solver(position, progress);
        let moves = solver.ranked(position, false);
        let (value, _) = solver.at_least(position, &moves, bound);
        if solver.is_stopped() { None } else { Some((value, solver.state().nodes)) }
    }

    /// A solver for one question: it counts the nodes and reports to the listener. Panics if an
    /// earlier question was about a board of another size.
    fn solver<'a>(
        &'a self,
        position: Position,
        progress: &'a dyn Progress,
    ) -> Box<dyn Solver + 'a> {
        let (size, own) = (position.size(), *self.size.get_or_init(|| position.size()));
        assert!(size == own, "a question about {size} to an oracle for {own}");
        let Self { rules, ref table, reduction, .. } = *self;
        let setup = Setup { position, rules, table, parallel: false, reduction, progress };
        kernel::on_grid(size, setup)
    }
}

/// The legal moves of a position, in the order in which a search would try them, and the number of
/// positions searched to rank them. The searches that rank them are `reduction` plies shallower
/// than usual.
pub fn ranked_moves(position: Position, rules: Rules, reduction: u32) -> (Vec<Square>, u64) {
    let oracle = Oracle { reduction, ..Oracle::new(rules, 0, 0) };
    let mut solver = oracle.solver(position, &());
    (solver.ranked(position, false), solver.state().nodes)
}

/// An approximate value for the side to move, by a selective search with a table of `hash` bytes,
/// and the number of positions searched. `None` if there is no trained evaluation for the board, or
/// if so few squares are empty that a selective search does not pay.
pub fn selective_value(position: Position, rules: Rules, hash: usize) -> Option<(Score, u64)> {
    if position.empties() < SELECTIVE || !Evaluation::exists(position.size(), rules) {
        return None;
    }
    let oracle = Oracle::new(rules, hash, position.empties());
    let mut solver = oracle.solver(position, &());
    let guess = solver.estimate(position);
    // For a rough estimate, a shallow value may cause a cutoff from about two discs outside the
    // window.
    solver.state().stage = Some(Stage { number: 1, margin: 200 });
    let value = solver.value(position, guess);
    Some((value, solver.state().nodes))
}
