//! `perft`: how many lines of play there are.

use clap::Args;
use indicatif::HumanCount;
use othello_solver::{Shape, perft};
use serde::Serialize;

use super::args::{BoardArgs, Format, OutputArgs, ResourceArgs};
use super::failure::Failure;
use super::output::print;
use super::size::ForShape;

/// Count the lines of play of each length
#[derive(Debug, Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    board: BoardArgs,

    /// Count lines of up to so many plies
    #[arg(long, value_name = "N", default_value_t = 8)]
    depth: u32,

    #[command(flatten)]
    output: OutputArgs,

    #[command(flatten)]
    resources: ResourceArgs,
}

impl Perft {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.resources.set_up_threads()?;
        self.board.size()?.dispatch(self)
    }
}

#[derive(Serialize)]
struct Depth {
    depth: u32,
    count: u64,
}

impl ForShape for Perft {
    type Output = Result<(), Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let position = self.board.game::<S>()?.position();
        for depth in 1..=self.depth {
            let count = perft(position, depth);
            match self.output.format {
                Format::Text => {
                    print(&format!("{depth:>5} {:>20}\n", HumanCount(count).to_string()))?
                }
                Format::Json => {}
            }
        }
        Ok(())
    }
}
