//! A campaign and its folder.

use std::fs;
use std::path::{Path, PathBuf};

use super::answers::Answers;
use super::error::CampaignError;
use super::estimates::Estimates;
use super::plan::{Plan, forecast, plan};
use super::subject::Subject;
use super::terms::Terms;
use crate::game::Score;
use crate::progress::Progress;
use crate::storage::{FileError, create_folder, write_whole};

/// A campaign and its folder.
#[derive(Debug)]
pub struct Campaign {
    folder: PathBuf,
    terms: Terms,
}

/// The name of the file that makes a folder a campaign.
const FILE: &str = "campaign.json";

impl Campaign {
    /// Begins a campaign in a folder, which is made if it is missing. Its questions will be about
    /// positions with `empties` empty squares.
    ///
    /// Unless a guess of the value is given, it is that of selective searches after each move, on a
    /// board with a trained evaluation and at most 26 empty squares, and otherwise the value that
    /// the start has if the estimates of all positions of the frontier are right.
    ///
    /// # Errors
    ///
    /// If the folder is not empty or cannot be written to, if the position does not have more than
    /// `empties` empty squares, if the guess is not a value of the board, or if the listener stops
    /// the search for estimates.
    ///
    /// # Panics
    ///
    /// Never: terms can always be written as JSON.
    pub fn create(
        folder: &Path,
        start: Subject,
        empties: u32,
        guess: Option<Score>,
        progress: &dyn Progress,
    ) -> Result<Self, CampaignError> {
        let mut terms = Terms::new(start, empties, guess.unwrap_or_default());
        terms.check()?;
        // Files that others have left there are not mixed with this campaign.
        if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(CampaignError::NotEmpty(folder.to_owned()));
        }
        let mut estimates = Estimates::default();
        if guess.is_none() {
            terms.guess = forecast(&terms, &mut estimates, progress)?;
            terms = terms.sealed();
        }
        create_folder(folder).map_err(FileError::of("make", folder))?;
        let path = folder.join(FILE);
        let text = serde_json::to_string_pretty(&terms).expect("all keys are texts") + "\n";
        write_whole(&path, text.as_bytes())?;
        let campaign = Self { folder: folder.to_owned(), terms };
        estimates.write(&campaign.estimates_file())?;
        Ok(campaign)
    }

    /// The campaign of a folder.
    ///
    /// # Errors
    ///
    /// If there is none, or if its file is damaged.
    pub fn open(folder: &Path) -> Result<Self, CampaignError> {
        let path = folder.join(FILE);
        let text = fs::read(&path).map_err(FileError::of("read", &path))?;
        let damaged = |reason: String| CampaignError::Damaged { path: path.clone(), reason };
        let terms: Terms =
            serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        if terms.schema != Terms::SCHEMA {
            return Err(damaged(format!("its schema is not '{}'", Terms::SCHEMA)));
        }
        if terms.clone().sealed() != terms {
            return Err(damaged("it was edited; begin another campaign instead".to_owned()));
        }
        terms.check().map_err(|error| damaged(error.to_string()))?;
        Ok(Self { folder: folder.to_owned(), terms })
    }

    /// The contents of the campaign's file: the board, the rules, the start and the guess.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The folder of the answers.
    pub fn answers_folder(&self) -> PathBuf {
        self.folder.join("answers")
    }

    /// The folder of the questions.
    pub fn questions_folder(&self) -> PathBuf {
        self.folder.join("questions")
    }

    fn estimates_file(&self) -> PathBuf {
        self.folder.join("estimates.json")
    }

    /// The estimates that earlier plans have left in the folder.
    pub(super) fn estimates(&self) -> Estimates {
        Estimates::read(&self.estimates_file())
    }

    /// All answers in the folder.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn answers(&self) -> Result<Answers, FileError> {
        let mut answers = Answers::new(self.answers_folder(), self.terms.clone());
        answers.read_on()?;
        Ok(answers)
    }

    /// Finds out what follows from the answers and which questions are missing.
    ///
    /// # Errors
    ///
    /// If answers contradict one another, if the estimates cannot be kept in the folder, if there
    /// are too many positions between the start and the frontier, or if the listener stops the
    /// search for estimates.
    pub fn plan(&self, answers: &Answers, progress: &dyn Progress) -> Result<Plan, CampaignError> {
        let mut estimates = self.estimates();
        let plan = plan(&self.terms, answers, &mut estimates, progress);
        if estimates.nodes > 0 {
            // Those that were made before the listener stopped it are kept too.
            estimates.write(&self.estimates_file())?;
        }
        plan
    }
}
