//! The files of questions: one question on each line.

use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::answers::lines_files;
use super::{Answers, Campaign, CampaignError};
use crate::game::Score;
use crate::storage::{FileError, create_folder, write_whole};

/// A line of a file of questions: is the value of a position at least this bound?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The cells row by row from `a1`, and the side to move.
    pub position: String,
    /// The bound that is asked about, seen by the side to move.
    pub at_least: Score,
    /// The guess of the answer.
    pub expected: bool,
    /// An estimate of how long it takes, in an arbitrary unit.
    pub cost: u64,
}

impl Campaign {
    /// The folder of the questions.
    pub fn questions_folder(&self) -> PathBuf {
        self.folder.join("questions")
    }

    /// Replaces the files of questions: these questions are spread over at most `jobs`
    /// files. All files take about the same time, and in each of them the questions that
    /// take longest come first. The paths of the files are returned.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write_questions(
        &self,
        questions: &[Question],
        jobs: usize,
    ) -> Result<Vec<PathBuf>, FileError> {
        let folder = self.questions_folder();
        let mut parts = vec![(0, String::new()); jobs.min(questions.len())];
        let mut sorted: Vec<_> = questions.iter().collect();
        sorted.sort_by_key(|question| Reverse(question.cost));
        for question in sorted {
            let line = serde_json::to_string(question).map_err(io::Error::from);
            let line = line.map_err(FileError::of("write", &folder))?;
            if let Some((cost, text)) = parts.iter_mut().min_by_key(|(cost, _)| *cost) {
                *cost += question.cost.max(1);
                *text += &(line + "\n");
            }
        }
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
    pub fn read_questions(&self, path: &Path) -> Result<Vec<Question>, CampaignError> {
        let text = fs::read_to_string(path).map_err(FileError::of("read", path))?;
        let place = |number: usize| format!("{}:{}", path.display(), number + 1);
        let lines = text.lines().enumerate();
        lines.map(|(number, line)| self.read_question(line, &place(number))).collect()
    }

    /// Reads a line of a file of questions; `place` names it in errors.
    ///
    /// # Errors
    ///
    /// If the line is not a question about a position of the frontier.
    pub fn read_question(&self, line: &str, place: &str) -> Result<Question, CampaignError> {
        let question = serde_json::from_str::<Question>(line).map_err(|error| error.to_string());
        question
            .and_then(|question| self.read_position(&question.position).map(|_| question))
            .map_err(|reason| CampaignError::Question { place: place.to_owned(), reason })
    }

    /// The number of questions in the files of the last plan, and the number of those that are
    /// still open.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or has something else in it.
    pub fn open_questions(&self, answers: &Answers) -> Result<(usize, usize), CampaignError> {
        let (mut all, mut open) = (0, 0);
        for path in lines_files(&self.questions_folder())? {
            for question in self.read_questions(&path)? {
                all += 1;
                let discs = self.read_position(&question.position);
                let known = discs.is_ok_and(|it| answers.at_least(it, question.at_least).is_some());
                open += usize::from(!known);
            }
        }
        Ok((all, open))
    }
}
