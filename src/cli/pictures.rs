//! `pictures`: the results as pictures.

use std::path::PathBuf;

use clap::Args;
use othello_solver::results::pictures;

use super::failure::Failure;
use super::output::deliver;

/// Draw the results as pictures in SVG
#[derive(Debug, Args)]
#[command(after_help = "\
For each solved board X.json there is X-line.svg, the line of best play, and, where its
games were counted, X-games.svg, how they end. 4x4-reachable.svg shows how many positions
are won, and 4x4-all.svg the same for every arrangement of discs.

Examples:
  othello-solver pictures
  othello-solver pictures --output results/drawn")]
pub(crate) struct Pictures {
    /// The folder with the results
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    results: PathBuf,

    /// The folder for the pictures [default: that with the results]
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

impl Pictures {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let folder = self.output.as_ref().unwrap_or(&self.results);
        for (name, picture) in pictures(&self.results)? {
            deliver(&folder.join(name), &picture)?;
        }
        Ok(())
    }
}
