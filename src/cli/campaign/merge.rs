//! `campaign merge`: the conclusion, which can be asked again.

use std::path::PathBuf;

use clap::Args;
use othello_solver::campaign::Campaign;
use othello_solver::results::to_json;
use othello_solver::storage::{check_writable, write_whole};

use super::status::Report;
use crate::cli::args::{HashArgs, OutputArgs};
use crate::cli::failure::Failure;
use crate::cli::output::counted;

/// Conclude what follows from the answers: the value and a line, or its bounds so far
///
/// If answers contradict one another, they are named, nothing is concluded, and the exit code is 1.
/// Lines that are not answers of the campaign are named and not used, and the exit code is 1 too.
#[derive(Debug, Args)]
pub(super) struct Merge {
    /// The folder of the campaign
    folder: PathBuf,

    /// Search for this share of the bounds again, in another way and with an empty table: 1%
    #[arg(long, value_name = "SHARE", value_parser = share)]
    recheck: Option<f64>,

    /// Write the result to this file, as `solve` does; no question may be left
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    hash: HashArgs,

    #[command(flatten)]
    print: OutputArgs,
}

impl Merge {
    pub(super) fn run(self) -> Result<(), Failure> {
        let campaign = Campaign::open(&self.folder)?;
        let mut report = Report::new(&campaign)?;
        let bar = self.print.quiet.bar();
        if let Some(share) = self.recheck {
            report.rechecked = Some(report.answers.recheck(share, self.hash.hash, &bar)?);
        }
        if let Some(path) = self.output {
            check_writable(&path)?;
            let result = campaign.result(&report.plan, self.hash.hash, &bar)?;
            write_whole(&path, to_json(&result).as_bytes())?;
            report.file = Some(path);
        }
        drop(bar);
        self.print.format.answer(&report, || report.text())?;
        match report.answers.unusable.len() {
            0 => Ok(()),
            lines => Err(Failure::Failed(counted(lines, "line was", "lines were") + " not used")),
        }
    }
}

/// Reads a share: `1%`.
fn share(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').and_then(|number| number.parse::<f64>().ok());
    percent
        .map(|percent| percent / 100.0)
        .filter(|share| *share > 0.0 && *share <= 1.0)
        .ok_or_else(|| "write a percentage above 0% and up to 100%, such as 1%".to_owned())
}
