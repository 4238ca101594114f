//! `campaign merge`: the conclusion, which can be asked again.

use std::path::PathBuf;

use clap::Args;
use othello_solver::campaign::Campaign;

use super::status::Report;
use crate::cli::args::{HashArgs, OutputArgs};
use crate::cli::failure::Failure;

/// Conclude what follows from the answers: the value and a line, or its bounds so far
///
/// If answers contradict one another, they are named, nothing is concluded, and the exit code is 1.
#[derive(Debug, Args)]
pub(super) struct Merge {
    /// The folder of the campaign
    folder: PathBuf,

    /// Search for this share of the bounds again, in another way and with an empty table: 1%
    #[arg(long, value_name = "SHARE", value_parser = share)]
    recheck: Option<f64>,

    #[command(flatten)]
    hash: HashArgs,

    #[command(flatten)]
    print: OutputArgs,
}

impl Merge {
    pub(super) fn run(self) -> Result<(), Failure> {
        let mut report = Report::new(&Campaign::open(&self.folder)?)?;
        if let Some(share) = self.recheck {
            let bar = self.print.quiet.bar();
            report.rechecked = Some(report.answers.recheck(share, self.hash.hash, &bar)?);
        }
        self.print.format.answer(&report, || report.text())
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
