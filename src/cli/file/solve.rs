//! `solve --file`.

use othello_solver::{AnyGame, Score, SearchMonitor, SearchOptions, Shape, Start, search};
use serde::Serialize;

use super::{Answer, Out, PositionFile};
use crate::cli::args::RulesArgs;
use crate::cli::failure::Failure;
use crate::cli::progress::Bar;
use crate::cli::size::{ForShape, Size, names};

/// Solves each position of a file.
pub(crate) struct SolveFile<'a> {
    pub(crate) file: PositionFile,
    pub(crate) size: Size,
    pub(crate) start: Start,
    pub(crate) rules: RulesArgs,
    pub(crate) options: SearchOptions,
    pub(crate) out: Out,
    pub(crate) bar: &'a Bar,
}

#[derive(Serialize)]
struct Solved {
    /// The cells row by row from `a1` and the side to move.
    position: String,
    value: Score,
    best_moves: Vec<String>,
    line: String,
    nodes: u64,
}

impl Answer for Solved {
    fn value(&self) -> Option<Score> {
        Some(self.value)
    }

    fn value_of(&self, square: &str) -> Option<Score> {
        self.best_moves.iter().any(|best| best == square).then_some(self.value)
    }

    fn words(&self) -> String {
        format!("{:>+5}  {:2}  {}", self.value, self.best_moves.join(" "), self.line)
    }
}

impl SolveFile<'_> {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let Self { file, size, start, rules, options, out, bar } = self;
        file.answer_each(size.start(start), rules, &out, &mut |entry, rules| {
            let monitor = SearchMonitor::default();
            let what = format!("line {}", entry.line);
            let options = SearchOptions { rules, ..options };
            let mut solved = None;
            bar.watch(&what, &monitor, &mut || {
                let game = entry.game;
                solved = size.dispatch(SolveGame { game, options: &options, monitor: &monitor });
            });
            solved.ok_or_else(|| Failure::failed(format!("stopped at {what}")))
        })
    }
}

/// Solves a position, unless it is stopped.
struct SolveGame<'a> {
    game: AnyGame,
    options: &'a SearchOptions,
    monitor: &'a SearchMonitor,
}

impl ForShape for SolveGame<'_> {
    type Output = Option<Solved>;

    fn run<S: Shape>(self) -> Self::Output {
        let game = self.game.game::<S>()?;
        let result = search(game.position(), self.options, self.monitor);
        let value = result.value().filter(|_| result.complete)?;
        Some(Solved {
            position: self.game.to_string(),
            value,
            best_moves: names(&result.best_moves),
            line: names(&result.line).concat(),
            nodes: result.nodes,
        })
    }
}
