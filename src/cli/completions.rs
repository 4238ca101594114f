//! `completions`: what a shell needs to complete a command line.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::failure::Failure;
use super::output::print;
use super::{Cli, PROGRAM};

/// Print what a shell needs to complete the command line
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  othello-solver completions bash > ~/.local/share/bash-completion/completions/othello-solver
  othello-solver completions zsh > ~/.zfunc/_othello-solver
  othello-solver completions fish > ~/.config/fish/completions/othello-solver.fish
  othello-solver completions powershell >> $PROFILE")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), PROGRAM, &mut script);
        print(&String::from_utf8_lossy(&script))
    }
}
