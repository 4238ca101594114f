//! The command line: the commands, how they run, and the code that they share. Each command has a file
//! with its arguments and the code that prints its answer.

/// Defines commands: the type of each one's arguments, and what its `run` needs in addition.
macro_rules! commands {
    ($(#[$of_all:meta])* $Job:ident:
     $($(#[$own:meta])* $Command:ident($arguments:path $(, $given:expr)?))+) => {
        #[derive(Debug, clap::Subcommand)]
        $(#[$of_all])*
        pub(crate) enum $Job {
            $($(#[$own])* $Command($arguments),)+
        }

        impl $Job {
            pub(crate) fn run(self) -> Result {
                match self {
                    $(Self::$Command(command) => command.run($($given)?),)+
                }
            }
        }
    };
}

mod analyze;
mod bench;
mod board;
mod campaign;
mod certify;
mod checked;
mod console;
mod engine;
mod failure;
mod file;
mod generated;
mod lookup;
mod output;
mod perft;
mod play;
mod prelude;
mod progress;
mod resources;
mod review;
mod schemas;
mod serve;
mod show;
mod solve;
mod tabulate;
mod test_engine;
mod text;
mod verify;
mod wipeouts;
mod worksheet;

use std::error::Error;
use std::ffi::OsString;
use std::mem;
use std::num::{IntErrorKind, ParseIntError};
use std::panic;
use std::process::{self, ExitCode};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, CommandFactory, Parser};
use othello_core::notation::escaped;
use othello_core::search::NoMemory;

use self::console::print;
use self::failure::{Failure, Result, remark};

/// Exact Othello solver: 4x4 completely, larger boards up to 8x8 as far as search reaches.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
#[command(after_help = "\
Without a command, `--size` and `--depth` mean `analyze`: `othello-solver --size 8 --depth 10`.

With `--format json`, every command that answers a question prints JSON.")]
struct Cli {
    /// When to use colours [default: auto]
    #[arg(long = "color", global = true, value_name = "WHEN", value_parser = text::color_choice())]
    #[arg(hide_short_help = true)]
    _color: Option<ColorChoice>,

    #[command(subcommand)]
    command: Job,
}

commands! {
    Job:
    Solve(solve::Solve)
    Analyze(analyze::Analyze)
    Lookup(lookup::LookupArgs)
    Perft(perft::Perft)
    Wipeouts(wipeouts::Wipeouts)
    Review(review::ReviewArgs)
    Worksheet(worksheet::WorksheetArgs)
    Play(play::Play)
    Engine(engine::Engine)
    TestEngine(test_engine::TestEngine)
    Serve(serve::Serve)
    Show(show::Show)
    Certify(certify::Certify)
    Verify(verify::Verify)
    Bench(bench::Bench)
    #[command(subcommand)]
    Campaign(campaign::Step)
    Tabulate(tabulate::Tabulate)
    Completions(generated::Completions, Cli::command())
    Man(generated::Man, Cli::command())
}

/// Runs the program. The first argument is its name.
pub(crate) fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    let result = match parse(&with_default_command(args)) {
        Ok(cli) => {
            handle_panics(matches!(cli.command, Job::Verify(_)));
            cli.command.run()
        }
        Err(error) if error.use_stderr() => {
            // If standard error is closed, the error cannot be reported.
            let _ = helpful(error).print();
            return ExitCode::from(2);
        }
        // This "error" is the help or the version.
        Err(error) => print(&error.render().ansi().to_string()),
    };
    result.map_or_else(|failure| failure.report(), |()| ExitCode::SUCCESS)
}

/// Parses the arguments. Errors quote them, so control characters are escaped: a terminal would obey
/// them.
fn parse(args: &[OsString]) -> clap::error::Result<Cli> {
    Cli::try_parse_from(args).map_err(|error| {
        let escaped = args.iter().map(|arg| escaped(&arg.to_string_lossy()));
        Cli::try_parse_from(escaped).err().unwrap_or(error)
    })
}

/// Whether an argument that begins like an option has nothing but cells and spaces.
fn is_position(arg: &str) -> bool {
    arg.starts_with('-') && arg.contains(' ') && arg.chars().all(|it| " -._XOxoBWbw*0".contains(it))
}

/// Adds a hint for wrong arguments that clap does not explain.
fn helpful(mut error: clap::Error) -> clap::Error {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    };
    let (arg, value) = (context(ContextKind::InvalidArg), context(ContextKind::InvalidValue));
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let mut command = Cli::command();
    while let Some(inner) = usage.split(' ').find_map(|word| command.find_subcommand(word)) {
        command = inner.clone();
    }
    let has_format = command.get_arguments().any(|arg| arg.get_id() == "format");
    let tip = match (error.kind(), &*arg) {
        (ErrorKind::UnknownArgument, "--json" | "-f") if has_format => {
            "for JSON, write '--format json'"
        }
        (ErrorKind::UnknownArgument, arg)
            if command.get_name() == "test-engine" && !arg.starts_with('-') =>
        {
            "write '--' before the engine and its arguments"
        }
        (ErrorKind::ValueValidation, _) if is_no_number(&error) => {
            let reason = format!("invalid value '{value}' for '{arg}': expected a whole number");
            let more = "\n\nFor more information, try '--help'.\n";
            return clap::Error::raw(ErrorKind::ValueValidation, reason + more);
        }
        _ => return error,
    };
    error.remove(ContextKind::SuggestedArg);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// Whether an argument should be a number and is not written as one.
fn is_no_number(error: &clap::Error) -> bool {
    let problem = error.source().and_then(|source| source.downcast_ref::<ParseIntError>());
    let kinds = [IntErrorKind::Empty, IntErrorKind::InvalidDigit];
    problem.is_some_and(|problem| kinds.contains(problem.kind()))
}

/// From now on, a panic in any thread ends the program. Otherwise it would go unnoticed until all
/// threads had finished their work. If panics are `caught`, they are only reported, in a line each.
/// Running out of memory is reported like any other failure.
fn handle_panics(caught: bool) {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if let Some(problem) = panic.payload().downcast_ref::<NoMemory>() {
            Failure::failed(problem).report();
            process::exit(1);
        }
        if caught {
            return remark(&panic.to_string().replace('\n', " "));
        }
        report(panic);
        process::exit(101);
    }));
}

/// Inserts `analyze` before options that have no command.
///
/// Clap could do this only if the options of `analyze` were also options of the program. It would
/// then accept and ignore them before other commands, or, with `args_conflicts_with_subcommands`,
/// take `solve` in `--color never solve` for the size of a board.
fn with_default_command(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<_> = args.collect();
    // Clap parses the value of `--color` before the command, whose help may need it, only if the
    // value is joined to the option.
    if let [_, color, when, ..] = &mut args[..]
        && color == "--color"
    {
        color.push("=");
        color.push(mem::take(when));
        args.remove(2);
    }
    let has_color = args.get(1).is_some_and(|arg| arg.to_string_lossy().starts_with("--color="));
    let first = if has_color { 2 } else { 1 };
    let name = args.get(first).map_or("".into(), |arg| arg.to_string_lossy());
    if name.starts_with('-') && !["-h", "--help", "-V", "--version"].contains(&&*name) {
        args.insert(first, "analyze".into());
    }
    // A position that begins with an empty square is not an option.
    for arg in &mut args {
        if arg.to_str().is_some_and(is_position) {
            *arg = format!(" {}", arg.to_string_lossy()).into();
        }
    }
    args
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::sync::mpsc::{Sender, channel};
    use std::{env, thread};

    use othello_core::answer::{Limits, Question, Sources, answer};
    use othello_core::{Position, Progress, Rules, Size, Start};

    use super::*;

    /// Reports that a search has begun, and stops it when it should long be over.
    struct Begun {
        report: Sender<()>,
        searched: AtomicU64,
    }

    impl Progress for Begun {
        fn advance(&self, steps: u64) {
            let _ = self.report.send(());
            self.searched.fetch_add(steps, Relaxed);
        }

        fn is_stopped(&self) -> bool {
            self.searched.load(Relaxed) > 1_000_000_000
        }
    }

    const WITHIN: &str = "OTHELLO_SOLVER_WITHIN_TEST";

    /// Runs a test as a child process: its exit code and what it prints on standard error.
    fn run_alone(name: &str) -> (Option<i32>, String) {
        let mut program = Command::new(env::current_exe().unwrap());
        let name = format!("cli::tests::{name}");
        let output = program.args(["--exact", &name, "--nocapture"]).env(WITHIN, "").output();
        let output = output.unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }

    #[test]
    fn a_panic_that_is_caught_is_reported_in_a_line_and_the_program_goes_on() {
        if env::var_os(WITHIN).is_some() {
            handle_panics(true);
            let caught = thread::spawn(|| panic!("a test\nof panics")).join();
            process::exit(caught.is_ok().into());
        }
        let (code, errors) =
            run_alone("a_panic_that_is_caught_is_reported_in_a_line_and_the_program_goes_on");
        assert_eq!((code, errors.lines().count()), (Some(0), 1), "{errors}");
        assert!(errors.starts_with("panicked at ") && errors.contains(": a test of panics"));
    }

    /// The panic happens while two threads search 8x8.
    #[test]
    fn a_panic_ends_the_program_during_a_search() {
        if env::var_os(WITHIN).is_some() {
            handle_panics(false);
            let (report, begun) = channel();
            thread::spawn(move || {
                begun.recv().unwrap();
                panic!("a test of panics");
            });
            let start = Position::start(Size::STANDARD, Start::Diagonal);
            let question = Question::usual(start, Rules::default());
            let listener = Begun { report, searched: AtomicU64::new(0) };
            let limits = Limits::new(1 << 20, 2);
            let _ = answer(&question, &Sources::SEARCH, &limits, &listener);
            process::exit(0);
        }
        let (code, errors) = run_alone("a_panic_ends_the_program_during_a_search");
        assert!(errors.contains("a test of panics"), "{errors}");
        assert_eq!(code, Some(101));
    }
}
