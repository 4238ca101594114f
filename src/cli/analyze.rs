//! `analyze`: best play for the next few plies.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::time::Instant;

use othello_core::analysis::{Analysis, AnalysisOptions, Forecast};
use othello_core::analyze;
use othello_core::answer::Limits;

use super::prelude::*;

/// The heading of the table of depths.
const HEADING: &str = "\ndepth value       forecast      positions        time  best moves  line\n";

/// The note on values that are not exact.
const NO_FORECAST: &str = "discs: the difference at that ply, which swings from ply to ply and does not forecast the result\n";

/// Search all lines of play to a fixed depth
///
/// For each depth, this shows the value with best play by both sides, the best moves and a line.
/// `perft` counts the lines.
#[derive(Debug, Args)]
#[command(mut_arg("score", |arg| arg.help(SCORE_FOR_FILES)))]
#[command(mut_arg("file", |arg| arg.requires("depth").conflicts_with_all(["moves", "position"])))]
#[command(after_help = "\
A game that is over counts with its score; any other counts with its disc difference at the last \
ply. A value is marked exact if nothing after that ply can change it. Other values are marked discs; \
they do not forecast the result of the game.

Examples:
  othello-solver analyze 8x8 --depth 10
  othello-solver --size 8 --depth 10              the same
  othello-solver analyze 6 --moves c2b4           until Ctrl-C")]
pub(crate) struct Analyze {
    #[command(flatten)]
    board: BoardArgs,

    /// Number of plies to look ahead [default: deeper and deeper, until Ctrl-C]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
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
#[derive(Serialize, schemars::JsonSchema)]
pub(super) struct Analyzed {
    /// The board.
    size: Size,
    /// How the first four discs are placed; absent if a position was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
    /// The position.
    position: Position,
    #[serde(flatten)]
    rules: Rules,
    /// The results at depth 1, 2 and so on.
    depths: Vec<Depth>,
}

/// The result at a depth.
#[derive(Serialize, schemars::JsonSchema)]
struct Depth {
    #[serde(flatten)]
    analysis: Analysis,
    /// The score that the trained evaluation expects at the end of the game, searched to the same
    /// depth; absent if the value is exact or the board has no trained evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    forecast: Option<Forecast>,
    /// The time for this depth, in seconds.
    seconds: f64,
}

impl Analyze {
    pub(crate) fn run(self) -> Result {
        match self.file.lines(self.board.start_args().reader(Size::STANDARD))? {
            Some(lines) => self.analyze_lines(lines),
            None => self.analyze_position(),
        }
    }

    fn options(&self, rules: Rules) -> AnalysisOptions {
        let depth = self.depth.unwrap_or(u32::MAX);
        AnalysisOptions::to_depth(depth).rules(rules).hash(self.hash.hash)
    }

    fn analyze_position(&self) -> Result {
        let position = self.board.position(Size::STANDARD)?;
        let (bar, format) = (self.print.quiet.bar(), self.print.format);
        format.text(|| drawn_board(position, None) + HEADING)?;
        let depths = self.depths(position, &bar)?;
        // Without --depth, Ctrl-C is the normal way to end.
        let wanted = self.depth.map_or(0, |depth| depth.min(position.most_plies().max(1)));
        let is_cut_short = bar.is_stopped() && depths.len() < wanted as usize;
        drop(bar);
        format.text(|| depths.last().map_or(String::new(), moves_text))?;
        let (size, start, rules) = (position.size(), self.board.start(), self.rules.or_default());
        format.document(&Analyzed { size, start, position, rules, depths })?;
        ensure(!is_cut_short, || Failure::failed("stopped"))
    }

    /// Searches deeper and deeper, and prints each depth when it is done.
    fn depths(&self, position: Position, bar: &Bar) -> Result<Vec<Depth>> {
        let options = self.options(self.rules.or_default());
        let (mut depths, mut printed, mut began) = (Vec::new(), Ok(()), Instant::now());
        analyze(position, &options, bar, |analysis| {
            let seconds = began.elapsed().as_secs_f64();
            let forecast = forecast(position, options.rules, &analysis, bar);
            let depth = Depth { analysis, forecast, seconds };
            printed = bar.above(|| self.print.format.text(|| depth_row(&depth)));
            depths.push(depth);
            began = Instant::now();
            if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        printed.map(|()| depths)
    }

    fn analyze_lines(&self, lines: RecordStream) -> Result {
        let bar = self.print.quiet.bar();
        let limits = Limits::new(self.hash.hash, available_threads());
        let to = (self.print.format, None);
        answer_each(lines, self.rules, to, ((&limits, false), &bar), |asked| {
            let Asked { entry, rules, limits, progress } = asked;
            let (position, mut deepest) = (entry.position(), None);
            let options = self.options(rules).hash(limits.hash);
            analyze(position, &options, progress, |analysis| {
                deepest = Some(analysis);
                ControlFlow::Continue(())
            });
            match deepest {
                Some(analysis) if !bar.is_stopped() => {
                    let forecast = forecast(position, rules, &analysis, progress);
                    Ok(Ok(on_line(Deepest { position, analysis, forecast })))
                }
                _ => Err(Failure::Failed(format!("stopped at {position}"))),
            }
        })
    }
}

/// A forecast by the trained evaluation at the depth of an analysis, unless that is exact.
fn forecast(at: Position, rules: Rules, found: &Analysis, bar: &dyn Progress) -> Option<Forecast> {
    if found.exact {
        return None;
    }
    let forecast = Forecast::to_depth(at, rules, found.depth, bar)?;
    if forecast.depth == found.depth { Some(forecast) } else { None }
}

/// The result for a position of a file, at the greatest depth.
#[derive(Serialize, schemars::JsonSchema)]
pub(super) struct Deepest {
    position: Position,
    #[serde(flatten)]
    analysis: Analysis,
    /// The score that the trained evaluation expects at the end of the game, searched to the same
    /// depth; absent if the value is exact or the board has no trained evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    forecast: Option<Forecast>,
}

/// The answer to a line of a file.
fn on_line(deepest: Deepest) -> PositionAnswer<Deepest> {
    let Deepest { analysis, forecast, .. } = &deepest;
    let (best, kind) = (bold(&listed(&analysis.best_moves)), kind(analysis.exact));
    let forecast = forecast.as_ref().map(|forecast| value(forecast.value, 0));
    let forecast = forecast.map_or(String::new(), |value| format!("  forecast {value}"));
    let (text, line) = (value(analysis.value, 5), &analysis.line);
    let summary = format!("{text}  {kind:5}  {best}  {line}{forecast}");
    let value = if analysis.exact { Some(analysis.value) } else { None };
    // Even if the value of the position is exact, the values of moves may not be.
    let (values, details) = (Vec::new(), String::new());
    PositionAnswer { answer: deepest, value, values, summary, details }
}

/// Whether a value is exact for the game or only counts the discs at the last ply.
fn kind(is_exact: bool) -> &'static str {
    if is_exact { "exact" } else { "discs" }
}

/// A row of the table.
fn depth_row(Depth { analysis, forecast, seconds }: &Depth) -> String {
    let Analysis { depth, best_moves, line, nodes, .. } = analysis;
    let forecast = forecast.as_ref().map_or(format!("{:>8}", "-"), |it| value(it.value, 8));
    let (kind, value) = (kind(analysis.exact), value(analysis.value, 5));
    let (nodes, best) = (grouped(*nodes), bold(&listed(best_moves)));
    format!("{depth:>5} {value} {kind:5} {forecast} {nodes:>14} {seconds:>8.3} s  {best}  {line}\n")
}

/// The value of each move at the last depth, and its forecast.
fn moves_text(Depth { analysis: deepest, forecast, .. }: &Depth) -> String {
    if deepest.moves.is_empty() {
        return String::new();
    }
    let mut moves = deepest.moves.clone();
    moves.sort_by_key(|mv| Reverse(mv.value));
    let values = moves_with_values(&moves, " ");
    let note = if deepest.exact { "" } else { NO_FORECAST };
    let forecast = forecast.as_ref().map_or(String::new(), |Forecast { moves, error, .. }| {
        let moves = moves_with_values(moves, " ");
        format!(
            "forecast of each move:  {moves}\nforecast: the final score in discs that the trained \
             evaluation expects, seen by the side to move;\nit is not proved, and was off by {error} \
             discs (root mean square) with 16 to 20 empty squares\n",
        )
    });
    format!("\nmoves at depth {}:  {values}\n{note}{forecast}", deepest.depth)
}
