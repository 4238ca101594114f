//! `tabulate`: the strong solution as a table.

use std::path::{Path, PathBuf};

use clap::Args;
use othello_solver::files::write_atomically;
use othello_solver::{Position, Rules, Shape, Solution, Start, report};

use super::args::{RulesArgs, StartArg, variant};
use super::failure::Failure;
use super::output::print;
use super::size::{ForShape, Size};

/// Write the value of every position that can be reached
#[derive(Debug, Args)]
#[command(after_help = "\
The table goes to results/SIZE[-parallel][-fewest]-positions.csv: one row for each position up to
symmetry, the side to move as X, with its value and that of each move.

Examples:
  othello-solver tabulate 4x4
  othello-solver tabulate 4x4 --start parallel --output -")]
pub(crate) struct Tabulate {
    /// The board: 4x4
    #[arg(value_name = "SIZE")]
    size: Size,

    /// How the first four discs lie
    #[arg(long, value_name = "START", default_value = "diagonal")]
    start: StartArg,

    #[command(flatten)]
    rules: RulesArgs,

    /// Write the table to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Tabulate {
    pub(crate) fn run(self) -> Result<(), Failure> {
        if self.size.squares() > report::EXHAUSTIVE_SQUARES {
            return Err(Failure::Usage(format!(
                "the {} board has too many positions for a table; 4x4 has not",
                self.size
            )));
        }
        self.size.dispatch(self)
    }
}

impl ForShape for Tabulate {
    type Output = Result<(), Failure>;

    fn run<S: Shape>(self) -> Self::Output {
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
