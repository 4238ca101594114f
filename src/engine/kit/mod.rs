//! A test kit for other people's engines: it starts one, asks it about positions of chosen boards,
//! and compares the answers with the rules.

mod cases;
mod fault;
mod gtp;
mod json;
mod nboard;
mod plain;
mod process;
mod question;

use std::time::Duration;

use othello_core::board::Size;
use othello_core::game::{Game, Position, Rules};
use othello_core::named;
use othello_core::progress::Progress;
use serde::Serialize;

pub use fault::{Fault, Verdict};
use process::Process;
pub use question::Subject;
use question::{Answer, Client, Question};

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
    /// A game on each line, and a line of JSON in return.
    Json,
}

named! { Language { Plain = "plain", Gtp = "gtp", Nboard = "nboard", Json = "json" } }

/// How an engine is tested.
#[derive(Clone, Debug)]
pub struct Test {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// What it speaks.
    pub language: Language,
    /// The boards.
    pub sizes: Vec<Size>,
    /// How it scores games.
    pub rules: Rules,
    /// The time for each answer.
    pub time: Duration,
}

/// What was found out about an engine.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// The command that starts the engine.
    pub engine: String,
    /// The protocol in which it was asked.
    pub protocol: Language,
    /// The verdict.
    pub verdict: Verdict,
    /// Why the test ended early, in words that follow *the engine*.
    pub fault: Option<String>,
    /// What was compared on each board.
    pub boards: Vec<BoardReport>,
    /// The first wrong answer: on the smallest board, after the fewest moves.
    pub first_difference: Option<Difference>,
}

/// What was compared on a board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardReport {
    /// The board.
    pub size: Size,
    /// The numbers of answers, for each subject.
    pub subjects: Vec<Count>,
}

/// Numbers of answers about a subject.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Count {
    /// What the engine was asked about.
    pub subject: Subject,
    /// The number of answers that were compared.
    pub compared: usize,
    /// The number of those that were wrong.
    pub wrong: usize,
    /// The number of questions that the protocol or the engine has no answer for.
    pub unanswered: usize,
}

/// A wrong answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// What it is about.
    pub subject: Subject,
    /// The board.
    pub size: Size,
    /// The position.
    pub position: Position,
    /// The moves that lead to it from the diagonal start.
    pub game: Game,
    /// What was asked, as the plain protocol says it.
    pub question: String,
    /// The right answer.
    pub right: String,
    /// What the engine answered.
    pub answer: String,
}

impl Test {
    /// Tests the engine. If the listener stops the test, the report is about what was asked by then.
    pub fn run(&self, progress: &dyn Progress) -> Report {
        let mut report = Report {
            engine: self.command.join(" "),
            protocol: self.language,
            verdict: Verdict::Right,
            fault: None,
            boards: Vec::new(),
            first_difference: None,
        };
        let fault = self.ask_all(&mut report, progress).err();
        // Ctrl-C interrupts the engine too, or the wait for its answer.
        let fault = fault.filter(|_| !progress.is_stopped());
        let total = |number: fn(&Count) -> usize| -> usize {
            report.boards.iter().flat_map(|board| &board.subjects).map(number).sum()
        };
        report.verdict = match &fault {
            Some(fault) => fault.into(),
            None if report.first_difference.is_some() => Verdict::Wrong,
            None if total(|of| of.compared) == 0 => Verdict::Mute,
            None => Verdict::Right,
        };
        report.fault = fault.map(|fault| fault.to_string());
        report
    }

    fn ask_all(&self, report: &mut Report, progress: &dyn Progress) -> Result<(), Fault> {
        let mut engine = Process::start(&self.command, self.time, progress)?;
        let mut client: Box<dyn Client> = match self.language {
            Language::Plain => Box::new(plain::PlainClient),
            Language::Gtp => Box::<gtp::GtpClient>::default(),
            Language::Nboard => Box::<nboard::NBoardClient>::default(),
            Language::Json => Box::new(json::JsonClient),
        };
        for &size in &self.sizes {
            let none = |subject| Count { subject, compared: 0, wrong: 0, unanswered: 0 };
            report.boards.push(BoardReport { size, subjects: Subject::ALL.map(none).into() });
            let games = cases::games(size);
            progress.begin(&size.to_string(), Some(games.len() as u64));
            for game in games {
                for question in cases::questions(game.end()) {
                    if progress.is_stopped() {
                        return Ok(());
                    }
                    let answer = client.ask(&mut engine, &game, question)?;
                    report.take(self.rules, &game, question, answer);
                }
                progress.advance(1);
            }
        }
        engine.finish()
    }
}

impl Report {
    /// Compares an answer with the right one.
    fn take(&mut self, rules: Rules, game: &Game, question: Question, answer: Option<Answer>) {
        let (position, size) = (game.end(), game.start().size());
        let subject = question.subject(position);
        let board = self.boards.last_mut().expect("a board was begun");
        let counts = board.subjects.iter_mut().find(|of| of.subject == subject);
        let count = counts.expect("all subjects are there");
        let Some(answer) = answer else {
            count.unanswered += 1;
            return;
        };
        count.compared += 1;
        let right = question.answer(position, rules);
        if answer == right {
            return;
        }
        count.wrong += 1;
        self.first_difference.get_or_insert_with(|| Difference {
            subject,
            size,
            position,
            game: game.clone(),
            question: question.to_string(),
            right: right.to_string(),
            answer: answer.to_string(),
        });
    }
}
