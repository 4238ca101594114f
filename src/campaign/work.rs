//! The worker, which answers questions.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::answer::Answer;
use super::answers::Answers;
use super::error::CampaignError;
use super::folder::Campaign;
use super::needed::Needed;
use super::question::Question;
use super::recorder::Recorder;
use crate::progress::Progress;
use crate::search::Oracle;

/// The options of a worker.
#[derive(Clone, Copy, Debug)]
pub struct WorkOptions {
    /// The most memory for the transposition table, in bytes.
    pub hash: usize,
    /// The time after which no further question is begun.
    pub time: Duration,
}

/// The work of one worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Worked {
    /// The number of questions that it has answered.
    pub answered: u64,
    /// The number of questions that were already settled.
    pub settled: u64,
    /// The number of questions that were no longer needed, because other answers were not the
    /// expected ones.
    pub unneeded: u64,
    /// Whether it reached the end of its questions.
    pub complete: bool,
    /// The number of positions searched.
    pub nodes: u64,
}

/// Answers questions one after the other, and appends each answer to a file of this process. The
/// table is kept from question to question.
///
/// A question is skipped if its answer follows from what the campaign knows, or if an unexpected
/// answer has made it superfluous. With one worker all this depends only on the questions and the
/// existing answers.
///
/// # Errors
///
/// If a question or a file cannot be read, or an answer cannot be written. All earlier answers are
/// safe.
pub fn work(
    campaign: &Campaign,
    questions: &mut dyn Iterator<Item = Result<Question, CampaignError>>,
    options: WorkOptions,
    progress: &dyn Progress,
) -> Result<Worked, CampaignError> {
    let began = Instant::now();
    let mut worker = Worker::new(campaign, options.hash)?;
    while !progress.is_stopped() && began.elapsed() < options.time {
        let Some(question) = questions.next() else {
            worker.done.complete = true;
            break;
        };
        match worker.settle(&question?, progress) {
            Err(CampaignError::Stopped) => break,
            settled => settled?,
        }
    }
    Ok(worker.done)
}

/// How often the worker looks for answers of other workers, at most.
const LOOKED_FOR: Duration = Duration::from_secs(5);

/// A worker and what it knows about the campaign.
struct Worker<'a> {
    campaign: &'a Campaign,
    answers: Answers,
    /// When the answers of other workers were read.
    looked: Instant,
    needed: Needed,
    oracle: Oracle,
    recorder: Recorder,
    done: Worked,
}

impl<'a> Worker<'a> {
    fn new(campaign: &'a Campaign, hash: usize) -> Result<Self, CampaignError> {
        let terms = campaign.terms();
        Ok(Self {
            campaign,
            answers: campaign.answers()?,
            looked: Instant::now(),
            needed: Needed::new(campaign.estimates()),
            oracle: Oracle::new(terms.rules(), hash, terms.empties),
            recorder: Recorder::new(campaign.answers_folder()),
            done: Worked::default(),
        })
    }

    /// Answers a question, unless that is superfluous.
    fn settle(
        &mut self,
        question: &Question,
        progress: &dyn Progress,
    ) -> Result<(), CampaignError> {
        let Self { answers, needed, done, .. } = self;
        let terms = self.campaign.terms();
        if self.looked.elapsed() >= LOOKED_FOR {
            answers.read_on()?;
            self.looked = Instant::now();
        }
        if !answers.is_open(question) {
            done.settled += 1;
            return Ok(());
        }
        let (discs, at_least) = question.key();
        if !needed.contains((discs, at_least), terms, answers, progress)? {
            done.unneeded += 1;
            return Ok(());
        }
        let subject = terms.subject(discs);
        let reply = self.oracle.ask(subject.position, at_least, progress);
        let reply = reply.ok_or(CampaignError::Stopped)?;
        let file = self.recorder.add(&Answer::new(subject, at_least, reply))?;
        answers.read_file(file)?;
        needed.note((reply.lower >= at_least) != question.expected, reply.nodes);
        done.answered += 1;
        done.nodes += reply.nodes;
        Ok(())
    }
}
