//! All answers of a campaign: the files of the workers, of which only complete lines are read.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use rustc_hash::FxBuildHasher;

use super::answer::Answer;
use super::bounds::Bounds;
use super::lines::lines_files;
use super::question::Question;
use super::terms::Terms;
use crate::board::kernel::Discs;
use crate::game::Score;
use crate::storage::FileError;

/// All answers of a campaign.
#[derive(Debug)]
pub struct Answers {
    folder: PathBuf,
    terms: Terms,
    files: Vec<AnswerFile>,
    known: HashMap<Discs, Known, FxBuildHasher>,
    /// The number of answers. An answer that was given several times counts each time.
    pub count: u64,
    /// The number of positions that the searches took.
    pub nodes: u64,
    /// The number of answers from each version of the search.
    pub signatures: BTreeMap<u64, u64>,
    /// Lines that are not answers to questions of the campaign, and why.
    pub unusable: Vec<String>,
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

/// An answer by the number of its file and its line.
type Place = (u32, u32);

/// The best bounds of a position, and where each of them is written.
#[derive(Clone, Copy, Debug)]
struct Known {
    lower: (Score, Place),
    upper: (Score, Place),
}

/// A statement about a position that follows from a single answer.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) discs: Discs,
    pub(super) at_least: Score,
    /// Whether the value is at least the bound.
    pub(super) holds: bool,
    /// The file and the line of the answer.
    pub(super) source: String,
}

impl Answers {
    /// The answers in a folder, none of which has been read yet.
    pub(super) fn new(folder: PathBuf, terms: Terms) -> Self {
        Self {
            folder,
            terms,
            files: Vec::new(),
            known: HashMap::default(),
            count: 0,
            nodes: 0,
            signatures: BTreeMap::new(),
            unusable: Vec::new(),
        }
    }

    /// Reads the answers that were added since the last reading.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn read_on(&mut self) -> Result<(), FileError> {
        lines_files(&self.folder)?.iter().try_for_each(|path| self.read_file(path))
    }

    /// Reads the lines that were added to a file since the last reading.
    pub(super) fn read_file(&mut self, path: &Path) -> Result<(), FileError> {
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
            if let Err(reason) = self.add(line, place) {
                self.unusable.push(format!("{}: {reason}", self.source(place)));
            }
        }
        Ok(())
    }

    /// Adds the answer on a line, or says why the line is not an answer.
    fn add(&mut self, line: &[u8], place: Place) -> Result<(), String> {
        let answer: Answer = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let discs = self.terms.admit(answer.subject)?;
        answer.check()?;
        let (bounds, widest) = (answer.bounds, self.terms.widest());
        let nothing = Known { lower: (widest.lower, place), upper: (widest.upper, place) };
        let known = self.known.entry(discs).or_insert(nothing);
        if bounds.lower > known.lower.0 {
            known.lower = (bounds.lower, place);
        }
        if bounds.upper < known.upper.0 {
            known.upper = (bounds.upper, place);
        }
        self.count += 1;
        self.nodes = self.nodes.saturating_add(answer.nodes);
        *self.signatures.entry(answer.signature).or_default() += 1;
        Ok(())
    }

    /// The bounds that the answers give for a position.
    pub(super) fn bounds(&self, discs: Discs) -> Option<Bounds> {
        let known = self.known.get(&discs)?;
        Some(Bounds { lower: known.lower.0, upper: known.upper.0 })
    }

    /// Whether the answer to a question does not follow from the answers.
    pub(super) fn is_open(&self, question: &Question) -> bool {
        let (discs, bound) = question.key();
        self.bounds(discs).and_then(|bounds| bounds.at_least(bound)).is_none()
    }

    /// All that is concluded from single answers, in the order of positions.
    pub(super) fn claims(&self) -> Vec<Claim> {
        let Bounds { lower, upper } = self.terms.widest();
        let both = self.known.iter().flat_map(|(&discs, known)| {
            let claim = |at_least, holds, place| {
                let source = self.source(place);
                Claim { discs, at_least, holds, source }
            };
            [
                (known.lower.0 > lower).then(|| claim(known.lower.0, true, known.lower.1)),
                (known.upper.0 < upper).then(|| claim(known.upper.0 + 1, false, known.upper.1)),
            ]
        });
        let mut claims: Vec<_> = both.flatten().collect();
        claims.sort_by_key(|claim| (claim.discs, claim.at_least));
        claims
    }

    /// Answers of which one must be wrong: for each position the bounds, and where they are
    /// written.
    pub(super) fn contradictions(&self) -> Vec<String> {
        let wrong = self.known.iter().filter(|(_, known)| known.lower.0 > known.upper.0);
        let mut wrong: Vec<_> = wrong
            .map(|(&discs, Known { lower, upper })| {
                let position = self.terms.position(discs);
                let (at_least, at_most) = (self.source(lower.1), self.source(upper.1));
                format!(
                    "{position}: at least {:+} by {at_least}, at most {:+} by {at_most}",
                    lower.0, upper.0
                )
            })
            .collect();
        wrong.sort_unstable();
        wrong
    }

    /// The files that end with an incomplete line, as the files of killed workers do.
    pub fn torn(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().filter(|file| file.is_torn).map(|file| file.path.as_path())
    }

    /// The file and the line of an answer.
    fn source(&self, (file, line): Place) -> String {
        format!("{}:{line}", self.files[file as usize].path.display())
    }
}

fn read_from(path: &Path, start: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(start))?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    Ok(text)
}
