//! `certify`: writes a proof of a value that `verify` and other programs can check.

use othello_solver::campaign::Campaign;
use othello_solver::proof::{CertifyError, CertifyOptions, certify};
use othello_solver::results::Variant;
use othello_solver::storage::JobFolder;

use super::prelude::*;

/// Write a proof of the value of a position, for `verify` to check
///
/// The proof goes to results/certificates/SIZE[-parallel][-fewest].proof or, without a folder results/,
/// to the current folder; --output names another file. If you interrupt the command, run it again to
/// resume.
#[derive(Debug, Args)]
#[command(mut_arg("board", |arg| arg.help(SIZE_4X4)))]
#[command(mut_arg("hash", |arg| arg.default_value("2G").help(
    "Memory for the search, and the same amount for the proof"
)))]
#[command(mut_arg("threads", |arg| arg.help(
    "Number of threads for finding the value [default: one for each processor]"
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

    /// Prove the value found by this campaign, for its position and rules
    #[arg(long, value_name = "FOLDER", hide_short_help = true)]
    #[arg(conflicts_with_all = ["board", "size", "start", "moves", "position", "RulesArgs"])]
    campaign: Option<PathBuf>,

    /// Leave positions with at most N empty squares to the checker
    ///
    /// The default is 0 for boards of up to 24 squares and 8 for others.
    #[arg(long, value_name = "N")]
    leaves: Option<u32>,

    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    print: OutputArgs,

    #[command(flatten)]
    resources: ResourceArgs,
}

/// A proof that has been written.
#[derive(Serialize, schemars::JsonSchema)]
pub(super) struct WrittenProof {
    /// The file of the proof.
    file: PathBuf,
    /// The length of the file, in bytes.
    bytes: usize,
    /// The position whose value is proved.
    position: Position,
    /// The value, seen by the side to move.
    value: Score,
    /// Positions with at most this many empty squares are left to the checker.
    leaves: u32,
}

impl Certify {
    pub(crate) fn run(self) -> Result {
        let campaign = self.campaign.as_deref().map(Campaign::open).transpose()?;
        let (position, rules) = match &campaign {
            Some(campaign) => (campaign.start.position, campaign.start.rules),
            None => (self.board.position(BOARD_4X4)?, self.rules.or_default()),
        };
        let path = self.file(position, rules)?;
        let leaves = self.leaves.unwrap_or(CertifyOptions::usual_leaves(position.size()));
        let (hash, threads) = (self.resources.memory.hash, self.resources.threads());
        let bar = self.print.quiet.bar();
        let found = campaign.as_ref().map(|campaign| campaign.conclusion(&bar)).transpose()?;
        let value = found.as_ref().map(|found| found.value);
        let options = CertifyOptions { rules, leaves, hash, threads, value };
        let job = JobFolder::for_file(&path, "certify", position, rules)?;
        let known = |position, bound| found.as_ref()?.at_least(position, bound);
        let certificate = certify(position, &options, &known, &job, &bar).map_err(failure)?;
        drop(bar);
        let contents = certificate.to_bytes();
        write_whole(&path, &contents)?;
        job.leave();

        let (bytes, value) = (contents.len(), certificate.claim.value);
        let written = WrittenProof { file: path, bytes, position, value, leaves };
        self.print.format.answer(&written, || {
            let (claim, bytes) = (value_for(value, position), grouped(bytes as u64));
            format!("claim      {claim}\nwritten    {}, {bytes} bytes\n", shown(&written.file))
        })
    }

    fn file(&self, position: Position, rules: Rules) -> Result<PathBuf> {
        if let Some(path) = &self.output {
            ensure(!is_standard_stream(path), || {
                Failure::input("a proof is binary and is not written to standard output")
            })?;
            return Ok(path.clone());
        }
        let Some(start) = position.which_start() else {
            return Err(Failure::input("name a file for the proof with --output"));
        };
        let (size, variant) = (position.size(), Variant { start, rules }.file_name());
        Ok(file_or_default(None, &format!("certificates/{size}{variant}.proof")))
    }
}

/// Explains why there is no proof, and what to do.
fn failure(error: CertifyError) -> Failure {
    let advice = match error {
        CertifyError::State(error) => return Failure::of_state(error),
        CertifyError::Answer(error) => return Failure::failed(error),
        CertifyError::Stopped => "run the same command again to resume".to_owned(),
        CertifyError::OutOfMemory { needed, .. } => {
            format!("run it again with --hash {}M to resume", needed.div_ceil(1 << 20))
        }
    };
    Failure::Failed(format!("{error}; {advice}"))
}
