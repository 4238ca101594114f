//! `tabulate`: the strong solution as a table.

mod reachable;

use std::path::{Path, PathBuf};

use clap::Args;
use othello_solver::files::write_atomically;
use othello_solver::{Arrangements, Position, Rules, Shape, Solution, Start, report};

use super::args::{RulesArgs, StartArg, variant};
use super::failure::Failure;
use super::output::{json, print};
use super::progress::Bar;
use super::size::{ForShape, Size};
use reachable::{Reachable, written};

/// Write the value of every position that can be reached
#[derive(Debug, Args)]
#[command(after_help = "\
The table of 4x4 goes to results/4x4[-parallel][-fewest]-positions.csv: one row for each position up
to symmetry, the side to move as X, with its value and that of each move.

Those of 4x5, 5x4, 4x6 and 6x4 are for `lookup --table`. They go to results/SIZE[…]-positions.table,
with a summary in results/SIZE[…]-census.json. 4x6 has 380 million positions and takes about one
minute, 1.1 GB of memory, 1.3 GB of disk and in the end 250 MB. If it is interrupted, the same
command goes on where it was.

With --all it has the value of all 43,046,721 arrangements of 4x4, for `lookup --table`, and goes to
results/4x4[-fewest]-all.table (43 MB), with a summary in results/4x4[-fewest]-all.json.

Examples:
  othello-solver tabulate 4x4
  othello-solver tabulate 4x4 --start parallel --output -
  othello-solver tabulate 4x4 --all
  othello-solver tabulate 4x6")]
pub(crate) struct Tabulate {
    /// The board: 4x4, 4x5, 5x4, 4x6 or 6x4
    #[arg(value_name = "SIZE")]
    size: Size,

    /// How the first four discs lie
    #[arg(long, value_name = "START", default_value = "diagonal")]
    start: StartArg,

    #[command(flatten)]
    rules: RulesArgs,

    /// Every arrangement of discs, whether a game can come to it or not (4x4 only)
    #[arg(long, conflicts_with = "start")]
    all: bool,

    /// Write the table to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write the summary to this file
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,

    /// Print nothing on standard error but errors
    #[arg(long)]
    quiet: bool,
}

impl Tabulate {
    pub(crate) fn run(self) -> Result<(), Failure> {
        if self.all {
            return self.all_arrangements();
        }
        let size = self.size;
        let done = match size {
            Size::S4x4 => size.dispatch_exhaustive(self),
            _ => size.dispatch_tabulated(Reachable(self)),
        };
        done.unwrap_or_else(|| {
            Err(Failure::Usage(format!(
                "the {size} board has too many positions for a table; 4x4, 4x5, 5x4, 4x6 and 6x4 \
                 have not"
            )))
        })
    }

    /// Tabulates what need not be reachable.
    fn all_arrangements(self) -> Result<(), Failure> {
        if self.size.sides() != (4, 4) {
            return Err(Failure::usage("only 4x4 has few enough arrangements for --all"));
        }
        let rules = Rules::from(self.rules);
        let name = format!("results/4x4{}-all", variant(Start::Diagonal, rules).file_name());
        let table = self.output.unwrap_or_else(|| format!("{name}.table").into());
        let summary = self.summary.unwrap_or_else(|| format!("{name}.json").into());
        if [&table, &summary].contains(&&PathBuf::from("-")) {
            return Err(Failure::usage("with --all nothing is written to standard output"));
        }
        let all = Arrangements::compute(rules, &Bar::new(self.quiet));
        all.write(&table).map_err(Failure::failed)?;
        write_atomically(&summary, json(&all.summary())?.as_bytes()).map_err(Failure::failed)?;
        print(&written(&table, &summary))
    }
}

impl ForShape for Tabulate {
    type Output = Result<(), Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        if self.summary.is_some() {
            return Err(Failure::usage("a table of rows has no summary; --all has"));
        }
        let (start, rules) = (Start::from(self.start), Rules::from(self.rules));
        let solution = Solution::new(Position::<S>::start(start), rules);
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in report::table(&solution) {
            writer.serialize(row).map_err(Failure::failed)?;
        }
        let table = writer.into_inner().map_err(Failure::failed)?;
        let path = self.output.unwrap_or_else(|| {
            let name = variant(start, rules).file_name();
            format!("results/{}{name}-positions.csv", self.size).into()
        });
        if path == Path::new("-") {
            return print(&String::from_utf8_lossy(&table));
        }
        write_atomically(&path, &table).map_err(Failure::failed)?;
        print(&format!("written    {}\n", path.display()))
    }
}
