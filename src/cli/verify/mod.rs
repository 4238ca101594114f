//! `verify`: whether results are right, found out by other means than those they
//! were made with.

mod line;
mod positions;
mod reachable;
mod solved;
mod wipeouts;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use othello_solver::files::{FileError, folder_of};
use othello_solver::proof::{Certificate, check};
use othello_solver::results::{ReachableCensus, SolvedBoard, WipeoutTable};
use othello_solver::{AllArrangements, Arrangements, ArrangementsTable, Progress, Rules, explore};
use serde::Serialize;
use tempfile::TempDir;

use super::args::{Format, OutputArgs};
use super::failure::Failure;
use super::output::{json, print, print_json};
use super::progress::{Bar, catch_ctrl_c};
use super::table;

/// Check certificates, tables and results by other means than they were made with
#[derive(Debug, Args)]
#[command(after_help = "\
proved       it follows from the rules, by the plain engine that shares nothing with the solver
recomputed   made again, it is the same
consistent   it contradicts neither itself nor the rules
not checked  there was no time, or there is nothing to check

Examples:
  othello-solver verify results
  othello-solver verify results/certificates/4x4.proof --format json")]
pub(crate) struct Verify {
    /// Files, and folders with all that is in them
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Stop after so many seconds
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = seconds)]
    budget: Duration,

    #[command(flatten)]
    print: OutputArgs,
}

/// How much is known of a file, and why.
#[derive(Debug, Serialize)]
pub(super) struct Verdict {
    verdict: &'static str,
    detail: String,
}

impl Verdict {
    pub(super) fn proved(detail: impl Into<String>) -> Self {
        Self { verdict: "proved", detail: detail.into() }
    }

    pub(super) fn recomputed(detail: impl Into<String>) -> Self {
        Self { verdict: "recomputed", detail: detail.into() }
    }

    pub(super) fn consistent(detail: impl Into<String>) -> Self {
        Self { verdict: "consistent", detail: detail.into() }
    }

    pub(super) fn not_checked(detail: impl Into<String>) -> Self {
        Self { verdict: "not checked", detail: detail.into() }
    }
}

#[derive(Serialize)]
struct Line {
    file: PathBuf,
    #[serde(flatten)]
    verdict: Verdict,
}

impl Verify {
    pub(crate) fn run(self) -> Result<(), Failure> {
        catch_ctrl_c();
        let bar = Bar::new(self.print.quiet);
        let budget = Budget { bar: &bar, end: Instant::now() + self.budget };
        let mut files = Vec::new();
        for path in &self.paths {
            collect(path, &mut files)?;
        }
        // What takes little time comes first.
        files.sort_by_cached_key(|file| (cost(file), file.clone()));

        let (mut lines, mut wrong) = (Vec::new(), 0);
        let mut drawn = Drawn::new();
        for file in files {
            let verdict = verify(&file, &budget, &mut drawn).unwrap_or_else(|difference| {
                wrong += 1;
                Verdict { verdict: "WRONG", detail: difference }
            });
            if self.print.format == Format::Text {
                let Verdict { verdict, detail } = &verdict;
                bar.above(|| print(&format!("{verdict:<12} {}: {detail}\n", file.display())))?;
            }
            lines.push(Line { file, verdict });
        }
        if self.print.format == Format::Json {
            print_json(&lines)?;
        }
        match wrong {
            0 => Ok(()),
            1 => Err(Failure::failed("one file is wrong")),
            _ => Err(Failure::failed(format!("{wrong} files are wrong"))),
        }
    }
}

/// Reads a time: `90s`, `5m`, or a number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix('m') {
        Some(number) => (number, 60),
        None => (text.strip_suffix('s').unwrap_or(text), 1),
    };
    let number = number.parse::<u32>().map_err(|_| "a time is like 90s or 5m".to_owned())?;
    Ok(Duration::from_secs(u64::from(number) * unit))
}

/// The progress bar, and how long this may take.
#[derive(Debug)]
pub(super) struct Budget<'a> {
    bar: &'a Bar,
    end: Instant,
}

impl Budget<'_> {
    /// The time that is left.
    pub(super) fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }
}

impl Progress for Budget<'_> {
    fn begin(&self, what: &str, steps: Option<u64>) {
        self.bar.begin(what, steps);
    }

    fn advance(&self, steps: u64) {
        self.bar.advance(steps);
    }

    fn report(&self, news: &str) {
        self.bar.report(news);
    }

    fn stopped(&self) -> bool {
        self.bar.stopped() || self.left().is_zero()
    }
}

/// Adds the files at a path.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let cannot = || {
        let error = FileError::of("read", path);
        |source| Failure::failed(error(source))
    };
    if !fs::metadata(path).map_err(cannot())?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path).map_err(cannot())? {
        collect(&entry.map_err(cannot())?.path(), files)?;
    }
    Ok(())
}

/// The positions that were searched to make a file, if it says so.
fn cost(path: &Path) -> u64 {
    let solved = fs::read(path).ok().and_then(|text| serde_json::from_slice(&text).ok());
    solved.and_then(|solved: SolvedBoard| solved.proof?.nodes).unwrap_or(0)
}

/// Checks a file; the error is the first thing that is wrong with it.
fn verify(path: &Path, budget: &Budget<'_>, drawn: &mut Drawn) -> Result<Verdict, String> {
    let text = |error: &dyn ToString| error.to_string();
    let contents = fs::read(path).map_err(|error| error.to_string())?;
    if let Ok(solved) = serde_json::from_slice::<SolvedBoard>(&contents) {
        return solved::verify(&solved, &contents, budget);
    }
    if budget.stopped() {
        return Ok(Verdict::not_checked("there was no time"));
    }
    if contents.starts_with(b"othello-certificate") {
        return certificate(&contents, budget);
    }
    if contents.starts_with(b"othello\n") {
        if let Some(verdict) = reachable::table(path, budget) {
            return verdict;
        }
        let table = ArrangementsTable::open(path).map_err(|error| text(&error))?;
        table.verify(budget).map_err(|error| text(&error))?;
        return Ok(Verdict::recomputed("every value of the table"));
    }
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if let Ok(wipeouts) = serde_json::from_slice::<WipeoutTable>(&contents) {
        return wipeouts::verify(&wipeouts);
    }
    if let Ok(all) = serde_json::from_slice::<AllArrangements>(&contents) {
        let again = Arrangements::compute(Rules::new(all.score, all.objective), budget).summary();
        return same(&contents, json(&again).unwrap_or_default().as_bytes());
    }
    if let Ok(census) = serde_json::from_slice::<ReachableCensus>(&contents) {
        return reachable::census(&census);
    }
    if name.ends_with("-positions.csv") {
        return positions::verify(name, &contents);
    }
    if name == "explorer.html" {
        return same(&contents, explore::page().as_bytes());
    }
    if path.extension().is_some_and(|extension| extension == "json") {
        return Err("it is no result of this program".to_owned());
    }
    if path.extension().is_some_and(|extension| extension == "svg") {
        return picture(path, name, &contents, drawn);
    }
    if let Some(again) = table::renewed(path, &contents) {
        let verdict = same(&contents, &again?)?;
        return Ok(Verdict { detail: "its table is made again the same".to_owned(), ..verdict });
    }
    Ok(Verdict::not_checked("there is no other way to find this out"))
}

fn certificate(contents: &[u8], budget: &Budget<'_>) -> Result<Verdict, String> {
    let certificate = Certificate::from_bytes(contents).map_err(|error| error.to_string())?;
    match check(&certificate, budget) {
        Ok(checked) => Ok(Verdict::proved(format!("{}, by {checked}", certificate.claim))),
        Err(_) if budget.stopped() => Ok(Verdict::not_checked("there was no time")),
        Err(refusal) => Err(refusal.to_string()),
    }
}

/// Pictures of the folders that were come by, drawn once more.
type Drawn = BTreeMap<PathBuf, Result<TempDir, String>>;

fn picture(path: &Path, name: &str, contents: &[u8], drawn: &mut Drawn) -> Result<Verdict, String> {
    let results = folder_of(path);
    let again = drawn
        .entry(results.to_owned())
        .or_insert_with(|| draw(results).map_err(|error| error.to_string()));
    let read =
        |folder: &TempDir| fs::read(folder.path().join(name)).map_err(|error| error.to_string());
    match again.as_ref().map_err(String::clone).and_then(read) {
        Ok(again) => same(contents, &again),
        Err(error) => Ok(Verdict::not_checked(format!("it could not be drawn: {error}"))),
    }
}

/// Draws the pictures of a folder, by this program as it is run by hand.
fn draw(results: &Path) -> io::Result<TempDir> {
    let folder = tempfile::tempdir()?;
    let mut program = Command::new(std::env::current_exe()?);
    program.args(["pictures", "--results"]).arg(results).arg("--output").arg(folder.path());
    program.stdout(Stdio::null()).status()?;
    Ok(folder)
}

/// Compares a file with what its command makes.
fn same(contents: &[u8], again: &[u8]) -> Result<Verdict, String> {
    if contents == again {
        return Ok(Verdict::recomputed("made again, byte for byte"));
    }
    let (old, new) = (String::from_utf8_lossy(contents), String::from_utf8_lossy(again));
    let mut lines = old.lines().chain([""]).zip(new.lines().chain([""])).zip(1..);
    let shorten = |line: &str| line.trim().chars().take(60).collect::<String>();
    Err(match lines.find(|((old, new), _)| old != new) {
        Some(((old, new), number)) => {
            format!("line {number} is '{}' and should be '{}'", shorten(old), shorten(new))
        }
        None => "its lines do not end as they should".to_owned(),
    })
}
