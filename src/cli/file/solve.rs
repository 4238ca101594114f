//! `solve --file`.

use othello_solver::{Score, SearchMonitor, SearchOptions, Shape, Square, Start, search};
use serde::Serialize;

use super::{Answer, Out, PositionFile};
use crate::cli::args::RulesArgs;
use crate::cli::failure::Failure;
use crate::cli::progress::Bar;
use crate::cli::size::ForShape;

/// Solves each position of a file.
pub(crate) struct SolveFile<'a> {
    pub(crate) file: PositionFile,
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

impl ForShape for SolveFile<'_> {
    type Output = Result<(), Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let Self { file, start, rules, options, out, bar } = self;
        file.answer_each::<S, _>(start, rules, &out, |entry, rules| {
            let monitor = SearchMonitor::default();
            let options = SearchOptions { rules, ..options };
            let what = format!("line {}", entry.line);
            let position = entry.game.position();
            let mut result = None;
            bar.watch(&what, &monitor, &mut || result = Some(search(position, &options, &monitor)));
            let stopped = || Failure::failed(format!("stopped at {what}"));
            let result = result.ok_or_else(stopped)?;
            let value = result.value().ok_or_else(stopped)?;
            Ok(Solved {
                position: entry.game.to_string(),
                value,
                best_moves: result.best_moves.iter().map(Square::to_string).collect(),
                line: result.line.iter().map(Square::to_string).collect(),
                nodes: result.nodes,
            })
        })
    }
}
