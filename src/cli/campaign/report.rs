//! The report on a campaign.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use indicatif::HumanCount;
use othello_solver::campaign::{Answers, Bounds, Campaign, Plan};
use othello_solver::search::SIGNATURE;
use serde::Serialize;

use crate::cli::color;
use crate::cli::failure::Failure;
use crate::cli::output::counted;

/// The report of `status` and `merge`.
#[derive(Serialize)]
pub(super) struct Report {
    #[serde(flatten)]
    plan: Plan,
    /// The number of answers.
    answers: u64,
    /// The number of positions that were searched for them.
    nodes: u64,
    /// The number of answers from each version of the search.
    signatures: BTreeMap<u64, u64>,
    /// The number of questions of the last plan.
    planned: usize,
    /// The number of those that are not answered.
    open: usize,
    /// The files that end with an incomplete line.
    torn: Vec<PathBuf>,
    /// Lines that are not answers to questions of the campaign, and why.
    unusable: Vec<String>,
    /// The number of bounds that were asked about again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rechecked: Option<u64>,
}

impl Report {
    /// The conclusions from the answers in the folder of a campaign.
    pub(super) fn new(campaign: &Campaign, answers: &Answers) -> Result<Self, Failure> {
        let plan = campaign.plan(answers, &())?;
        let (planned, open) = campaign.open_questions(answers)?;
        Ok(Self {
            plan,
            answers: answers.count,
            nodes: answers.nodes,
            signatures: answers.signatures.clone(),
            planned,
            open,
            torn: answers.torn().map(Path::to_owned).collect(),
            unusable: answers.unusable.clone(),
            rechecked: None,
        })
    }

    /// The conclusions and their grounds: the text of `merge`.
    pub(super) fn conclusion(&self) -> String {
        let nodes = HumanCount(self.nodes);
        let mut text = known(&self.plan);
        let _ = writeln!(text, "answers    {}, {nodes} positions searched", self.answers);
        for (signature, count) in &self.signatures {
            if *signature != SIGNATURE {
                let count = number_of(*count, "answer is", "answers are");
                let _ = writeln!(text, "version    {count} of a search with signature {signature}");
            }
        }
        for file in &self.torn {
            let _ = writeln!(text, "torn       {}: its last line is left out", file.display());
        }
        text += &unusable(&self.unusable);
        if let Some(rechecked) = self.rechecked {
            let _ = writeln!(text, "rechecked  {}", number_of(rechecked, "bound", "bounds"));
        }
        text
    }

    /// How far the campaign is: the text of `status`.
    pub(super) fn progress(&self) -> String {
        let mut text = self.conclusion();
        let _ = writeln!(text, "open       {} of {} questions", self.open, self.planned);
        text
    }
}

/// Lines that are not used, of which the first ten are named.
pub(super) fn unusable(lines: &[String]) -> String {
    let mut text: String = lines.iter().take(10).flat_map(|it| ["unusable   ", it, "\n"]).collect();
    if lines.len() > 10 {
        let _ = writeln!(text, "unusable   {} more", counted(lines.len() - 10, "line", "lines"));
    }
    text
}

/// The bounds of the value in words.
pub(super) fn known(plan: &Plan) -> String {
    let who = format!("for {}, who is to move", plan.position.side());
    if let (Some(value), Some(line)) = (plan.value, &plan.line) {
        return format!("value      {} {who}\nline       {line}\n", color::value(value, 0));
    }
    let Bounds { lower, upper } = plan.bounds;
    format!("value      between {lower:+} and {upper:+} {who}; the guess is {:+}\n", plan.guess)
}

/// A number of things.
pub(super) fn number_of(number: u64, one: &str, many: &str) -> String {
    counted(usize::try_from(number).unwrap_or(usize::MAX), one, many)
}
