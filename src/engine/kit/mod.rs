//! A test kit for other engines. It starts an engine, asks it about positions on the chosen boards,
//! and compares the answers with the rules.

mod games;
mod gtp;
mod nboard;
mod one_line;
mod probe;
mod process;

use std::time::Duration;

use othello_core::{Game, Position, Progress, Rules, Size, named};
use serde::Serialize;

pub use probe::Subject;
use probe::{Client, Probe, Reply};
use process::{Fault, Process};

/// A protocol in which the kit asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// The plain protocol of `docs/test-engine.md`.
    #[default]
    Plain,
    /// The Go Text Protocol, version 2.
    Gtp,
    /// The protocol of NBoard, version 2.
    Nboard,
    /// A game on each line, answered with a line of JSON.
    Json,
}

named! { Language { Plain = "plain", Gtp = "gtp", Nboard = "nboard", Json = "json" } }

/// The options of a test.
#[derive(Clone, Debug)]
pub struct Test {
    /// The engine and its arguments.
    pub command: Vec<String>,
    /// The protocol that the engine speaks.
    pub language: Language,
    /// The boards.
    pub sizes: Vec<Size>,
    /// The rules by which the engine scores games.
    pub rules: Rules,
    /// The time limit for each answer.
    pub time: Duration,
}

/// The report on an engine.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineReport {
    /// The command that starts the engine.
    pub engine: String,
    /// The protocol of the test.
    pub protocol: Language,
    /// The verdict.
    pub verdict: EngineVerdict,
    /// The reason why the test ended early, worded to follow *the engine*.
    pub fault: Option<String>,
    /// The comparisons on each board.
    pub boards: Vec<BoardReport>,
    /// The first wrong answer: on the smallest board, after the fewest moves.
    pub first_difference: Option<Difference>,
}

/// The verdict on an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Verdict"))]
#[serde(rename_all = "lowercase")]
pub enum EngineVerdict {
    /// All its answers are right.
    Right,
    /// Some of its answers are wrong.
    Wrong,
    /// It understands none of the questions, so nothing was compared.
    Mute,
    /// It cannot be started.
    Missing,
    /// It does not answer.
    Silent,
    /// It answers too late.
    Slow,
    /// It exited early.
    Dead,
    /// It writes far too much.
    Flooding,
}

/// The comparisons on a board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardReport {
    /// The board.
    pub size: Size,
    /// The numbers of answers, for each subject.
    pub subjects: Vec<Count>,
}

/// The numbers of answers about a subject.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Count {
    /// The subject of the questions.
    pub subject: Subject,
    /// The number of answers that were compared.
    pub compared: usize,
    /// The number of compared answers that were wrong.
    pub wrong: usize,
    /// The number of questions for which the protocol or the engine has no answer.
    pub unanswered: usize,
}

/// A wrong answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// The subject of the question.
    pub subject: Subject,
    /// The board.
    pub size: Size,
    /// The position.
    pub position: Position,
    /// The moves that lead to it from the diagonal start.
    pub game: Game,
    /// The question, as in the plain protocol.
    pub question: String,
    /// The right answer.
    pub right: String,
    /// The answer of the engine.
    pub answer: String,
}

impl Test {
    /// Tests the engine. If the listener stops the test, the report covers the questions asked so
    /// far.
    pub fn run(&self, progress: &dyn Progress) -> EngineReport {
        let mut report = EngineReport {
            engine: self.command.join(" "),
            protocol: self.language,
            verdict: EngineVerdict::Right,
            fault: None,
            boards: Vec::new(),
            first_difference: None,
        };
        let fault = self.ask_all(&mut report, progress).err();
        // Ctrl-C interrupts the engine too, or the wait for its answer.
        let fault = fault.filter(|_| !progress.is_stopped());
        let mut counts = report.boards.iter().flat_map(|board| &board.subjects);
        report.verdict = match &fault {
            Some(fault) => fault.verdict,
            None if report.first_difference.is_some() => EngineVerdict::Wrong,
            None if counts.all(|count| count.compared == 0) => EngineVerdict::Mute,
            None => EngineVerdict::Right,
        };
        report.fault = fault.map(|fault| fault.reason);
        report
    }

    fn ask_all(&self, report: &mut EngineReport, progress: &dyn Progress) -> Result<(), Fault> {
        let mut engine = Process::start(self, progress)?;
        let mut client: Box<dyn Client> = match self.language {
            Language::Plain => Box::new(one_line::PlainClient),
            Language::Gtp => Box::<gtp::GtpClient>::default(),
            Language::Nboard => Box::<nboard::NBoardClient>::default(),
            Language::Json => Box::new(one_line::JsonClient),
        };
        for &size in &self.sizes {
            let none = |subject| Count { subject, compared: 0, wrong: 0, unanswered: 0 };
            report.boards.push(BoardReport { size, subjects: Subject::ALL.map(none).into() });
            let games = games::games(size);
            progress.begin(&size.to_string(), Some(games.len() as u64));
            for game in games {
                for probe in Probe::all(game.end()) {
                    if progress.is_stopped() {
                        return Ok(());
                    }
                    let reply = client.ask(&mut engine, &game, probe)?;
                    self.compare(report, &game, probe, reply);
                }
                progress.advance(1);
            }
        }
        engine.finish()
    }

    /// Compares a reply with the right one.
    fn compare(&self, report: &mut EngineReport, game: &Game, probe: Probe, reply: Option<Reply>) {
        let (position, size) = (game.end(), game.start().size());
        let subject = probe.subject(position);
        let board = report.boards.last_mut().expect("a board was begun");
        let count = &mut board.subjects[subject as usize];
        let Some(reply) = reply else {
            count.unanswered += 1;
            return;
        };
        count.compared += 1;
        let right = probe.reply(position, self.rules);
        let answer = match reply {
            Ok(reply) if reply == right => return,
            Ok(text) | Err(text) => text,
        };
        count.wrong += 1;
        report.first_difference.get_or_insert_with(|| Difference {
            subject,
            size,
            position,
            game: game.clone(),
            question: probe.to_string(),
            right,
            answer,
        });
    }
}
