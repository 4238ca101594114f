//! The parts of the search and its evaluation that `cargo xtask train` uses to train weights.

use crate::board::Size;
use crate::board::kernel::{Embedding, Isa, Kernel, Shape, on_grid};
use crate::evaluation::{self, Evaluation};
use crate::game::{Position, Rules, Score};
use crate::search::Window;
use crate::search::tree::{Context, Region, Search, Stop, Table, shallow};

/// Weights are in units of 1/8 of a disc.
pub const UNITS_PER_DISC: i32 = evaluation::UNITS_PER_DISC;

/// The fewest empty squares of the positions that weights are trained on.
pub const FEWEST: u32 = evaluation::FEWEST;

/// The phase of the game with this many empty squares, counted from the end of the game.
pub fn phase(empties: u32) -> usize {
    evaluation::phase(empties)
}

/// Weights for boards of one size. Training starts with the last phase of the game, so the earlier
/// phases may still be missing.
#[derive(Debug)]
pub struct Weights {
    size: Size,
    /// Has the patterns, but perhaps no weights.
    evaluation: Evaluation,
    /// For each weight of a phase, the index of its stored weight.
    shared: Vec<u32>,
    /// The number of weights stored for each phase.
    pub stored: usize,
    are_known: bool,
}

impl Weights {
    /// Reads the bytes of a file, which may have only the last phases, or none.
    pub fn new(size: Size, file: &[u8]) -> Self {
        let (evaluation, are_known) = (on_grid(size, Read(file)), !file.is_empty());
        let (shared, stored) = evaluation::shared(size);
        Self { size, evaluation, shared, stored, are_known }
    }

    /// Calls `work` with a search that uses these weights, and a table of `hash` bytes for
    /// positions with at most `empties` empty squares.
    pub fn search<R>(
        &self,
        rules: Rules,
        (hash, empties): (usize, u32),
        work: impl FnOnce(&mut dyn Judge) -> R,
    ) -> R {
        let table = &Table::new(hash, empties);
        on_grid(self.size, Judging { rules, weights: self, table, work })
    }
}

struct Read<'a>(&'a [u8]);

impl Kernel for Read<'_> {
    type Output = Evaluation;

    fn run<G: Shape, I: Isa>(self, _: I, board: &Embedding<G>) -> Evaluation {
        Evaluation::new(board, self.0)
    }
}

/// A search for positions of one board. Values are for the side to move.
pub trait Judge {
    /// The exact value of a position, which is found sooner with a better guess.
    fn value(&mut self, position: Position, guess: Score) -> Score;

    /// Estimates the value in discs, by a search of this many plies.
    fn shallow(&mut self, position: Position, plies: u32) -> f32;

    /// For each pattern, the index of its weight among the stored weights of the phase.
    fn weights(&self, position: Position) -> Vec<usize>;
}

struct Judging<'a, F> {
    rules: Rules,
    weights: &'a Weights,
    table: &'a Table,
    work: F,
}

impl<R, F: FnOnce(&mut dyn Judge) -> R> Kernel for Judging<'_, F> {
    type Output = R;

    fn run<G: Shape, I: Isa>(self, isa: I, board: &Embedding<G>) -> R {
        let Self { rules, weights, table, work } = self;
        let (stop, region) = (Stop::new(&()), Region::new(board));
        let mut search = Search::new(Context::new(isa, &region, rules), table, &stop);
        if weights.are_known {
            search.evaluation = Some(&weights.evaluation);
        }
        work(&mut OnGrid { search, weights })
    }
}

struct OnGrid<'a, G: Shape, I> {
    search: Search<'a, G, I>,
    weights: &'a Weights,
}

impl<G: Shape, I: Isa> Judge for OnGrid<'_, G, I> {
    fn value(&mut self, position: Position, guess: Score) -> Score {
        let most = position.size().squares().cast_signed();
        let position = self.search.to_grid(position);
        let window = Window::new((-most, most), guess);
        window.closed(|bound| Some(self.search.null_window(position, bound - 1))).lower
    }

    #[expect(clippy::cast_precision_loss, reason = "it is below 2^24")]
    fn shallow(&mut self, position: Position, plies: u32) -> f32 {
        let value = self.search.shallow(self.search.to_grid(position), plies);
        value as f32 / shallow::POINTS_PER_DISC as f32
    }

    fn weights(&self, position: Position) -> Vec<usize> {
        let Weights { evaluation, shared, .. } = self.weights;
        let features = evaluation.features(self.search.to_grid(position));
        evaluation.indices(&features).map(|index| shared[index] as usize).collect()
    }
}
