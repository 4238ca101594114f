//! The program. All it knows about Othello is in the library.

mod cli;

use std::env;
use std::process::ExitCode;
use std::thread::{Builder, JoinHandle};

/// The stack size for commands: the usual size of a main thread's stack, also used by the server's
/// threads. The main thread's own stack depends on `ulimit -s`, and 64 KiB would not even be enough
/// to print the help. A search of 8x8 takes less than 128 KiB.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    let program = Builder::new().stack_size(STACK).spawn(|| cli::run(env::args_os()));
    match program.map(JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The panic has been reported.
        Ok(Err(_)) => ExitCode::from(101),
        // The system cannot start a thread.
        Err(_) => cli::run(env::args_os()),
    }
}
