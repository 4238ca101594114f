//! `perft`: how many lines of play there are.

use clap::{Args, ValueEnum};
use indicatif::HumanCount;
use othello_solver::{AnyGame, Game, Passes, Shape, Square, Unique, divide, perft, unique};
use serde::Serialize;

use super::args::{BoardArgs, Format, OutputArgs, ResourceArgs, StartArg};
use super::failure::Failure;
use super::output::{print, print_json};
use super::progress::Bar;
use super::size::ForShape;

/// Count the lines of play of each length
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  othello-solver perft 4x4 --depth 14
  othello-solver perft 8 --moves f5d6c3 --depth 6")]
pub(crate) struct Perft {
    #[command(flatten)]
    board: BoardArgs,

    /// Count lines of up to so many plies
    #[arg(long, value_name = "N", default_value_t = 8)]
    depth: u32,

    /// Whether a pass is a ply or costs nothing
    #[arg(long, value_name = "PASSES", default_value = "ply")]
    passes: PassesArg,

    /// Count the lines of N plies that begin with each move
    #[arg(long)]
    divide: bool,

    /// Count the different positions the lines lead to, and those up to symmetry
    #[arg(long)]
    unique: bool,

    #[command(flatten)]
    output: OutputArgs,

    #[command(flatten)]
    resources: ResourceArgs,
}

/// [`Passes`] as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
enum PassesArg {
    /// A pass is a ply, as a move is
    Ply,
    /// A pass costs nothing
    Free,
}

impl From<PassesArg> for Passes {
    fn from(passes: PassesArg) -> Self {
        match passes {
            PassesArg::Ply => Self::Ply,
            PassesArg::Free => Self::Free,
        }
    }
}

/// What `--format json` prints.
#[derive(Serialize)]
struct Document {
    /// The board, WIDTHxHEIGHT.
    size: String,
    /// How the first four discs lie; left out where a position was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<StartArg>,
    /// The position that the lines begin with.
    position: String,
    passes: PassesArg,
    /// The counts from one ply on.
    depths: Vec<Row>,
    /// The lines of the last depth by their first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move>>,
}

#[derive(Serialize)]
struct Row {
    /// The number of plies.
    depth: u32,
    /// The number of lines.
    count: u64,
    /// The number of different positions they lead to.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    /// The same up to symmetry.
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical: Option<u64>,
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
        self.resources.set_up_threads()?;
        let tree = self.board.size()?.dispatch(Asked(&self.board))?;
        self.count(&*tree)
    }

    fn count(&self, tree: &dyn Tree) -> Result<(), Failure> {
        if self.output.format == Format::Json {
            return print_json(&Document {
                size: tree.root().size(),
                start: self.board.position.is_none().then_some(self.board.start),
                position: tree.root().to_string(),
                passes: self.passes,
                depths: self.depths(tree, &|_| Ok(()))?,
                moves: self.divide.then(|| self.moves(tree)),
            });
        }
        print(&heading(self.unique))?;
        self.depths(tree, &|row| print(&row.line()))?;
        if self.divide {
            print(&format!("\n move {:>20}\n", "lines"))?;
            for Move { name, count } in self.moves(tree) {
                print(&format!("{name:>5} {}\n", column(count)))?;
            }
        }
        Ok(())
    }

    /// Counts one depth after the other, and shows each `as_it_comes`.
    fn depths(
        &self,
        tree: &dyn Tree,
        as_it_comes: &dyn Fn(&Row) -> Result<(), Failure>,
    ) -> Result<Vec<Row>, Failure> {
        let passes = self.passes.into();
        let mut layers = self.unique.then(|| tree.unique(passes));
        let count = |depth| {
            let bar = Bar::new(self.output.quiet);
            let count = tree.perft(depth, passes, &bar);
            let layer = layers.as_mut().and_then(Iterator::next);
            drop(bar);
            let positions = layer.map(|Unique { positions, .. }| positions);
            let canonical = layer.map(|Unique { canonical, .. }| canonical);
            let row = Row { depth, count, positions, canonical };
            as_it_comes(&row).map(|()| row)
        };
        (1..=self.depth).map(count).collect()
    }

    fn moves(&self, tree: &dyn Tree) -> Vec<Move> {
        let bar = Bar::new(self.output.quiet);
        let named = |(square, count): (Option<_>, _)| {
            let name = square.map_or("pa".to_owned(), |square| tree.root().name(square));
            Move { name, count }
        };
        tree.divide(self.depth, self.passes.into(), &bar).into_iter().map(named).collect()
    }
}

/// The tree of games that begin with a position, whatever the shape of the
/// board.
trait Tree {
    fn root(&self) -> AnyGame;
    fn perft(&self, depth: u32, passes: Passes, bar: &Bar) -> u64;
    fn divide(&self, depth: u32, passes: Passes, bar: &Bar) -> Vec<(Option<u32>, u64)>;
    fn unique(&self, passes: Passes) -> Box<dyn Iterator<Item = Unique>>;
}

impl<S: Shape> Tree for Game<S> {
    fn root(&self) -> AnyGame {
        (*self).into()
    }

    fn perft(&self, depth: u32, passes: Passes, bar: &Bar) -> u64 {
        perft(self.position(), depth, passes, bar)
    }

    fn divide(&self, depth: u32, passes: Passes, bar: &Bar) -> Vec<(Option<u32>, u64)> {
        let counts = divide(self.position(), depth, passes, bar).into_iter();
        counts.map(|(square, count)| (square.map(Square::index), count)).collect()
    }

    fn unique(&self, passes: Passes) -> Box<dyn Iterator<Item = Unique>> {
        Box::new(unique(self.position(), passes))
    }
}

/// The game that was asked for.
struct Asked<'a>(&'a BoardArgs);

impl ForShape for Asked<'_> {
    type Output = Result<Box<dyn Tree>, Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        Ok(Box::new(self.0.game::<S>()?))
    }
}

fn heading(unique: bool) -> String {
    let different =
        if unique { format!(" {:>20} {:>20}", "positions", "canonical") } else { String::new() };
    format!("depth {:>20}{different}\n", "lines")
}

impl Row {
    fn line(&self) -> String {
        let counts = [Some(self.count), self.positions, self.canonical];
        let counts: Vec<_> = counts.into_iter().flatten().map(column).collect();
        format!("{:>5} {}\n", self.depth, counts.join(" "))
    }
}

/// A count in a column.
fn column(count: u64) -> String {
    format!("{:>20}", HumanCount(count).to_string())
}
