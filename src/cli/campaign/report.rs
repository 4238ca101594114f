//! The state of a campaign, as `plan`, `status` and `merge` report it.

use std::fmt::Write;

use othello_core::search::SIGNATURE;
use othello_solver::campaign::{Answers, Campaign, Plan, ScoreBounds};

use crate::cli::prelude::*;

/// The report of `status` and `merge`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct StatusReport {
    #[serde(flatten)]
    pub(super) plan: Plan,
    #[serde(flatten)]
    pub(super) answers: Answers,
    /// The number of questions in the last plan.
    questions: usize,
    /// The number of those that are not answered yet.
    open: usize,
    /// The number of bounds that were searched again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rechecked: Option<usize>,
    /// The file with the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<PathBuf>,
}

impl StatusReport {
    /// The conclusions from the answers in the folder of a campaign.
    pub(super) fn new(campaign: &Campaign) -> Result<Self> {
        let answers = campaign.answers()?;
        let plan = campaign.plan(&answers, &())?;
        let (questions, open) = campaign.open_questions(&answers)?;
        Ok(Self { plan, answers, questions, open, rechecked: None, file: None })
    }

    /// The conclusions and what they are based on.
    pub(super) fn text(&self) -> String {
        let Answers { count, nodes, signatures, torn, .. } = &self.answers;
        let mut text = conclusion(&self.plan);
        let _ = writeln!(text, "answers    {count}, {} positions searched", grouped(*nodes));
        for (signature, &count) in signatures.iter().filter(|(it, _)| **it != SIGNATURE) {
            let count = counted(count, "answer is", "answers are");
            let _ = writeln!(text, "version    {count} from a search with signature {signature}");
        }
        for file in torn {
            let _ = writeln!(text, "torn       {}: its last line is ignored", file.display());
        }
        text += &unusable_lines(&self.answers.unusable);
        if let Some(rechecked) = self.rechecked {
            let _ = writeln!(text, "rechecked  {}", counted(rechecked, "bound", "bounds"));
        }
        text + &self.file.as_deref().map_or(String::new(), written)
    }

    pub(super) fn open_questions(&self) -> String {
        format!("open       {} of {} questions\n", self.open, self.questions)
    }
}

/// A plan whose questions have been written.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct WrittenPlan {
    #[serde(flatten)]
    plan: Plan,
    /// The number of questions written.
    questions: usize,
    /// The files with the questions.
    files: Vec<PathBuf>,
    /// The number of positions searched to rank moves and to estimate values.
    nodes: u64,
    /// Lines that are not answers to questions of the campaign, and why.
    unusable: Vec<String>,
}

impl WrittenPlan {
    pub(super) fn new(plan: Plan, files: Vec<PathBuf>, unusable: Vec<String>) -> Self {
        let (questions, nodes) = (plan.questions.len(), plan.nodes);
        Self { plan, questions, files, nodes, unusable }
    }

    pub(super) fn text(&self, folder: &Path) -> String {
        let mut text = conclusion(&self.plan) + &unusable_lines(&self.unusable);
        if !self.files.is_empty() {
            let questions = counted(self.questions, "question", "questions");
            let files = counted(self.files.len(), "file", "files");
            let _ = writeln!(text, "written    {questions} in {files} in {}", folder.display());
        }
        text
    }
}

fn unusable_lines(lines: &[String]) -> String {
    lines.iter().flat_map(|line| ["unusable   ", line, "\n"]).collect()
}

/// The value as far as the answers prove it.
fn conclusion(plan: &Plan) -> String {
    let Some(value) = plan.value else {
        let (ScoreBounds { lower, upper }, guess, side) =
            (plan.bounds, plan.guess, plan.position.side());
        return format!(
            "value      between {lower:+} and {upper:+} for {side}, who is to move; the guess is \
             {guess:+}\n"
        );
    };
    let value = value_for(value, plan.position);
    match (&plan.best_moves, &plan.line) {
        (Some(best), Some(line)) => {
            format!("value      {value}\nbest       {}\nline       {line}\n", listed(best))
        }
        _ => format!("value      {value}; the best moves and the line are not proved yet\n"),
    }
}
