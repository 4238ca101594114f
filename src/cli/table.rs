//! `table`: the table of solved boards, made from the files of solved boards.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use othello_solver::results::markdown;
use othello_solver::storage::FileError;

use super::failure::Failure;
use super::output::{deliver, is_stdout, print};

/// Bring the table of solved boards in the READMEs up to date
#[derive(Debug, Args)]
#[command(after_help = "\
The table is made from the files results/*.json that `solve` has written. It replaces the
lines between <!-- solved boards --> and <!-- end of solved boards -->; a first line such
as <!-- solved boards: 4x4 6x6-fewest --> asks for these boards only.

Examples:
  othello-solver table
  othello-solver table -")]
pub(crate) struct Table {
    /// The Markdown files with the table; - prints the table alone
    #[arg(value_name = "FILE", default_values = ["README.md", "results/README.md"])]
    files: Vec<PathBuf>,
}

impl Table {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let boards = markdown::solved_boards(Path::new("results"))?;
        for path in self.files {
            if is_stdout(&path) {
                print(&markdown::table(&boards))?;
                continue;
            }
            let text = fs::read_to_string(&path).map_err(FileError::of("read", &path))?;
            let new = markdown::with_table(&text, &boards).ok_or_else(|| {
                Failure::Failed(format!("{} has no place for the table", path.display()))
            })?;
            deliver(&path, &new)?;
        }
        Ok(())
    }
}
