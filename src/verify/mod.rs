//! Checks of results, by means other than those they were made with: a verdict for each file.
//!
//! The kind of a file is recognized by its contents. What is checked depends on the board and on
//! the time available, never on what the file says about itself. Whatever costs nothing is always
//! checked. A verdict names the fields that were not checked.

mod counts;
mod line;
mod positions;
mod reachable;
mod secure;
mod solved;
mod verdict;
mod wipeouts;

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::game::Rules;
use crate::progress::{Progress, TimeLimit};
use crate::proof::{Certificate, Refusal, check};
use crate::results::{AllArrangements, Document, DocumentError, PositionRow, to_json};
use crate::storage::{FileError, TableError};
use crate::tables::{Arrangements, ValueTable};
pub use verdict::{FileVerdict, Verdict};
use verdict::{Finding, no_time, same};

/// Checks files, and all data in folders: pictures, pages and Markdown are skipped there. The
/// verdicts come one by one, the quick ones first. When the time is up, whatever costs nothing is
/// still checked. The positions visited by a proof take at most `memory` bytes.
///
/// # Errors
///
/// If there is no such file, or a folder cannot be read.
pub fn verify<'a>(
    paths: &[PathBuf],
    memory: usize,
    limit: &'a TimeLimit<'a>,
) -> Result<impl Iterator<Item = FileVerdict> + use<'a>, FileError> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files)?;
    }
    files.sort_by(|one, other| (one.cost, &one.path).cmp(&(other.cost, &other.path)));
    Ok(files.into_iter().map(move |file| {
        let found = (file.check)(memory, limit);
        let (verdict, detail) = found.unwrap_or_else(|mistake| (Verdict::Wrong, mistake));
        FileVerdict { file: file.path, verdict, detail }
    }))
}

/// Files with these extensions are made from the data for people, and are skipped in folders.
const FOR_PEOPLE: [&str; 3] = ["html", "md", "svg"];

/// Adds the files at a path.
fn collect(path: &Path, files: &mut Vec<DataFile>) -> Result<(), FileError> {
    let cannot = |error| FileError::of("read", path)(error);
    if !fs::metadata(path).map_err(cannot)?.is_dir() {
        files.push(DataFile::read(path.to_owned()));
        return Ok(());
    }
    for entry in fs::read_dir(path).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if !path.extension().is_some_and(|it| FOR_PEOPLE.iter().any(|skipped| it == *skipped)) {
            collect(&path, files)?;
        }
    }
    Ok(())
}

/// How a table of values begins.
const TABLE: &[u8] = b"othello\n";
/// How a certificate begins.
const CERTIFICATE: &[u8] = b"othello-certificate";

/// A check of a file, with this much memory; the error is the first thing that is wrong.
type Check = Box<dyn FnOnce(usize, &TimeLimit<'_>) -> Finding>;

/// A file that was read.
struct DataFile {
    path: PathBuf,
    /// A measure of the cost of checking the file: for proofs and tables roughly the number of
    /// empty squares at their start.
    cost: u32,
    check: Check,
}

impl DataFile {
    fn read(path: PathBuf) -> Self {
        let (cost, check) = match read(&path) {
            Ok(contents) => recognized(&path, contents),
            Err(error) => wrong(error),
        };
        Self { path, cost, check }
    }
}

/// The verdict on what cannot even be read.
fn wrong(error: impl Display) -> (u32, Check) {
    let reason = error.to_string();
    (0, Box::new(|_, _| Err(reason)))
}

/// Recognizes the kind of a file by its contents, and returns its cost and how it is checked. A
/// file with the name of a particular result must be that result, or it is wrong.
fn recognized(path: &Path, contents: Vec<u8>) -> (u32, Check) {
    let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    let is_called = |end: &str| name.to_ascii_lowercase().ends_with(end);
    let begins = |beginning: &[u8]| contents.starts_with(beginning);
    if begins(CERTIFICATE) || is_called(".proof") {
        let certificate = match Certificate::from_bytes(&contents) {
            Ok(certificate) => certificate,
            Err(error) => return wrong(error),
        };
        let cells = certificate.claim.position.bytes();
        let cost = cells.map(|cell| u32::from(cell == b'-')).sum();
        (cost, Box::new(move |memory, limit| self::certificate(&certificate, memory, limit)))
    } else if begins(TABLE) || is_called(".table") {
        let path = path.to_owned();
        (24, Box::new(move |_, limit| table(&path, limit)))
    } else if begins(PositionRow::HEADER.as_bytes()) || is_called("-positions.csv") {
        let check = move |_, limit: &TimeLimit<'_>| {
            if limit.is_stopped() { Ok(no_time()) } else { positions::verify(&contents) }
        };
        (0, Box::new(check))
    } else {
        match Document::parse(&contents) {
            Ok(found) => {
                let cost = cost(&found);
                let check =
                    move |memory, limit: &TimeLimit<'_>| document(&found, &contents, memory, limit);
                (cost, Box::new(check))
            }
            Err(DocumentError::Foreign(_)) if !is_called(".json") => {
                let reason = "it is not a file that this program makes".to_owned();
                (0, Box::new(|_, _| Ok((Verdict::NotChecked, reason))))
            }
            Err(error) => wrong(error),
        }
    }
}

fn cost(document: &Document) -> u32 {
    match document {
        Document::SolvedBoard(board) => board.position.empties(),
        Document::ReachableCensus(census) => census.position.empties(),
        Document::AllArrangements(_) | Document::WipeoutTable(_) => 16,
    }
}

/// The contents of a file; of a table only the beginning, which is enough to recognize it.
fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    let cannot = |error| FileError::of("read", path)(error);
    let mut file = File::open(path).map_err(cannot)?;
    let mut contents = Vec::new();
    file.by_ref().take(TABLE.len() as u64).read_to_end(&mut contents).map_err(cannot)?;
    if contents != TABLE {
        file.read_to_end(&mut contents).map_err(cannot)?;
    }
    Ok(contents)
}

fn document(document: &Document, contents: &[u8], memory: usize, limit: &TimeLimit<'_>) -> Finding {
    // There is only one way to write it, without anything twice.
    same(contents, to_json(document).as_bytes())?;
    match document {
        Document::SolvedBoard(solved) => solved::verify(solved, contents, memory, limit),
        Document::WipeoutTable(table) => wipeouts::verify(table, limit),
        Document::ReachableCensus(census) => reachable::census(census, memory, limit),
        Document::AllArrangements(all) => all_arrangements(all, contents, limit),
    }
}

fn certificate(certificate: &Certificate, memory: usize, progress: &dyn Progress) -> Finding {
    match check(certificate, memory, progress) {
        Ok(checked) => Ok((Verdict::Proved, format!("{}, by {checked}", certificate.claim))),
        Err(Refusal::Stopped) => Ok(no_time()),
        Err(lack @ Refusal::OutOfMemory(_)) => Ok((Verdict::NotChecked, lack.to_string())),
        Err(refusal) => Err(refusal.to_string()),
    }
}

/// A table of everything reachable, or of all arrangements.
fn table(path: &Path, limit: &TimeLimit<'_>) -> Finding {
    let text = |error: TableError| error.to_string();
    match ValueTable::open(path).map_err(text)? {
        _ if limit.is_stopped() => Ok(no_time()),
        ValueTable::Reachable(table) => reachable::table(&table, limit),
        ValueTable::Arrangements(table) => {
            table.verify(limit).map_err(text)?;
            Ok((Verdict::Recomputed, "every value of the table".to_owned()))
        }
    }
}

fn all_arrangements(all: &AllArrangements, contents: &[u8], limit: &TimeLimit<'_>) -> Finding {
    if limit.is_stopped() {
        return Ok(no_time());
    }
    let again = Arrangements::compute(Rules::new(all.score, all.objective), limit);
    same(contents, to_json(&AllArrangements::new(&again)).as_bytes())
}
