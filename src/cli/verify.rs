//! `verify`: whether results are right, found out by other means than those they
//! were made with.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use othello_solver::verify::{Verdict, verify};
use othello_solver::{TimeLimit, parse_duration};

use super::args::{Format, FormatArgs, QuietArgs, ThreadArgs};
use super::failure::Failure;
use super::output::{counted, print, print_json};
use super::progress::{Bar, catch_ctrl_c};

/// Check certificates, tables and results by other means than they were made with
///
/// For each file it says how much is known of it, and at the end how many files
/// there were of each kind. If a file is wrong, the exit code is 1.
#[derive(Debug, Args)]
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
    /// Files, and folders with all that is in them
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Stop after this time: 90s, 5m, 1h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    budget: Duration,

    /// Fail unless every file is proved or recomputed
    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    print: FormatArgs,

    #[command(flatten)]
    quiet: QuietArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

impl Verify {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.threads.set_up()?;
        catch_ctrl_c();
        let bar = Bar::new(self.quiet.quiet);
        let limit = TimeLimit::new(&bar, self.budget);
        let mut found = Vec::new();
        for verdict in verify(&self.paths, &limit)? {
            if self.print.format == Format::Text {
                let (word, file) = (verdict.verdict.to_string(), verdict.file.display());
                let line = format!("{word:<12} {file}: {}\n", verdict.detail);
                bar.above(|| print(&line))?;
            }
            found.push(verdict);
        }
        drop(bar);
        let count = |verdict| found.iter().filter(|file| file.verdict == verdict).count();
        match self.print.format {
            Format::Json => print_json(&found)?,
            Format::Text if found.len() > 1 => {
                let kinds = KINDS.map(|kind| (kind, count(kind)));
                let kinds = kinds.iter().filter(|(_, count)| *count > 0);
                let kinds: Vec<_> = kinds.map(|(kind, count)| format!("{count} {kind}")).collect();
                print(&format!("\n{} files: {}\n", found.len(), kinds.join(", ")))?;
            }
            Format::Text => {}
        }
        match (
            count(Verdict::Wrong),
            found.len() - count(Verdict::Proved) - count(Verdict::Recomputed),
        ) {
            (0, unsure) if unsure > 0 && self.strict => {
                let files = counted(unsure, "file is", "files are");
                Err(Failure::Failed(format!("{files} neither proved nor recomputed")))
            }
            (0, _) => Ok(()),
            (wrong, _) => {
                Err(Failure::Failed(format!("{} wrong", counted(wrong, "file is", "files are"))))
            }
        }
    }
}

/// What can be found out about a file, in the order in which it is counted.
const KINDS: [Verdict; 5] = [
    Verdict::Proved,
    Verdict::Recomputed,
    Verdict::Consistent,
    Verdict::NotChecked,
    Verdict::Wrong,
];
