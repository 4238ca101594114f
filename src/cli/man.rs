//! `man`: the manual pages.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man as Page;

use super::failure::Failure;
use super::output::{deliver, print};

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
    pub(crate) fn run(self, program: &Command) -> Result<(), Failure> {
        if let Some(folder) = self.output {
            deliver(&folder.join(format!("{}.1", program.get_name())), &page(program)?)?;
            for command in program.get_subcommands().map(|command| named(program, command)) {
                let name = command.get_display_name().unwrap_or_default();
                deliver(&folder.join(format!("{name}.1")), &page(&command)?)?;
            }
            return Ok(());
        }
        // Only the names of the commands are accepted.
        let command = self.command.and_then(|command| program.find_subcommand(command));
        print(&page(&command.map_or(program.clone(), |command| named(program, command)))?)
    }
}

/// A command as its page calls it and, in the synopsis, as it is typed.
fn named(program: &Command, command: &Command) -> Command {
    let (program, name) = (program.get_name(), command.get_name());
    let command = command.clone().bin_name(format!("{program} {name}"));
    command.display_name(format!("{program}-{name}"))
}

fn page(command: &Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    Page::new(command.clone()).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
