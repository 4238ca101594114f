//! The worker that answers questions.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process;
use std::time::{Duration, Instant, UNIX_EPOCH};

use othello_core::search::{Oracle, SIGNATURE};
use othello_core::{OnlyStop, Progress};
use serde::Serialize;

use super::answers::Answers;
use super::folder::Campaign;
use super::lines::{AnswerLine, QuestionLine, to_line};
use super::{CampaignError, Result};
use crate::storage::{FileError, create_folder};

/// The work of one worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Worked {
    /// The number of questions answered.
    pub answered: usize,
    /// The number of questions that were already settled.
    pub settled: usize,
    /// Whether it has finished all its questions.
    pub complete: bool,
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
    let (mut file, mut done) = (None, Worked::default());
    progress.begin("answering", Some(questions.len() as u64));
    for &QuestionLine { case, at_least, likely, .. } in questions {
        if began.elapsed() >= time {
            return Ok(done);
        }
        let case = campaign.admit(case, at_least).map_err(CampaignError::Input)?;
        progress.advance(1);
        if answers.bounds(case).settle(at_least) {
            done.settled += 1;
            continue;
        }
        if oracle.rules != case.rules {
            oracle = Oracle::new(case.rules, hash, campaign.empties);
        }
        let Some((value, nodes)) = oracle.ask(case.position, at_least, &stop) else {
            return Ok(done);
        };
        let mut bounds = campaign.widest();
        *(if value >= at_least { &mut bounds.lower } else { &mut bounds.upper }) = value;
        let (file, path) = match &mut file {
            Some(file) => file,
            None => file.insert(create(&campaign.folder.join("answers"))?),
        };
        // The line is written with a single call, so it is never incomplete unless the machine fails.
        let line = to_line(&AnswerLine { case, at_least, bounds, nodes, signature: SIGNATURE });
        file.write_all(line.as_bytes()).map_err(FileError::of("write", path))?;
        done.answered += 1;
        done.nodes += nodes;
        if (value >= at_least) != likely {
            return Ok(done);
        }
    }
    Ok(Worked { complete: true, ..done })
}

/// Creates a new file HOST-PID-TIME.jsonl, because process ids and host names of containers are reused.
fn create(folder: &Path) -> Result<(File, PathBuf), FileError> {
    create_folder(folder).map_err(FileError::of("make", folder))?;
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or("host".to_owned());
    let time = UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
    let path = folder.join(format!("{}-{}-{time}.jsonl", host.trim(), process::id()));
    let file = OpenOptions::new().append(true).create_new(true).open(&path);
    Ok((file.map_err(FileError::of("write", &path))?, path))
}
