//! The worker that answers questions.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use othello_core::search::{Oracle, SIGNATURE};
use othello_core::{OnlyStop, Progress, Score};
use serde::Serialize;

use super::answers::Answers;
use super::estimates::Estimates;
use super::folder::Campaign;
use super::lines::{Answer, Node, Question};
use super::plan::plan;
use super::{CampaignError, Result};

/// The work of one worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Worked {
    /// The number of questions answered.
    pub answered: usize,
    /// The number of questions that were already settled.
    pub settled: usize,
    /// The number of questions that were no longer needed, because of unexpected answers to others.
    pub unneeded: usize,
    /// Whether it has finished all its questions.
    pub complete: bool,
    /// The number of positions searched.
    pub nodes: u64,
}

/// Answers questions one by one, and appends each answer to a file of this process. The table of at
/// most `hash` bytes is kept from question to question. No question is started after `time`. The
/// listener counts the questions, including skipped ones.
///
/// A question is skipped if its answer is already known, or if an unexpected answer has made it
/// superfluous. With one worker, this depends only on the questions and the existing answers.
///
/// # Errors
///
/// If a question or a file cannot be read, if a question belongs to another campaign, or if an answer
/// cannot be written. All earlier answers have been saved.
pub fn work(
    campaign: &Campaign,
    mut questions: impl Iterator<Item = Result<Question>>,
    hash: usize,
    time: Duration,
    progress: &dyn Progress,
) -> Result<Worked> {
    let began = Instant::now();
    let stop = OnlyStop(progress);
    let mut worker = Worker {
        answers: campaign.answers()?,
        looked: began,
        estimates: campaign.estimates(&stop),
        oracle: Oracle::new(campaign.terms.start.rules, hash, campaign.terms.empties),
        hash,
        done: Worked::default(),
        needed: None,
        is_surprised: false,
        credit: 0,
    };
    while !progress.is_stopped() && began.elapsed() < time {
        let Some(question) = questions.next() else {
            worker.done.complete = true;
            break;
        };
        match worker.settle(&question?) {
            Err(CampaignError::Stopped) => break,
            settled => settled?,
        }
        progress.advance(1);
    }
    Ok(worker.done)
}

/// The minimum interval between looking for answers of other workers.
const LOOK_INTERVAL: Duration = Duration::from_secs(5);

/// At most one part in this number of the work is spent on finding out which questions are still
/// needed.
const SHARE: u64 = 4;

/// Visiting a position of the trees takes about as long as searching this number of positions.
const NODES_PER_VISIT: u64 = 100;

/// A worker and its knowledge about the campaign.
struct Worker<'a> {
    answers: Answers,
    /// When the answers of other workers were last read.
    looked: Instant,
    estimates: Estimates<'a>,
    oracle: Oracle,
    /// The size of the oracle's table, in bytes.
    hash: usize,
    done: Worked,
    /// The questions that are still needed, if this was determined after an unexpected answer.
    needed: Option<HashSet<(Node, Score)>>,
    /// Whether there has been an unexpected answer since.
    is_surprised: bool,
    /// The number of positions searched, minus the cost of the plans in positions.
    credit: i64,
}

impl Worker<'_> {
    /// Answers a question, unless that is superfluous.
    fn settle(&mut self, question: &Question) -> Result<()> {
        let admitted = self.answers.terms.admit(question.subject, question.at_least);
        admitted.map_err(CampaignError::Input)?;
        if self.looked.elapsed() >= LOOK_INTERVAL {
            self.answers.read_on()?;
            self.looked = Instant::now();
        }
        if !self.answers.is_open(question) {
            self.done.settled += 1;
        } else if !self.is_needed(question)? {
            self.done.unneeded += 1;
        } else {
            self.answer(question)?;
        }
        Ok(())
    }

    /// Whether a question still helps to settle the value of the start, according to a plan that is
    /// renewed from time to time after unexpected answers. Without this, one worker that answers plan
    /// after plan searches 1.4 times the positions on boards of 30 to 36 squares.
    fn is_needed(&mut self, question: &Question) -> Result<bool> {
        if self.is_surprised && self.credit >= 0 {
            let plan = plan(&self.answers, &mut self.estimates)?;
            let price = SHARE * (plan.nodes + NODES_PER_VISIT * plan.positions as u64);
            self.credit = self.credit.saturating_sub_unsigned(price);
            self.is_surprised = false;
            self.needed = Some(plan.questions.iter().map(Question::key).collect());
        }
        Ok(self.needed.as_ref().is_none_or(|needed| needed.contains(&question.key())))
    }

    /// Answers a question.
    fn answer(&mut self, question: &Question) -> Result<()> {
        let (node, at_least) = question.key();
        let terms = &self.answers.terms;
        let subject = terms.subject(node);
        if self.oracle.rules != subject.rules {
            self.oracle = Oracle::new(subject.rules, self.hash, terms.empties);
        }
        let found = self.oracle.ask(subject.position, at_least, self.estimates.progress);
        let (value, nodes) = found.ok_or(CampaignError::Stopped)?;
        let (mut bounds, signature) = (terms.widest(), SIGNATURE);
        *(if value >= at_least { &mut bounds.lower } else { &mut bounds.upper }) = value;
        self.answers.append(&Answer { subject, at_least, bounds, nodes, signature })?;
        self.is_surprised |= (value >= at_least) != question.likely;
        self.credit = self.credit.saturating_add_unsigned(nodes);
        self.done.answered += 1;
        self.done.nodes += nodes;
        Ok(())
    }
}
