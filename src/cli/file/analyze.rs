//! `analyze --file`.

use std::ops::ControlFlow;

use othello_solver::{
    Analysis, AnalysisOptions, Game, Progress, Score, Shape, Square, Start, analyze,
};
use serde::Serialize;

use super::{Answer, Out, PositionFile};
use crate::cli::args::RulesArgs;
use crate::cli::failure::Failure;
use crate::cli::progress::Bar;
use crate::cli::size::ForShape;

/// Analyses each position of a file.
pub(crate) struct AnalyzeFile<'a> {
    pub(crate) file: PositionFile,
    pub(crate) start: Start,
    pub(crate) rules: RulesArgs,
    pub(crate) options: AnalysisOptions,
    pub(crate) out: Out,
    pub(crate) bar: &'a Bar,
}

/// What is known at the greatest depth.
#[derive(Serialize)]
struct Analyzed {
    /// The cells row by row from `a1` and the side to move.
    position: String,
    depth: u32,
    value: Score,
    exact: bool,
    best_moves: Vec<String>,
    line: String,
    nodes: u64,
}

impl Analyzed {
    fn new<S: Shape>(game: Game<S>, analysis: &Analysis<S>) -> Self {
        Self {
            position: game.to_string(),
            depth: analysis.depth,
            value: analysis.value,
            exact: analysis.exact,
            best_moves: analysis.best_moves().map(|square| square.to_string()).collect(),
            line: analysis.line.iter().map(Square::to_string).collect(),
            nodes: analysis.nodes,
        }
    }
}

impl Answer for Analyzed {
    fn value(&self) -> Option<Score> {
        self.exact.then_some(self.value)
    }

    fn value_of(&self, _square: &str) -> Option<Score> {
        // The values of moves may be inexact where that of the position is not.
        None
    }

    fn words(&self) -> String {
        let exact = if self.exact { "exact" } else { "" };
        format!("{:>+5}  {exact:5}  {}  {}", self.value, self.best_moves.join(" "), self.line)
    }
}

impl ForShape for AnalyzeFile<'_> {
    type Output = Result<(), Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let Self { file, start, rules, options, out, bar } = self;
        file.answer_each::<S, _>(start, rules, &out, |entry, rules| {
            let options = AnalysisOptions { rules, ..options };
            let mut deepest = None;
            analyze(entry.game.position(), &options, bar, |analysis| {
                deepest = Some(Analyzed::new(entry.game, &analysis));
                ControlFlow::Continue(())
            });
            let stopped = || Failure::failed(format!("stopped at line {}", entry.line));
            deepest.filter(|_| !bar.stopped()).ok_or_else(stopped)
        })
    }
}
