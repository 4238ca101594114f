//! `train`: the weights that order the moves of the search.

use std::path::PathBuf;

use clap::Args;
use indicatif::HumanCount;
use othello_solver::storage::{check_writable, write_whole};
use othello_solver::{Progress, Size, Training, train};

use super::args::{QuietArgs, SizeParser, ThreadArgs};
use super::failure::Failure;
use super::output::print;
use super::progress::{Bar, catch_ctrl_c};

/// Make the weights by which the search orders moves on 6x6 and 8x8
///
/// The program plays games against itself from random beginnings and learns what
/// positions that lead to a good end look like. The weights are compiled into the
/// program. What it finds never depends on them, but how long that takes does.
#[derive(Debug, Args)]
#[command(after_help = "\
The same games and seed give the same weights on every machine. The defaults give the
weights that the program has; for 8x8 that takes a few minutes.

Examples:
  othello-solver train 6x6
  othello-solver train 8x8 --output src/evaluation/8x8.weights")]
pub(crate) struct Train {
    /// The board: 6x6 or 8x8
    #[arg(value_name = "SIZE", value_parser = SizeParser, hide_possible_values = true)]
    size: Size,

    /// Play N games
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    games: u32,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Write the weights to this file [default: src/evaluation/SIZE.weights]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    quiet: QuietArgs,
}

impl Train {
    pub(crate) fn run(self) -> Result<(), Failure> {
        if !matches!((self.size.width(), self.size.height()), (6, 6) | (8, 8)) {
            return Err(Failure::Usage(format!(
                "{}: the boards that can be trained are 6x6 and 8x8",
                self.size
            )));
        }
        self.threads.set_up()?;
        let default = || format!("src/evaluation/{}.weights", self.size).into();
        let path = self.output.clone().unwrap_or_else(default);
        check_writable(&path)?;
        catch_ctrl_c();
        let bar = Bar::new(self.quiet.quiet);
        let training = Training { size: self.size, games: self.games, seed: self.seed };
        let weights = train(&training, &bar).filter(|_| !bar.is_stopped());
        let weights = weights.ok_or_else(|| Failure::failed("stopped; nothing was written"))?;
        drop(bar);
        write_whole(&path, &weights)?;
        let count = HumanCount(weights.len() as u64);
        print(&format!("written    {}, {count} weights\n", path.display()))
    }
}
