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
        let (verdict, detail) = match file.verify(memory, limit) {
            Ok(found) => found,
            Err(mistake) => (Verdict::Wrong, mistake),
        };
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

/// A file that was read.
struct DataFile {
    path: PathBuf,
    /// The bytes of the file; of a table only the beginning.
    contents: Vec<u8>,
    kind: Kind,
    /// A measure of the cost of checking the file: for proofs and tables roughly the number of
    /// empty squares at their start.
    cost: u32,
}

/// The kind of a file.
enum Kind {
    Certificate(Result<Certificate, String>),
    Table,
    Document(Result<Document, DocumentError>),
    Positions,
    Unknown,
    Unreadable(FileError),
}

impl DataFile {
    fn read(path: PathBuf) -> Self {
        let (contents, kind) = match read(&path) {
            Ok(contents) => {
                let kind = Kind::of(&path, &contents);
                (contents, kind)
            }
            Err(error) => (Vec::new(), Kind::Unreadable(error)),
        };
        let cost = kind.cost();
        Self { path, contents, kind, cost }
    }

    /// Checks the file; the error is the first thing that is wrong with it.
    fn verify(&self, memory: usize, limit: &TimeLimit<'_>) -> Finding {
        match &self.kind {
            Kind::Certificate(certificate) => {
                self::certificate(certificate.as_ref()?, memory, limit)
            }
            Kind::Table => table(&self.path, limit),
            Kind::Document(found) => {
                let found = found.as_ref().map_err(ToString::to_string)?;
                document(found, &self.contents, memory, limit)
            }
            Kind::Positions if limit.is_stopped() => Ok(no_time()),
            Kind::Positions => positions::verify(&self.contents),
            Kind::Unknown => {
                Ok((Verdict::NotChecked, "it is not a file that this program makes".to_owned()))
            }
            Kind::Unreadable(error) => Err(error.to_string()),
        }
    }
}

impl Kind {
    /// Recognizes the kind of a file by its contents. A file with the name of a particular result
    /// must be that result, or it is wrong.
    fn of(path: &Path, contents: &[u8]) -> Self {
        let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
        let is_called = |end: &str| name.to_ascii_lowercase().ends_with(end);
        let begins = |beginning: &[u8]| contents.starts_with(beginning);
        if begins(CERTIFICATE) || is_called(".proof") {
            let certificate = Certificate::from_bytes(contents);
            Self::Certificate(certificate.map_err(|error| error.to_string()))
        } else if begins(TABLE) || is_called(".table") {
            Self::Table
        } else if begins(PositionRow::HEADER.as_bytes()) || is_called("-positions.csv") {
            Self::Positions
        } else if is_called(".json") {
            Self::Document(Document::parse(contents))
        } else {
            match Document::parse(contents) {
                Err(DocumentError::Foreign(_)) => Self::Unknown,
                document => Self::Document(document),
            }
        }
    }

    fn cost(&self) -> u32 {
        match self {
            Self::Document(Ok(Document::SolvedBoard(board))) => board.position.empties(),
            Self::Document(Ok(Document::ReachableCensus(census))) => census.position.empties(),
            Self::Document(Ok(Document::AllArrangements(_) | Document::WipeoutTable(_))) => 16,
            Self::Certificate(Ok(certificate)) => {
                certificate.claim.position.bytes().map(|cell| u32::from(cell == b'-')).sum()
            }
            Self::Table => 24,
            _ => 0,
        }
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
