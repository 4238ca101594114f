//! `explore`: the web page for exploring the solved 4×4 game.

use std::path::PathBuf;

use clap::Args;
use othello_solver::web;

use super::failure::Failure;
use super::output::deliver;

/// Write a web page for exploring the solved 4x4 game
///
/// It is one file that opens in any browser and needs no network.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  othello-solver explore                        then open results/explorer.html
  othello-solver explore --output - | wc -c")]
pub(crate) struct Explore {
    /// Write the page to this file; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "results/explorer.html")]
    output: PathBuf,
}

impl Explore {
    pub(crate) fn run(self) -> Result<(), Failure> {
        deliver(&self.output, &web::page())
    }
}
