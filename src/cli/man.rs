//! `man`: the manual pages.

use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_mangen::Man as Page;
use othello_solver::files::write_atomically;

use super::failure::Failure;
use super::output::print;
use super::{Cli, PROGRAM};

/// Print the manual page of the program or of a command
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  othello-solver man solve | man -l -           read the page of `solve`
  othello-solver man --output ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// The command; without it the page is that of the program
    #[arg(value_name = "COMMAND")]
    command: Option<String>,

    /// Write all pages to this folder, one file for each
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    output: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let pages = pages()?;
        if let Some(folder) = self.output {
            for (name, page) in pages {
                let path = folder.join(name + ".1");
                write_atomically(&path, &page).map_err(Failure::failed)?;
                print(&format!("written    {}\n", path.display()))?;
            }
            return Ok(());
        }
        let wanted = match &self.command {
            Some(command) => format!("{PROGRAM}-{command}"),
            None => PROGRAM.to_owned(),
        };
        match pages.into_iter().find(|(name, _)| *name == wanted) {
            Some((_, page)) => print(&String::from_utf8_lossy(&page)),
            None => Err(Failure::usage(format!("there is no manual page for '{wanted}'"))),
        }
    }
}

/// The pages of the program and of each command, with their names.
fn pages() -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let program = Cli::command();
    let commands = program.get_subcommands().map(|command| {
        let name = format!("{PROGRAM}-{}", command.get_name());
        // The synopsis names the command as it is typed.
        command.clone().display_name(name).bin_name(format!("{PROGRAM} {}", command.get_name()))
    });
    std::iter::once(program.clone())
        .chain(commands)
        .map(|command| {
            let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
            let mut page = Vec::new();
            Page::new(command).render(&mut page)?;
            Ok((name, page))
        })
        .collect()
}
