//! `campaign status`: how far a campaign is.

use std::path::PathBuf;

use clap::Args;
use othello_solver::campaign::Campaign;

use super::report::Report;
use crate::cli::args::{Format, FormatArgs};
use crate::cli::failure::Failure;
use crate::cli::output::{print, print_json};

/// Show a campaign's progress
#[derive(Debug, Args)]
pub(super) struct Status {
    /// The folder of the campaign
    folder: PathBuf,

    #[command(flatten)]
    print: FormatArgs,
}

impl Status {
    pub(super) fn run(self) -> Result<(), Failure> {
        let campaign = Campaign::open(&self.folder)?;
        let report = Report::new(&campaign, &campaign.answers()?)?;
        match self.print.format {
            Format::Json => print_json(&report),
            Format::Text => print(&report.progress()),
        }
    }
}
