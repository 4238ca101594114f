//! `campaign work`: questions are answered.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use indicatif::HumanCount;
use othello_core::Progress;
use othello_solver::amounts::parse_duration;
use othello_solver::campaign::{self, Campaign, Worked};
use othello_solver::storage::folder_of;

use crate::cli::args::{HashArgs, OutputArgs};
use crate::cli::failure::Failure;
use crate::cli::output::{counted, is_standard_stream};

/// Answer questions, and append the answers to FOLDER/answers/HOST-PID.jsonl
///
/// Each answer is written as soon as it is found. Questions that are already answered or no longer
/// needed are skipped. A process uses one thread; start one for each processor.
#[derive(Debug, Args)]
pub(super) struct Work {
    /// A file that `plan` has written; - reads lines of such a file from standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The folder of the campaign [default: the one that the file is in]
    #[arg(long, value_name = "FOLDER", required_if_eq("file", "-"))]
    folder: Option<PathBuf>,

    /// Begin no question after this time: 90s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,

    #[command(flatten)]
    hash: HashArgs,

    #[command(flatten)]
    print: OutputArgs,
}

impl Work {
    pub(super) fn run(self) -> Result<(), Failure> {
        let folder = self.folder.as_deref();
        let folder = folder.unwrap_or_else(|| folder_of(folder_of(&self.file)));
        let campaign = Campaign::open(folder)?;
        let bar = self.print.quiet.bar();
        bar.begin("answering", None);
        let questions: Box<dyn Iterator<Item = _>> = if is_standard_stream(&self.file) {
            Box::new(campaign.questions("standard input".as_ref(), io::stdin().lock()))
        } else {
            Box::new(campaign.read_questions(&self.file)?.into_iter().map(Ok))
        };
        let time = self.time.unwrap_or(Duration::MAX);
        let worked = campaign::work(&campaign, questions, self.hash.hash, time, &bar)?;
        let is_stopped = bar.is_stopped();
        drop(bar);
        let Worked { answered, settled, unneeded, complete, nodes } = worked;
        self.print.format.answer(&worked, || {
            let end = if complete { "" } else { "; the rest is left to others" };
            let (answered, nodes) = (counted(answered, "question", "questions"), HumanCount(nodes));
            format!(
                "answered   {answered}, {nodes} positions searched; skipped {settled} already \
                 settled, {unneeded} no longer needed{end}\n"
            )
        })?;
        if is_stopped { Err(Failure::failed("stopped; all answers are kept")) } else { Ok(()) }
    }
}
