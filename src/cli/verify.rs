//! `verify`: checks results independently of the code that made them.

use std::collections::BTreeMap;

use othello_solver::verify::{FileVerdict, Verdict, verify};

use super::prelude::*;

/// Check certificates, tables and results independently of the code that made them
///
/// A file with the name of a result must be that result, and a folder of results must contain the
/// files that its README lists. For a folder, the output lists the files that are wrong or not proved,
/// and the number of files of each kind. The exit code is 1 if a file is wrong, or if nothing could be
/// checked in a given file or folder.
#[derive(Debug, Args)]
#[command(mut_arg("hash", |arg| arg.default_value("2G").help(
    "Memory for the positions reached by a proof, such as 64M or 2G"
)))]
#[command(after_help = "\
proved       follows from the rules, checked by a simple engine that shares no code with the solver
recomputed   computed again, with the same result
consistent   contradicts neither itself nor the rules
not checked  not enough time, or nothing to check
WRONG        something in it is wrong

Examples:
  othello-solver verify results
  othello-solver verify results/certificates/4x4.proof --format json")]
pub(crate) struct Verify {
    /// Files and whole folders
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Stop after this time, such as 90s or 5m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    budget: Duration,

    /// Fail unless every file is proved or recomputed
    #[arg(long)]
    strict: bool,

    /// Print the verdict on each file of a folder
    #[arg(long)]
    verbose: bool,

    #[command(flatten)]
    print: OutputArgs,

    #[command(flatten)]
    resources: ResourceArgs,
}

impl Verify {
    pub(crate) fn run(self) -> Result {
        // A dangling link exists, and is wrong.
        if let Some(path) = self.paths.iter().find(|path| path.symlink_metadata().is_err()) {
            let path = shown(path);
            return Err(Failure::Input(format!("there is no file or folder '{path}' to check")));
        }
        self.resources.set_up_threads()?;
        let bar = self.print.quiet.bar();
        let limit = bar.limit(self.budget);
        let mut found = Vec::new();
        let is_verbose = self.verbose || !self.paths.iter().any(|path| path.is_dir());
        for file in verify(&self.paths, self.resources.memory.hash, &limit) {
            let is_shown = is_verbose || file.verdict == Verdict::Wrong;
            if self.print.format == Format::Text && is_shown {
                bar.above(|| print(&verdict_text(&file)))?;
            }
            found.push(file);
            // When time is up, quick checks are still made; after Ctrl-C, none are.
            if bar.is_stopped() {
                break;
            }
        }
        let is_stopped = bar.is_stopped();
        drop(bar);
        self.print.format.answer(&found, || match (is_verbose, found.len()) {
            (true, 1) => String::new(),
            (true, _) => tally(&found),
            (false, _) => unproved(&found) + &tally(&found),
        })?;
        let unchecked = unchecked(&self.paths, &found);
        let wrong = found.iter().filter(|file| file.verdict == Verdict::Wrong).count();
        let unsure = found.iter().filter(|file| file.verdict > Verdict::Recomputed).count();
        Err(Failure::Failed(match (wrong, unsure) {
            _ if found.is_empty() => "there is no file to check".to_owned(),
            (1.., _) => counted(wrong, "file is", "files are") + " wrong",
            _ if is_stopped => "stopped before everything was checked".to_owned(),
            _ if !unchecked.is_empty() => unchecked.join("; "),
            (0, 1..) if self.strict => {
                counted(unsure, "file is", "files are") + " neither proved nor recomputed"
            }
            (0, _) => return Ok(()),
        }))
    }
}

/// The given paths that were not checked, and why. For a folder, one checked file is enough.
fn unchecked(paths: &[PathBuf], found: &[FileVerdict]) -> Vec<String> {
    let mut problems = Vec::new();
    for path in paths {
        let mut inside = found.iter().filter(|it| it.file.starts_with(path)).peekable();
        let reason = inside.peek().map_or("there is no file to check", |it| &it.detail);
        if inside.all(|it| it.verdict == Verdict::NotChecked) {
            problems.push(format!("{} was not checked: {reason}", shown(path)));
        }
    }
    problems
}

/// A line with the verdict on a file.
fn verdict_text(FileVerdict { file, claim, verdict, detail, .. }: &FileVerdict) -> String {
    let claim = claim.as_ref().map_or(String::new(), |claim| format!("{claim}: "));
    format!("{verdict:<12} {}: {claim}{detail}\n", shown(file))
}

/// The files that are neither proved nor wrong, grouped by the reason, in lines of up to 100 columns.
fn unproved(found: &[FileVerdict]) -> String {
    let mut reasons = BTreeMap::<_, Vec<_>>::new();
    for FileVerdict { file, verdict, detail, .. } in found {
        if [Verdict::Consistent, Verdict::NotChecked].contains(verdict) {
            reasons.entry((verdict, detail)).or_default().push(shown(file));
        }
    }
    let mut text = String::new();
    for ((verdict, reason), files) in reasons {
        text += &format!("{verdict:<12} {reason}:");
        let mut width = 100;
        for file in files {
            width += file.len() + 1;
            if width > 100 {
                text += "\n            ";
                width = 13 + file.len();
            }
            text += &format!(" {file}");
        }
        text += "\n";
    }
    text
}

/// The number of files by kind and verdict.
fn tally(found: &[FileVerdict]) -> String {
    let mut kinds = BTreeMap::<_, BTreeMap<_, usize>>::new();
    for FileVerdict { kind, verdict, .. } in found {
        *kinds.entry(kind).or_default().entry(verdict).or_default() += 1;
    }
    let lines = kinds.into_iter().map(|(kind, verdicts)| {
        let verdicts: Vec<_> = verdicts.iter().map(|(word, n)| format!("{n} {word}")).collect();
        format!("{kind:<20} {}\n", verdicts.join(", "))
    });
    format!("\n{}", lines.collect::<String>())
}
