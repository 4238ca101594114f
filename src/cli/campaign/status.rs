//! `campaign status`: how far a campaign is.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use indicatif::HumanCount;
use othello_core::search::SIGNATURE;
use othello_solver::campaign::{Answers, Campaign, Plan, ScoreBounds};
use serde::Serialize;

use crate::cli::args::OutputArgs;
use crate::cli::color;
use crate::cli::failure::Failure;
use crate::cli::output::{counted, listed};

/// Show a campaign's progress
#[derive(Debug, Args)]
pub(super) struct Status {
    /// The folder of the campaign
    folder: PathBuf,

    #[command(flatten)]
    print: OutputArgs,
}

impl Status {
    pub(super) fn run(self) -> Result<(), Failure> {
        let campaign = Campaign::open(&self.folder)?;
        let report = Report::new(&campaign)?;
        let open = || format!("open       {} of {} questions\n", report.open, report.questions);
        self.print.format.answer(&report, || report.text() + &open())
    }
}

/// The report of `status` and `merge`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Report {
    #[serde(flatten)]
    pub(super) plan: Plan,
    #[serde(flatten)]
    pub(super) answers: Answers,
    /// The number of questions of the last plan.
    questions: usize,
    /// The number of those that are not answered.
    open: usize,
    /// The number of bounds that were asked about again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rechecked: Option<usize>,
    /// The file to which the result was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<PathBuf>,
}

impl Report {
    /// The conclusions from the answers in the folder of a campaign.
    pub(super) fn new(campaign: &Campaign) -> Result<Self, Failure> {
        let answers = campaign.answers()?;
        let plan = campaign.plan(&answers, &())?;
        let (questions, open) = campaign.open_questions(&answers)?;
        Ok(Self { plan, answers, questions, open, rechecked: None, file: None })
    }

    /// The conclusions and their grounds.
    pub(super) fn text(&self) -> String {
        let Answers { count, nodes, signatures, torn, .. } = &self.answers;
        let mut text = known(&self.plan);
        let _ = writeln!(text, "answers    {count}, {} positions searched", HumanCount(*nodes));
        for (signature, &count) in signatures.iter().filter(|(it, _)| **it != SIGNATURE) {
            let count = counted(count, "answer is", "answers are");
            let _ = writeln!(text, "version    {count} of a search with signature {signature}");
        }
        for file in torn {
            let _ = writeln!(text, "torn       {}: its last line is left out", file.display());
        }
        text += &unusable(&self.answers.unusable);
        if let Some(rechecked) = self.rechecked {
            let _ = writeln!(text, "rechecked  {}", counted(rechecked, "bound", "bounds"));
        }
        if let Some(path) = &self.file {
            let _ = writeln!(text, "written    {}", path.display());
        }
        text
    }
}

/// Lines that are not used.
pub(super) fn unusable(lines: &[String]) -> String {
    lines.iter().flat_map(|line| ["unusable   ", line, "\n"]).collect()
}

/// What is known, in words.
pub(super) fn known(plan: &Plan) -> String {
    let who = format!("for {}, who is to move", plan.position.side());
    let Some(value) = plan.value.map(|value| color::value(value, 0)) else {
        let (ScoreBounds { lower, upper }, guess) = (plan.bounds, plan.guess);
        return format!(
            "value      between {lower:+} and {upper:+} {who}; the guess is {guess:+}\n"
        );
    };
    let (Some(best), Some(line)) = (&plan.best_moves, &plan.line) else {
        return format!(
            "value      {value} {who}; the best moves and the line are not proved yet\n"
        );
    };
    format!("value      {value} {who}\nbest       {}\nline       {line}\n", listed(best))
}
