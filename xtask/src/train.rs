//! `train`: the weights by which the search orders moves.

use std::path::PathBuf;

use clap::Args;
use othello_core::{Objective, Size};
use othello_solver::amounts::grouped;

use super::outcome::{Outcome, write};
use super::training::{Training, TrainingError};

/// Make the weights by which the search orders moves
///
/// The program plays games against itself from random openings, solves their last positions,
/// searches the others, and learns to recognise good positions. The search finds the same values
/// with any weights; they only save time. The same games and seed give the same weights on every
/// machine.
///
/// The defaults make the weights in core/src/evaluation/, except that 8x8 needs --games 600000, 6x6 with
/// the fewest discs needs --games 200000, and 12x4 needs --seed 4. For 8x8 that takes about fifteen
/// minutes on one core.
///
/// The command prints the root mean square error of the evaluation, in discs, by the number of
/// empty squares, on held-out positions.
#[derive(Debug, Args)]
pub(crate) struct Train {
    /// The board, such as 8x8
    size: Size,

    /// Whether the most or the fewest discs win
    #[arg(long, default_value = "most")]
    objective: Objective,

    /// Play this many games
    #[arg(long, value_name = "N", default_value_t = 150_000)]
    games: u32,

    /// The seed of the random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The file to write [default: core/src/evaluation/SIZE.weights, or SIZE-fewest.weights]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Train {
    pub(crate) fn run(self) -> Outcome {
        let Self { size, objective, games, seed, output } = self;
        if size.short_side() < 4 {
            let error = format!("{size}: a board must have at least four columns and rows");
            return Err(error.into());
        }
        let path = output.unwrap_or_else(|| {
            let rules = if objective == Objective::Fewest { "-fewest" } else { "" };
            format!("core/src/evaluation/{size}{rules}.weights").into()
        });
        let (weights, errors) = Training { size, objective, games, seed }.weights();
        write(&path, &weights)?;
        for TrainingError { empties, positions, error } in errors {
            println!("{empties:>2} empty   {error:.2} discs, {} positions", grouped(positions));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The weights depend on the games and the seed, but not on the number of threads.
    #[test]
    fn training_is_repeatable() {
        let weights = |size: &str, objective, seed, threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let training = Training { size: size.parse().unwrap(), objective, games: 12, seed };
            pool.install(|| training.weights().0)
        };
        for size in ["6x6", "8x8", "12x4", "6x5"] {
            let first = weights(size, Objective::Most, 1, 1);
            assert!(first.iter().any(|&weight| weight != 0));
            assert_eq!(first, weights(size, Objective::Most, 1, 3));
            assert_ne!(first, weights(size, Objective::Most, 2, 1));
            assert_ne!(first, weights(size, Objective::Fewest, 1, 1));
        }
    }
}
