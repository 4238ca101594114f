//! `completions`: what a shell needs to complete a command line.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use super::failure::Failure;
use super::output::print;

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
    pub(crate) fn run(self, mut program: Command) -> Result<(), Failure> {
        let (name, mut script) = (program.get_name().to_owned(), Vec::new());
        generate(self.shell, &mut program, &name, &mut script);
        let script = String::from_utf8_lossy(&script);
        print(&match self.shell {
            Shell::Bash => for_bash(&script, &name),
            _ => script.into_owned(),
        })
    }
}

/// The script for bash, repaired. As generated, its parts name a command in two different ways if
/// the name of the program has a dash: one sets `othello__solver__subcmd__man`, the other waits for
/// `othello__subcmd__solver__subcmd__man`.
fn for_bash(script: &str, program: &str) -> String {
    script.replace(&program.replace('-', "__subcmd__"), &program.replace('-', "__"))
}
