//! `man`: the manual pages.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man as Page;

use super::failure::Failure;
use super::output::{deliver, print};
use super::{PROGRAM, command_line};

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

    /// Write all pages to this folder, each to a file
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    output: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let program = command_line();
        if let Some(folder) = self.output {
            let commands = program.get_subcommands().map(|command| (name(command), command));
            for (name, command) in commands.chain([(PROGRAM.to_owned(), &program)]) {
                deliver(&folder.join(name + ".1"), &page(command)?)?;
            }
            return Ok(());
        }
        let command = match &self.command {
            // Only the names of the commands are accepted.
            Some(command) => program.find_subcommand(command).unwrap_or(&program),
            None => &program,
        };
        print(&page(command)?)
    }
}

/// The name of a page, as `man` knows it.
fn name(command: &Command) -> String {
    match command.get_name() {
        PROGRAM => PROGRAM.to_owned(),
        command => format!("{PROGRAM}-{command}"),
    }
}

fn page(command: &Command) -> Result<String, Failure> {
    // The synopsis names the command as it is typed.
    let typed = name(command).replacen(&format!("{PROGRAM}-"), &format!("{PROGRAM} "), 1);
    let mut page = Vec::new();
    let command = command.clone().display_name(name(command)).bin_name(typed);
    Page::new(command).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
