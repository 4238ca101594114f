//! The program: parses the command line, runs the command and reports errors. All that it knows
//! about Othello is in the library.

mod cli;

use std::env;
use std::process::ExitCode;
use std::thread::{Builder, JoinHandle};

/// The stack on which commands run: what a main thread usually has, and threads of the server have.
/// The main thread's own depends on `ulimit -s`; with 64 KiB not even the help could be printed. A
/// search of 8x8 takes less than 128 KiB.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    let program = Builder::new().stack_size(STACK).spawn(|| cli::run(env::args_os()));
    match program.map(JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The panic has been reported.
        Ok(Err(_)) => ExitCode::from(101),
        // The system grants no thread.
        Err(_) => cli::run(env::args_os()),
    }
}
