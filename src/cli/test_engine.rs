//! `test-engine`: tests another engine's knowledge of the rules.

use itertools::Itertools;
use othello_solver::engine::Language;
use othello_solver::engine::kit::{
    self, Count, EngineQuestion, EngineReport, EngineVerdict, Subject, Test, WrongAnswer,
};

use super::engine::protocol;
use super::prelude::*;

/// The most lines sent to the engine that are shown.
const MAX_REQUESTS: usize = 8;

/// Test another engine: its moves, flips, passes, ends of games, perft and values
///
/// Each board is tested on a few dozen positions: the first positions of the game, and positions where a
/// player must pass, the game ended early, few squares are empty, or lines end at the edge. Questions
/// that the engine's protocol cannot express are skipped. The most telling wrong answer is shown with
/// its board and, if it is known, the mistake that explains it; --format json has every wrong
/// answer. The exit code is 1 if there is a wrong answer, or if the engine does not answer in time,
/// crashes or floods its output.
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

    /// A board to test, WIDTHxHEIGHT; may be given several times [default: the protocol's boards]
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

impl TestEngine {
    pub(crate) fn run(self) -> Result {
        let sizes = if self.sizes.is_empty() { self.protocol.boards() } else { self.sizes };
        let Self { command, protocol: language, time, .. } = self;
        let test = Test { command, language, sizes, rules: self.rules.or_default(), time };
        let bar = self.print.quiet.bar();
        let report = kit::run(&test, &bar, &|text| bar.above(|| remark(text)));
        self.print.format.answer(&report, || report_text(&report))?;
        let fault = report.fault.as_ref().map(|fault| format!("the engine {fault}"));
        Err(match (report.verdict, fault) {
            _ if is_interrupted() => Failure::failed("stopped"),
            (EngineVerdict::Right | EngineVerdict::Incomplete, _) => return Ok(()),
            (EngineVerdict::Missing, Some(fault)) => Failure::Input(fault),
            (EngineVerdict::Mute, _) => {
                Failure::failed("the engine answers no question in this protocol")
            }
            (EngineVerdict::Wrong, fault) => {
                let wrong = report.differences.len();
                let compared: usize = report.counts.iter().map(|count| count.compared).sum();
                let fault = fault.map_or(String::new(), |fault| format!("; {fault}"));
                Failure::Failed(format!(
                    "{wrong} of the engine's {compared} answers are wrong{fault}"
                ))
            }
            (_, fault) => Failure::Failed(fault.unwrap_or_default()),
        })
    }
}

/// The numbers of right answers, and the most telling wrong answer.
fn report_text(report: &EngineReport) -> String {
    let mut text = format!("engine     {}\nprotocol   {}\n", report.engine, report.protocol);
    if report.counts.iter().any(|count| count.compared + count.unanswered > 0) {
        let titles = Subject::ALL.map(|subject| format!("{:>13}", words(&subject)));
        text += &format!("\nboard{}\n", titles.concat());
        for board in report.counts.chunk_by(|one, other| one.size == other.size) {
            let cells = board.iter().map(|count| format!("{:>13}", cell(count)));
            text += &format!("{:<5}{}\n", board[0].size, cells.collect::<String>());
        }
        text += "\nRight answers; – if the protocol or the engine has no answer.\n";
    }
    for (subject, reason) in &report.untested {
        text += &format!("untested   {}: the engine {reason}\n", words(subject));
    }
    if report.takes_no_passes {
        text += "note       the engine takes no passes\n";
    }
    if let [first, others @ ..] = &report.differences[..] {
        text += &wrong_answer_text(first);
        if !others.is_empty() {
            text += &format!("others     {}; --format json lists them\n", others.len());
        }
    }
    let verdict = match report.verdict {
        EngineVerdict::Right => "All answers are right.".to_owned(),
        EngineVerdict::Incomplete => {
            let untested = report.untested.keys().map(words).join(", ");
            format!("No answer is wrong, but these were not tested: {untested}.")
        }
        _ => return text,
    };
    text + &format!("\n{}\n", bold(&verdict))
}

/// `legal moves`
fn words(subject: &impl ToString) -> String {
    subject.to_string().replace('_', " ")
}

/// `12`, `11 of 12`, or a dash.
fn cell(&Count { compared, wrong, .. }: &Count) -> String {
    match (compared, wrong) {
        (0, _) => "–".to_owned(),
        (_, 0) => compared.to_string(),
        _ => format!("{} of {compared}", compared - wrong),
    }
}

fn wrong_answer_text(wrong: &WrongAnswer) -> String {
    let WrongAnswer { asked, right, answer, .. } = wrong;
    let EngineQuestion { subject, size, position, game, question, .. } = asked;
    let after = match game.moves() {
        [] if position.which_start().is_some() => "at the start".to_owned(),
        [] => "in a position that was set up".to_owned(),
        _ => format!("after {game}"),
    };
    let title = bold(&format!("Most telling wrong answer: {} on {size}, {after}", words(&subject)));
    let mut text = format!(
        "\n{title}\n\n{}\nposition   {position}\nquestion   {question}\n",
        drawn_board(*position, game.moves().last().copied())
    );
    for (number, request) in wrong.requests.iter().take(MAX_REQUESTS).enumerate() {
        let name = if number == 0 { "request" } else { "" };
        text += &format!("{name:<11}{request}\n");
    }
    if wrong.requests.len() > MAX_REQUESTS {
        text += &format!("           and {} more lines\n", wrong.requests.len() - MAX_REQUESTS);
    }
    text += &format!("right      {right}\nanswered   {answer}\n");
    for (name, squares) in [("missing", &wrong.missing), ("too many", &wrong.extra)] {
        if !squares.is_empty() {
            let marked = squares.iter().map(|(square, directions)| format!("{square}{directions}"));
            text += &format!("{name:<11}{}\n", listed(marked));
        }
    }
    if let Some(explanation) = &wrong.explanation {
        text += &format!("mistake    {explanation}\n");
    }
    text
}
