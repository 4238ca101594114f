//! `train`: the weights that order the moves of the search.

use std::path::PathBuf;

use clap::Args;
use indicatif::HumanCount;
use othello_solver::files::write_atomically;
use othello_solver::{Progress, Training, train};

use super::failure::Failure;
use super::output::print;
use super::progress::{Bar, catch_ctrl_c};
use super::size::Size;

/// Make the weights by which the search orders moves on 6x6 and 8x8
///
/// The program plays games against itself from random beginnings and learns what
/// positions that lead to a good end look like. The weights are compiled into the
/// program. What it finds never depends on them, but how long that takes does.
#[derive(Debug, Args)]
#[command(after_help = "\
The same games and seed give the same weights on every machine. With the default ones these are the
weights that the program has; 8x8 takes a few minutes.

Examples:
  othello-solver train 6x6
  othello-solver train 8x8 --output src/search/evaluation/8x8.weights")]
pub(crate) struct Train {
    /// The board: 6x6 or 8x8
    #[arg(value_name = "SIZE")]
    size: Size,

    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    games: u32,

    /// What decides how they begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Write the weights to this file [default: src/search/evaluation/SIZE.weights]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print nothing on standard error but errors
    #[arg(long)]
    quiet: bool,
}

impl Train {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let side = match self.size.to_string().as_str() {
            "6x6" => 6,
            "8x8" => 8,
            other => {
                let accepted = "the boards that can be trained are 6x6 and 8x8";
                return Err(Failure::usage(format!("{other}: {accepted}")));
            }
        };
        let default = || format!("src/search/evaluation/{}.weights", self.size).into();
        let path = self.output.clone().unwrap_or_else(default);
        catch_ctrl_c();
        let bar = Bar::new(self.quiet);
        let training = Training { side, games: self.games, seed: self.seed };
        let weights = train(&training, &bar).filter(|_| !bar.stopped());
        let weights = weights.ok_or_else(|| Failure::failed("stopped; nothing was written"))?;
        drop(bar);
        write_atomically(&path, &weights).map_err(Failure::failed)?;
        let count = HumanCount(weights.len() as u64);
        print(&format!("written    {}, {count} weights\n", path.display()))
    }
}
