//! `analyze`: perfect play for the next few plies.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::time::Instant;

use clap::Args;
use indicatif::HumanCount;
use othello_core::analysis::{Analysis, AnalysisOptions, Forecast};
use othello_core::{Position, Progress, Rules, Score, Size, Square, Start, analyze};
use serde::Serialize;

use super::args::{BOARD_8X8, BoardArgs, HashArgs, OutputArgs, RulesArgs, SCORE_OF_FILES};
use super::color::{self, answer};
use super::failure::Failure;
use super::file::{Answer, FileArgs, Lines, Out};
use super::output::listed;
use super::progress::Bar;

/// The heading of the table of depths.
const HEADING: &str = "\ndepth value       forecast      positions        time  best moves  line\n";

/// The note on values that are not exact.
const NO_FORECAST: &str =
    "discs: how they lie at that ply, which swings from ply to ply and is no forecast of the end\n";

/// Look at all lines of play a few plies ahead
///
/// For each depth this shows the value with best play by both sides, the best moves and a line.
/// `perft` counts the lines.
#[derive(Debug, Args)]
#[command(mut_arg("score", |arg| arg.help(SCORE_OF_FILES)))]
#[command(mut_arg("file", |arg| arg.requires("depth").conflicts_with_all(["moves", "position"])))]
#[command(after_help = "\
A game that is over counts with its score; any other counts with its discs as they lie at the last \
ply. A value is marked exact if nothing after that ply can change it. Other values are marked discs; \
they do not forecast how the game ends.

Examples:
  othello-solver analyze 8x8 --depth 10
  othello-solver --size 8 --depth 10              the same
  othello-solver analyze 6 --moves c2b4           until Ctrl-C")]
pub(crate) struct Analyze {
    #[command(flatten)]
    board: BoardArgs,

    /// Number of plies to look ahead [default: more and more, until Ctrl-C]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    print: OutputArgs,

    #[command(flatten)]
    hash: HashArgs,
}

/// The answer for a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Analyzed {
    /// The board.
    size: Size,
    /// How the first four discs lie; left out where a position was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
    /// The position.
    position: Position,
    #[serde(flatten)]
    rules: Rules,
    /// The outcomes of one ply, of two plies, and so on.
    depths: Vec<Depth>,
}

/// The analysis of a depth, and how long it took.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Depth {
    #[serde(flatten)]
    analysis: Analysis,
    /// What the trained evaluation expects at the end of the game, looking as far ahead; left out
    /// where the value is exact or there is no trained evaluation of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    forecast: Option<Forecast>,
    /// How long this depth took, in seconds.
    seconds: f64,
}

impl Analyze {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.file.lines(self.board.typed().reader(BOARD_8X8))? {
            Some(lines) => self.analyze_lines(lines),
            None => self.analyze_position(),
        }
    }

    fn options(&self, rules: Rules) -> AnalysisOptions {
        AnalysisOptions { rules, depth: self.depth.unwrap_or(u32::MAX), hash: self.hash.hash }
    }

    /// Prints each part of the text as soon as it is known.
    fn analyze_position(&self) -> Result<(), Failure> {
        let position = self.board.position(BOARD_8X8)?;
        let (bar, format) = (self.print.quiet.bar(), self.print.format);
        format.text(|| color::board(position, None) + HEADING)?;
        let depths = self.depths(position, &bar)?;
        // Without --depth, Ctrl-C is how to end it.
        let wanted = self.depth.map_or(0, |depth| depth.min(position.most_plies().max(1)));
        let is_cut_short = bar.is_stopped() && depths.len() < wanted as usize;
        drop(bar);
        format.text(|| {
            depths.last().map_or(String::new(), |deepest| {
                of_moves(&deepest.analysis, deepest.forecast.as_ref())
            })
        })?;
        format.document(&Analyzed {
            size: position.size(),
            start: self.board.start(),
            position,
            rules: self.rules.into(),
            depths,
        })?;
        if is_cut_short { Err(Failure::failed("stopped")) } else { Ok(()) }
    }

    /// Looks deeper and deeper, and prints each depth as it comes.
    fn depths(&self, position: Position, bar: &Bar) -> Result<Vec<Depth>, Failure> {
        let options = self.options(self.rules.into());
        let (mut depths, mut printed, mut began) = (Vec::new(), Ok(()), Instant::now());
        analyze(position, &options, bar, |analysis| {
            let seconds = began.elapsed().as_secs_f64();
            let forecast = forecast(position, options.rules, &analysis, bar);
            let depth = Depth { analysis, forecast, seconds };
            printed = bar.above(|| self.print.format.text(|| depth.row()));
            depths.push(depth);
            began = Instant::now();
            if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        printed.map(|()| depths)
    }

    fn analyze_lines(&self, lines: Lines) -> Result<(), Failure> {
        let bar = self.print.quiet.bar();
        let out = Out { format: self.print.format, file: None };
        lines.answer_each(self.rules, &out, |entry, rules| {
            let (position, mut deepest) = (entry.position(), None);
            analyze(position, &self.options(rules), &bar, |analysis| {
                deepest = Some(analysis);
                ControlFlow::Continue(())
            });
            let stopped = || Failure::Failed(format!("stopped at {position}"));
            let analysis = deepest.filter(|_| !bar.is_stopped()).ok_or_else(stopped)?;
            let forecast = forecast(position, rules, &analysis, &bar);
            Ok(Ok(Deepest { position, analysis, forecast }))
        })
    }
}

/// What the trained evaluation expects, looking as far ahead as an analysis that is not exact.
fn forecast(
    position: Position,
    rules: Rules,
    analysis: &Analysis,
    progress: &dyn Progress,
) -> Option<Forecast> {
    let forecast = || Forecast::to_depth(position, rules, analysis.depth, progress);
    (!analysis.exact).then(forecast)?.filter(|forecast| forecast.depth == analysis.depth)
}

/// The answer for a position of a file at the greatest depth.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Deepest {
    position: Position,
    #[serde(flatten)]
    analysis: Analysis,
    /// What the trained evaluation expects at the end of the game, looking as far ahead; left out
    /// where the value is exact or there is no trained evaluation of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    forecast: Option<Forecast>,
}

impl Answer for Deepest {
    fn value(&self) -> Option<Score> {
        self.analysis.exact.then_some(self.analysis.value)
    }

    fn value_of(&self, _square: Square) -> Option<Score> {
        // The values of moves may be inexact where that of the position is exact.
        None
    }

    fn words(&self) -> String {
        let Analysis { value, exact, best_moves, line, .. } = &self.analysis;
        let (value, best) = (color::value(*value, 5), answer(&listed(best_moves)));
        let forecast = self.forecast.as_ref().map(|of| color::value(of.value, 0));
        let forecast = forecast.map_or(String::new(), |value| format!("  forecast {value}"));
        format!("{value}  {:5}  {best}  {line}{forecast}", kind(*exact))
    }
}

/// The kind of a value: that of the game, or the discs at the last ply.
fn kind(is_exact: bool) -> &'static str {
    if is_exact { "exact" } else { "discs" }
}

impl Depth {
    /// A line of the table.
    fn row(&self) -> String {
        let Self {
            analysis: Analysis { depth, value, exact, best_moves, line, nodes, .. },
            forecast,
            seconds,
        } = self;
        let forecast = forecast.as_ref().map(|of| color::value(of.value, 8));
        let forecast = forecast.unwrap_or_else(|| format!("{:>8}", "-"));
        let (value, kind) = (color::value(*value, 5), kind(*exact));
        let (nodes, best) = (HumanCount(*nodes).to_string(), answer(&listed(best_moves)));
        format!(
            "{depth:>5} {value} {kind:5} {forecast} {nodes:>14} {seconds:>8.3} s  {best}  {line}\n"
        )
    }
}

/// Each move's value at the last depth, and the forecast of each.
fn of_moves(deepest: &Analysis, forecast: Option<&Forecast>) -> String {
    if deepest.moves.is_empty() {
        return String::new();
    }
    let mut moves = deepest.moves.clone();
    moves.sort_by_key(|of| Reverse(of.value));
    let values = moves.iter().map(|of| format!("{} {}", of.square, color::value(of.value, 0)));
    let note = if deepest.exact { "" } else { NO_FORECAST };
    let expected = forecast.map_or(String::new(), |forecast| {
        let moves = forecast.moves.iter();
        let values = moves.map(|of| format!("{} {}", of.square, color::value(of.value, 0)));
        format!(
            "forecast of each move:  {}\nforecast: the score in discs that the trained evaluation \
             expects at the end, seen by the side to move;\nit is not proved, and was off by {} discs \
             (root mean square) with 16 to 20 empty squares\n",
            listed(values),
            forecast.error,
        )
    });
    format!("\nmoves at depth {}:  {}\n{note}{expected}", deepest.depth, listed(values))
}
