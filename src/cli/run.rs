//! Which commands there are, and how the program runs one.

use std::ffi::OsString;
use std::panic;
use std::process::{self, ExitCode};

use clap::{ColorChoice, CommandFactory, Parser, Subcommand};
use othello_core::search::NoMemory;

use super::color;
use super::failure::Failure;
use super::output::print;
use super::{
    analyze, bench, campaign, certify, completions, engine, lookup, man, perft, play, review,
    serve, show, solve, tabulate, test_engine, verify, wipeouts,
};

/// Othello solved: 4x4 completely, every board up to 8x8 as far as exact search reaches.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
#[command(after_help = "\
Without a command, `--size` and `--depth` mean `analyze`: `othello-solver --size 8 --depth 10`.

Every command that answers a question answers in JSON with `--format json`.")]
struct Cli {
    /// When to use colours [default: auto]
    #[arg(long = "color", global = true, value_name = "WHEN", value_parser = color::choice())]
    #[arg(hide_short_help = true)]
    _color: Option<ColorChoice>,

    #[command(subcommand)]
    command: Job,
}

/// Defines the commands: the arguments of each, which know how to run, and what they need for it. An
/// attribute can make a command depend on a feature.
macro_rules! jobs {
    ($($(#[$attribute:meta])? $Job:ident($arguments:path $(, $given:expr)?))+) => {
        #[derive(Debug, Subcommand)]
        enum Job {
            $($(#[$attribute])? $Job($arguments),)+
        }

        impl Job {
            fn run(self) -> Result<(), Failure> {
                match self {
                    $($(#[$attribute])? Self::$Job(job) => job.run($($given)?),)+
                }
            }
        }
    };
}

jobs! {
    Solve(solve::Solve)
    Analyze(analyze::Analyze)
    Lookup(lookup::LookupArgs)
    Perft(perft::Perft)
    Wipeouts(wipeouts::Wipeouts)
    Review(review::ReviewArgs)
    Play(play::Play)
    Engine(engine::Engine)
    TestEngine(test_engine::TestEngine)
    Serve(serve::Serve)
    Show(show::Show)
    Certify(certify::Certify)
    Verify(verify::Verify)
    Bench(bench::Bench)
    Campaign(campaign::Campaign)
    Tabulate(tabulate::Tabulate)
    Completions(completions::Completions, Cli::command())
    Man(man::Man, Cli::command())
    #[cfg(feature = "schema")]
    Schemas(super::schemas::Schemas)
}

/// Runs the program with these arguments, the first of which is its name.
pub(crate) fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(with_default_command(args)) {
        Ok(cli) => cli,
        Err(error) => {
            if error.use_stderr() {
                // If standard error is closed, nobody can be told.
                let _ = error.print();
                return ExitCode::from(2);
            }
            // Help or the version was asked for.
            return exit_code(print(&error.render().ansi().to_string()));
        }
    };
    end_at_panic();
    exit_code(cli.command.run())
}

fn exit_code(ended: Result<(), Failure>) -> ExitCode {
    ended.map_or_else(|failure| failure.report(), |()| ExitCode::SUCCESS)
}

/// From now on a panic in any thread ends the program. Otherwise it would be noticed only after all
/// threads have finished their work. A lack of memory is reported as any other failure.
fn end_at_panic() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if let Some(problem) = panic.payload().downcast_ref::<NoMemory>() {
            Failure::failed(problem).report();
            process::exit(1);
        }
        report(panic);
        process::exit(101);
    }));
}

/// Puts `analyze` before options that stand without a command.
fn with_default_command(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<_> = args.collect();
    let of_the_program = ["-h", "--help", "-V", "--version"];
    // Joined to its option, the value of --color is read before the command is.
    if args.len() > 2 && args[1] == "--color" {
        let when = args.remove(2);
        args[1].push("=");
        args[1].push(when);
    }
    let has_color = args.get(1).is_some_and(|arg| arg.to_string_lossy().starts_with("--color="));
    let place = if has_color { 2 } else { 1 };
    if let Some(first) = args.get(place).and_then(|arg| arg.to_str())
        && first.starts_with('-')
        && !of_the_program.contains(&first)
    {
        args.insert(place, "analyze".into());
    }
    args
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    use std::{env, io, thread};

    use othello_core::{Position, SearchOptions, Size, Start, search};

    use super::*;

    /// The test calls itself: there it panics while two threads search 8x8.
    #[test]
    fn a_panic_ends_the_program_in_the_midst_of_a_search() {
        const WITHIN: &str = "OTHELLO_SOLVER_WITHIN_TEST";
        if env::var_os(WITHIN).is_some() {
            thread::spawn(|| {
                thread::sleep(Duration::from_millis(300));
                panic!("a test of panics");
            });
            end_at_panic();
            let start = Position::start(Size::STANDARD, Start::Diagonal);
            let options = SearchOptions { hash: 1 << 20, threads: 2, ..SearchOptions::default() };
            search(start, &options, &());
            process::exit(0);
        }
        let name = "cli::run::tests::a_panic_ends_the_program_in_the_midst_of_a_search";
        let mut program = Command::new(env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture"])
            .env(WITHIN, "")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let began = Instant::now();
        let code = loop {
            if let Some(status) = program.try_wait().unwrap() {
                break status.code();
            }
            if began.elapsed() > Duration::from_mins(1) {
                program.kill().unwrap();
            }
            thread::sleep(Duration::from_millis(20));
        };
        let said = io::read_to_string(program.stderr.unwrap()).unwrap();
        assert!(said.contains("a test of panics"), "{said}");
        assert_eq!(code, Some(101));
    }
}
