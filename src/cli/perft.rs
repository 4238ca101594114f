//! `perft`: how many lines of play there are.

use clap::Args;
use clap::builder::TypedValueParser;
use indicatif::HumanCount;
use othello_solver::exhaustive::{Unique, divide, unique};
use othello_solver::{Passes, Position, Progress, Size, Square, Start, perft};
use serde::Serialize;

use super::args::{
    BOARD_8X8, BoardArgs, Format, FormatArgs, HashArgs, QuietArgs, ThreadArgs, one_of,
};
use super::failure::Failure;
use super::output::{print, print_json};
use super::progress::Bar;

/// Count the lines of play of each length
#[derive(Debug, Args)]
#[command(mut_arg("hash", |arg| arg.help(
    "The most memory for the positions of --unique: 64M, 2G"
)))]
#[command(after_help = "\
A game that ends early counts as one line of every greater length.

Examples:
  othello-solver perft 4x4 --depth 14
  othello-solver perft 8 --moves f5d6c3 --depth 6")]
pub(crate) struct Perft {
    #[command(flatten)]
    board: BoardArgs,

    /// Count lines of up to N plies
    #[arg(long, value_name = "N", default_value_t = 8)]
    depth: u32,

    /// Whether a pass is a ply or costs nothing
    #[arg(long, value_name = "PASSES", default_value = "ply", value_parser = passes())]
    passes: Passes,

    /// Also count the lines of the greatest length by their first move
    #[arg(long)]
    divide: bool,

    /// Also count the different positions that the lines lead to, and those up to symmetry
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

/// What `--format json` prints.
#[derive(Serialize)]
struct Document {
    size: Size,
    /// How the first four discs lie; left out where a position was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Start>,
    /// The position that the lines begin with.
    position: String,
    passes: Passes,
    /// The counts from one ply on.
    depths: Vec<Row>,
    /// The lines of the greatest depth by their first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move>>,
}

/// How many lines of play of a length there are.
#[derive(Serialize)]
pub(super) struct Row {
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

#[derive(Serialize)]
struct Move {
    /// The first move of the lines, or `pa` for a pass.
    #[serde(rename = "move")]
    name: String,
    /// The number of lines.
    count: u64,
}

impl Perft {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.threads.set_up()?;
        let game = self.board.game(BOARD_8X8)?;
        if self.print.format == Format::Json {
            return print_json(&Document {
                size: game.size(),
                start: self.board.start(),
                position: game.to_string(),
                passes: self.passes,
                depths: self.depths(game, &|_| Ok(()))?,
                moves: self.divide.then(|| self.moves(game)),
            });
        }
        let columns = if self.unique { COLUMNS } else { &COLUMNS[..1] };
        print(&heading(columns))?;
        self.depths(game, &|row| print(&row.line()))?;
        if self.divide {
            print(&format!("\n move {:>20}\n", "lines"))?;
            for Move { name, count } in self.moves(game) {
                print(&format!("{name:>5} {}\n", column(count)))?;
            }
        }
        Ok(())
    }

    /// Counts one depth after the other, and passes each row to `as_it_comes`.
    fn depths(
        &self,
        game: Position,
        as_it_comes: &dyn Fn(&Row) -> Result<(), Failure>,
    ) -> Result<Vec<Row>, Failure> {
        let mut layers = self.unique.then(|| unique(game, self.passes, self.hash.hash));
        let bar = Bar::new(self.quiet.quiet);
        let count = |depth| {
            let count = perft(game, depth, self.passes, &bar);
            let layer = layers.as_mut().and_then(Iterator::next);
            let positions = layer.map(|Unique { positions, .. }| positions);
            let canonical = layer.map(|Unique { canonical, .. }| canonical);
            if self.unique && positions.is_none() {
                let hash = self.hash.hash >> 20;
                bar.warn(&format!(
                    "from {depth} plies on, positions take more than --hash {hash}M"
                ));
            }
            let row = Row { depth, count, positions, canonical };
            bar.above(|| as_it_comes(&row)).map(|()| row)
        };
        (1..=self.depth).map(count).collect()
    }

    fn moves(&self, game: Position) -> Vec<Move> {
        let bar = Bar::new(self.quiet.quiet);
        let counts = divide(game, self.depth, self.passes, &bar).into_iter();
        let name =
            |square: Option<Square>| square.map_or("pa".to_owned(), |square| square.to_string());
        counts.map(|(square, count)| Move { name: name(square), count }).collect()
    }
}

/// What is counted.
const COLUMNS: &[&str] = &["lines", "positions", "canonical"];

/// The heading of a table with these columns.
pub(super) fn heading(columns: &[&str]) -> String {
    let columns: Vec<_> = columns.iter().map(|name| format!("{name:>20}")).collect();
    format!("depth {}\n", columns.join(" "))
}

impl Row {
    /// The row of the table.
    pub(super) fn line(&self) -> String {
        let counts = [Some(self.count), self.positions, self.canonical];
        let counts: Vec<_> = counts.into_iter().flatten().map(column).collect();
        format!("{:>5} {}\n", self.depth, counts.join(" "))
    }
}

/// A count in a column.
fn column(count: u64) -> String {
    format!("{:>20}", HumanCount(count).to_string())
}
