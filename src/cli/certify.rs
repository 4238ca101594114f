//! `certify`: a proof of a value, for `verify` and others to check.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use indicatif::HumanCount;
use othello_solver::campaign::Campaign;
use othello_solver::proof::{Certificate, CertifyError, CertifyOptions, certify};
use othello_solver::storage::{JobFolder, folder_of, write_whole};
use othello_solver::{Position, Rules, Score};
use serde::Serialize;

use super::args::{
    BOARD_4X4, BoardArgs, HashArgs, QuietArgs, RulesArgs, SIZE_4X4, ThreadArgs, variant,
};
use super::color;
use super::failure::Failure;
use super::output::{is_standard_stream, print, print_json};

/// Write a proof of the value of a position, for `verify` or Coq to check
///
/// The proof goes to results/certificates/SIZE[-parallel][-fewest].proof. A proof for Coq goes to
/// formal/data/, and formal/check turns it into a theorem. If the command is interrupted, the same
/// command continues where it stopped.
#[derive(Debug, Args)]
#[command(mut_arg("board", |arg| arg.help(SIZE_4X4)))]
#[command(mut_arg("hash", |arg| arg.default_value("2G").help(
    "Memory for the table of positions, and again for those of the proof, such as 4G"
)))]
#[command(mut_arg("threads", |arg| arg.help(
    "Search for the value with N threads [default: one for each processor]"
)))]
#[command(after_help = "\
Examples:
  othello-solver certify 4x4
  othello-solver certify 5x5 --format coq
  othello-solver certify 6x6 --leaves 10
  othello-solver certify --position 'OX--XXX--XO----- O' --output endgame.proof
  othello-solver certify --campaign 6x6.campaign")]
pub(crate) struct Certify {
    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// Take the position, the rules and what is known about them from this campaign
    #[arg(long, value_name = "FOLDER")]
    #[arg(conflicts_with_all = ["BoardArgs", "RulesArgs"])]
    campaign: Option<PathBuf>,

    /// Greatest number of empty squares of positions that are left to the checker
    ///
    /// By default it is 0 for boards of up to 24 squares and 8 for others; for Coq it is 6 up to 25
    /// squares and 8 above.
    #[arg(long, value_name = "N")]
    leaves: Option<u32>,

    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Checker that the proof is for, and output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    #[command(flatten)]
    quiet: QuietArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    hash: HashArgs,
}

/// For which checker the proof is, and how the answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For `verify`; the answer is for people
    Text,
    /// For `verify`; the answer is a JSON document
    Json,
    /// For the proof assistant Coq, as files for formal/; the answer is for people
    Coq,
}

/// A proof that was written.
#[derive(Serialize)]
struct Written {
    /// The file, or the main one of several.
    file: PathBuf,
    /// The size of all files.
    bytes: usize,
    position: Position,
    value: Score,
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
        let leaves =
            self.leaves.unwrap_or_else(|| match (self.format, position.size().squares()) {
                (Format::Coq, ..=25) => 6,
                (Format::Text | Format::Json, ..=24) => 0,
                _ => 8,
            });
        let (hash, threads) = (self.hash.hash, self.threads.or_all());
        let bar = self.quiet.bar();
        let found = campaign.map(|campaign| campaign.known(&bar)).transpose()?;
        let known = |position, bound| found.as_ref()?.at_least(position, bound);
        let value = found.as_ref().map(|found| found.value);
        let options = CertifyOptions { rules, leaves, hash, threads, value };
        let place = JobFolder::for_file(&path, "certify", position, rules)?;
        let certificate = certify(position, &options, &known, &place, &bar).map_err(failure)?;
        drop(bar);
        let files = match self.format {
            Format::Coq => for_coq(&certificate, position, &path)?,
            Format::Text | Format::Json => vec![(path.clone(), certificate.to_bytes())],
        };
        for (path, contents) in &files {
            write_whole(path, contents)?;
        }
        place.leave();

        let bytes = files.iter().map(|(_, contents)| contents.len()).sum();
        let value = certificate.claim.value;
        let written = Written { file: path, bytes, position, value, leaves };
        match self.format {
            Format::Text | Format::Coq => print(&written.text(files.len())),
            Format::Json => print_json(&written),
        }
    }

    fn file(&self, position: Position, rules: Rules) -> Result<PathBuf, Failure> {
        match (&self.output, position.which_start()) {
            (Some(path), _) if is_standard_stream(path) => {
                Err(Failure::input("a proof is binary and is not written to standard output"))
            }
            (Some(path), _) => Ok(path.clone()),
            (None, Some(start)) => {
                let (size, name) = (position.size(), variant(start, rules).file_name());
                if self.format == Format::Coq {
                    let name = name.replace('-', "_");
                    return Ok(format!("formal/data/C{size}{name}.v").into());
                }
                Ok(format!("results/certificates/{size}{name}.proof").into())
            }
            (None, None) => Err(Failure::input("name a file for the proof by --output")),
        }
    }
}

impl Written {
    fn text(&self, files: usize) -> String {
        let parts = if files == 1 { String::new() } else { format!(" in {files} files") };
        format!(
            "claim      {} for {}, who is to move\nwritten    {}, {} bytes{parts}\n",
            color::value(self.value, 0),
            self.position.side(),
            self.file.display(),
            HumanCount(self.bytes as u64)
        )
    }
}

/// The files of a proof for Coq, the main one at the given path.
fn for_coq(
    certificate: &Certificate,
    position: Position,
    path: &Path,
) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
    let name = path.file_stem().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| Failure::input("the file name is not a valid name in Coq"))?;
    let files = certificate.to_coq(position, name).ok_or_else(|| {
        Failure::failed("proofs for Coq have at most 62 squares and count discs as they lie")
    })?;
    let files = files.into_iter();
    Ok(files.map(|(name, text)| (folder_of(path).join(name), text.into_bytes())).collect())
}

/// Why there is no proof, and what can be done.
fn failure(error: CertifyError) -> Failure {
    match error {
        CertifyError::Checkpoint(error) => Failure::of_state(error),
        CertifyError::File(error) => error.into(),
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
