//! `page`: the web page for exploring the solved 4×4 game.

use std::path::PathBuf;

use clap::Args;
use othello_solver::web;

use super::{Outcome, write};

/// Write the web page for exploring the solved 4x4 game
#[derive(Debug, Args)]
pub(crate) struct Page {
    /// The file to write
    #[arg(long, value_name = "FILE", default_value = "results/explorer.html")]
    output: PathBuf,
}

impl Page {
    pub(crate) fn run(self) -> Outcome {
        write(&self.output, web::page().as_bytes())
    }
}
