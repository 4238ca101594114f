//! `campaign new`: a campaign begins.

use std::path::PathBuf;

use clap::Args;
use othello_core::Score;
use othello_solver::campaign::{Campaign, Subject};

use crate::cli::args::{BOARD_8X8, BoardArgs, OutputArgs, RulesArgs};
use crate::cli::color;
use crate::cli::failure::Failure;

/// Begin a campaign in a new folder
#[derive(Debug, Args)]
pub(super) struct New {
    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Ask about positions with N empty squares [default: 6 fewer than at the start]
    #[arg(long, value_name = "N")]
    empties: Option<u32>,

    /// The folder of the campaign
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,

    /// The value that is expected, seen by the side to move [default: by estimates]
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    guess: Option<Score>,

    #[command(flatten)]
    print: OutputArgs,
}

/// The default number of plies between the start and the frontier.
const PLIES: u32 = 6;

impl New {
    pub(super) fn run(self) -> Result<(), Failure> {
        let position = self.board.position(BOARD_8X8)?;
        let empties = self.empties.unwrap_or(position.empties().saturating_sub(PLIES));
        let start = Subject { position, rules: self.rules.into() };
        let bar = self.print.quiet.bar();
        let campaign = Campaign::create(&self.folder, start, empties, self.guess, &bar)?;
        drop(bar);
        let terms = &campaign.terms;
        self.print.format.answer(terms, || {
            format!(
                "{} Othello, {}: questions about positions with {empties} empty squares\n\
                 guess      {} for {}, who is to move\n\
                 written    {}\n",
                position.size(),
                start.rules,
                color::value(terms.guess, 0),
                position.side(),
                self.folder.join("campaign.json").display(),
            )
        })
    }
}
