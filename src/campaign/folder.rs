//! A campaign and its folder.

use std::cmp::Reverse;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use itertools::Itertools;
use othello_core::{Progress, Score};

use super::answers::Answers;
use super::estimates::Estimates;
use super::lines::{Question, Subject, lines_files, to_line};
use super::plan::{Plan, forecast, plan};
use super::terms::Terms;
use super::{CampaignError, Result};
use crate::results::to_json;
use crate::storage::{FileError, create_folder, write_whole};

/// A campaign and its folder.
#[derive(Debug)]
pub struct Campaign {
    folder: PathBuf,
    /// The contents of `campaign.json`: the start, the rules and the guess.
    pub terms: Terms,
}

/// The file that marks a folder as a campaign.
const FILE: &str = "campaign.json";

impl Campaign {
    /// Starts a campaign in a folder, which is created if it is missing. Its questions will be about
    /// positions with `empties` empty squares.
    ///
    /// Without a `guess`, the value is estimated: by selective searches after each move, if there is
    /// a trained evaluation and at most 26 squares are empty, or otherwise from estimates for all
    /// positions of the frontier.
    ///
    /// # Errors
    ///
    /// If the folder is not empty or cannot be written to, if the position does not have more than
    /// `empties` empty squares, if the guess is not a possible value, or if the listener stops the
    /// estimates.
    pub fn create(
        folder: &Path,
        start: Subject,
        empties: u32,
        guess: Option<Score>,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let mut terms = Terms::new(start, empties, guess.unwrap_or_default());
        terms.check().map_err(CampaignError::Input)?;
        // Do not mix a campaign with other files.
        if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
            let reason = "is not empty; start a campaign in its own folder";
            return Err(CampaignError::Input(format!("{} {reason}", folder.display())));
        }
        let mut estimates = Estimates::open(folder, terms.clone(), progress);
        if guess.is_none() {
            terms.guess = forecast(&terms, &mut estimates)?;
        }
        let terms = terms.sealed();
        create_folder(folder).map_err(FileError::of("make", folder))?;
        write_whole(&folder.join(FILE), to_json(&terms).as_bytes())?;
        estimates.write()?;
        Ok(Self { folder: folder.to_owned(), terms })
    }

    /// The campaign in a folder.
    ///
    /// # Errors
    ///
    /// If there is none, or if its file is damaged.
    pub fn open(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        let text = fs::read(&path).map_err(FileError::of("read", &path))?;
        let terms = Terms::read(&text).map_err(|reason| {
            CampaignError::Input(format!("{} cannot be used: {reason}", path.display()))
        })?;
        Ok(Self { folder: folder.to_owned(), terms })
    }

    /// The estimates made by earlier plans.
    pub(super) fn estimates<'a>(&self, progress: &'a dyn Progress) -> Estimates<'a> {
        Estimates::open(&self.folder, self.terms.clone(), progress)
    }

    /// All answers in the folder.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn answers(&self) -> Result<Answers, FileError> {
        let mut answers = Answers::new(self.folder.join("answers"), self.terms.clone());
        answers.read_on()?;
        Ok(answers)
    }

    /// Draws conclusions from the answers, and finds the open questions.
    ///
    /// # Errors
    ///
    /// If answers contradict each other or belong to another campaign, if the estimates cannot be
    /// saved in the folder, if there are too many positions between the start and the frontier, or if
    /// the listener stops the estimates.
    pub fn plan(&self, answers: &Answers, progress: &dyn Progress) -> Result<Plan> {
        if answers.terms != self.terms {
            return Err(CampaignError::Input("the answers belong to another campaign".to_owned()));
        }
        let mut estimates = self.estimates(progress);
        let plan = plan(answers, &mut estimates);
        if estimates.nodes > 0 {
            // Save the estimates even if the listener has stopped the plan.
            estimates.write()?;
        }
        plan
    }

    /// Replaces the files of questions. The questions are distributed over at most `jobs` files that
    /// take about the same time, with the longest questions first in each. Returns the paths.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write_questions(
        &self,
        questions: &[Question],
        jobs: usize,
    ) -> Result<Vec<PathBuf>, FileError> {
        let mut parts = vec![(0_u64, String::new()); jobs.min(questions.len())];
        let order = |it: &&Question| (it.subject.rules.scoring, Reverse(it.cost));
        for question in questions.iter().sorted_by_key(order) {
            if let Some((cost, text)) = parts.iter_mut().min_by_key(|(cost, _)| *cost) {
                *cost = cost.saturating_add(question.cost.max(1));
                *text += &to_line(question);
            }
        }
        let folder = self.folder.join("questions");
        for path in lines_files(&folder)? {
            fs::remove_file(&path).map_err(FileError::of("remove", &path))?;
        }
        create_folder(&folder).map_err(FileError::of("make", &folder))?;
        let files = (1..).zip(&parts).map(|(number, (_, text))| {
            let path = folder.join(format!("{number:05}.jsonl"));
            write_whole(&path, text.as_bytes()).map(|()| path)
        });
        files.collect()
    }

    /// The questions of a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read or contains anything else.
    pub fn read_questions(&self, path: &Path) -> Result<Vec<Question>> {
        let file = File::open(path).map_err(FileError::of("read", path))?;
        self.questions(path, BufReader::new(file)).collect()
    }

    /// The questions on the lines of a file, as they arrive. If a line cannot be read or is not a
    /// question about a position of the frontier, the error names it and the path.
    pub fn questions(
        &self,
        path: &Path,
        file: impl BufRead,
    ) -> impl Iterator<Item = Result<Question>> {
        (1..).zip(file.lines()).map(move |(number, line)| {
            let line = line.map_err(FileError::of("read", path))?;
            let question = serde_json::from_str::<Question>(&line).map_err(|it| it.to_string());
            question
                .and_then(|it| self.terms.admit(it.subject, it.at_least).map(|_| it))
                .map_err(|it| CampaignError::Input(format!("{}:{number}: {it}", path.display())))
        })
    }

    /// The number of questions in the files of the last plan, and the number that are still open.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or contains anything else.
    pub fn open_questions(&self, answers: &Answers) -> Result<(usize, usize)> {
        let (mut count, mut open) = (0, 0);
        for path in lines_files(&self.folder.join("questions"))? {
            let questions = self.read_questions(&path)?;
            count += questions.len();
            open += questions.iter().filter(|question| answers.is_open(question)).count();
        }
        Ok((count, open))
    }
}
