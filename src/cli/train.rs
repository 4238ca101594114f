//! `train`: the weights that order the moves of the search.

use std::path::PathBuf;

use clap::Args;
use indicatif::HumanCount;
use othello_solver::analysis::{Training, TrainingError, train};
use othello_solver::storage::{check_writable, write_whole};
use othello_solver::{Objective, Size};

use super::args::{QuietArgs, SizeParser, ThreadArgs, objective};
use super::failure::Failure;
use super::output::print;
use super::progress::{Bar, catch_ctrl_c};

/// Make the weights by which the search orders moves
///
/// The program plays games against itself from random beginnings, solves their last positions,
/// searches the others, and learns what good positions look like. The weights of 6x5, 7x5, 8x5,
/// 6x6, 7x6, 8x6, 7x7, 8x8 and 12x4, and with the fewest discs of 6x5, 7x5 and 6x6, are compiled
/// into the program. What a search finds never depends on them, only how long it takes.
#[derive(Debug, Args)]
#[command(after_help = "\
The same games and seed give the same weights on every machine. The defaults give the
weights that the program has, except for 6x6 with the fewest discs, which needs --games 200000,
and 12x4, which needs --seed 4; for 8x8 that takes about five minutes. The command prints the
error of the evaluation on positions that it did not learn from, in discs (root mean square), by
the number of empty squares.

Examples:
  othello-solver train 6x6
  othello-solver train 6x6 --objective fewest
  othello-solver train 8x8 --output src/evaluation/8x8.weights")]
pub(crate) struct Train {
    /// The board, such as 8x8
    #[arg(value_name = "SIZE", value_parser = SizeParser, hide_possible_values = true)]
    size: Size,

    /// Whether the most or the fewest discs win
    #[arg(long, value_name = "OBJECTIVE", default_value = "most", value_parser = objective())]
    objective: Objective,

    /// Play N games
    #[arg(long, value_name = "N", default_value_t = 150_000)]
    games: u32,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Write the weights to this file [default: src/evaluation/SIZE.weights, or
    /// SIZE-fewest.weights]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    quiet: QuietArgs,
}

impl Train {
    pub(crate) fn run(self) -> Result<(), Failure> {
        if self.size.short_side() < 4 {
            return Err(Failure::Usage(format!(
                "{}: boards of at least four columns and rows can be trained",
                self.size
            )));
        }
        self.threads.set_up()?;
        let rules = if self.objective == Objective::Fewest { "-fewest" } else { "" };
        let default = || format!("src/evaluation/{}{rules}.weights", self.size).into();
        let path = self.output.clone().unwrap_or_else(default);
        check_writable(&path)?;
        catch_ctrl_c();
        let bar = Bar::new(self.quiet.quiet);
        let Self { size, objective, games, seed, .. } = self;
        let trained = train(&Training { size, objective, games, seed }, &bar);
        let trained = trained.ok_or_else(|| Failure::failed("stopped; nothing was written"))?;
        drop(bar);
        write_whole(&path, &trained.weights)?;
        for TrainingError { empties, positions, error } in trained.errors {
            print(&format!(
                "{empties:>2} empty   {error:.2} discs, {} positions\n",
                HumanCount(positions as u64)
            ))?;
        }
        let count = HumanCount(trained.weights.len() as u64);
        print(&format!("written    {}, {count} weights\n", path.display()))
    }
}
