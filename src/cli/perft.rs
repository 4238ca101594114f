//! `perft`: how many lines of play there are.

use clap::Args;
use clap::builder::TypedValueParser;
use indicatif::HumanCount;
use othello_solver::exhaustive::{Unique, divide, unique};
use othello_solver::{Passes, Position, Progress, Size, Square, Start, perft};
use serde::Serialize;

use super::args::{BOARD_8X8, BoardArgs, FormatArgs, HashArgs, QuietArgs, ThreadArgs, one_of};
use super::failure::Failure;
use super::progress::Bar;

/// Count the lines of play of each length
#[derive(Debug, Args)]
#[command(mut_arg("hash", |arg| arg.help(
    "Memory for the positions of --unique, such as 64M or 2G"
)))]
#[command(after_help = "\
A game that ends early counts as one line of every greater length.

Examples:
  othello-solver perft 4x4 --depth 14
  othello-solver perft 8 --moves f5d6c3 --depth 6")]
pub(crate) struct Perft {
    #[command(flatten)]
    board: BoardArgs,

    /// Greatest number of plies
    #[arg(long, value_name = "N", default_value_t = 8)]
    depth: u32,

    /// Whether a pass is a ply or costs nothing
    #[arg(long, value_name = "PASSES", default_value = "ply", value_parser = passes())]
    passes: Passes,

    /// Also count the longest lines by their first move
    #[arg(long)]
    divide: bool,

    /// Also count the different positions that are reached, and those up to symmetry
    #[arg(long)]
    unique: bool,

    #[command(flatten)]
    hash: HashArgs,

    #[command(flatten)]
    print: FormatArgs,

    #[command(flatten)]
    quiet: QuietArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

fn passes() -> impl TypedValueParser<Value = Passes> {
    one_of([(Passes::Ply, "A pass is a ply, as a move is"), (Passes::Free, "A pass costs nothing")])
}

/// How many lines of play there are from a position.
#[derive(Serialize)]
struct Counts {
    size: Size,
    /// How the first four discs lie; left out where a position was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
    position: Position,
    passes: Passes,
    /// The counts from one ply on.
    depths: Vec<PlyCount>,
    /// The lines of the greatest depth by their first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveCount>>,
}

/// How many lines of play of a length there are.
#[derive(Serialize)]
pub(super) struct PlyCount {
    /// The number of plies.
    pub(super) depth: u32,
    /// The number of lines.
    pub(super) count: u64,
    /// The number of different positions they lead to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) positions: Option<u64>,
    /// The same up to symmetry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) canonical: Option<u64>,
}

/// The number of lines that begin with a move.
#[derive(Serialize)]
struct MoveCount {
    /// The first move, or `pa` for a pass.
    #[serde(rename = "move")]
    name: String,
    count: u64,
}

impl Perft {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.threads.set_up()?;
        let position = self.board.position(BOARD_8X8)?;
        let (bar, format) = (Bar::new(self.quiet.quiet), self.print.format);
        format.text(|| heading(if self.unique { COLUMNS } else { &COLUMNS[..1] }))?;
        let mut layers = self.unique.then(|| unique(position, self.passes, self.hash.hash));
        let mut depths = Vec::new();
        for depth in 1..=self.depth {
            let count = perft(position, depth, self.passes, &bar);
            let layer = layers.as_mut().and_then(Iterator::next);
            if self.unique && layer.is_none() {
                let hash = self.hash.hash >> 20;
                bar.warn(&format!(
                    "from {depth} plies on, positions take more than --hash {hash}M"
                ));
            }
            let [positions, canonical] = match layer {
                Some(Unique { positions, canonical }) => [Some(positions), Some(canonical)],
                None => [None; 2],
            };
            let count = PlyCount { depth, count, positions, canonical };
            bar.above(|| format.text(|| count.row()))?;
            depths.push(count);
        }
        let moves: Option<Vec<_>> = self.divide.then(|| {
            let counts = divide(position, self.depth, self.passes, &bar).into_iter();
            counts.map(MoveCount::new).collect()
        });
        drop(bar);
        if let Some(moves) = &moves {
            let rows = moves.iter().map(MoveCount::row);
            format.text(|| format!("\n move {:>20}\n{}", "lines", rows.collect::<String>()))?;
        }
        let (size, start) = (position.size(), self.board.start());
        format.document(&Counts { size, start, position, passes: self.passes, depths, moves })
    }
}

impl MoveCount {
    fn new((square, count): (Option<Square>, u64)) -> Self {
        Self { name: square.map_or("pa".to_owned(), |square| square.to_string()), count }
    }

    fn row(&self) -> String {
        format!("{:>5} {}\n", self.name, column(self.count))
    }
}

/// The counts of a table.
const COLUMNS: &[&str] = &["lines", "positions", "canonical"];

/// The heading of a table with these columns.
pub(super) fn heading(columns: &[&str]) -> String {
    let columns: Vec<_> = columns.iter().map(|name| format!("{name:>20}")).collect();
    format!("depth {}\n", columns.join(" "))
}

impl PlyCount {
    /// The row of the table.
    pub(super) fn row(&self) -> String {
        let counts = [Some(self.count), self.positions, self.canonical];
        let counts: Vec<_> = counts.into_iter().flatten().map(column).collect();
        format!("{:>5} {}\n", self.depth, counts.join(" "))
    }
}

/// A count in a column.
fn column(count: u64) -> String {
    format!("{:>20}", HumanCount(count).to_string())
}
