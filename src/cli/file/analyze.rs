//! `analyze --file`.

use std::ops::ControlFlow;

use othello_solver::{AnalysisOptions, AnyGame, Progress, Score, Shape, Start, analyze};
use serde::Serialize;

use super::{Answer, Out, PositionFile};
use crate::cli::args::RulesArgs;
use crate::cli::failure::Failure;
use crate::cli::progress::Bar;
use crate::cli::size::{ForShape, Size, names};

/// Analyses each position of a file.
pub(crate) struct AnalyzeFile<'a> {
    pub(crate) file: PositionFile,
    pub(crate) size: Size,
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

impl AnalyzeFile<'_> {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let Self { file, size, start, rules, options, out, bar } = self;
        file.answer_each(size.start(start), rules, &out, &mut |entry, rules| {
            let options = AnalysisOptions { rules, ..options };
            let deepest = size.dispatch(AnalyzeGame { game: entry.game, options: &options, bar });
            let stopped = || Failure::failed(format!("stopped at line {}", entry.line));
            deepest.filter(|_| !bar.stopped()).ok_or_else(stopped)
        })
    }
}

/// Analyses a position.
struct AnalyzeGame<'a> {
    game: AnyGame,
    options: &'a AnalysisOptions,
    bar: &'a Bar,
}

impl ForShape for AnalyzeGame<'_> {
    type Output = Option<Analyzed>;

    fn run<S: Shape>(self) -> Self::Output {
        let game = self.game.game::<S>()?;
        let mut deepest = None;
        analyze(game.position(), self.options, self.bar, |analysis| {
            deepest = Some(analysis);
            ControlFlow::Continue(())
        });
        let deepest = deepest?;
        let best_moves: Vec<_> = deepest.best_moves().collect();
        Some(Analyzed {
            position: self.game.to_string(),
            depth: deepest.depth,
            value: deepest.value,
            exact: deepest.exact,
            best_moves: names(&best_moves),
            line: names(&deepest.line).concat(),
            nodes: deepest.nodes,
        })
    }
}
