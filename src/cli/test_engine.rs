//! `test-engine`: whether another engine knows the rules.

use std::time::Duration;

use clap::Args;
use clap::builder::TypedValueParser;
use othello_core::{Progress, Size};
use othello_solver::amounts::parse_duration;
use othello_solver::engine::kit::{
    BoardReport, Count, Difference, EngineReport, EngineVerdict, Language, Subject, Test,
};

use super::args::{OutputArgs, RulesArgs, one_of};
use super::color::{self, answer};
use super::failure::Failure;

/// Test another engine: its moves, flips, passes, ends of games, perft and values
///
/// The engine is asked about some dozens of positions of each board: those at the beginning, and
/// those in which a player must pass, games have ended early, or few squares are empty. What it
/// cannot say in its protocol is left out. The first wrong answer is shown with its board, and the
/// exit code is 1 if there is one, or if the engine does not answer, answers too late, dies or
/// floods.
#[derive(Debug, Args)]
#[command(after_help = "\
docs/test-engine.md describes the plain protocol, with an engine in 40 lines of Python.

Examples:
  othello-solver test-engine -- python3 my_engine.py
  othello-solver test-engine --protocol gtp --size 8 -- ./my_engine --level 3
  othello-solver test-engine --format json -- ./my_engine > report.json")]
pub(crate) struct TestEngine {
    /// The program to test, and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,

    /// The protocol that the engine speaks
    #[arg(long, value_name = "PROTOCOL", default_value = "plain", value_parser = language())]
    protocol: Language,

    /// A board to ask about, WIDTHxHEIGHT; may be given several times [default: seven boards]
    #[arg(long = "size", value_name = "SIZE")]
    sizes: Vec<Size>,

    #[command(flatten)]
    rules: RulesArgs,

    /// Time for each answer, such as 5s or 1m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
    time: Duration,

    #[command(flatten)]
    print: OutputArgs,
}

/// The boards, if none are named: the smallest, odd and even ones, one that is not square, and the
/// usual one.
const BOARDS: [(u32, u32); 7] = [(2, 2), (3, 3), (4, 4), (6, 4), (5, 5), (6, 6), (8, 8)];

fn language() -> impl TypedValueParser<Value = Language> {
    one_of([
        (Language::Plain, "A question on each line, and a line in return: docs/test-engine.md"),
        (Language::Gtp, "The Go Text Protocol, version 2"),
        (Language::Nboard, "The protocol of NBoard, version 2"),
        (Language::Json, "A game on each line, and a line of JSON in return, as `engine` has it"),
    ])
}

impl TestEngine {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut sizes = self.sizes;
        if sizes.is_empty() {
            sizes.extend(BOARDS.iter().filter_map(|&(width, height)| Size::new(width, height)));
        }
        let Self { command, protocol: language, time, .. } = self;
        let bar = self.print.quiet.bar();
        let test = Test { command, language, sizes, rules: self.rules.into(), time };
        let report = test.run(&bar);
        let is_stopped = bar.is_stopped();
        drop(bar);
        self.print.format.answer(&report, || in_words(&report))?;
        match (report.verdict, &report.fault) {
            _ if is_stopped => Err(Failure::failed("stopped")),
            (EngineVerdict::Right, _) => Ok(()),
            (EngineVerdict::Missing, Some(fault)) => {
                Err(Failure::Input(format!("the engine {fault}")))
            }
            (_, Some(fault)) => Err(Failure::Failed(format!("the engine {fault}"))),
            (EngineVerdict::Mute, None) => {
                let words = "the engine answers no question in this protocol";
                Err(Failure::failed(words))
            }
            (_, None) => {
                let count = |number: fn(&Count) -> usize| -> usize {
                    report.boards.iter().flat_map(|board| &board.subjects).map(number).sum()
                };
                let (wrong, compared) = (count(|of| of.wrong), count(|of| of.compared));
                Err(Failure::Failed(format!(
                    "{wrong} of {compared} answers of the engine are wrong"
                )))
            }
        }
    }
}

/// The report for people to read: the numbers of right answers, and the first wrong one.
fn in_words(report: &EngineReport) -> String {
    let mut text = format!("engine     {}\nprotocol   {}\n", report.engine, report.protocol);
    if !report.boards.is_empty() {
        let titles = Subject::ALL.map(|subject| format!("{subject:>13}"));
        text += &format!("\nboard{}\n", titles.concat());
        for BoardReport { size, subjects } in &report.boards {
            let cells = subjects.iter().map(|count| format!("{:>13}", cell(count)));
            text += &format!("{size:<5}{}\n", cells.collect::<String>());
        }
        text += "\nRight answers; – where the protocol or the engine has no answer.\n";
    }
    if let Some(difference) = &report.first_difference {
        text += &first(difference);
    }
    if report.verdict == EngineVerdict::Right {
        text += &format!("\n{}\n", answer("All answers are right."));
    }
    text
}

/// `12`, `11 of 12`, or a dash.
fn cell(&Count { compared, wrong, .. }: &Count) -> String {
    match (compared, wrong) {
        (0, _) => "–".to_owned(),
        (_, 0) => compared.to_string(),
        _ => format!("{} of {compared}", compared - wrong),
    }
}

fn first(difference: &Difference) -> String {
    let Difference { subject, size, position, game, question, right, answer: said } = difference;
    let after =
        if game.moves().is_empty() { "at the start".to_owned() } else { format!("after {game}") };
    let title = answer(&format!("First wrong answer: {subject} on {size}, {after}"));
    format!(
        "\n{title}\n\n{}\nposition   {position}\nquestion   {question}\nright      {right}\n\
         answered   {said}\n",
        color::board(*position, game.moves().last().copied())
    )
}
