//! `verify`: whether results are right, checked by means other than those they were made with.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use othello_solver::TimeLimit;
use othello_solver::notation::parse_duration;
use othello_solver::verify::{Verdict, verify};

use super::args::{Format, HashArgs, OutputArgs, ThreadArgs};
use super::failure::Failure;
use super::output::{counted, print, print_json};

/// Check certificates, tables and results independently of what made them
///
/// For each file it says how far it was checked, and at the end how many files there were of each
/// kind. If a file is wrong, the exit code is 1.
#[derive(Debug, Args)]
#[command(mut_arg("hash", |arg| arg.default_value("2G").help(
    "Memory for the positions that a proof reaches, such as 64M or 2G"
)))]
#[command(after_help = "\
proved       it follows from the rules, by the plain engine that shares nothing with the solver
recomputed   it was made again and is the same
consistent   it contradicts neither itself nor the rules
not checked  there was no time, or there is nothing to check
WRONG        something in it is wrong

Examples:
  othello-solver verify results
  othello-solver verify results/certificates/4x4.proof --format json")]
pub(crate) struct Verify {
    /// Files, and folders with everything in them
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Stop after this time, such as 90s or 5m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    budget: Duration,

    /// Fail unless every file is proved or recomputed
    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    print: OutputArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    hash: HashArgs,
}

impl Verify {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.threads.set_up()?;
        let bar = self.print.quiet.bar();
        let limit = TimeLimit::new(&bar, self.budget);
        let mut found = Vec::new();
        for verdict in verify(&self.paths, self.hash.hash, &limit)? {
            if self.print.format == Format::Text {
                let (word, file) = (verdict.verdict.to_string(), verdict.file.display());
                let line = format!("{word:<12} {file}: {}\n", verdict.detail);
                bar.above(|| print(&line))?;
            }
            found.push(verdict);
        }
        drop(bar);
        let mut kinds = BTreeMap::<Verdict, usize>::new();
        for file in &found {
            *kinds.entry(file.verdict).or_default() += 1;
        }
        match self.print.format {
            Format::Json => print_json(&found)?,
            Format::Text if found.len() > 1 => {
                let kinds: Vec<_> = kinds.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
                print(&format!("\n{} files: {}\n", found.len(), kinds.join(", ")))?;
            }
            Format::Text => {}
        }
        let count = |verdict| kinds.get(&verdict).copied().unwrap_or(0);
        let wrong = count(Verdict::Wrong);
        let unsure = found.len() - count(Verdict::Proved) - count(Verdict::Recomputed);
        let failed = |files, what| {
            let files = counted(files, "file is", "files are");
            Err(Failure::Failed(format!("{files} {what}")))
        };
        match (wrong, unsure) {
            (1.., _) => failed(wrong, "wrong"),
            (0, 1..) if self.strict => failed(unsure, "neither proved nor recomputed"),
            (0, _) => Ok(()),
        }
    }
}
