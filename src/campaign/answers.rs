//! All answers of a campaign, from the complete lines in the files of its workers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process;

use itertools::Itertools;
use othello_core::search::Oracle;
use othello_core::{Progress, Score, Symmetry};
use rustc_hash::FxBuildHasher;
use serde::Serialize;

use super::lines::{Answer, Node, Question, ScoreBounds, Subject, lines_files, other, to_line};
use super::terms::Terms;
use super::{CampaignError, Result};
use crate::storage::{FileError, create_folder, ensure};

/// All answers of a campaign.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answers {
    #[serde(skip)]
    folder: PathBuf,
    #[serde(skip)]
    pub(super) terms: Terms,
    #[serde(skip)]
    files: Vec<AnswerFile>,
    /// The file to which this process appends its answers, once it exists.
    #[serde(skip)]
    own: Option<(File, PathBuf)>,
    #[serde(skip)]
    known: HashMap<Node, SourcedBounds, FxBuildHasher>,
    /// The number of answers. Repeated answers count each time.
    #[serde(rename = "answers")]
    pub count: usize,
    /// The number of positions searched.
    pub nodes: u64,
    /// The number of answers from each version of the search.
    pub signatures: BTreeMap<u64, usize>,
    /// The files that end with an incomplete line, such as files of killed workers.
    pub torn: BTreeSet<PathBuf>,
    /// Lines that are not answers to questions of the campaign, and the reasons.
    pub unusable: Vec<String>,
}

/// A file of answers, and how far it has been read.
#[derive(Debug)]
struct AnswerFile {
    path: PathBuf,
    bytes: u64,
    lines: u32,
}

/// The indices of an answer's file and line.
type Place = (u32, u32);

/// The best bounds of a position, and the answer from which each of them comes.
#[derive(Clone, Copy, Debug)]
struct SourcedBounds {
    lower: (Score, Place),
    upper: (Score, Place),
}

impl SourcedBounds {
    fn scores(self) -> ScoreBounds {
        ScoreBounds { lower: self.lower.0, upper: self.upper.0 }
    }

    /// The bounds of a value that has both.
    fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

impl Answers {
    /// The answers in a folder, before any has been read.
    pub(super) fn new(folder: PathBuf, terms: Terms) -> Self {
        let (files, known, signatures) = (Vec::new(), HashMap::default(), BTreeMap::new());
        let (own, count, nodes, torn, unusable) = (None, 0, 0, BTreeSet::new(), Vec::new());
        Self { folder, terms, files, own, known, count, nodes, signatures, torn, unusable }
    }

    /// Reads the answers that were added since the last reading.
    pub(super) fn read_on(&mut self) -> Result<(), FileError> {
        lines_files(&self.folder)?.iter().try_for_each(|path| self.read_file(path))
    }

    /// Appends an answer to the file of this process, which is created with the first answer. The
    /// line is written with a single call, so it is never incomplete unless the machine fails.
    pub(super) fn append(&mut self, answer: &Answer) -> Result<(), FileError> {
        let own = self.own.take().map_or_else(|| create(&self.folder), Ok);
        let (file, path) = self.own.insert(own.map_err(FileError::of("write to", &self.folder))?);
        file.write_all(to_line(answer).as_bytes()).map_err(FileError::of("write", path))?;
        let path = path.clone();
        self.read_file(&path)
    }

    /// Reads the lines that were added to a file since the last reading.
    fn read_file(&mut self, path: &Path) -> Result<(), FileError> {
        let number = self.files.iter().position(|file| file.path == path);
        let number = number.unwrap_or_else(|| {
            self.files.push(AnswerFile { path: path.to_owned(), bytes: 0, lines: 0 });
            self.files.len() - 1
        });
        let file = &mut self.files[number];
        let mut text = Vec::new();
        let read = File::open(path).and_then(|mut answers| {
            answers.seek(SeekFrom::Start(file.bytes))?;
            answers.read_to_end(&mut text)
        });
        read.map_err(FileError::of("read", path))?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        file.bytes += whole as u64;
        self.torn.remove(path);
        if whole < text.len() {
            self.torn.insert(path.to_owned());
        }
        for line in text[..whole].split_inclusive(|&byte| byte == b'\n') {
            self.files[number].lines += 1;
            let place = (u32::try_from(number).unwrap_or(u32::MAX), self.files[number].lines);
            if let Err(reason) = self.add(line, place) {
                self.unusable.push(format!("{}: {reason}", self.source(place)));
            }
        }
        Ok(())
    }

    /// Adds the answer on a line. The error is the reason why the line is not an answer.
    fn add(&mut self, line: &[u8], place: Place) -> Result<(), String> {
        let answer: Answer = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let node = self.terms.admit(answer.subject, answer.at_least)?;
        let (ScoreBounds { lower, upper }, widest) = (answer.bounds, self.terms.widest());
        let is_possible = widest.lower <= lower && lower <= upper && upper <= widest.upper;
        let is_answer = is_possible && answer.bounds.settle(answer.at_least).is_some();
        ensure!(is_answer, "its bounds do not answer the question");
        let found = SourcedBounds { lower: (lower, place), upper: (upper, place) };
        let known = self.known.entry(node).or_insert(found);
        *known = known.and(found);
        self.count += 1;
        self.nodes = self.nodes.saturating_add(answer.nodes);
        *self.signatures.entry(answer.signature).or_default() += 1;
        Ok(())
    }

    /// The bounds of a node according to the answers.
    pub(super) fn bounds(&self, node: Node) -> ScoreBounds {
        self.sourced(node).map_or(self.terms.widest(), SourcedBounds::scores)
    }

    /// The bounds of a node that follow from the answers under either scoring.
    fn sourced(&self, node: Node) -> Option<SourcedBounds> {
        let other = self.known.get(&other(node)).map(|it| {
            let ScoreBounds { lower, upper } = self.terms.implied(it.scores(), node.0);
            SourcedBounds { lower: (lower, it.lower.1), upper: (upper, it.upper.1) }
        });
        self.known.get(&node).copied().into_iter().chain(other).reduce(SourcedBounds::and)
    }

    /// Whether a question is not settled by the answers.
    pub(super) fn is_open(&self, question: &Question) -> bool {
        let (node, bound) = question.key();
        self.bounds(node).settle(bound).is_none()
    }

    /// Searches again for a share, such as 0.01, of the bounds on which conclusions are based, and
    /// for at least one. Each search starts with an empty table of at most `hash` bytes and uses the
    /// mirrored board and another order of moves. Returns the number of bounds checked.
    ///
    /// # Errors
    ///
    /// If the second search disagrees, or the listener stops it.
    pub fn recheck(&self, share: f64, hash: usize, progress: &dyn Progress) -> Result<usize> {
        progress.begin("asking again", None);
        let Self { terms, known, .. } = self;
        let ScoreBounds { lower, upper } = terms.widest();
        let claims = known.iter().flat_map(|(&node, &SourcedBounds { lower, upper })| {
            [(node, lower.0, true, lower.1), (node, upper.0 + 1, false, upper.1)]
        });
        let claims = claims.filter(|(_, at_least, ..)| (lower + 1..=upper).contains(at_least));
        let image = Symmetry::all(terms.start.position.size()).last().unwrap_or_default();
        let (mut asked, mut wrong, mut due) = (0, Vec::new(), 1.0);
        for (node, at_least, is_reached, place) in claims.sorted_unstable() {
            due += share;
            if due < 1.0 {
                continue;
            }
            due -= 1.0;
            asked += 1;
            let Subject { position, rules } = terms.subject(node);
            let oracle = Oracle::new(rules, hash, terms.empties).reordered();
            let again = oracle.at_least(position.transformed(image), at_least, progress);
            if again.ok_or(CampaignError::Stopped)? != is_reached {
                wrong.push(self.source(place));
            }
        }
        if wrong.is_empty() { Ok(asked) } else { Err(CampaignError::Wrong(wrong)) }
    }

    /// Answers that contradict each other: the bounds for each position, with their sources.
    pub(super) fn contradictions(&self) -> Vec<String> {
        let bound = |(bound, place)| format!("{bound:+} by {}", self.source(place));
        let wrong = self.known.keys().filter_map(|&node| {
            let SourcedBounds { lower, upper } = self.sourced(node)?;
            let [lowest, highest] = [lower, upper].map(bound);
            (lower.0 > upper.0).then(|| {
                format!("{}: at least {lowest}, at most {highest}", self.terms.position(node.1))
            })
        });
        wrong.sorted_unstable().dedup().collect()
    }

    /// The file and the line of an answer.
    fn source(&self, (file, line): Place) -> String {
        format!("{}:{line}", self.files[file as usize].path.display())
    }
}

/// Creates a new file HOST-PID.jsonl. An existing file is never appended to, because process ids and
/// host names of containers are reused.
fn create(folder: &Path) -> io::Result<(File, PathBuf)> {
    create_folder(folder)?;
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or("host".to_owned());
    let name = format!("{}-{}", host.trim(), process::id());
    let (mut path, mut again) = (folder.join(name.clone() + ".jsonl"), 1);
    loop {
        match File::options().append(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => again += 1,
            file => return Ok((file?, path)),
        }
        path = folder.join(format!("{name}-{again}.jsonl"));
    }
}
