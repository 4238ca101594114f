//! The command line: one file for each command, with its arguments and how its answer is printed.

mod analyze;
mod args;
mod bench;
mod campaign;
mod certify;
mod color;
mod completions;
mod console;
mod engine;
mod failure;
mod file;
mod input;
mod lookup;
mod losses;
mod man;
mod output;
mod perft;
mod play;
mod progress;
mod review;
mod run;
#[cfg(feature = "schema")]
mod schemas;
mod serve;
mod show;
mod solve;
mod tabulate;
mod test_engine;
mod verify;
mod wipeouts;

pub(crate) use run::run;
