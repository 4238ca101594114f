//! `analyze`: perfect play for the next few plies, and what the tree holds.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::HumanCount;
use othello_solver::{
    Analysis, AnalysisOptions, Color, Game, Objective, Passes, Position, Progress, Rules, Scoring,
    Shape, Square, analyze, perft, shortest_game, shortest_wipeouts, unique,
};
use serde::Serialize;

use super::args::{BoardArgs, Format, OutputArgs, ResourceArgs, RulesArgs, StartArg};
use super::failure::Failure;
use super::file::{AnalyzeFile, FileArgs, Out};
use super::output::{print, print_json};
use super::progress::{Bar, catch_ctrl_c};
use super::size::ForShape;

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
        let moves = analysis.moves.iter();
        Self {
            depth: analysis.depth,
            value: analysis.value,
            exact: analysis.exact,
            best_moves: analysis.best_moves().map(|square| square.to_string()).collect(),
            moves: moves
                .map(|&(square, value)| Move { square: square.to_string(), value })
                .collect(),
            line: joined(&analysis.line),
            nodes: analysis.nodes,
            seconds: time.as_secs_f64(),
        }
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

fn joined<S: Shape>(line: &[Square<S>]) -> String {
    line.iter().map(Square::to_string).collect()
}

impl Analyze {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.resources.set_up_threads()?;
        let Some(file) = self.file.read()? else { return self.board.size()?.dispatch(self) };
        let Some(depth) = self.depth else {
            return Err(Failure::usage("--file needs --depth, the number of plies to look ahead"));
        };
        catch_ctrl_c();
        file.size(&self.board)?.dispatch(AnalyzeFile {
            file,
            start: self.board.start.into(),
            rules: self.rules,
            options: AnalysisOptions { depth, hash: self.resources.hash, ..Default::default() },
            out: Out { format: self.output.format, file: None },
            bar: &Bar::new(self.output.quiet),
        })
    }

    /// Looks deeper and deeper, and prints each depth as it comes.
    fn depths<S: Shape>(&self, position: Position<S>, bar: &Bar) -> Result<Vec<Row>, Failure> {
        let options = AnalysisOptions {
            rules: self.rules.into(),
            // No game is longer: no two passes follow one another.
            depth: self.depth.unwrap_or(2 * position.empty().len().max(1)),
            hash: self.resources.hash,
        };
        let mut depths = Vec::new();
        let mut printed = Ok(());
        let mut began = Instant::now();
        analyze(position, &options, bar, |analysis| {
            let row = Row::new(&analysis, began.elapsed());
            began = Instant::now();
            if self.output.format == Format::Text {
                printed = bar.above(|| print(&row.text()));
            }
            depths.push(row);
            if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        printed.map(|()| depths)
    }

    /// Counts the lines of play of up to `depth` plies, as far as that takes
    /// but a moment.
    fn lines<S: Shape>(position: Position<S>, depth: u32, bar: &Bar) -> Vec<Lines> {
        let mut layers = Some(unique(position, Passes::Ply));
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
                count: perft(position, depth, Passes::Ply, bar),
                positions: layer.map(|layer| layer.positions),
            });
        }
        lines
    }
}

impl Short {
    fn new<S: Shape>(game: Game<S>, line: &[Square<S>]) -> Self {
        let (mut end, mut plies) = (game.after_forced_pass(), 0);
        plies += u32::from(end.side() != game.side());
        for &square in line {
            let next = Game::new(end.position().play(square), !end.side());
            end = next.after_forced_pass();
            plies += 1 + u32::from(end.side() != next.side());
        }
        let wipeout = Color::ALL.into_iter().any(|color| end.discs(color).is_empty());
        Self { plies, line: joined(line), wipeout }
    }

    /// The shortest game and the shortest wipe-out, which may be the same.
    fn both<S: Shape>(game: Game<S>, depth: u32, bar: &Bar) -> (Option<Self>, Option<Self>) {
        let ending = shortest_game(game.position(), depth, bar);
        let shortest = ending.as_ref().map(|ending| Self::new(game, &ending.line));
        let wipeout = if ending.is_none_or(|ending| ending.wipeout) {
            shortest.clone()
        } else {
            let wipeouts = shortest_wipeouts(game, None, depth, bar);
            wipeouts.games.first().map(|wipeout| Self::new(game, &wipeout.moves))
        };
        (shortest, wipeout)
    }

    fn words(&self) -> String {
        let end = if self.wipeout { ", which leaves one colour alone" } else { "" };
        format!("{} after {} plies{end}", self.line, self.plies)
    }
}

impl ForShape for Analyze {
    type Output = Result<(), Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let game = self.board.game::<S>()?;
        let (rules, text) = (Rules::from(self.rules), self.output.format == Format::Text);
        catch_ctrl_c();
        let bar = Bar::new(self.output.quiet);
        if text {
            let heading = "depth value            positions        time  best moves  line\n";
            print(&format!("{}\n{heading}", game.diagram()))?;
        }
        let depths = self.depths(game.position(), &bar)?;
        if text {
            print(&of_moves(depths.last()))?;
        }
        let reached = depths.last().map_or(0, |last| last.depth);
        let perft = Self::lines(game.position(), reached, &bar);
        let few = perft.iter().filter(|lines| lines.count < FEW_LINES);
        let (shortest_game, shortest_wipeout) =
            Short::both(game, few.map(|lines| lines.depth).max().unwrap_or(0), &bar);
        drop(bar);
        if text {
            return print(&of_lines(&perft, shortest_game.as_ref(), shortest_wipeout.as_ref()));
        }
        print_json(&Document {
            size: format!("{}x{}", S::WIDTH, S::HEIGHT),
            start: self.board.position.is_none().then_some(self.board.start),
            position: game.to_string(),
            objective: rules.objective,
            score: rules.scoring,
            depths,
            perft,
            shortest_game,
            shortest_wipeout,
        })
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
