//! `campaign plan`: the questions that are missing.

use std::path::PathBuf;

use clap::Args;
use othello_solver::campaign::{self, Campaign};
use serde::Serialize;

use super::status::{known, unusable};
use crate::cli::args::OutputArgs;
use crate::cli::failure::Failure;
use crate::cli::output::counted;

/// Write the questions that are missing to FOLDER/questions
#[derive(Debug, Args)]
pub(super) struct Plan {
    /// The folder of the campaign
    folder: PathBuf,

    /// Spread the questions over N files that take about equally long
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=99_999))]
    jobs: u32,

    #[command(flatten)]
    print: OutputArgs,
}

/// A plan whose questions are written.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Written {
    #[serde(flatten)]
    plan: campaign::Plan,
    /// The number of questions that were written.
    questions: usize,
    /// The files to which they were written.
    files: Vec<PathBuf>,
    /// The number of positions searched to rank moves and to estimate values.
    nodes: u64,
    /// Lines that are not answers to questions of the campaign, and why.
    unusable: Vec<String>,
}

impl Plan {
    pub(super) fn run(self) -> Result<(), Failure> {
        let campaign = Campaign::open(&self.folder)?;
        let answers = campaign.answers()?;
        let bar = self.print.quiet.bar();
        let plan = campaign.plan(&answers, &bar)?;
        drop(bar);
        let files = campaign.write_questions(&plan.questions, self.jobs as usize)?;
        let (questions, nodes) = (plan.questions.len(), plan.nodes);
        let written = Written { plan, questions, files, nodes, unusable: answers.unusable };
        self.print.format.answer(&written, || {
            let Written { plan, questions, files, unusable: lines, .. } = &written;
            let mut text = known(plan) + &unusable(lines);
            if !files.is_empty() {
                let questions = counted(*questions, "question", "questions");
                let files = counted(files.len(), "file", "files");
                let folder = self.folder.join("questions");
                text += &format!("written    {questions} in {files} in {}\n", folder.display());
            }
            text
        })
    }
}
