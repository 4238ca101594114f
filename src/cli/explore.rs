//! `explore`: the page on which one looks around in the solved 4×4 game.

use std::path::{Path, PathBuf};

use clap::Args;
use othello_solver::{explore, files};

use super::failure::Failure;
use super::output::print;

/// Write the page on which to look around in the solved 4x4 game
///
/// It is one file that opens in any browser, without a network.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  othello-solver explore                        then open results/explorer.html
  othello-solver explore --output - | wc -c")]
pub(crate) struct Explore {
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "results/explorer.html")]
    output: PathBuf,
}

impl Explore {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let page = explore::page();
        if self.output == Path::new("-") {
            return print(&page);
        }
        files::write_atomically(&self.output, page.as_bytes()).map_err(Failure::failed)?;
        print(&format!("written    {}\n", self.output.display()))
    }
}
