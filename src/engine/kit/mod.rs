//! A test kit for other engines. It starts an engine, asks it about positions on the chosen boards,
//! and compares the answers with the rules.

mod explain;
mod games;
mod gtp;
mod mistakes;
mod nboard;
mod one_line;
mod probe;
mod process;

use std::time::Duration;

use othello_core::{Game, Position, Progress, Rules, Size, Turn, named};
use serde::Serialize;

use explain::Answered;
pub use explain::Marked;
pub use probe::Subject;
use probe::{Client, NO_QUESTION, Probe, Reply};
use process::{Fault, Process};

/// After this number of faults, the engine is not started again.
const MAX_FAULTS: usize = 3;

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

impl Language {
    /// The default boards: the smallest, odd and even ones, one that is not square, and the usual one.
    /// In GTP, `boardsize` is a single number, and the centre is undefined if the number of columns is
    /// odd. NBoard only has 8x8.
    pub fn boards(self) -> Vec<Size> {
        let all = [(2, 2), (3, 3), (4, 4), (6, 4), (5, 5), (6, 6), (8, 8)];
        let is_known = |size: &Size| match self {
            Self::Plain | Self::Json => true,
            Self::Gtp => size.is_square() && size.width().is_multiple_of(2),
            Self::Nboard => *size == Size::STANDARD,
        };
        all.iter().filter_map(|of| Size::new(of.0, of.1)).filter(is_known).collect()
    }

    fn client(self) -> Box<dyn Client> {
        match self {
            Self::Plain => Box::new(one_line::PlainClient),
            Self::Gtp => Box::<gtp::GtpClient>::default(),
            Self::Nboard => Box::<nboard::NBoardClient>::default(),
            Self::Json => Box::new(one_line::JsonClient),
        }
    }
}

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
    /// The first fault other than a wrong answer, worded to follow *the engine*. After a fault, the
    /// engine is started again, unless it floods its output or this is its third fault.
    pub fault: Option<String>,
    /// The comparisons on each board.
    pub boards: Vec<BoardReport>,
    /// The subjects without a single comparison, and why.
    pub untested: Vec<Untested>,
    /// All wrong answers, the most telling first: legal moves before flips, passes, ends, perft and
    /// values, few plies of perft before more, small boards before large ones, and short games before
    /// long ones. In protocols in which the engine plays the moves of a game, the length of the game
    /// counts most.
    pub differences: Vec<Difference>,
}

/// The verdict on an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Verdict"))]
#[serde(rename_all = "lowercase")]
pub enum EngineVerdict {
    /// All its answers are right.
    Right,
    /// None of its answers is wrong, but it gave none about some subject that its protocol has
    /// questions about.
    Incomplete,
    /// Some of its answers are wrong.
    Wrong,
    /// It understands none of the questions, so nothing was compared.
    Mute,
    /// It cannot be started.
    Missing,
    /// It does not answer in time.
    Silent,
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
    /// The number of questions without an answer.
    pub unanswered: usize,
}

/// A subject without a single comparison.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Untested {
    /// The subject.
    pub subject: Subject,
    /// The reason why a question about it had no answer.
    pub reason: &'static str,
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
    /// The moves that lead to it from the diagonal start. Without moves, it is that start, or a
    /// position that was set up.
    pub game: Game,
    /// The question, as in the plain protocol.
    pub question: String,
    /// The right answer.
    pub right: String,
    /// The answer of the engine.
    pub answer: String,
    /// The missing squares: legal moves, or squares whose discs should be flipped.
    pub missing: Vec<Marked>,
    /// The squares that should not be there.
    pub extra: Vec<Marked>,
    /// The mistake that explains all answers of the engine about this subject, if there is one.
    pub explanation: Option<String>,
}

/// The answers during a test.
#[derive(Default)]
struct Answers {
    boards: Vec<BoardReport>,
    answered: Vec<Answered>,
    /// For each subject, the reason why a question had no answer.
    reasons: [Option<&'static str>; Subject::ALL.len()],
    faults: Vec<Fault>,
}

impl Answers {
    /// Whether the test continues after this fault.
    fn tolerates(&self, fault: &Fault) -> bool {
        fault.verdict != EngineVerdict::Flooding && self.faults.len() + 1 < MAX_FAULTS
    }

    /// Compares a reply with the right one. Returns whether it is not wrong.
    fn add(&mut self, game: &Game, probe: Probe, reply: Reply, rules: Rules) -> bool {
        let subject = probe.subject(game.end());
        let board = self.boards.last_mut().expect("a board was begun");
        let count = &mut board.subjects[subject as usize];
        let answer = match reply {
            Reply::None(reason) => {
                count.unanswered += 1;
                let known = &mut self.reasons[subject as usize];
                *known = known.filter(|known| *known != NO_QUESTION).or(Some(reason));
                return true;
            }
            Reply::Answer(text) => text,
        };
        let right = probe.reply(game.end(), rules);
        let is_right = answer == right;
        count.compared += 1;
        count.wrong += usize::from(!is_right);
        self.answered.push(Answered { game: game.clone(), probe, right, answer });
        is_right
    }
}

impl Test {
    /// Tests the engine. If the listener stops the test, the report covers the questions asked so
    /// far.
    pub fn run(&self, progress: &dyn Progress) -> EngineReport {
        let mut answers = Answers::default();
        let fault = self.ask_all(&mut answers, progress).err();
        // Ctrl-C interrupts the wait for an answer.
        answers.faults.extend(fault.filter(|_| !progress.is_stopped()));
        let untested = |(subject, reason): (_, Option<_>)| {
            let is_tested = answers.answered.iter().any(|it| it.subject() == subject);
            reason.filter(|_| !is_tested).map(|reason| Untested { subject, reason })
        };
        let untested: Vec<_> =
            Subject::ALL.into_iter().zip(answers.reasons).filter_map(untested).collect();
        let differences =
            explain::differences(&answers.answered, self.rules, self.language != Language::Plain);
        let fault = answers.faults.into_iter().next();
        let verdict = match fault.as_ref().map(|fault| fault.verdict) {
            Some(verdict @ (EngineVerdict::Missing | EngineVerdict::Flooding)) => verdict,
            _ if !differences.is_empty() => EngineVerdict::Wrong,
            Some(verdict) => verdict,
            None if answers.answered.is_empty() => EngineVerdict::Mute,
            None if untested.iter().any(|it| it.reason != NO_QUESTION) => EngineVerdict::Incomplete,
            None => EngineVerdict::Right,
        };
        EngineReport {
            engine: self.command.join(" "),
            protocol: self.language,
            verdict,
            fault: fault.map(|fault| fault.reason),
            boards: answers.boards,
            untested,
            differences,
        }
    }

    fn ask_all(&self, answers: &mut Answers, progress: &dyn Progress) -> Result<(), Fault> {
        let (mut engine, mut client) = (Process::start(self, progress)?, self.language.client());
        for &size in &self.sizes {
            let none = |subject| Count { subject, compared: 0, wrong: 0, unanswered: 0 };
            answers.boards.push(BoardReport { size, subjects: Subject::ALL.map(none).into() });
            let games = games::games(size);
            progress.begin(&size.to_string(), Some(games.len() as u64));
            for game in games {
                let mut all_right = true;
                for probe in Probe::all(game.end()) {
                    if progress.is_stopped() {
                        return Ok(());
                    }
                    // An engine that sees no end there would search the rest of the board.
                    if probe == Probe::Value && game.end().turn() == Turn::Over && !all_right {
                        continue;
                    }
                    let reply = match client.ask(&mut engine, &game, probe) {
                        Err(fault) if answers.tolerates(&fault) => {
                            answers.faults.push(fault);
                            engine = Process::start(self, progress)?;
                            client = self.language.client();
                            Reply::None("it gave no answer")
                        }
                        reply => reply?,
                    };
                    all_right &= answers.add(&game, probe, reply, self.rules);
                }
                progress.advance(1);
            }
        }
        engine.finish()
    }
}
