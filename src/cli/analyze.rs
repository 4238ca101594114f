//! `analyze`: perfect play for the next few plies, and how many lines of play there are.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::time::Instant;

use clap::Args;
use indicatif::HumanCount;
use othello_solver::analysis::{Analysis, AnalysisOptions};
use othello_solver::exhaustive::{ShortestGame, shortest_game, unique};
use othello_solver::wipeouts::shortest_wipeouts;
use othello_solver::{
    Passes, Position, Progress, Rules, Score, Size, Square, Start, analyze, perft as count_lines,
};
use serde::Serialize;

use super::args::{
    BOARD_8X8, BoardArgs, FormatArgs, HashArgs, QuietArgs, RulesArgs, SCORE_OF_FILES, ThreadArgs,
};
use super::color::{self, answer};
use super::failure::Failure;
use super::file::{Answer, FileArgs, Out, PositionFile};
use super::output::listed;
use super::perft;
use super::progress::{Bar, catch_ctrl_c};

/// The heading of the table of depths.
const HEADING: &str = "\ndepth value            positions        time  best moves  line\n";

/// Lines of play are counted up to the first depth at which there are this many.
const MANY_LINES: u64 = 200_000_000;

/// The shortest game is sought among the depths with fewer lines.
const FEW_LINES: u64 = 30_000_000;

/// Different positions are counted up to the first depth at which there are more.
const MANY_POSITIONS: u64 = 100_000;

/// The note on values that are not exact.
const NO_FORECAST: &str =
    "discs: how they lie at that ply, which swings from ply to ply and is no forecast of the end\n";

/// Look at all lines of play a few plies ahead
///
/// For each depth this shows the value with best play by both sides, the best moves and a line, and
/// then the number of lines of play and of the positions that they lead to.
#[derive(Debug, Args)]
#[command(mut_arg("score", |arg| arg.help(SCORE_OF_FILES)))]
#[command(mut_arg("threads", |arg| arg.help(
    "Threads for counting lines [default: one for each processor]"
)))]
#[command(after_help = "\
At the last ply discs are counted as they lie, whether the game is over or not. \
A value is marked exact if nothing after that ply can change it. Other values are marked discs; \
they do not forecast how the game ends.

Examples:
  othello-solver analyze 8x8 --depth 10
  othello-solver --size 8 --depth 10              the same
  othello-solver analyze 6 --moves c2b4           until Ctrl-C")]
pub(crate) struct Analyze {
    #[command(flatten)]
    board: BoardArgs,

    /// Number of plies to look ahead [default: more and more, until Ctrl-C]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=128))]
    depth: Option<u32>,

    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    print: FormatArgs,

    #[command(flatten)]
    quiet: QuietArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    hash: HashArgs,
}

/// The answer for a position.
#[derive(Serialize)]
struct Analyzed {
    size: Size,
    /// How the first four discs lie; left out where a position was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
    position: Position,
    #[serde(flatten)]
    rules: Rules,
    depths: Vec<Depth>,
    perft: Vec<perft::PlyCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_game: Option<ShortestGame>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_wipeout: Option<ShortestGame>,
}

/// The analysis of a depth, and how long it took.
#[derive(Serialize)]
struct Depth {
    #[serde(flatten)]
    analysis: Analysis,
    seconds: f64,
}

impl Analyze {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.threads.set_up()?;
        match self.file.read()? {
            Some(file) => self.analyze_file(&file),
            None => self.analyze_position(),
        }
    }

    /// Prints each part of the text as soon as it is known.
    fn analyze_position(&self) -> Result<(), Failure> {
        let position = self.board.position(BOARD_8X8)?;
        catch_ctrl_c();
        let (bar, format) = (Bar::new(self.quiet.quiet), self.print.format);
        format.text(|| color::board(position, None) + HEADING)?;
        let depths = self.depths(position, &bar)?;
        let deepest = depths.last().map(|depth| &depth.analysis);
        format.text(|| deepest.map_or(String::new(), of_moves))?;
        let perft = lines(position, deepest.map_or(0, |deepest| deepest.depth), &bar);
        let few = perft.iter().filter(|lines| lines.count < FEW_LINES);
        let few = few.map(|lines| lines.depth).max().unwrap_or(0);
        let (shortest_game, shortest_wipeout) = shortest(position, few, &bar);
        let was_stopped = bar.is_stopped();
        drop(bar);
        format.text(|| match (&shortest_game, was_stopped) {
            (_, true) if perft.is_empty() => {
                "\nstopped; the lines of play were not counted\n".into()
            }
            (None, true) => of_lines(&perft) + "\nstopped; the shortest game was not found\n",
            (None, false) => {
                of_lines(&perft) + &format!("\nno line of play ends within {few} plies\n")
            }
            (Some(game), _) => of_lines(&perft) + &of_shortest(game, shortest_wipeout.as_ref()),
        })?;
        format.document(&Analyzed {
            size: position.size(),
            start: self.board.start(),
            position,
            rules: self.rules.into(),
            depths,
            perft,
            shortest_game,
            shortest_wipeout,
        })
    }

    /// Looks deeper and deeper, and prints each depth as it comes.
    fn depths(&self, position: Position, bar: &Bar) -> Result<Vec<Depth>, Failure> {
        let options = AnalysisOptions {
            rules: self.rules.into(),
            // No game is longer: no two passes follow one another.
            depth: self.depth.unwrap_or(2 * position.empties().max(1)),
            hash: self.hash.hash,
        };
        let (mut depths, mut printed, mut began) = (Vec::new(), Ok(()), Instant::now());
        analyze(position, &options, bar, |analysis| {
            let depth = Depth { analysis, seconds: began.elapsed().as_secs_f64() };
            printed = bar.above(|| self.print.format.text(|| depth.row()));
            depths.push(depth);
            began = Instant::now();
            if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        printed.map(|()| depths)
    }

    fn analyze_file(&self, file: &PositionFile) -> Result<(), Failure> {
        let Some(depth) = self.depth else {
            return Err(Failure::input("--file needs --depth, the number of plies to look ahead"));
        };
        catch_ctrl_c();
        let bar = Bar::new(self.quiet.quiet);
        let out = Out { format: self.print.format, file: None };
        let hash = self.hash.hash;
        file.answer_each(file.start(&self.board)?, self.rules, &out, |entry, rules| {
            let mut deepest = None;
            analyze(entry.position, &AnalysisOptions { rules, depth, hash }, &bar, |analysis| {
                deepest = Some(analysis);
                ControlFlow::Continue(())
            });
            let stopped = || Failure::Failed(format!("stopped at line {}", entry.line));
            let analysis = deepest.filter(|_| !bar.is_stopped()).ok_or_else(stopped)?;
            Ok(Deepest { position: entry.position, analysis })
        })
    }
}

/// The answer for a position of a file at the greatest depth.
#[derive(Serialize)]
struct Deepest {
    position: Position,
    #[serde(flatten)]
    analysis: Analysis,
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
        format!("{value}  {:5}  {best}  {line}", kind(*exact))
    }
}

/// Counts the lines of play of up to `depth` plies, as long as that takes only a moment.
fn lines(position: Position, depth: u32, bar: &Bar) -> Vec<perft::PlyCount> {
    let mut layers = Some(unique(position, Passes::Ply, usize::MAX));
    let mut lines: Vec<perft::PlyCount> = Vec::new();
    for depth in 1..=depth {
        let are_few = lines.last().is_none_or(|last| last.count < MANY_LINES);
        if bar.is_stopped() || !are_few {
            break;
        }
        if lines.last().and_then(|last| last.positions).is_some_and(|n| n > MANY_POSITIONS) {
            layers = None;
        }
        let layer = layers.as_mut().and_then(Iterator::next);
        let count = count_lines(position, depth, Passes::Ply, bar);
        let positions = layer.map(|layer| layer.positions);
        lines.push(perft::PlyCount { depth, count, positions, canonical: None });
    }
    lines
}

/// The shortest game and the shortest wipe-out, which may be the same.
fn shortest(
    position: Position,
    depth: u32,
    bar: &Bar,
) -> (Option<ShortestGame>, Option<ShortestGame>) {
    let shortest = shortest_game(position, depth, bar);
    if shortest.as_ref().is_none_or(|shortest| shortest.is_wipeout) {
        return (shortest.clone(), shortest);
    }
    let wipeouts = shortest_wipeouts(position, None, depth, bar);
    (shortest, wipeouts.games.into_iter().next().map(|wipeout| wipeout.game.into()))
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
            seconds,
        } = self;
        let (value, kind) = (color::value(*value, 5), kind(*exact));
        let (nodes, best) = (HumanCount(*nodes).to_string(), answer(&listed(best_moves)));
        format!("{depth:>5} {value} {kind:5} {nodes:>14} {seconds:>8.3} s  {best}  {line}\n")
    }
}

/// Each move's value at the last depth.
fn of_moves(deepest: &Analysis) -> String {
    if deepest.moves.is_empty() {
        return String::new();
    }
    let mut moves = deepest.moves.clone();
    moves.sort_by_key(|of| Reverse(of.value));
    let values = moves.iter().map(|of| format!("{} {}", of.square, color::value(of.value, 0)));
    let note = if deepest.exact { "" } else { NO_FORECAST };
    format!("\nmoves at depth {}:  {}\n{note}", deepest.depth, listed(values))
}

/// How many lines of play there are.
fn of_lines(counts: &[perft::PlyCount]) -> String {
    let rows: String = counts.iter().map(perft::PlyCount::row).collect();
    format!("\n{}{rows}", perft::heading(&["lines", "positions"]))
}

/// The shortest game and wipe-out.
fn of_shortest(game: &ShortestGame, wipeout: Option<&ShortestGame>) -> String {
    let words = |of: &ShortestGame| format!("{} after {} plies", of.game, of.plies);
    if game.plies == 0 {
        return "\nthe game is over\n".to_owned();
    }
    let end = if game.is_wipeout { ", a wipe-out" } else { "" };
    let other = wipeout.filter(|_| !game.is_wipeout);
    let other = other.map_or(String::new(), |of| format!("shortest wipe-out: {}\n", words(of)));
    format!("\nshortest game: {}{end}\n{other}", words(game))
}
