//! `analyze`: perfect play for the next few plies, and how many lines of play
//! there are.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::HumanCount;
use othello_solver::analysis::{Analysis, AnalysisOptions};
use othello_solver::exhaustive::{shortest_game, unique};
use othello_solver::results::MoveValue;
use othello_solver::wipeouts::shortest_wipeouts;
use othello_solver::{
    Color, Game, Objective, Passes, Position, Progress, Rules, Score, Scoring, Size, Square, Start,
    analyze, perft as count_lines,
};
use serde::Serialize;

use super::args::{
    BOARD_8X8, BoardArgs, Format, FormatArgs, HashArgs, QuietArgs, RulesArgs, SCORE_OF_FILES,
    ThreadArgs,
};
use super::color::{self, answer};
use super::failure::Failure;
use super::file::{Answer, FileArgs, Out, PositionFile};
use super::output::{print, print_json};
use super::perft;
use super::progress::{Bar, catch_ctrl_c};

/// Lines of play are counted up to the first depth at which there are this many.
const MANY_LINES: u64 = 200_000_000;

/// The shortest game is sought among the depths with fewer lines.
const FEW_LINES: u64 = 30_000_000;

/// Different positions are counted up to the first depth at which there are more.
const MANY_POSITIONS: u64 = 100_000;

/// What is said of values that are not exact.
const NO_FORECAST: &str =
    "discs: how they lie at that ply, which swings from ply to ply and is no forecast of the end\n";

/// Look at every line of play for the next few plies
///
/// For each depth it shows the value with best play by both sides, the best moves and a line, as
/// well as the number of lines of play and of the positions that they lead to.
#[derive(Debug, Args)]
#[command(mut_arg("score", |arg| arg.help(SCORE_OF_FILES)))]
#[command(mut_arg("threads", |arg| arg.help(
    "Count lines with N threads [default: one for each processor]"
)))]
#[command(after_help = "\
At the last ply discs are counted as they lie, whether the game is over or not. A
value is marked exact if nothing after that ply can change it. Other values are marked
discs and are no forecast of how the game ends.

Examples:
  othello-solver analyze 8x8 --depth 10
  othello-solver --size 8 --depth 10              the same
  othello-solver analyze 6 --moves c2b4           deeper and deeper, until Ctrl-C")]
pub(crate) struct Analyze {
    #[command(flatten)]
    board: BoardArgs,

    /// Look N plies ahead [default: deeper and deeper, until Ctrl-C]
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

/// What `--format json` prints.
#[derive(Serialize)]
struct Document {
    size: Size,
    /// How the first four discs lie; left out where a position was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
    /// The position that was looked at.
    position: String,
    objective: Objective,
    score: Scoring,
    depths: Vec<Row>,
    perft: Vec<perft::Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_game: Option<Short>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_wipeout: Option<Short>,
}

/// As [`Analysis`].
#[derive(Serialize)]
struct Row {
    depth: u32,
    value: Score,
    exact: bool,
    best_moves: Vec<String>,
    moves: Vec<MoveValue>,
    line: String,
    nodes: u64,
    seconds: f64,
}

/// A short game: its plies, passes among them, and its moves.
#[derive(Clone, Serialize)]
struct Short {
    plies: u32,
    line: String,
    wipeout: bool,
}

impl Row {
    fn new(analysis: &Analysis, time: Duration) -> Self {
        Self {
            depth: analysis.depth,
            value: analysis.value,
            exact: analysis.exact,
            best_moves: analysis.best_moves().map(|square| square.to_string()).collect(),
            moves: analysis.moves.iter().copied().map(MoveValue::new).collect(),
            line: analysis.line.to_string(),
            nodes: analysis.nodes,
            seconds: time.as_secs_f64(),
        }
    }

    /// A line of the table.
    fn text(&self) -> String {
        let Self { depth, value, nodes, line, seconds, .. } = self;
        let (value, kind) = (color::value(*value, 5), kind(self.exact));
        let best = answer(&self.best_moves.join(" "));
        let nodes = HumanCount(*nodes).to_string();
        format!("{depth:>5} {value} {kind:5} {nodes:>14} {seconds:>8.3} s  {best}  {line}\n")
    }
}

impl Analyze {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.threads.set_up()?;
        match self.file.read()? {
            Some(file) => self.analyze_file(&file),
            None => self.analyze_position(),
        }
    }

    fn analyze_position(&self) -> Result<(), Failure> {
        let game = self.board.game(BOARD_8X8)?;
        let (rules, text) = (Rules::from(self.rules), self.print.format == Format::Text);
        catch_ctrl_c();
        let bar = Bar::new(self.quiet.quiet);
        if text {
            let heading = "depth value            positions        time  best moves  line\n";
            print(&format!("{}\n{heading}", color::board(game, None)))?;
        }
        let depths = self.depths(game, &bar)?;
        if text {
            print(&of_moves(depths.last()))?;
        }
        let reached = depths.last().map_or(0, |last| last.depth);
        let perft = lines(game, reached, &bar);
        let few = perft.iter().filter(|lines| lines.count < FEW_LINES);
        let few = few.map(|lines| lines.depth).max().unwrap_or(0);
        let (shortest_game, shortest_wipeout) = shortest(game, few, &bar);
        let was_stopped = bar.is_stopped();
        drop(bar);
        if text {
            return print(&match (&shortest_game, was_stopped) {
                (_, true) if perft.is_empty() => {
                    "\nstopped; the lines of play were not counted\n".to_owned()
                }
                (None, true) => of_lines(&perft) + "\nstopped; the shortest game was not found\n",
                (None, false) => {
                    of_lines(&perft) + &format!("\nno line of play ends within {few} plies\n")
                }
                (Some(game), _) => of_lines(&perft) + &of_shortest(game, shortest_wipeout.as_ref()),
            });
        }
        print_json(&Document {
            size: game.size(),
            start: self.board.start(),
            position: game.to_string(),
            objective: rules.objective,
            score: rules.scoring,
            depths,
            perft,
            shortest_game,
            shortest_wipeout,
        })
    }

    /// Looks deeper and deeper, and prints each depth as it comes.
    fn depths(&self, game: Position, bar: &Bar) -> Result<Vec<Row>, Failure> {
        let options = AnalysisOptions {
            rules: self.rules.into(),
            // No game is longer: no two passes follow one another.
            depth: self.depth.unwrap_or(2 * game.empties().max(1)),
            hash: self.hash.hash,
        };
        let mut depths = Vec::new();
        let mut printed = Ok(());
        let mut began = Instant::now();
        analyze(game, &options, bar, |analysis| {
            let row = Row::new(&analysis, began.elapsed());
            if self.print.format == Format::Text {
                printed = bar.above(|| print(&row.text()));
            }
            depths.push(row);
            began = Instant::now();
            if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        printed.map(|()| depths)
    }

    fn analyze_file(&self, file: &PositionFile) -> Result<(), Failure> {
        let Some(depth) = self.depth else {
            return Err(Failure::usage("--file needs --depth, the number of plies to look ahead"));
        };
        catch_ctrl_c();
        let bar = Bar::new(self.quiet.quiet);
        let out = Out { format: self.print.format, file: None };
        let hash = self.hash.hash;
        file.answer_each(file.start(&self.board)?, self.rules, &out, |entry, rules| {
            let mut deepest = None;
            analyze(entry.game, &AnalysisOptions { rules, depth, hash }, &bar, |analysis| {
                deepest = Some(analysis);
                ControlFlow::Continue(())
            });
            let stopped = || Failure::Failed(format!("stopped at line {}", entry.line));
            let deepest = deepest.filter(|_| !bar.is_stopped()).ok_or_else(stopped)?;
            Ok(FileAnswer {
                position: entry.game.to_string(),
                depth: deepest.depth,
                value: deepest.value,
                exact: deepest.exact,
                best_moves: deepest.best_moves().map(|square| square.to_string()).collect(),
                line: deepest.line.to_string(),
                nodes: deepest.nodes,
            })
        })
    }
}

/// What is known about a position of a file at the greatest depth.
#[derive(Serialize)]
struct FileAnswer {
    /// The cells row by row from `a1` and the side to move.
    position: String,
    depth: u32,
    value: Score,
    exact: bool,
    best_moves: Vec<String>,
    line: String,
    nodes: u64,
}

impl Answer for FileAnswer {
    fn value(&self) -> Option<Score> {
        self.exact.then_some(self.value)
    }

    fn value_of(&self, _square: Square) -> Option<Score> {
        // The values of moves may be inexact where that of the position is exact.
        None
    }

    fn words(&self) -> String {
        let (value, kind) = (color::value(self.value, 5), kind(self.exact));
        format!("{value}  {kind:5}  {}  {}", answer(&self.best_moves.join(" ")), self.line)
    }
}

/// Counts the lines of play of up to `depth` plies, as long as that takes only a moment.
fn lines(game: Position, depth: u32, bar: &Bar) -> Vec<perft::Row> {
    let mut layers = Some(unique(game, Passes::Ply, usize::MAX));
    let mut lines: Vec<perft::Row> = Vec::new();
    for depth in 1..=depth {
        let are_few = lines.last().is_none_or(|last| last.count < MANY_LINES);
        if bar.is_stopped() || !are_few {
            break;
        }
        if lines.last().and_then(|last| last.positions).is_some_and(|n| n > MANY_POSITIONS) {
            layers = None;
        }
        let layer = layers.as_mut().and_then(Iterator::next);
        let count = count_lines(game, depth, Passes::Ply, bar);
        let positions = layer.map(|layer| layer.positions);
        lines.push(perft::Row { depth, count, positions, canonical: None });
    }
    lines
}

/// The shortest game and the shortest wipe-out, which may be the same.
fn shortest(game: Position, depth: u32, bar: &Bar) -> (Option<Short>, Option<Short>) {
    let shortest = shortest_game(game, depth, bar).map(|found| Short::new(&found.game));
    let wipeout = if shortest.as_ref().is_none_or(|shortest| shortest.wipeout) {
        shortest.clone()
    } else {
        let wipeouts = shortest_wipeouts(game, None, depth, bar);
        wipeouts.games.first().map(|wipeout| Short::new(&wipeout.game))
    };
    (shortest, wipeout)
}

impl Short {
    fn new(line: &Game) -> Self {
        let (mut plies, mut side) = (0, line.start().side());
        for (game, _) in line.turns() {
            plies += 1 + u32::from(game.side() != side);
            side = !game.side();
        }
        let wipeout = Color::ALL.into_iter().any(|color| line.end().count(color) == 0);
        Self { plies, line: line.to_string(), wipeout }
    }

    fn words(&self) -> String {
        format!("{} after {} plies", self.line, self.plies)
    }
}

/// What a value is: that of the game, or the discs at the last ply.
fn kind(is_exact: bool) -> &'static str {
    if is_exact { "exact" } else { "discs" }
}

/// Each move's value at the last depth.
fn of_moves(last: Option<&Row>) -> String {
    let Some(last) = last.filter(|last| !last.moves.is_empty()) else { return String::new() };
    let mut moves: Vec<_> = last.moves.iter().collect();
    moves.sort_by_key(|of| std::cmp::Reverse(of.value));
    let values = moves.iter().map(|of| format!(" {} {}", of.square, color::value(of.value, 0)));
    let values: String = values.collect();
    let note = if last.exact { "" } else { NO_FORECAST };
    format!("\nmoves at depth {}: {values}\n{note}", last.depth)
}

/// How many lines of play there are.
fn of_lines(rows: &[perft::Row]) -> String {
    let rows: String = rows.iter().map(perft::Row::line).collect();
    format!("\n{}{rows}", perft::heading(&["lines", "positions"]))
}

/// The shortest game and wipe-out.
fn of_shortest(game: &Short, wipeout: Option<&Short>) -> String {
    if game.plies == 0 {
        return "\nthe game is over\n".to_owned();
    }
    if game.wipeout {
        return format!("\nshortest game: {}, a wipe-out\n", game.words());
    }
    let mut text = format!("\nshortest game: {}\n", game.words());
    if let Some(wipeout) = wipeout {
        text += &format!("shortest wipe-out: {}\n", wipeout.words());
    }
    text
}
