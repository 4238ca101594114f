//! Perfect play for the next few plies: full-width minimax to a fixed depth.

use std::ops::ControlFlow;

use super::host::{Frame, OnGrid, on_grid};
use super::lookahead::Lookahead;
use super::{named, up_to_symmetry};
use crate::board::isa::Isa;
use crate::board::{Discs, Position, Shape, Square, Turn};
use crate::progress::Progress;
use crate::score::{Rules, Score};

/// How far to look, and with what means.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisOptions {
    /// How a game is scored.
    pub rules: Rules,
    /// The greatest depth, in plies.
    pub depth: u32,
    /// The most memory that the transposition table takes, in bytes.
    pub hash: usize,
}

impl Default for AnalysisOptions {
    /// The default rules, a depth of ten plies and a table of 256 MiB.
    fn default() -> Self {
        Self { rules: Rules::default(), depth: 10, hash: 256 << 20 }
    }
}

/// What play to a fixed depth comes to, if both sides play best.
///
/// A game that ends within the depth counts with its final score; where the
/// depth ends it, it counts as the discs lie. A pass is a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<S: Shape> {
    /// The number of plies.
    pub depth: u32,
    /// The value, seen by the side to move.
    pub value: Score,
    /// Whether that is the value of the whole game: no matter how the games go
    /// on that have not ended within the depth, it stays the same.
    pub exact: bool,
    /// Each move and its value, seen by the side to move, in the order of
    /// squares.
    pub moves: Vec<(Square<S>, Score)>,
    /// The line of best play that takes the first best move at each turn.
    /// Passes are left out.
    pub line: Vec<Square<S>>,
    /// The number of positions looked at for this depth.
    pub nodes: u64,
}

impl<S: Shape> Analysis<S> {
    /// The moves of the greatest value, in the order of squares.
    pub fn best_moves(&self) -> impl Iterator<Item = Square<S>> {
        let best = self.moves.iter().filter(|(_, value)| *value == self.value);
        best.map(|&(square, _)| square)
    }
}

/// Looks at a position to a depth of one ply, of two, and so on, and tells of
/// each depth as it is reached, until the listener breaks it off.
///
/// ```
/// # use othello_solver::{AnalysisOptions, Board8x8, Position, Start, analyze};
/// let mut values = Vec::new();
/// let start = Position::<Board8x8>::start(Start::Diagonal);
/// let options = AnalysisOptions { depth: 6, ..Default::default() };
/// analyze(start, &options, &(), |analysis| {
///     values.push(analysis.value);
///     std::ops::ControlFlow::Continue(())
/// });
/// assert_eq!(values, [3, 0, 3, -2, 3, -2]);
/// ```
pub fn analyze<S: Shape>(
    position: Position<S>,
    options: &AnalysisOptions,
    progress: &dyn Progress,
    mut reached: impl FnMut(Analysis<S>) -> ControlFlow<()>,
) {
    each_depth(position, options, progress, &mut reached);
}

/// As [`analyze`], compiled once for a shape, whoever listens.
fn each_depth<S: Shape>(
    position: Position<S>,
    options: &AnalysisOptions,
    progress: &dyn Progress,
    reached: &mut dyn FnMut(Analysis<S>) -> ControlFlow<()>,
) {
    let classes = match position.turn() {
        Turn::Place(moves) => up_to_symmetry(position, moves),
        Turn::Pass | Turn::Over => Vec::new(),
    };
    let mut name = |report: Report| {
        let moves = of_each(&classes, &report.values).into_iter();
        reached(Analysis {
            depth: report.depth,
            value: report.value,
            exact: report.exact,
            moves: moves.map(|(square, value)| (Square::from_index(square), value)).collect(),
            line: named(report.line),
            nodes: report.nodes,
        })
    };
    on_grid::<S, _>(Task {
        position: position.into(),
        moves: classes.iter().map(|class| class[0]).collect(),
        options,
        progress,
        reached: &mut name,
    });
}

/// Each square with the value of its class, in the order of squares.
fn of_each(classes: &[Vec<u32>], values: &[Score]) -> Vec<(u32, Score)> {
    let each = classes.iter().zip(values);
    let each = each.flat_map(|(class, &value)| class.iter().map(move |&square| (square, value)));
    let mut moves: Vec<_> = each.collect();
    moves.sort_unstable();
    moves
}

/// As [`Analysis`], with squares known by their numbers, and for each of the
/// moves that were asked for its value.
struct Report {
    depth: u32,
    value: Score,
    exact: bool,
    values: Vec<Score>,
    line: Vec<u32>,
    nodes: u64,
}

/// A position to analyse.
struct Task<'a> {
    position: Discs,
    moves: Vec<u32>,
    options: &'a AnalysisOptions,
    progress: &'a dyn Progress,
    reached: &'a mut dyn FnMut(Report) -> ControlFlow<()>,
}

impl OnGrid for Task<'_> {
    type Output = ();

    fn run<H: Shape, I: Isa>(self, isa: I, frame: &Frame<H>) {
        let position = frame.position(self.position);
        let squares: Vec<_> = self.moves.iter().map(|&index| frame.square(index)).collect();
        let mut lookahead = Lookahead::new(isa, frame, self.options.rules, self.progress);
        let mut moves: Vec<_> = squares.into_iter().map(|square| (square, [0; 2])).collect();
        let mut guesses = [0; 2];
        for depth in 1..=self.options.depth {
            self.progress.begin(&format!("depth {depth}"), None);
            lookahead.prepare(depth, self.options.hash);
            // The value swings with the player who has the last ply, so the
            // value of the depth before the last is the best guess.
            let parity = (depth % 2) as usize;
            for (square, values) in &mut moves {
                let next = isa.play(position, *square);
                values[parity] = -lookahead.value(next, depth - 1, -values[parity]);
            }
            let values: Vec<_> = moves.iter().map(|(_, values)| values[parity]).collect();
            guesses[parity] = match values.iter().max() {
                Some(&best) => best,
                None => lookahead.value(position, depth, guesses[parity]),
            };
            let value = guesses[parity];
            let report = Report {
                depth,
                value,
                values,
                exact: lookahead.is_exact(position, depth, value),
                line: lookahead.line(position, depth, value),
                nodes: lookahead.nodes(),
            };
            if self.progress.stopped() || (self.reached)(report).is_break() {
                return;
            }
        }
    }
}
