//! The program: parses what was typed, runs it and says how it went. All that
//! it knows of Othello is in the library.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(std::env::args_os())
}
