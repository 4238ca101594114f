//! The answers of a campaign: each worker appends the answers it finds to its own file, and all complete
//! lines of these files are read.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process;
use std::time::{Duration, Instant, UNIX_EPOCH};

use othello_core::search::{Oracle, SIGNATURE};
use othello_core::{OnlyStop, Progress, Symmetry, ensure};
use serde::Serialize;

use super::folder::Campaign;
use super::lines::{AnswerLine, Case, QuestionLine, ScoreBounds, lines_files};
use super::{CampaignError, Result};
use crate::results::to_line;
use crate::storage::{FileError, read_whole, shown};

/// All answers of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answers {
    /// Each answer with its file and line.
    #[serde(skip)]
    all: Vec<(String, AnswerLine)>,
    #[serde(skip)]
    known: HashMap<Case, ScoreBounds>,
    /// The number of answers. Repeated answers count each time.
    pub answers: usize,
    /// The number of positions searched.
    pub nodes: u64,
    /// Lines that are not answers to questions of the campaign, and the reasons.
    pub unusable: Vec<String>,
}

impl Answers {
    /// The answers in the folder of a campaign, which do not contradict each other.
    pub(super) fn read(campaign: &Campaign) -> Result<Self> {
        let mut answers = Self::default();
        for path in lines_files(&campaign.folder.join("answers"))? {
            let text = read_whole(&path)?;
            let mut lines: Vec<_> = text.split(|&byte| byte == b'\n').collect();
            // The file of a killed worker may end with an incomplete line.
            lines.pop();
            for (number, line) in (1..).zip(lines) {
                let place = format!("{}:{number}", shown(&path));
                match read_answer(line, campaign) {
                    Ok(answer) => answers.add(place, answer),
                    Err(reason) => answers.unusable.push(format!("{place}: {reason}")),
                }
            }
        }
        answers.answers = answers.all.len();
        let mut found = Vec::new();
        for (place, AnswerLine { case, bounds: ScoreBounds { lower, upper }, .. }) in &answers.all {
            let bounds = answers.bounds(*case);
            if bounds.lower > bounds.upper {
                found.push(format!("{place}: {} is worth {lower:+} to {upper:+}", case.position));
            }
        }
        agreed(found).map(|()| answers)
    }

    /// Adds an answer, and the bounds that follow from it under the other scoring.
    fn add(&mut self, place: String, answer: AnswerLine) {
        let AnswerLine { case, bounds, nodes, .. } = answer;
        for (case, bounds) in [(case, bounds), (case.rescored(), bounds.rescored(case))] {
            let known = self.known.entry(case).or_insert(bounds);
            *known = known.and(bounds);
        }
        self.nodes = self.nodes.saturating_add(nodes);
        self.all.push((place, answer));
    }

    /// The bounds that follow from the answers under both scorings.
    pub(super) fn bounds(&self, case: Case) -> ScoreBounds {
        self.known.get(&case).copied().unwrap_or_else(|| case.widest())
    }

    /// Searches again for a share, such as 0.01, of the answers, and for at least one if there are
    /// any. Each search starts with an empty table of at most `hash` bytes and uses the mirrored board
    /// and another order of moves. Returns the number of answers checked.
    ///
    /// # Errors
    ///
    /// If the second search disagrees, or the listener stops it.
    pub fn recheck(&self, share: f64, hash: usize, progress: &dyn Progress) -> Result<usize> {
        progress.begin("searching again", None);
        let (mut checked, mut wrong, mut due) = (0, Vec::new(), 1.0);
        for (place, AnswerLine { case, bounds: ScoreBounds { lower, upper }, .. }) in &self.all {
            due += share;
            if due < 1.0 {
                continue;
            }
            due -= 1.0;
            checked += 1;
            let (size, widest) = (case.position.size(), case.widest());
            let image = case.position.transformed(Symmetry::all(size).last().unwrap_or_default());
            let oracle = Oracle::new(case.rules, hash, image.empties()).reordered();
            for (bound, expected) in [(*lower, true), (*upper + 1, false)] {
                // Nothing is claimed by the least and the greatest value of the board.
                if bound == widest.lower || bound > widest.upper {
                    continue;
                }
                let is_reached = oracle.at_least(image, bound, progress);
                if is_reached.ok_or(CampaignError::Stopped)? != expected {
                    wrong.push(place.clone());
                }
            }
        }
        agreed(wrong).map(|()| checked)
    }
}

/// An error that lists answers that are contradicted, if there are any.
fn agreed(answers: Vec<String>) -> Result<()> {
    if answers.is_empty() { Ok(()) } else { Err(CampaignError::Contradiction(answers)) }
}

/// The answer on a line, or the reason why the line is not an answer.
fn read_answer(line: &[u8], campaign: &Campaign) -> Result<AnswerLine, String> {
    let answer: AnswerLine = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let (case, bounds) = (campaign.admit(answer.case, answer.at_least)?, answer.bounds);
    let is_possible = bounds.lower <= bounds.upper && bounds.and(case.widest()) == bounds;
    ensure!(is_possible && bounds.settle(answer.at_least), "its bounds do not answer the question");
    Ok(AnswerLine { case, ..answer })
}

/// The work of one worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Worked {
    /// The number of questions answered.
    pub answered: usize,
    /// The number of questions that were already settled.
    pub settled: usize,
    /// The number of positions searched.
    pub nodes: u64,
}

/// Answers questions one by one, and appends each answer to a file of this process. The table of at
/// most `hash` bytes is kept from question to question. The listener counts the questions.
///
/// No question is started after `time`, or after an answer that was not expected: it may have made the
/// other questions superfluous, so it is time for the next plan. A worker that goes on takes 1.4 times
/// the positions on boards of 30 to 36 squares.
///
/// # Errors
///
/// If a question belongs to another campaign, if a file cannot be read, or if an answer cannot be
/// written. All earlier answers have been saved.
pub fn work(
    campaign: &Campaign,
    questions: &[QuestionLine],
    hash: usize,
    time: Duration,
    progress: &dyn Progress,
) -> Result<Worked> {
    let (began, stop) = (Instant::now(), OnlyStop(progress));
    let answers = Answers::read(campaign)?;
    let mut oracle = Oracle::new(campaign.start.rules, hash, campaign.empties);
    let mut done = Worked::default();
    let path = campaign.folder.join("answers").join(file_name());
    progress.begin("answering", Some(questions.len() as u64));
    for &QuestionLine { case, at_least, likely, .. } in questions {
        if began.elapsed() >= time {
            break;
        }
        let case = campaign.admit(case, at_least).map_err(CampaignError::Input)?;
        progress.advance(1);
        if answers.bounds(case).settle(at_least) {
            done.settled += 1;
            continue;
        }
        if oracle.rules() != case.rules {
            oracle = Oracle::new(case.rules, hash, campaign.empties);
        }
        let Some((value, nodes)) = oracle.ask(case.position, at_least, &stop) else { break };
        let mut bounds = case.widest();
        *(if value >= at_least { &mut bounds.lower } else { &mut bounds.upper }) = value;
        // The line is written with a single call, so it is never incomplete unless the machine fails.
        let line = to_line(&AnswerLine { case, at_least, bounds, nodes, signature: SIGNATURE });
        let file = OpenOptions::new().append(true).create(true).open(&path);
        let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
        written.map_err(FileError::of("write", &path))?;
        done.answered += 1;
        done.nodes += nodes;
        if (value >= at_least) != likely {
            break;
        }
    }
    Ok(done)
}

/// A name that no other process uses: HOST-PID-TIME.jsonl. The time is part of it because process ids and
/// the host names of containers are reused.
fn file_name() -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or("host".to_owned());
    let time = UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
    format!("{}-{}-{time}.jsonl", host.trim(), process::id())
}
