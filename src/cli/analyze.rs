//! `analyze`: perfect play for the next few plies, and what the tree holds.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::HumanCount;
use othello_solver::{
    Analysis, AnalysisOptions, AnyGame, Color, Game, Objective, Passes, Progress, Rules, Scoring,
    Shape, Square, Unique, analyze, perft, shortest_game, shortest_wipeouts, unique,
};
use serde::Serialize;

use super::args::{BoardArgs, Format, OutputArgs, ResourceArgs, RulesArgs, StartArg};
use super::failure::Failure;
use super::file::{AnalyzeFile, FileArgs, Out};
use super::output::{print, print_json};
use super::progress::{Bar, catch_ctrl_c};
use super::size::{ForShape, names};

/// Lines of play are counted up to the depth at which there were so many.
const MANY_LINES: u64 = 200_000_000;

/// The shortest game is sought up to the depth at which there are so many
/// lines.
const FEW_LINES: u64 = 30_000_000;

/// Different positions are counted up to the depth at which there were so many.
const MANY_POSITIONS: u64 = 100_000;

/// Look at all the next plies: value, best moves, lines, and how many there are
#[derive(Debug, Args)]
#[command(after_help = "\
Where the depth ends a game, it counts as the discs lie. A value is exact if
nothing that comes after that depth can change it.

Examples:
  othello-solver analyze 8x8 --depth 10
  othello-solver --size 8 --depth 10              the same
  othello-solver analyze 6 --moves d3c5           deeper and deeper, until Ctrl-C")]
pub(crate) struct Analyze {
    #[command(flatten)]
    board: BoardArgs,

    /// Look so many plies ahead [default: on and on, until Ctrl-C]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=128))]
    depth: Option<u32>,

    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    output: OutputArgs,

    #[command(flatten)]
    resources: ResourceArgs,
}

/// What `--format json` prints.
#[derive(Serialize)]
struct Document {
    /// The board, WIDTHxHEIGHT.
    size: String,
    /// How the first four discs lie; left out where a position was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<StartArg>,
    /// The position that was looked at.
    position: String,
    objective: Objective,
    score: Scoring,
    depths: Vec<Row>,
    perft: Vec<Lines>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_game: Option<Short>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_wipeout: Option<Short>,
}

/// As [`Analysis`].
#[derive(Serialize)]
struct Row {
    depth: u32,
    value: i32,
    exact: bool,
    best_moves: Vec<String>,
    moves: Vec<Move>,
    line: String,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    square: String,
    value: i32,
}

/// How many lines of play of a length there are.
#[derive(Serialize)]
struct Lines {
    depth: u32,
    count: u64,
    /// The number of different positions they lead to.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
}

/// A short game: its plies, passes among them, and its moves.
#[derive(Clone, Serialize)]
struct Short {
    plies: u32,
    line: String,
    wipeout: bool,
}

impl Row {
    fn new<S: Shape>(analysis: &Analysis<S>, time: Duration) -> Self {
        let (depth, nodes, seconds) = (analysis.depth, analysis.nodes, time.as_secs_f64());
        let (value, exact, line) = (analysis.value, analysis.exact, names(&analysis.line).concat());
        let values = analysis.moves.iter();
        let moves = values.map(|&(square, value)| Move { square: square.to_string(), value });
        let moves: Vec<_> = moves.collect();
        let best = moves.iter().filter(|of| of.value == value).map(|of| of.square.clone());
        Self { depth, value, exact, best_moves: best.collect(), moves, line, nodes, seconds }
    }

    /// A line of the table.
    fn text(&self) -> String {
        let Self { depth, value, nodes, line, .. } = self;
        let exact = if self.exact { "exact" } else { "" };
        let best = self.best_moves.join(" ");
        let nodes = HumanCount(*nodes).to_string();
        let seconds = self.seconds;
        format!("{depth:>5} {value:>+5} {exact:5} {nodes:>14} {seconds:>8.3} s  {best}  {line}\n")
    }
}

impl Analyze {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.resources.set_up_threads()?;
        let Some(file) = self.file.read()? else {
            let game = self.board.size()?.dispatch(Asked(&self.board))?;
            return self.look(&*game);
        };
        let Some(depth) = self.depth else {
            return Err(Failure::usage("--file needs --depth, the number of plies to look ahead"));
        };
        catch_ctrl_c();
        let size = file.size(&self.board)?;
        AnalyzeFile {
            file,
            size,
            start: self.board.start.into(),
            rules: self.rules,
            options: AnalysisOptions { depth, hash: self.resources.hash, ..Default::default() },
            out: Out { format: self.output.format, file: None },
            bar: &Bar::new(self.output.quiet),
        }
        .run()
    }

    fn look(&self, game: &dyn Look) -> Result<(), Failure> {
        let (rules, text) = (Rules::from(self.rules), self.output.format == Format::Text);
        catch_ctrl_c();
        let bar = Bar::new(self.output.quiet);
        if text {
            let heading = "depth value            positions        time  best moves  line\n";
            print(&format!("{}\n{heading}", game.game().diagram()))?;
        }
        let depths = self.depths(game, &bar)?;
        if text {
            print(&of_moves(depths.last()))?;
        }
        let reached = depths.last().map_or(0, |last| last.depth);
        let perft = lines(game, reached, &bar);
        let few = perft.iter().filter(|lines| lines.count < FEW_LINES);
        let (shortest_game, shortest_wipeout) =
            game.shortest(few.map(|lines| lines.depth).max().unwrap_or(0), &bar);
        drop(bar);
        if text {
            return print(&of_lines(&perft, shortest_game.as_ref(), shortest_wipeout.as_ref()));
        }
        print_json(&Document {
            size: game.game().size(),
            start: self.board.position.is_none().then_some(self.board.start),
            position: game.game().to_string(),
            objective: rules.objective,
            score: rules.scoring,
            depths,
            perft,
            shortest_game,
            shortest_wipeout,
        })
    }

    /// Looks deeper and deeper, and prints each depth as it comes.
    fn depths(&self, game: &dyn Look, bar: &Bar) -> Result<Vec<Row>, Failure> {
        let options = AnalysisOptions {
            rules: self.rules.into(),
            // No game is longer: no two passes follow one another.
            depth: self.depth.unwrap_or(2 * game.game().empties().max(1)),
            hash: self.resources.hash,
        };
        let mut depths = Vec::new();
        let mut printed = Ok(());
        game.depths(&options, bar, &mut |row| {
            if self.output.format == Format::Text {
                printed = bar.above(|| print(&row.text()));
            }
            depths.push(row);
            if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        printed.map(|()| depths)
    }
}

/// Counts the lines of play of up to `depth` plies, as far as that takes but a
/// moment.
fn lines(game: &dyn Look, depth: u32, bar: &Bar) -> Vec<Lines> {
    let mut layers = Some(game.unique());
    let mut lines: Vec<Lines> = Vec::new();
    for depth in 1..=depth {
        let few = lines.last().is_none_or(|last| last.count < MANY_LINES);
        if bar.stopped() || !few {
            break;
        }
        if lines.last().and_then(|last| last.positions).is_some_and(|n| n > MANY_POSITIONS) {
            layers = None;
        }
        let layer = layers.as_mut().and_then(Iterator::next);
        lines.push(Lines {
            depth,
            count: game.perft(depth, bar),
            positions: layer.map(|layer| layer.positions),
        });
    }
    lines
}

/// What is asked of a game, whatever the shape of its board.
trait Look {
    fn game(&self) -> AnyGame;
    /// Looks at one depth after the other.
    fn depths(
        &self,
        options: &AnalysisOptions,
        bar: &Bar,
        reached: &mut dyn FnMut(Row) -> ControlFlow<()>,
    );
    /// The number of lines of so many plies.
    fn perft(&self, depth: u32, bar: &Bar) -> u64;
    /// The different positions after one ply, after two, and so on.
    fn unique(&self) -> Box<dyn Iterator<Item = Unique>>;
    /// The shortest game and the shortest wipe-out, which may be the same.
    fn shortest(&self, depth: u32, bar: &Bar) -> (Option<Short>, Option<Short>);
}

impl<S: Shape> Look for Game<S> {
    fn game(&self) -> AnyGame {
        (*self).into()
    }

    fn depths(
        &self,
        options: &AnalysisOptions,
        bar: &Bar,
        reached: &mut dyn FnMut(Row) -> ControlFlow<()>,
    ) {
        let mut began = Instant::now();
        analyze(self.position(), options, bar, |analysis| {
            let row = Row::new(&analysis, began.elapsed());
            began = Instant::now();
            reached(row)
        });
    }

    fn perft(&self, depth: u32, bar: &Bar) -> u64 {
        perft(self.position(), depth, Passes::Ply, bar)
    }

    fn unique(&self) -> Box<dyn Iterator<Item = Unique>> {
        Box::new(unique(self.position(), Passes::Ply))
    }

    fn shortest(&self, depth: u32, bar: &Bar) -> (Option<Short>, Option<Short>) {
        let short = |line: &[Square<S>]| {
            let line: Vec<_> = line.iter().map(|square| square.index()).collect();
            Short::new((*self).into(), &line)
        };
        let ending = shortest_game(self.position(), depth, bar);
        let shortest = ending.as_ref().map(|ending| short(&ending.line));
        let wipeout = if ending.is_none_or(|ending| ending.wipeout) {
            shortest.clone()
        } else {
            let wipeouts = shortest_wipeouts(*self, None, depth, bar);
            wipeouts.games.first().map(|wipeout| short(&wipeout.moves))
        };
        (shortest, wipeout)
    }
}

/// The game that was asked for.
struct Asked<'a>(&'a BoardArgs);

impl ForShape for Asked<'_> {
    type Output = Result<Box<dyn Look>, Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        Ok(Box::new(self.0.game::<S>()?))
    }
}

impl Short {
    fn new(game: AnyGame, line: &[u32]) -> Self {
        let (mut end, mut plies) = (game.after_forced_pass(), 0);
        plies += u32::from(end.side() != game.side());
        for &square in line {
            let next = end.play(square);
            end = next.after_forced_pass();
            plies += 1 + u32::from(end.side() != next.side());
        }
        let wipeout = Color::ALL.into_iter().any(|color| end.discs(color) == 0);
        let line = line.iter().map(|&square| game.name(square)).collect();
        Self { plies, line, wipeout }
    }

    fn words(&self) -> String {
        let end = if self.wipeout { ", which leaves one colour alone" } else { "" };
        format!("{} after {} plies{end}", self.line, self.plies)
    }
}

/// Each move's value at the last depth.
fn of_moves(last: Option<&Row>) -> String {
    let Some(last) = last.filter(|last| !last.moves.is_empty()) else { return String::new() };
    let mut moves: Vec<_> = last.moves.iter().collect();
    moves.sort_by_key(|of| std::cmp::Reverse(of.value));
    let values = moves.iter().map(|Move { square, value }| format!(" {square} {value:+}"));
    format!("\nmoves at depth {}: {}\n", last.depth, values.collect::<String>())
}

/// How many lines of play there are, and the shortest.
fn of_lines(perft: &[Lines], game: Option<&Short>, wipeout: Option<&Short>) -> String {
    let mut text = format!("\ndepth {:>20} {:>20}\n", "lines", "positions");
    for Lines { depth, count, positions } in perft {
        let count = HumanCount(*count).to_string();
        let positions = positions.map_or(String::new(), |number| HumanCount(number).to_string());
        text += format!("{depth:>5} {count:>20} {positions:>20}").trim_end();
        text.push('\n');
    }
    // Writing to a string cannot fail.
    let _ = match (game, wipeout) {
        (None, _) => writeln!(text, "\nno line of play ends within the depth"),
        (Some(game), Some(wipeout)) if !game.wipeout => writeln!(
            text,
            "\nshortest game: {}\nshortest wipe-out: {}",
            game.words(),
            wipeout.words()
        ),
        (Some(game), _) => writeln!(text, "\nshortest game: {}", game.words()),
    };
    text
}
