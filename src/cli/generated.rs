//! `completions` and `man`: texts generated from the definition of the command line.

use std::fs;

use clap::Command;
use clap_complete::{Shell, generate};
use clap_mangen::Man as Page;
use clap_mangen::roff::{Roff, bold, roman};

use super::failure::EXIT_CODES;
use super::prelude::*;

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  source <(othello-solver completions bash)       in ~/.bashrc
  othello-solver completions zsh > ~/.zfunc/_othello-solver
  othello-solver completions fish | source        in ~/.config/fish/config.fish
  othello-solver completions powershell >> $PROFILE")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, mut program: Command) -> Result {
        let (name, mut script) = (program.get_name().to_owned(), Vec::new());
        generate(self.shell, &mut program, &name, &mut script);
        let mut script = String::from_utf8_lossy(&script).into_owned();
        if self.shell == Shell::Bash {
            // The generated script is inconsistent if the program's name has a dash: one part sets
            // `othello__solver__subcmd__man`, but another looks for
            // `othello__subcmd__solver__subcmd__man`.
            script = script.replace(&name.replace('-', "__subcmd__"), &name.replace('-', "__"));
        }
        print(&script)
    }
}

/// Print the manual page of the program or of a command
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  othello-solver man solve | man -l -           read the page of `solve`
  othello-solver man --output ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// The command; without one, print the page of the program
    #[arg(value_name = "COMMAND")]
    command: Option<String>,

    /// Write all pages to this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    output: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(self, program: Command) -> Result {
        let mut program = with_long_help(program.disable_help_subcommand(true));
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
        print(&roff(&Page::new(command.clone()))?)
    }
}

/// Writes the pages of a command and of all its subcommands.
fn write_all(command: &Command, folder: &Path) -> Result {
    let page = Page::new(command.clone());
    write_whole(&folder.join(page.get_filename()), roff(&page)?.as_bytes())?;
    command.get_subcommands().try_for_each(|command| write_all(command, folder))
}

/// The text of a page, with the exit codes at the end.
fn roff(page: &Page) -> Result<String> {
    let (mut text, mut codes) = (Vec::new(), Roff::new());
    page.render(&mut text)?;
    codes.control("SH", ["EXIT STATUS"]);
    for (code, meaning) in EXIT_CODES {
        codes.control("TP", []).text([bold(code.to_string())]).text([roman(meaning)]);
    }
    Ok(String::from_utf8_lossy(&text).into_owned() + &codes.to_roff())
}

/// The command with a long help for every argument. If an argument has only a short help that `-h`
/// hides, its page would otherwise have no text.
fn with_long_help(command: Command) -> Command {
    let command = command.mut_args(|arg| match (arg.get_long_help(), arg.get_help().cloned()) {
        (None, Some(help)) => arg.long_help(help),
        _ => arg,
    });
    command.mut_subcommands(with_long_help)
}
