//! The answers: the files of the workers, of which only complete lines are read.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use super::{Bounds, Campaign};
use crate::board::Square;
use crate::board::kernel::Discs;
use crate::game::{Position, Score};
use crate::search::{Reply, SIGNATURE};
use crate::storage::{FileError, create_folder};

/// The answer to a question: a line of a file of answers. Values are seen by the side to
/// move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The cells row by row from `a1`, and the side to move.
    pub position: String,
    /// The bound that was asked about.
    pub at_least: Score,
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
    /// The move that reaches the lower bound, or the most promising one if the value is below the
    /// bound that was asked about.
    pub best_move: String,
    /// The number of positions that the search looked at.
    pub nodes: u64,
    /// Which search it was: see [`SIGNATURE`].
    pub signature: u64,
    /// The time when it was found, in seconds since the beginning of 1970.
    pub at: u64,
}

/// Where an answer is written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source {
    /// The file.
    pub file: PathBuf,
    /// The line, counted from 1.
    pub line: usize,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file.display(), self.line)
    }
}

/// Two answers of which one must be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The position, up to symmetry.
    pub position: String,
    /// The greatest lower bound, and the answer that gives it.
    pub lower: (Score, Source),
    /// The least upper bound, and the answer that gives it.
    pub upper: (Score, Source),
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, lower, upper } = self;
        write!(
            f,
            "{position}: at least {:+} by {}, at most {:+} by {}",
            lower.0, lower.1, upper.0, upper.1
        )
    }
}

/// An answer by the number of its file and its line.
type Place = (u32, u32);

/// All answers of a campaign.
#[derive(Debug)]
pub struct Answers {
    files: Vec<AnswerFile>,
    known: HashMap<Discs, [(Score, Place); 2], FxBuildHasher>,
    /// The questions that were answered: the position, the bound, whether the value is at
    /// least the bound, and where that is written.
    answered: BTreeMap<(Discs, Score), (bool, Place)>,
    most: Score,
    /// The number of answers. An answer that was given several times counts each time.
    pub count: u64,
    /// The number of positions that the searches looked at.
    pub nodes: u64,
    /// The number of answers from each version of the search.
    pub signatures: BTreeMap<u64, u64>,
    /// The time when each answer was found, in seconds since the beginning of 1970.
    times: Vec<u64>,
    /// Lines that are not answers to questions of the campaign, and why.
    pub unusable: Vec<(Source, String)>,
}

/// A file of answers, as far as it has been read.
#[derive(Debug)]
struct AnswerFile {
    path: PathBuf,
    bytes: u64,
    lines: u32,
    /// Whether it ends with an incomplete line.
    is_torn: bool,
}

impl Answers {
    /// Reads the answers of a campaign.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn read(campaign: &Campaign) -> Result<Self, FileError> {
        let mut answers = Self::none(campaign);
        answers.read_on(campaign)?;
        Ok(answers)
    }

    /// No answers yet.
    pub(super) fn none(campaign: &Campaign) -> Self {
        Self {
            files: Vec::new(),
            known: HashMap::default(),
            answered: BTreeMap::new(),
            most: campaign.unbounded().upper,
            count: 0,
            nodes: 0,
            signatures: BTreeMap::new(),
            times: Vec::new(),
            unusable: Vec::new(),
        }
    }

    /// Reads the answers that were added since the last reading.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn read_on(&mut self, campaign: &Campaign) -> Result<(), FileError> {
        let files = lines_files(&campaign.answers_folder())?;
        files.iter().try_for_each(|path| self.read_file(campaign, path))
    }

    /// Reads what was added to a file since the last reading.
    pub(super) fn read_file(&mut self, campaign: &Campaign, path: &Path) -> Result<(), FileError> {
        let number = self.files.iter().position(|file| file.path == path);
        let number = number.unwrap_or_else(|| {
            let path = path.to_owned();
            self.files.push(AnswerFile { path, bytes: 0, lines: 0, is_torn: false });
            self.files.len() - 1
        });
        let file = &mut self.files[number];
        let text = read_from(path, file.bytes).map_err(FileError::of("read", path))?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        file.bytes += whole as u64;
        file.is_torn = whole < text.len();
        for line in text[..whole].split_inclusive(|&byte| byte == b'\n') {
            self.files[number].lines += 1;
            let place = (u32::try_from(number).unwrap_or(u32::MAX), self.files[number].lines);
            if let Err(reason) = self.add(campaign, line, place) {
                self.unusable.push((self.source(place), reason));
            }
        }
        Ok(())
    }

    /// Adds the answer on a line, or says why the line is not an answer.
    fn add(&mut self, campaign: &Campaign, line: &[u8], place: Place) -> Result<(), String> {
        let answer: Answer = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let discs = campaign.read_position(&answer.position)?;
        let Answer { at_least, lower, upper, .. } = answer;
        let is_answer = lower >= at_least || upper < at_least;
        if !(-self.most <= lower && lower <= upper && upper <= self.most && is_answer) {
            return Err("its bounds do not answer the question".to_owned());
        }
        let legal = |square: Square| {
            Position::parse(campaign.terms.size, &answer.position)
                .is_ok_and(|game| game.is_legal(square))
        };
        if !answer.best_move.parse().is_ok_and(legal) {
            return Err(format!("{} is not a legal move there", answer.best_move));
        }
        let known = self.known.entry(discs).or_insert([(-self.most, place), (self.most, place)]);
        if lower > known[0].0 {
            known[0] = (lower, place);
        }
        if upper < known[1].0 {
            known[1] = (upper, place);
        }
        self.answered.insert((discs, at_least), (lower >= at_least, place));
        self.count += 1;
        self.nodes += answer.nodes;
        *self.signatures.entry(answer.signature).or_default() += 1;
        self.times.push(answer.at);
        Ok(())
    }

    /// The bounds that the answers give for a position.
    pub(super) fn bounds(&self, discs: Discs) -> Option<Bounds> {
        let [(lower, _), (upper, _)] = *self.known.get(&discs)?;
        Some(Bounds { lower, upper })
    }

    /// The answer to a question of the campaign, if it follows from the answers.
    pub(super) fn at_least(&self, discs: Discs, bound: Score) -> Option<bool> {
        self.bounds(discs)?.at_least(bound)
    }

    /// The questions that were answered, in the order of positions: the position, the
    /// bound, whether the value is at least the bound, and where that is written.
    pub(super) fn answered(&self) -> impl Iterator<Item = (Discs, Score, bool, Source)> {
        self.answered
            .iter()
            .map(|(&(discs, bound), &(holds, place))| (discs, bound, holds, self.source(place)))
    }

    /// The number of different questions that were answered.
    pub fn questions(&self) -> usize {
        self.answered.len()
    }

    /// The number of answers in the last hour, extrapolated from a shorter time if there was no
    /// answer an hour ago. `None` if there was no answer in the last hour.
    pub fn per_hour(&self) -> Option<u64> {
        let now = now();
        let recent: Vec<_> =
            self.times.iter().filter(|&&at| at + 3600 >= now && at <= now).collect();
        let seconds = now - **recent.iter().min()?;
        Some(recent.len() as u64 * 3600 / seconds.max(1))
    }

    /// Answers of which one must be wrong, a pair for each position.
    pub(super) fn contradictions(&self, campaign: &Campaign) -> Vec<Contradiction> {
        let wrong = self.known.iter().filter(|(_, [lower, upper])| lower.0 > upper.0);
        let mut wrong: Vec<_> = wrong
            .map(|(&discs, &[lower, upper])| Contradiction {
                position: campaign.game(discs).to_string(),
                lower: (lower.0, self.source(lower.1)),
                upper: (upper.0, self.source(upper.1)),
            })
            .collect();
        wrong.sort_by(|one, other| one.position.cmp(&other.position));
        wrong
    }

    /// The files that end with an incomplete line, as the files of killed workers do.
    pub fn torn(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().filter(|file| file.is_torn).map(|file| file.path.as_path())
    }

    fn source(&self, (file, line): Place) -> Source {
        Source { file: self.files[file as usize].path.clone(), line: line as usize }
    }
}

/// The JSON Lines files in a folder, in order. A missing folder has none.
pub(super) fn lines_files(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(FileError::of("read", folder))?,
    };
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "jsonl"));
    files.sort_unstable();
    Ok(files)
}

fn read_from(path: &Path, start: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(start))?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    Ok(text)
}

/// The file to which one process appends its answers.
#[derive(Debug)]
pub(super) struct Recorder {
    folder: PathBuf,
    file: Option<(File, PathBuf)>,
}

impl Recorder {
    /// A file in the folder. It is made with the first answer.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, file: None }
    }

    /// Appends an answer, with a single call for the line, so that nobody sees half of it unless
    /// the machine fails. Returns the path of the file.
    pub(super) fn add(&mut self, answer: &Answer) -> Result<&Path, FileError> {
        let file = match self.file.take() {
            Some(file) => file,
            None => create(&self.folder).map_err(FileError::of("write to", &self.folder))?,
        };
        let (file, path) = self.file.insert(file);
        let line = serde_json::to_string(answer).map_err(io::Error::from);
        line.and_then(|line| file.write_all((line + "\n").as_bytes()))
            .map_err(FileError::of("write", path))?;
        Ok(path)
    }
}

/// A new file HOST-PID.jsonl. Process numbers are reused, and so are host names in containers, so
/// an existing file is never appended to.
fn create(folder: &Path) -> io::Result<(File, PathBuf)> {
    create_folder(folder)?;
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = match host.trim() {
        "" => "host",
        host => host,
    };
    let name = format!("{host}-{}", process::id());
    let names = std::iter::once(name.clone()).chain((2..).map(|again| format!("{name}-{again}")));
    for name in names {
        let path = folder.join(name + ".jsonl");
        match File::options().append(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            file => return Ok((file?, path)),
        }
    }
    unreachable!("there is always another name")
}

/// The time, in seconds since the beginning of 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

impl Answer {
    /// The answer that a search has found.
    pub(super) fn new(position: String, at_least: Score, reply: Reply) -> Self {
        let Reply { lower, upper, best_move, nodes } = reply;
        let best_move = best_move.to_string();
        Self { position, at_least, lower, upper, best_move, nodes, signature: SIGNATURE, at: now() }
    }
}
