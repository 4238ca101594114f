//! The command line: one file for each command, with its arguments and how its
//! answer is printed.

mod analyze;
mod args;
mod explore;
mod failure;
mod lookup;
mod output;
mod perft;
mod pictures;
mod progress;
mod size;
mod solve;
mod table;
mod tabulate;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;

/// Othello solved: 4x4 to the very end, every board up to 8x8 as far as exact
/// search reaches.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, disable_help_subcommand = true)]
#[command(after_help = "\
`othello-solver --size 8 --depth 10` is short for `othello-solver analyze --size 8 --depth 10`.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Solve),
    Analyze(analyze::Analyze),
    Lookup(lookup::Lookup),
    Perft(perft::Perft),
    Tabulate(tabulate::Tabulate),
    Table(table::Table),
    Explore(explore::Explore),
    Pictures(pictures::Pictures),
}

impl Command {
    fn run(self) -> Result<(), Failure> {
        match self {
            Self::Solve(command) => command.run(),
            Self::Analyze(command) => command.run(),
            Self::Explore(command) => command.run(),
            Self::Pictures(command) => command.run(),
            Self::Perft(command) => command.run(),
            Self::Tabulate(command) => command.run(),
            Self::Table(command) => command.run(),
            Self::Lookup(command) => command.run(),
        }
    }
}

/// Runs the program with these arguments, the first of which is its name.
pub(crate) fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(with_default_command(args)) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are asked for; everything else is bad usage. A
            // closed pipe is no reason to complain.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    match cli.command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Puts `analyze` before options that stand without a command.
fn with_default_command(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<_> = args.collect();
    let of_the_program = ["-h", "--help", "-V", "--version"];
    if let Some(first) = args.get(1).and_then(|arg| arg.to_str())
        && first.starts_with('-')
        && !of_the_program.contains(&first)
    {
        args.insert(1, "analyze".into());
    }
    args
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_well_defined() {
        Cli::command().debug_assert();
    }
}
