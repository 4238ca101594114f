//! `test-engine`: tests another engine's knowledge of the rules.

use othello_solver::engine::kit::{
    BoardReport, Count, Difference, EngineReport, EngineVerdict, Language, Subject, Test,
};

use super::engine::protocol;
use super::prelude::*;

/// Test another engine: its moves, flips, passes, ends of games, perft and values
///
/// Each board is tested on a few dozen positions: the first positions of the game, and positions where a
/// player must pass, the game ended early, or few squares are empty. Questions that the engine's
/// protocol cannot express are skipped. The first wrong answer is shown with its board. The exit
/// code is 1 if there is a wrong answer, or if the engine does not answer in time, crashes or floods
/// its output.
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

    /// The engine's protocol
    #[arg(long, value_name = "PROTOCOL", default_value = "plain", value_parser = protocol())]
    protocol: Language,

    /// A board to test, WIDTHxHEIGHT; may be given several times [default: seven boards]
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

/// The default boards: the smallest, odd and even ones, one that is not square, and the usual one.
const BOARDS: [(u32, u32); 7] = [(2, 2), (3, 3), (4, 4), (6, 4), (5, 5), (6, 6), (8, 8)];

impl TestEngine {
    pub(crate) fn run(self) -> Result {
        let mut sizes = self.sizes;
        if sizes.is_empty() {
            sizes.extend(BOARDS.iter().filter_map(|&(width, height)| Size::new(width, height)));
        }
        let Self { command, protocol: language, time, .. } = self;
        let test = Test { command, language, sizes, rules: self.rules.or_default(), time };
        let report = self.print.quiet.during(|bar| test.run(bar));
        self.print.format.answer(&report, || report_text(&report))?;
        Err(match (report.verdict, &report.fault) {
            _ if is_interrupted() => Failure::failed("stopped"),
            (EngineVerdict::Right, _) => return Ok(()),
            (EngineVerdict::Missing, Some(fault)) => Failure::Input(format!("the engine {fault}")),
            (_, Some(fault)) => Failure::Failed(format!("the engine {fault}")),
            (EngineVerdict::Mute, None) => {
                Failure::failed("the engine answers no question in this protocol")
            }
            (_, None) => {
                let count = |number: fn(&Count) -> usize| -> usize {
                    report.boards.iter().flat_map(|board| &board.subjects).map(number).sum()
                };
                let (wrong, compared) = (count(|it| it.wrong), count(|it| it.compared));
                Failure::Failed(format!("{wrong} of {compared} answers of the engine are wrong"))
            }
        })
    }
}

/// The numbers of right answers, and the first wrong answer.
fn report_text(report: &EngineReport) -> String {
    let mut text = format!("engine     {}\nprotocol   {}\n", report.engine, report.protocol);
    if !report.boards.is_empty() {
        let titles = Subject::ALL.map(|subject| format!("{subject:>13}"));
        text += &format!("\nboard{}\n", titles.concat());
        for BoardReport { size, subjects } in &report.boards {
            let cells = subjects.iter().map(|count| format!("{:>13}", cell(count)));
            text += &format!("{size:<5}{}\n", cells.collect::<String>());
        }
        text += "\nRight answers; – if the protocol or the engine has no answer.\n";
    }
    if let Some(difference) = &report.first_difference {
        text += &difference_text(difference);
    }
    if report.verdict == EngineVerdict::Right {
        text += &format!("\n{}\n", bold("All answers are right."));
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

fn difference_text(difference: &Difference) -> String {
    let Difference { subject, size, position, game, question, right, answer } = difference;
    let after =
        if game.moves().is_empty() { "at the start".to_owned() } else { format!("after {game}") };
    let title = bold(&format!("First wrong answer: {subject} on {size}, {after}"));
    format!(
        "\n{title}\n\n{}\nposition   {position}\nquestion   {question}\nright      {right}\n\
         answered   {answer}\n",
        board(*position, game.moves().last().copied())
    )
}
