//! `engine`: plays and answers for other programs.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc;
use std::thread;

use othello_solver::engine::{EngineOptions, Gtp, JsonLines, Language, NBoard, Plain, Protocol};

use super::board::one_of;
use super::console::read_line;
use super::prelude::*;

/// Run as an engine for other programs: NBoard, Quarry or your own
///
/// It reads commands from standard input and answers on standard output.
#[derive(Debug, Args)]
#[command(mut_arg("size", |arg| arg.help(
    "The board until the other program sets another, WIDTHxHEIGHT [default: 8x8]"
)))]
#[command(after_help = "\
Examples:
  othello-solver engine                           for NBoard
  othello-solver engine --protocol gtp --time 5s
  othello-solver engine --protocol json --size 6")]
pub(crate) struct Engine {
    /// The protocol of the other program
    #[arg(long, value_name = "PROTOCOL", default_value = "nboard", value_parser = protocol())]
    protocol: Language,

    #[command(flatten)]
    board: StartArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Time for each move, such as 0.5s or 1m
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = parse_duration)]
    time: Duration,
}

/// Parses the protocol of this engine, or of an engine to test.
pub(crate) fn protocol() -> impl TypedValueParser<Value = Language> {
    one_of([
        (Language::Nboard, "The protocol of NBoard, version 2"),
        (Language::Gtp, "The Go Text Protocol, version 2, for Quarry and others"),
        (
            Language::Json,
            "A position, a game or JSON on each line, answered in JSON: docs/engine.md",
        ),
        (Language::Plain, "A question on each line, answered by a line: docs/test-engine.md"),
    ])
}

/// The number of unanswered lines that should interrupt the engine's search.
static INTERRUPTIONS: AtomicUsize = AtomicUsize::new(0);

/// Stops the engine's search while such lines are waiting.
struct Interruptions;

impl Progress for Interruptions {
    fn is_stopped(&self) -> bool {
        INTERRUPTIONS.load(SeqCst) > 0
    }
}

impl Engine {
    pub(crate) fn run(self) -> Result {
        let StartArgs { size, start } = self.board;
        let (size, rules) = (size.unwrap_or(Size::STANDARD), self.rules.or_default());
        let options = EngineOptions { size, start, rules, time: self.time };
        let mut engine: Box<dyn Protocol> = match self.protocol {
            Language::Nboard => Box::new(NBoard::new(options)),
            Language::Gtp => Box::new(Gtp::new(options)),
            Language::Json => Box::new(JsonLines { options }),
            Language::Plain => Box::new(Plain { options }),
        };
        for line in read_lines() {
            let line = line.map_err(Failure::input)?;
            if line.as_deref().is_ok_and(NBoard::interrupts) {
                INTERRUPTIONS.fetch_sub(1, SeqCst);
            }
            match line.map(|line| engine.answer(&line, &Interruptions)) {
                Ok(ControlFlow::Continue(answer)) => print(&answer)?,
                Ok(ControlFlow::Break(answer)) => return print(&answer),
                Err(problem) => print(&engine.refuse(&problem))?,
            }
        }
        Ok(())
    }
}

/// The lines of standard input, read while the engine is searching. Only NBoard defines commands that
/// interrupt a search; in the other protocols they are errors.
fn read_lines() -> mpsc::Receiver<io::Result<Result<String, String>>> {
    // At most this many lines are read before they are answered.
    let (sender, lines) = mpsc::sync_channel(256);
    thread::spawn(move || {
        while let Some(line) = read_line(&mut io::stdin().lock()).transpose() {
            if matches!(&line, Ok(Ok(line)) if NBoard::interrupts(line)) {
                INTERRUPTIONS.fetch_add(1, SeqCst);
            }
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}
