//! `man`: the manual pages.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, Args, Command};
use clap_mangen::Man as Page;
use clap_mangen::roff::{Roff, bold, roman};
use othello_solver::storage::{FileError, write_whole};

use super::failure::{EXIT_CODES, Failure};
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
        program.build();
        if let Some(folder) = self.output {
            fs::create_dir_all(&folder).map_err(FileError::of("write to", &folder))?;
            return write_all(&program, &folder);
        }
        let command = match self.command {
            Some(name) => program
                .find_subcommand(&name)
                .ok_or_else(|| Failure::Input(format!("there is no command '{name}'")))?,
            None => &program,
        };
        print(&in_roff(&Page::new(command.clone()))?)
    }
}

/// Writes the pages of a command and of all commands below it.
fn write_all(command: &Command, folder: &Path) -> Result<(), Failure> {
    let page = Page::new(command.clone());
    write_whole(&folder.join(page.get_filename()), in_roff(&page)?.as_bytes())?;
    command.get_subcommands().try_for_each(|command| write_all(command, folder))
}

/// The text of a page, with the exit codes at its end.
fn in_roff(page: &Page) -> Result<String, Failure> {
    let (mut text, mut codes) = (Vec::new(), Roff::new());
    page.render(&mut text)?;
    codes.control("SH", ["EXIT STATUS"]);
    for (code, meaning) in EXIT_CODES {
        codes.control("TP", []).text([bold(code.to_string())]).text([roman(meaning)]);
    }
    Ok(String::from_utf8_lossy(&text).into_owned() + &codes.to_roff())
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
