//! The worker, which answers questions.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::answers::{Answer, Recorder};
use super::{Answers, Campaign, CampaignError, Estimates, Question};
use crate::game::Score;
use crate::progress::Progress;
use crate::search::Oracle;
use crate::storage::FileError;

/// The options of a worker.
#[derive(Clone, Copy, Debug)]
pub struct WorkOptions {
    /// The most memory for the transposition table, in bytes.
    pub hash: usize,
    /// The time after which no further question is begun.
    pub time: Duration,
}

/// What a worker has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Worked {
    /// The number of questions that it has answered.
    pub answered: u64,
    /// The number of questions that were already settled.
    pub settled: u64,
    /// The number of questions that were no longer needed, because other answers were not the
    /// expected ones.
    pub needless: u64,
    /// Whether it reached the end of its questions.
    pub complete: bool,
    /// The number of positions that were looked at.
    pub nodes: u64,
}

/// How often the worker looks for answers of other workers, at most.
const LOOKED_FOR: Duration = Duration::from_secs(5);

/// At most one part in this number of the work is spent on finding out which questions are still
/// needed.
const SHARE: u64 = 4;

/// Looking at a position of the trees takes about as long as searching this number of positions.
const PACE: u64 = 100;

/// Answers questions one after the other, and appends each answer to a file of this
/// process. The table is kept from question to question.
///
/// A question is skipped if its answer follows from what the campaign knows, or if an
/// unexpected answer has made it superfluous. With one worker all this
/// depends only on the questions and the existing answers.
///
/// # Errors
///
/// If a question or a file cannot be read, or an answer cannot be written. All earlier answers
/// are safe.
pub fn work(
    campaign: &Campaign,
    questions: &mut dyn Iterator<Item = Result<Question, CampaignError>>,
    options: WorkOptions,
    progress: &dyn Progress,
) -> Result<Worked, CampaignError> {
    let began = Instant::now();
    let mut worker = Worker {
        campaign,
        answers: Answers::read(campaign)?,
        looked: Instant::now(),
        estimates: campaign.read_estimates(),
        needed: None,
        is_surprised: false,
        credit: 0,
    };
    let listener = Interruption(progress);
    let mut oracle = None;
    let mut recorder = Recorder::new(campaign.answers_folder());
    let mut done = Worked::default();
    loop {
        if progress.is_stopped() || began.elapsed() >= options.time {
            return Ok(done);
        }
        let Some(question) = questions.next() else {
            return Ok(Worked { complete: true, ..done });
        };
        let Question { position, at_least, expected, .. } = question?;
        let discs = campaign.read_position(&position);
        let discs = discs.map_err(|reason| CampaignError::Question { place: position, reason })?;
        worker.look()?;
        progress.advance(1);
        if worker.answers.at_least(discs, at_least).is_some() {
            done.settled += 1;
            continue;
        }
        let position = campaign.game(discs).to_string();
        match worker.needs(&position, at_least, &listener) {
            Ok(true) => {}
            Ok(false) => {
                done.needless += 1;
                continue;
            }
            Err(CampaignError::Stopped) => return Ok(done),
            Err(error) => return Err(error),
        }
        let oracle = oracle.get_or_insert_with(|| {
            Oracle::new(campaign.rules(), options.hash, campaign.terms.empties)
        });
        let Some(reply) = oracle.ask(campaign.game(discs), at_least, &listener) else {
            return Ok(done);
        };
        let file = recorder.add(&Answer::new(position, at_least, reply))?;
        worker.answers.read_file(campaign, file)?;
        done.answered += 1;
        done.nodes += reply.nodes;
        worker.credit += reply.nodes.cast_signed();
        worker.is_surprised |= (reply.lower >= at_least) != expected;
    }
}

/// Passes on only whether to stop, because the steps are questions, not positions.
struct Interruption<'a>(&'a dyn Progress);

impl Progress for Interruption<'_> {
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// What a worker knows about the campaign.
struct Worker<'a> {
    campaign: &'a Campaign,
    answers: Answers,
    looked: Instant,
    estimates: Estimates,
    /// The questions that were needed at the last check.
    needed: Option<HashSet<(String, Score)>>,
    /// Whether there was an unexpected answer since then.
    is_surprised: bool,
    /// The number of positions searched, less the number to which the checks were equivalent.
    credit: i64,
}

impl Worker<'_> {
    /// Reads what others have answered.
    fn look(&mut self) -> Result<(), FileError> {
        if self.looked.elapsed() >= LOOKED_FOR {
            self.answers.read_on(self.campaign)?;
            self.looked = Instant::now();
        }
        Ok(())
    }

    /// Whether a question still serves to settle the value of the start.
    fn needs(
        &mut self,
        position: &str,
        bound: Score,
        progress: &dyn Progress,
    ) -> Result<bool, CampaignError> {
        if self.is_surprised && self.credit >= 0 {
            let plan = self.campaign.plan(&self.answers, &mut self.estimates, progress)?;
            let price = SHARE * (plan.nodes + PACE * plan.positions as u64);
            self.credit -= price.cast_signed();
            self.is_surprised = false;
            let questions = plan.questions.into_iter();
            self.needed = Some(questions.map(|it| (it.position, it.at_least)).collect());
        }
        let question = (position.to_owned(), bound);
        Ok(self.needed.as_ref().is_none_or(|needed| needed.contains(&question)))
    }
}
