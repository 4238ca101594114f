//! `campaign`: a board solved by many processes, on any machines, through a folder.

mod merge;
mod new;
pub(crate) mod plan;
pub(crate) mod status;
mod work;

use clap::{Args, Subcommand};
use othello_solver::campaign::CampaignError;

use super::failure::Failure;

/// Solve a board with many processes that share nothing but a folder
///
/// `new` begins a campaign; `plan` writes the questions whose answers would settle the value if the
/// guesses were right, and then the best moves and the line; `work` answers questions, in any number
/// of processes, which may be killed at any moment; `merge` concludes what follows from the answers,
/// and writes the result. Alternate `plan` and `work` until `plan` writes no questions. scale/ has
/// scripts that do so with GNU parallel and Slurm.
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
#[command(after_help = "\
Examples:
  othello-solver campaign new 4x5 --empties 10 --folder 4x5.campaign
  othello-solver campaign plan 4x5.campaign --jobs 2
  othello-solver campaign work 4x5.campaign/questions/00001.jsonl
  othello-solver campaign status 4x5.campaign
  othello-solver campaign merge 4x5.campaign --recheck 10% --output 4x5.json")]
pub(crate) struct Campaign {
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, Subcommand)]
enum Step {
    New(new::New),
    Plan(plan::Plan),
    Work(work::Work),
    Status(status::Status),
    Merge(merge::Merge),
}

impl Campaign {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.step {
            Step::New(new) => new.run(),
            Step::Plan(plan) => plan.run(),
            Step::Work(work) => work.run(),
            Step::Status(status) => status.run(),
            Step::Merge(merge) => merge.run(),
        }
    }
}

/// The options that were typed are wrong, or the files are.
impl From<CampaignError> for Failure {
    fn from(error: CampaignError) -> Self {
        match error {
            CampaignError::File(error) => error.into(),
            CampaignError::Input(_) => Self::input(error),
            _ => Self::failed(error),
        }
    }
}
