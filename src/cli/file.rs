//! Files of positions: an answer for each line, checked against the scores that the line gives.

use std::collections::VecDeque;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::Args;
use othello_core::Scoring::{Discs, EmptiesToWinner};
use othello_core::notation::{
    Extent, FileKind, LineRecords, Notation, PositionEntry, Reader, Record, WthorError, wthor_names,
};
use othello_core::{Objective, Rules, Score, Square};
use othello_solver::storage::{FileError, write_whole};
use serde::Serialize;

use super::args::{Format, RulesArgs};
use super::failure::Failure;
use super::input::read_line;
use super::output::is_standard_stream;

/// Where positions are read from.
#[derive(Clone, Debug, Args)]
pub(crate) struct FileArgs {
    /// Answer each line of a file of positions; - is standard input
    ///
    /// A line is a position (cells and the side to move, or two hexadecimal words and the side), an
    /// OBF line with the scores of moves, a GGF game or a transcript; of a file FILE.sgf the games
    /// are read, and of a database FILE.wtb the positions whose theoretical scores it has. What
    /// follows % or # is a comment. Scores that the line gives are compared with the answer: those of all moves whose
    /// values are known, and the best of them with the value of the position. If any differs, or if
    /// a line cannot be read, the others are answered all the same, and the exit code is 1. With
    /// --format json each answer is a JSON document on a line of its own (JSON Lines). A line of
    /// standard input is answered as soon as it arrives; the first position decides which board it
    /// is and whether there are scores.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

impl FileArgs {
    /// The lines of the file, if one was named.
    pub(crate) fn lines(&self, reader: Reader) -> Result<Option<Lines>, Failure> {
        let open = |path| Lines::begin(path, reader, Extent::ToTheoreticalScore);
        self.file.as_deref().map(open).transpose()
    }
}

/// The lines of a file or of standard input that hold something. All are on the board of the first
/// position, if no board was named. Of an SGF file or a WTHOR database the games are read instead.
pub(crate) struct Lines {
    path: PathBuf,
    /// What was read but not handed out.
    ahead: VecDeque<Record>,
    input: Box<dyn BufRead>,
    reader: LineRecords,
}

impl Lines {
    /// Opens a file of games, to read each to its end.
    pub(crate) fn open(path: &Path, reader: Reader) -> Result<Self, Failure> {
        Self::begin(path, reader, Extent::Whole)
    }

    fn begin(path: &Path, reader: Reader, extent: Extent) -> Result<Self, Failure> {
        let kind = FileKind::of(&path.to_string_lossy());
        let error = FileError::of("read", path);
        let mut ahead = VecDeque::new();
        let input: Box<dyn BufRead> = if kind != FileKind::Lines {
            let file = fs::read(path).map_err(error)?;
            ahead = kind.records(&file, reader, extent).map_err(in_file(path))?.into();
            Box::new(io::empty())
        } else if is_standard_stream(path) {
            Box::new(io::stdin().lock())
        } else {
            Box::new(BufReader::new(File::open(path).map_err(error)?))
        };
        Ok(Self { path: path.to_owned(), ahead, input, reader: LineRecords::new(reader) })
    }

    fn is_stdin(&self) -> bool {
        is_standard_stream(&self.path)
    }

    /// The name of the file, for messages.
    pub(crate) fn name(&self) -> String {
        if self.is_stdin() { "standard input".to_owned() } else { self.path.display().to_string() }
    }

    /// Answers each position, prints the answers and compares them with the scores of the file. A
    /// file is read to its end before the first is answered, and standard input line by line.
    /// `answer` may fail for a single position, or, in the outer result, for all that follow.
    pub(crate) fn answer_each<A: Answer>(
        mut self,
        rules: RulesArgs,
        out: &Out,
        mut answer: impl FnMut(&PositionEntry, Rules) -> Result<Result<A, String>, Failure>,
    ) -> Result<(), Failure> {
        let (name, is_stdin) = (self.name(), self.is_stdin());
        let ahead: Vec<_> =
            if is_stdin { Vec::new() } else { self.by_ref().collect::<Result<_, _>>()? };
        let any_scores =
            ahead.iter().any(|line: &Record| line.entry.as_ref().is_ok_and(has_scores));
        let (mut rules_of_all, mut document) = (None, String::new());
        let (mut failed, mut differ) = (Vec::new(), Vec::new());
        for line in ahead.into_iter().map(Ok).chain(self) {
            let Record { number, entry } = line?;
            let answered = match &entry {
                Ok(entry) => {
                    let is_tournament = any_scores || has_scores(entry);
                    let usual = if is_tournament { EmptiesToWinner } else { Discs };
                    let rules = rules_of_all.unwrap_or_else(|| rules.or(usual));
                    let answer = answer(entry, rules)?;
                    if rules_of_all.replace(rules).is_none() {
                        let size = entry.position().size();
                        let heading = || format!("{size} Othello, {rules}\n line  value\n");
                        out.format.text(heading)?;
                    }
                    answer.map(|answer| Answered::new(entry, answer, rules))
                }
                Err(error) => Err(error.clone()),
            };
            document += &match answered {
                Ok(answered) => {
                    if answered.agrees == Some(false) {
                        differ.push(number);
                    }
                    out.format.line(number, &answered, &answered.text())?
                }
                Err(error) => {
                    failed.push(number);
                    out.format.error(number, &error)?
                }
            };
        }
        if document.is_empty() {
            return Err(Failure::Input(format!("{name}: there is no position in it")));
        }
        if let Some(path) = out.file.as_ref().filter(|_| rules_of_all.is_some()) {
            write_whole(path, document.as_bytes())?;
        }
        at_the_end(&name, &[("no answer for", failed), ("not the expected score in", differ)])
    }
}

/// Fails if there are lines of which something is to be said.
pub(crate) fn at_the_end(name: &str, said: &[(&str, Vec<usize>)]) -> Result<(), Failure> {
    let said = said.iter().filter(|(_, lines)| !lines.is_empty()).map(|(what, lines)| {
        let list: Vec<_> = lines.iter().map(usize::to_string).collect();
        format!("{what} line{} {}", if list.len() == 1 { "" } else { "s" }, list.join(", "))
    });
    match said.collect::<Vec<_>>() {
        said if said.is_empty() => Ok(()),
        said => Err(Failure::Failed(format!("{name}: {}", said.join("; ")))),
    }
}

impl Iterator for Lines {
    type Item = Result<Record, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(record) = self.ahead.pop_front() {
                return Some(Ok(record));
            }
            match read_line(&mut self.input) {
                Ok(line) => match line? {
                    Ok(line) => self.ahead = self.reader.read(&line),
                    Err(problem) => return Some(Ok(self.reader.refuse(problem))),
                },
                Err(error) => return Some(Err(FileError::of("read", &self.path)(error).into())),
            }
        }
    }
}

/// The names of the players of WTHOR databases.
pub(crate) fn read_names(path: &Path) -> Result<Vec<String>, Failure> {
    let bytes = fs::read(path).map_err(FileError::of("read", path))?;
    wthor_names(&bytes).map_err(in_file(path))
}

fn in_file(path: &Path) -> impl Fn(WthorError) -> Failure {
    move |error| Failure::Input(format!("{}: {error}", path.display()))
}

/// Where the answers go.
#[derive(Debug)]
pub(crate) struct Out {
    pub(crate) format: Format,
    /// A file for the answers as JSON Lines.
    pub(crate) file: Option<PathBuf>,
}

/// The answer for a position.
pub(crate) trait Answer: Serialize {
    /// The value, if it is that of the whole game.
    fn value(&self) -> Option<Score>;

    /// The value of a move, if it is known and that of the whole game.
    fn value_of(&self, square: Square) -> Option<Score>;

    /// The rest of the line that is printed.
    fn words(&self) -> String;

    /// The lines that are printed below it.
    fn more(&self) -> String {
        String::new()
    }
}

/// Whether a line has scores, which are those of tournament play.
fn has_scores(entry: &PositionEntry) -> bool {
    entry.notation == Notation::Obf || entry.score.is_some()
}

/// The answer to a line.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Answered<A> {
    #[serde(flatten)]
    answer: A,
    /// The score of the position that the file gives, seen by the side to move: the best, if it gives
    /// those of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Score>,
    /// Whether the scores of the file are the values that were found, as far as they were.
    #[serde(skip_serializing_if = "Option::is_none")]
    agrees: Option<bool>,
    /// The scores of the file that are not the values that were found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<Difference>,
    /// Whether only the best score was compared, and not that of every move.
    #[serde(skip)]
    only_best: bool,
}

/// A score of the file that is not the value that was found: that of a move, or of the position.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Difference {
    /// The move; left out where it is the score of the position that differs.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    square: Option<Square>,
    /// The value that was found, seen by the side to move.
    value: Score,
    /// The score that the file gives, seen by the side to move.
    expected: Score,
}

impl<A: Answer> Answered<A> {
    fn new(entry: &PositionEntry, answer: A, rules: Rules) -> Self {
        // The result in a game record is always that of tournament play.
        let tournament = Rules::new(EmptiesToWinner, Objective::Most);
        let is_compared = entry.notation == Notation::Obf || rules == tournament;
        let expected = entry.score.filter(|_| is_compared);
        let moves = entry.scores.iter().filter_map(|&(square, expected)| {
            Some(Difference { square: Some(square), value: answer.value_of(square)?, expected })
        });
        let mut compared: Vec<_> = moves.collect();
        let only_best = compared.len() < entry.scores.len();
        if compared.iter().all(Difference::is_none) {
            let best = answer.value().zip(expected);
            compared.extend(best.map(|(value, expected)| Difference {
                square: None,
                value,
                expected,
            }));
        }
        let agrees = (!compared.is_empty()).then(|| compared.iter().all(Difference::is_none));
        compared.retain(|of| !of.is_none());
        Self { answer, expected, agrees, differences: compared, only_best }
    }

    fn text(&self) -> String {
        let verdict = match self.agrees {
            Some(true) if self.only_best => "  best as expected".to_owned(),
            Some(true) => "  as expected".to_owned(),
            Some(false) => {
                let list: Vec<_> = self.differences.iter().map(Difference::to_string).collect();
                format!("  DIFFERS: {}", list.join("; "))
            }
            None => String::new(),
        };
        let (words, more) = (self.answer.words(), self.answer.more());
        format!("{words}{verdict}\n{more}")
    }
}

impl Difference {
    /// Whether there is none.
    fn is_none(&self) -> bool {
        self.value == self.expected
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { square, value, expected } = self;
        let what = square.map_or("the best".to_owned(), |square| square.to_string());
        write!(f, "{what} is {value:+}, the file says {expected:+}")
    }
}
