//! The files that are checked, and their contents.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use othello_core::notation::{PositionRow, read_position};
use othello_core::{Position, Progress, Rules, Start, TimeLimit, ensure};

use super::opening;
use super::positions::PositionTable;
use super::theorems::{THEOREMS, Theorem};
use super::verdict::{
    FileVerdict, Finding, NO_TIME, Verdict, guarded, not_checked, possible, same,
};
use super::{plan, reachable, solved, theorems, wipeouts};
use crate::proof::{Certificate, Claim, Refusal, check};
use crate::results::{AllArrangements, Document, SOLVED_TABLE, Variant, to_json};
use crate::storage::shown;
use crate::tables::{Arrangements, ValueTable};

/// A file, and its contents or the reason why they cannot be read.
pub(super) struct DataFile {
    pub(super) path: PathBuf,
    pub(super) contents: Result<(FileInfo, FileContents), String>,
}

/// The check of a file's contents.
pub(super) type Check = dyn Fn(&FileContents, &TimeLimit<'_>) -> Finding;

impl DataFile {
    pub(super) fn read(path: PathBuf) -> Self {
        let read = || FileContents::read(&path).map(|contents| (contents.info(), contents));
        Self { contents: guarded(read), path }
    }

    pub(super) fn cost(&self) -> u32 {
        self.contents.as_ref().map_or(0, |(info, _)| info.cost)
    }

    /// Checks that the contents are right, and that they match the name of the file.
    pub(super) fn verify(self, check: &Check, limit: &TimeLimit<'_>) -> FileVerdict {
        let Self { path, contents } = self;
        let prefix = format!("{}: ", shown(&path));
        let limit = &limit.with_prefix(&prefix);
        limit.begin("checking", None);
        let (FileInfo { kind, name: own, claim, .. }, contents) = match contents {
            Ok(read) => read,
            Err(reason) => return FileVerdict::new(path, "other", Err(reason)),
        };
        let name = name(&path);
        let finding = if own.as_ref() == Some(&name) || !is_name_of_a_result(&name) {
            guarded(|| check(&contents, limit))
        } else {
            let own = own.as_deref().unwrap_or("something else");
            Err(format!("it is named {name}, but it contains {own}"))
        };
        FileVerdict { claim, ..FileVerdict::new(path, kind, finding) }
    }
}

/// The contents of a file.
pub(super) enum FileContents {
    Certificate(Certificate),
    Positions(PositionTable),
    Opening(PositionTable),
    Table(ValueTable),
    Document(Document, Vec<u8>),
    /// A table of the solved boards whose files are next to it.
    SolvedTable(String),
    Theorems(Vec<Theorem>),
    /// Nothing that this program makes.
    Foreign,
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn unreadable(error: io::Error) -> String {
    format!("it cannot be read: {error}")
}

/// At most this many bytes from the beginning of a file. The size that the system reports may be
/// wrong.
fn first_bytes(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes));
    read.map(|_| bytes).map_err(unreadable)
}

fn check_size(path: &Path, most: u64) -> Result<(), String> {
    let len = fs::metadata(path).map_err(unreadable)?.len();
    ensure!(len <= most, "it has {len} bytes, and such a file has at most {most}");
    Ok(())
}

fn all_bytes(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    check_size(path, most)?;
    first_bytes(path, most)
}

/// The name of a file without its folder.
fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Facts about a file according to its contents.
pub(super) struct FileInfo {
    pub(super) kind: &'static str,
    /// Its name under results/, if it belongs there.
    pub(super) name: Option<String>,
    /// The board, the rules, and the value or what is secured.
    pub(super) claim: Option<String>,
    /// A rough measure of the cost of checking it: the number of empty squares of a board that is
    /// searched as long.
    pub(super) cost: u32,
}

const WIPEOUTS: &str = "wipeouts.json";

/// The endings of the names of results that begin with a board, a start and rules.
const ENDS: &str = ".json .proof -black-plan.json -white-plan.json -opening.csv -positions.csv -positions.table -census.json -all.json -all.table";

/// Whether this is the name of a result. A file with such a name must be that result.
fn is_name_of_a_result(name: &str) -> bool {
    let mut stems = ENDS.split(' ').filter_map(|end| name.strip_suffix(end));
    name == WIPEOUTS || stems.any(|stem| Variant::of_file(stem).is_some())
}

impl FileContents {
    /// Reads a regular file of a plausible size. Its kind is recognized by its first bytes, or else
    /// by its name.
    fn read(path: &Path) -> Result<Self, String> {
        let is_file = fs::metadata(path).map_err(unreadable)?.is_file();
        ensure!(is_file, "it is not a regular file");
        let (first, name) = (first_bytes(path, 64)?, name(path).to_ascii_lowercase());
        let (_, extension) = name.rsplit_once('.').unwrap_or_default();
        if first.starts_with(b"othello-certificate") || extension == "proof" {
            let bytes = all_bytes(path, 256 << 20)?;
            Ok(Self::Certificate(Certificate::from_bytes(&bytes)?))
        } else if first.starts_with(b"othello\n") || extension == "table" {
            check_size(path, 16 << 30)?;
            Ok(Self::Table(ValueTable::open(path).map_err(|error| error.to_string())?))
        } else if first.starts_with(PositionRow::HEADER.as_bytes())
            || name.ends_with("-positions.csv")
            || name.ends_with(opening::END)
        {
            let table = PositionTable::read(all_bytes(path, 16 << 20)?)?;
            if table.is_opening() {
                Ok(Self::Opening(opening::named(table, &name)))
            } else {
                Ok(Self::Positions(table))
            }
        } else if first.starts_with(b"{\n  \"schema\": \"othello-solver/") || extension == "json" {
            let bytes = all_bytes(path, 16 << 20)?;
            Ok(Self::Document(Document::parse(&bytes)?, bytes))
        } else if name == SOLVED_TABLE {
            let text = String::from_utf8(all_bytes(path, 16 << 20)?);
            Ok(Self::SolvedTable(text.map_err(|error| error.to_string())?))
        } else if name == THEOREMS {
            check_size(path, 16 << 20)?;
            Ok(Self::Theorems(theorems::theorems(path)?))
        } else {
            Ok(Self::Foreign)
        }
    }

    fn info(&self) -> FileInfo {
        let (kind, end, subject) = match self {
            Self::Foreign => ("other", "", None),
            Self::Theorems(_) => ("table of theorems", THEOREMS, None),
            Self::SolvedTable(_) => ("table of solved boards", SOLVED_TABLE, None),
            Self::Certificate(Certificate { claim, .. }) => {
                let position = read_position(claim.size, &claim.position).ok();
                ("certificate", ".proof", position.map(|it| (it, claim.rules, Some(claim.value))))
            }
            Self::Positions(it) => {
                let start = Position::start(it.size, it.start);
                ("table of positions", "-positions.csv", Some((start, it.rules, None)))
            }
            Self::Opening(it) => {
                let start = Position::start(it.size, it.start);
                ("opening", opening::END, Some((start, it.rules, None)))
            }
            Self::Table(it) => {
                let end = if it.start.is_some() { "-positions.table" } else { "-all.table" };
                let start = Position::start(it.size, it.start.unwrap_or_default());
                ("table of values", end, Some((start, it.rules, None)))
            }
            Self::Document(Document::Answer(it), _) => {
                ("solved board", ".json", Some((it.position, it.rules(), it.value)))
            }
            Self::Document(Document::ReachableCensus(it), _) => {
                let rules = Rules::new(it.score, it.objective);
                ("census", "-census.json", Some((it.position, rules, Some(it.value))))
            }
            Self::Document(Document::AllArrangements(it), _) => {
                let rules = Rules::new(it.score, it.objective);
                let start = Position::start(it.size, Start::Diagonal);
                ("census", "-all.json", Some((start, rules, None)))
            }
            Self::Document(Document::WipeoutTable(_), _) => ("wipe-outs", WIPEOUTS, None),
            Self::Document(Document::Plan(it), _) => {
                let end = it.player.choose("-black-plan.json", "-white-plan.json");
                let position = read_position(it.size, &it.position).ok();
                ("plan", end, position.map(|position| (position, it.rules(), None)))
            }
        };
        let Some((position, rules, value)) = subject else {
            let name = if end.is_empty() { None } else { Some(end.to_owned()) };
            return FileInfo { kind, name, claim: None, cost: 16 };
        };
        let (size, start) = (position.size(), position.which_start());
        let variant = start.map(|start| Variant { start, rules }.file_name());
        let from = start.map_or_else(|| position.to_string(), |start| format!("{start} start"));
        let value = match (self, value) {
            // One side of the value: the other player may do worse.
            (Self::Document(Document::Plan(it), _), _) => {
                format!(", {} secures at least {:+}", it.player, it.secures)
            }
            (_, Some(value)) => format!(", value {value:+}"),
            (_, None) => String::new(),
        };
        let name = variant.map(|variant| format!("{size}{variant}{end}"));
        let claim = Some(format!("{size}, {from}, {rules}{value}"));
        let empties = position.empties();
        // A certificate is read, where a board has to be searched.
        let is_read = matches!(self, Self::Certificate(_));
        let cost = if is_read { empties * 2 / 3 } else { empties };
        FileInfo { kind, name, claim, cost }
    }

    /// Checks the contents of a file with this much memory.
    pub(super) fn verify(&self, memory: usize, limit: &TimeLimit<'_>) -> Finding {
        match self {
            Self::Foreign => Ok(not_checked("it is not a file that this program makes")),
            Self::SolvedTable(_) => Ok(not_checked(
                "it is compared with the files next to it when their folder is verified",
            )),
            Self::Theorems(theorems) => Ok(theorems::verify_theorems(theorems)),
            Self::Certificate(certificate) => {
                let Claim { size, rules, value, .. } = &certificate.claim;
                possible(rules.scoring, size.squares(), [value])?;
                match check(certificate, memory, limit) {
                    Ok(checked) => Ok((Verdict::Proved, format!("by {checked}"))),
                    Err(Refusal::Stopped) => Ok(not_checked(NO_TIME)),
                    Err(lack @ Refusal::OutOfMemory(_)) => Ok(not_checked(&lack.to_string())),
                    Err(refusal) => Err(refusal.to_string()),
                }
            }
            Self::Positions(_) | Self::Table(_) if limit.is_stopped() => Ok(not_checked(NO_TIME)),
            Self::Positions(table) => table.verify(),
            Self::Opening(table) => opening::verify_opening(table, limit),
            Self::Table(table) => reachable::table(table, limit),
            Self::Document(document, bytes) => {
                // There is only one way to write a document, so this also finds duplicate keys.
                same(bytes, to_json(document).as_bytes())?;
                match document {
                    Document::Answer(board) => solved::verify_solved(board, bytes, memory, limit),
                    Document::WipeoutTable(table) => wipeouts::verify_wipeouts(table, limit),
                    Document::Plan(it) => plan::verify_plan(it, bytes, limit),
                    Document::ReachableCensus(census) => reachable::census(census, memory, limit),
                    Document::AllArrangements(all) => {
                        let values = all.by_empties.iter().flat_map(|layer| layer.by_value.keys());
                        possible(all.score, all.size.squares(), values)?;
                        if limit.is_stopped() {
                            return Ok(not_checked(NO_TIME));
                        }
                        let rules = Rules::new(all.score, all.objective);
                        let again = AllArrangements::new(&Arrangements::compute(rules, limit));
                        same(bytes, to_json(&again).as_bytes())
                    }
                }
            }
        }
    }
}
