//! The files of questions: one question on each line.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};

use super::answers::Answers;
use super::error::CampaignError;
use super::folder::Campaign;
use super::lines::{lines_files, to_line};
use super::question::Question;
use crate::storage::{FileError, create_folder, write_whole};

impl Campaign {
    /// Replaces the files of questions: these questions are spread over at most `jobs` files. All
    /// files take about the same time, and in each of them the questions that take longest come
    /// first. The paths of the files are returned.
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
        let mut sorted: Vec<_> = questions.iter().collect();
        sorted.sort_by_key(|question| Reverse(question.cost));
        for question in sorted {
            if let Some((cost, text)) = parts.iter_mut().min_by_key(|(cost, _)| *cost) {
                *cost = cost.saturating_add(question.cost.max(1));
                *text += &to_line(question);
            }
        }
        let folder = self.questions_folder();
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
        let lines = (1..).zip(text.lines());
        let place = |number: usize| format!("{}:{number}", path.display());
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
            .and_then(|question| self.terms().admit(question.subject).map(|_| question))
            .map_err(|reason| CampaignError::Question { place: place.to_owned(), reason })
    }

    /// The number of questions in the files of the last plan, and the number of those that are
    /// still open.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or has something else in it.
    pub fn open_questions(&self, answers: &Answers) -> Result<(usize, usize), CampaignError> {
        let files = lines_files(&self.questions_folder())?;
        let questions: Result<Vec<_>, _> =
            files.iter().map(|path| self.read_questions(path)).collect();
        let questions = questions?.concat();
        let open = questions.iter().filter(|question| answers.is_open(question)).count();
        Ok((questions.len(), open))
    }
}
