//! `page`: the web page for exploring the solved 4×4 game.
//!
//! The page solves the game itself when it is opened, which is faster than loading a table.

use std::path::PathBuf;

use clap::Args;
use othello_solver::web;

use super::outcome::{Outcome, write};

/// Write the web page for exploring the solved 4x4 game
#[derive(Debug, Args)]
pub(crate) struct Page {
    /// The file to write
    #[arg(long, value_name = "FILE", default_value = "results/explorer.html")]
    output: PathBuf,
}

impl Page {
    pub(crate) fn run(self) -> Outcome {
        write(&self.output, web::page(None, None).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::outcome::root;

    #[test]
    fn the_committed_page_is_the_one_that_is_written() {
        let committed = fs::read_to_string(root().join("results/explorer.html")).unwrap();
        assert!(
            committed == web::page(None, None),
            "run `cargo xtask page` and look at `git diff`"
        );
    }
}
