//! `certify`: a proof of a value, for `verify` and others to check.

use std::path::PathBuf;

use clap::Args;
use indicatif::HumanCount;
use othello_core::{Position, Rules, Score};
use othello_solver::campaign::Campaign;
use othello_solver::proof::{CertifyError, CertifyOptions, certify};
use othello_solver::storage::{JobFolder, write_whole};
use serde::Serialize;

use super::args::{
    BOARD_4X4, BoardArgs, HashArgs, OutputArgs, RulesArgs, SIZE_4X4, ThreadArgs, default_file,
    variant,
};
use super::color;
use super::failure::Failure;
use super::output::is_standard_stream;

/// Write a proof of the value of a position, for `verify` to check
///
/// The proof goes to results/certificates/SIZE[-parallel][-fewest].proof if there is a folder
/// results/; --output names another file. If the command is interrupted, the same command continues
/// where it stopped.
#[derive(Debug, Args)]
#[command(mut_arg("board", |arg| arg.help(SIZE_4X4)))]
#[command(mut_arg("hash", |arg| arg.default_value("2G").help(
    "Memory for the search, and as much again for the proof"
)))]
#[command(mut_arg("threads", |arg| arg.help(
    "Search for the value with N threads [default: one for each processor]"
)))]
#[command(after_help = "\
Examples:
  othello-solver certify 4x4
  othello-solver certify 6x6 --leaves 10
  othello-solver certify --position 'OX--XXX--XO----- O' --output endgame.proof")]
pub(crate) struct Certify {
    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Prove what this campaign has found, on its board and by its rules
    #[arg(long, value_name = "FOLDER", hide_short_help = true)]
    #[arg(conflicts_with_all = ["board", "size", "start", "moves", "position", "RulesArgs"])]
    campaign: Option<PathBuf>,

    /// Most empty squares of a position that is left to the checker
    ///
    /// By default it is 0 for boards of up to 24 squares and 8 for others.
    #[arg(long, value_name = "N")]
    leaves: Option<u32>,

    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    print: OutputArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    hash: HashArgs,
}

/// A proof that was written.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Written {
    /// The file of the proof.
    file: PathBuf,
    /// The length of the file, in bytes.
    bytes: usize,
    /// The position whose value is proved.
    position: Position,
    /// The value, seen by the side to move.
    value: Score,
    /// The most empty squares of a position that is left to the checker.
    leaves: u32,
}

impl Certify {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let campaign = self.campaign.as_deref().map(Campaign::open).transpose()?;
        let (position, rules) = match &campaign {
            Some(campaign) => (campaign.terms.start.position, campaign.terms.start.rules),
            None => (self.board.position(BOARD_4X4)?, self.rules.into()),
        };
        let path = self.file(position, rules)?;
        let usual = CertifyOptions::usual_leaves(position.size());
        let leaves = self.leaves.unwrap_or(usual);
        let (hash, threads) = (self.hash.hash, self.threads.or_all());
        let bar = self.print.quiet.bar();
        let found = campaign.map(|campaign| campaign.conclusion(&bar)).transpose()?;
        let known = |position, bound| found.as_ref()?.at_least(position, bound);
        let value = found.as_ref().map(|found| found.value);
        let options = CertifyOptions { rules, leaves, hash, threads, value };
        let place = JobFolder::for_file(&path, "certify", position, rules)?;
        let certificate = certify(position, &options, &known, &place, &bar).map_err(failure)?;
        drop(bar);
        let contents = certificate.to_bytes();
        write_whole(&path, &contents)?;
        place.leave();

        let (bytes, value) = (contents.len(), certificate.claim.value);
        let written = Written { file: path, bytes, position, value, leaves };
        self.print.format.answer(&written, || written.text())
    }

    fn file(&self, position: Position, rules: Rules) -> Result<PathBuf, Failure> {
        match (&self.output, position.which_start()) {
            (Some(path), _) if is_standard_stream(path) => {
                Err(Failure::input("a proof is binary and is not written to standard output"))
            }
            (Some(path), _) => Ok(path.clone()),
            (None, Some(start)) => {
                let (size, name) = (position.size(), variant(start, rules).file_name());
                default_file(&format!("certificates/{size}{name}.proof"))
            }
            (None, None) => Err(Failure::input("name a file for the proof by --output")),
        }
    }
}

impl Written {
    fn text(&self) -> String {
        format!(
            "claim      {} for {}, who is to move\nwritten    {}, {} bytes\n",
            color::value(self.value, 0),
            self.position.side(),
            self.file.display(),
            HumanCount(self.bytes as u64)
        )
    }
}

/// Why there is no proof, and what can be done.
fn failure(error: CertifyError) -> Failure {
    match error {
        CertifyError::Checkpoint(error) => Failure::of_state(error),
        CertifyError::File(error) => Failure::failed(error),
        CertifyError::Draft(_) => Failure::Failed(format!("{error}; remove it to begin again")),
        CertifyError::Stopped => {
            Failure::Failed(format!("{error}; the same command continues from here"))
        }
        CertifyError::OutOfMemory { needed, .. } => Failure::Failed(format!(
            "{error}; with --hash {}M the command continues from here",
            needed.div_ceil(1 << 20)
        )),
    }
}
