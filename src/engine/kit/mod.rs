//! A test kit for other engines. It starts an engine, asks it about positions on the chosen boards,
//! and compares the answers with the rules.

mod explain;
mod games;
mod gtp;
mod house_rules;
mod nboard;
mod one_line;
mod probe;
mod process;

use std::time::{Duration, Instant};

use othello_core::{Game, Position, Progress, Rules, Size, Square, Turn, named};
use serde::Serialize;

use house_rules::HouseRules;
pub use probe::Subject;
use probe::{NO_QUESTION, Probe, Trouble};
use process::Process;

/// After this number of faults, the engine is not started again.
const MAX_FAULTS: usize = 3;

/// How often a slow test says how far it is.
const TELL_EVERY: Duration = Duration::from_secs(10);

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
    /// odd. NBoard only has 8x8. In JSON, the cells name the board only if it is square.
    pub fn boards(self) -> Vec<Size> {
        let sides: &[_] = match self {
            Self::Plain => &[(2, 2), (3, 3), (4, 4), (6, 4), (5, 5), (6, 6), (8, 8)],
            Self::Json => &[(2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (8, 8)],
            Self::Gtp => &[(2, 2), (4, 4), (6, 6), (8, 8)],
            Self::Nboard => &[(8, 8)],
        };
        sides.iter().filter_map(|&(width, height)| Size::new(width, height)).collect()
    }

    /// Whether the engine plays the moves that lead to a position, and is not just given the position.
    fn plays_moves(self) -> bool {
        matches!(self, Self::Gtp | Self::Nboard)
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
#[derive(Clone, Debug, Default, Serialize)]
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
    /// Peculiarities that the test takes into account, worded to follow *the engine*.
    pub notes: Vec<&'static str>,
    /// The comparisons on each board.
    pub boards: Vec<BoardReport>,
    /// The subjects without a single comparison, and why.
    pub untested: Vec<Untested>,
    /// All wrong answers, the most telling first: legal moves before flips, passes, ends, perft and
    /// values, few plies of perft before more, small boards before large ones, and short games before
    /// long ones. In protocols in which the engine plays the moves of a game, the length of the game
    /// counts most.
    pub differences: Vec<WrongAnswer>,
}

/// The verdict on an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Verdict"))]
#[serde(rename_all = "lowercase")]
pub enum EngineVerdict {
    /// All its answers are right.
    #[default]
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
    pub subjects: Vec<SubjectCount>,
}

/// The numbers of answers about a subject.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SubjectCount {
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
pub struct WrongAnswer {
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
    /// The lines that the engine was sent.
    pub requests: Vec<String>,
    /// The right answer.
    pub right: String,
    /// The answer of the engine.
    pub answer: String,
    /// The missing squares: legal moves, or squares whose discs should be flipped.
    pub missing: Vec<Marked>,
    /// The squares that should not be there.
    pub extra: Vec<Marked>,
    /// A mistake that leads to this answer, worded to follow *the engine*, if one is known. If
    /// there are several, it is the one that leads to the most answers.
    pub explanation: Option<String>,
    #[serde(skip)]
    probe: Probe,
}

/// A square that is missing or should not be there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Marked {
    /// The square.
    pub square: Square,
    /// The directions in which a move flips discs, or in which a disc is from the new one, as arrows:
    /// by the rules if the square is missing, and else by the mistake. Empty if there are none.
    pub directions: String,
}

impl Test {
    /// Tests the engine. If the listener stops the test, the report covers the questions asked so
    /// far. `tell` receives the first wrong answer as soon as it is found, and from time to time how
    /// far the test is.
    pub fn run(&self, progress: &dyn Progress, tell: &dyn Fn(&str)) -> EngineReport {
        let mut report = EngineReport {
            engine: self.command.join(" "),
            protocol: self.language,
            ..EngineReport::default()
        };
        let mut faults = Vec::new();
        // Ctrl-C interrupts the wait for an answer.
        if let Err(Trouble::Fault(verdict, reason)) =
            self.ask_all(&mut report, &mut faults, progress, tell)
            && !progress.is_stopped()
        {
            faults.push((verdict, reason));
        }
        let boards = &report.boards;
        let is_compared =
            |it: Subject| boards.iter().any(|board| board.subjects[it as usize].compared > 0);
        report.untested.retain(|it| !is_compared(it.subject));
        report.untested.sort_by_key(|it| it.subject);
        let first = faults.into_iter().next();
        report.verdict = match first {
            Some((verdict @ (EngineVerdict::Missing | EngineVerdict::Flooding), _)) => verdict,
            _ if !report.differences.is_empty() => EngineVerdict::Wrong,
            Some((verdict, _)) => verdict,
            None if !Subject::ALL.into_iter().any(is_compared) => EngineVerdict::Mute,
            None if report.untested.iter().any(|it| it.reason != NO_QUESTION) => {
                EngineVerdict::Incomplete
            }
            None => EngineVerdict::Right,
        };
        report.fault = first.map(|(_, reason)| reason);
        explain::explain(&mut report.differences, self);
        report
    }

    fn ask_all(
        &self,
        report: &mut EngineReport,
        faults: &mut Vec<(EngineVerdict, String)>,
        progress: &dyn Progress,
        tell: &dyn Fn(&str),
    ) -> Result<(), Trouble> {
        let (mut engine, mut told) = (Process::start(self, progress)?, Instant::now());
        let ask = match self.language {
            Language::Plain => one_line::ask_plainly,
            Language::Gtp => gtp::ask_gtp,
            Language::Nboard => nboard::ask_nboard,
            Language::Json => one_line::ask_in_json,
        };
        for &size in &self.sizes {
            let none = |subject| SubjectCount { subject, compared: 0, wrong: 0, unanswered: 0 };
            report.boards.push(BoardReport { size, subjects: Subject::ALL.map(none).into() });
            let mut questions = Vec::new();
            for game in games::games(size) {
                let probes = Probe::all(game.end());
                questions.extend(probes.into_iter().map(|probe| (game.clone(), probe)));
            }
            let number = questions.len();
            progress.begin(&size.to_string(), Some(number as u64));
            for (at, (game, probe)) in questions.into_iter().enumerate() {
                if progress.is_stopped() {
                    return Ok(());
                }
                progress.advance(1);
                if told.elapsed() > TELL_EVERY {
                    tell(&format!("{size}: question {} of {number}", at + 1));
                    told = Instant::now();
                }
                // An engine that sees no end there would search the rest of the board.
                let is_over = game.end().turn() == Turn::Over;
                let is_wrong = report.differences.last().is_some_and(|last| last.game == game);
                if probe == Probe::Value && is_over && is_wrong {
                    continue;
                }
                engine.sent.clear();
                let reply = ask(&mut engine, &game, probe);
                if engine.takes_no_passes {
                    report.notes = vec!["takes no passes"];
                }
                let subject = probe.subject(game.end());
                let board = report.boards.last_mut().expect("a board was begun");
                let count = &mut board.subjects[subject as usize];
                let reason = match reply {
                    Ok(answer) | Err(Trouble::Answer(answer)) => {
                        count.compared += 1;
                        let Some(wrong) = self.wrong(game, probe, answer, &engine.sent) else {
                            continue;
                        };
                        count.wrong += 1;
                        if report.differences.is_empty() {
                            let WrongAnswer { position, question, right, answer, .. } = &wrong;
                            let place = format!("on {size} in {position}: {question}");
                            tell(&format!(
                                "first wrong answer, {place} gave {answer}, not {right}"
                            ));
                        }
                        report.differences.push(wrong);
                        continue;
                    }
                    Err(Trouble::NoAnswer(reason)) => reason,
                    Err(Trouble::Fault(verdict, reason)) => {
                        if verdict == EngineVerdict::Flooding || faults.len() + 1 == MAX_FAULTS {
                            return Err(Trouble::Fault(verdict, reason));
                        }
                        faults.push((verdict, reason));
                        engine = Process::start(self, progress)?;
                        "it gave no answer"
                    }
                };
                count.unanswered += 1;
                match report.untested.iter_mut().find(|it| it.subject == subject) {
                    Some(known) if known.reason == NO_QUESTION => known.reason = reason,
                    Some(_) => {}
                    None => report.untested.push(Untested { subject, reason }),
                }
            }
        }
        engine.finish()
    }

    /// The answer to a probe, if it is wrong.
    fn wrong(
        &self,
        game: Game,
        probe: Probe,
        answer: String,
        requests: &[String],
    ) -> Option<WrongAnswer> {
        let right = HouseRules::Othello.answer(&game, probe, self);
        let right = right.expect("moves are legal, and values are asked near the end");
        if answer == right {
            return None;
        }
        Some(WrongAnswer {
            subject: probe.subject(game.end()),
            size: game.end().size(),
            position: game.end(),
            game,
            question: probe.to_string(),
            requests: requests.to_vec(),
            right,
            answer,
            missing: Vec::new(),
            extra: Vec::new(),
            explanation: None,
            probe,
        })
    }
}
