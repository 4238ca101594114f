//! `completions`: what a shell needs to complete a command line.

use clap::{Arg, Args, Command, ValueHint};
use clap_complete::{Shell, generate};

use super::failure::Failure;
use super::output::print;
use super::{PROGRAM, command_line};

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
        let (mut program, mut script) = (command_line(), Vec::new());
        generate(self.shell, &mut program, PROGRAM, &mut script);
        let script = String::from_utf8_lossy(&script);
        print(&match self.shell {
            Shell::Bash => for_bash(&script, &program),
            Shell::Fish => script.into_owned() + &for_fish(&program),
            _ => script.into_owned(),
        })
    }
}

/// Whether a command takes files without an option.
fn takes_files(command: &Command) -> bool {
    command.get_positionals().any(|arg| arg.get_value_hint() == ValueHint::AnyPath)
        || command.get_subcommands().any(takes_files)
}

/// The script for bash, repaired. As generated, its parts name a command in two different ways if
/// the name of the program has a dash: one sets `othello__solver__subcmd__man`, the other waits for
/// `othello__subcmd__solver__subcmd__man`. And where nothing matches, it takes every word for the
/// name of a file.
fn for_bash(script: &str, program: &Command) -> String {
    let name = PROGRAM.replace('-', "__");
    let mut script = script.replace(&PROGRAM.replace('-', "__subcmd__"), &name);
    for command in program.get_subcommands().filter(|&command| !takes_files(command)) {
        let branch = format!("{name}__subcmd__{})\n", command.get_name());
        let no_files = "            compopt +o default +o bashdefault\n";
        script = script.replace(&branch, &format!("{branch}{no_files}"));
    }
    script
}

/// What the script for fish lacks: the possible values of arguments without an option.
fn for_fish(program: &Command) -> String {
    let mut text = String::new();
    for command in program.get_subcommands().filter(|&command| !takes_files(command)) {
        let words = command.get_positionals().flat_map(Arg::get_possible_values);
        let words: Vec<_> = words.map(|value| value.get_name().to_owned()).collect();
        text += &format!(
            "complete -c {PROGRAM} -n \"__fish_{}_using_subcommand {}\" -f -a \"{}\"\n",
            PROGRAM.replace('-', "_"),
            command.get_name(),
            words.join(" ")
        );
    }
    text
}
