//! `man`: the manual pages.

use std::fs;
use std::path::PathBuf;

use clap::{Arg, Args, Command};
use clap_mangen::{Man as Page, generate_to};
use othello_solver::storage::FileError;

use super::failure::Failure;
use super::output::print;

/// Print the manual page of the program or of a command
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  othello-solver man solve | man -l -           read the page of `solve`
  othello-solver man --output ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// The command; without one, the page of the program
    #[arg(value_name = "COMMAND")]
    command: Option<String>,

    /// Write all pages to files in this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    output: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(self, program: Command) -> Result<(), Failure> {
        let mut program = with_all_texts(program.disable_help_subcommand(true));
        if let Some(folder) = self.output {
            let written = fs::create_dir_all(&folder).and_then(|()| generate_to(program, &folder));
            return Ok(written.map_err(FileError::of("write to", &folder))?);
        }
        program.build();
        let command = match self.command {
            Some(name) => program
                .find_subcommand(&name)
                .ok_or_else(|| Failure::Input(format!("there is no command '{name}'")))?,
            None => &program,
        };
        let mut page = Vec::new();
        Page::new(command.clone()).render(&mut page)?;
        print(&String::from_utf8_lossy(&page))
    }
}

/// The command with a long text for each argument that has only a short one: a page leaves the short
/// text out where the short help does so.
fn with_all_texts(command: Command) -> Command {
    let with_long_help = |arg: Arg| match (arg.get_long_help(), arg.get_help().cloned()) {
        (None, Some(help)) => arg.long_help(help),
        _ => arg,
    };
    command.mut_args(with_long_help).mut_subcommands(with_all_texts)
}
