//! The program: parses the command line, runs the command and reports errors. All that it knows
//! about Othello is in the library.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(std::env::args_os())
}
