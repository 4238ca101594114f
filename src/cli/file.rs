//! Reads files of positions and games, line by line.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};

use othello_core::notation::{Extent, FileKind, LineRecords, Reader, Record, wthor_names};

use super::console::read_line;
use super::prelude::*;

/// A file of positions to answer.
#[derive(Clone, Debug, Args)]
pub(crate) struct FileArgs {
    /// Answer each line of a file of positions; - is standard input
    ///
    /// A line is a position (cells and the side to move, or two hexadecimal words and the side), an
    /// OBF line with the scores of moves, a GGF game or a transcript. From FILE.sgf the games are
    /// read, and from a WTHOR database FILE.wtb the positions with a theoretical score. Anything
    /// after % or # is a comment.
    ///
    /// Scores in the file are compared with the answers: the scores of all moves whose values are
    /// known, and the best score with the value of the position. If any score differs or a line
    /// cannot be read, the other lines are still answered, and the exit code is 1. With --format json
    /// each answer is a JSON document on its own line (JSON Lines). Lines from standard input are
    /// answered as they arrive; the first position decides which board it is and whether there are
    /// scores.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

impl FileArgs {
    /// The lines of the given file, if any.
    pub(crate) fn lines(&self, reader: Reader) -> Result<Option<Lines>> {
        let open = |path| Lines::begin(path, reader, Extent::ToTheoreticalScore);
        self.file.as_deref().map(open).transpose()
    }
}

/// The lines of a file or of standard input that are not empty, or the games of an SGF file or a
/// WTHOR database. Unless a board was given, all must be on the board of the first position.
pub(crate) struct Lines {
    path: PathBuf,
    /// Records that have been read but not returned.
    ahead: VecDeque<Record>,
    input: Box<dyn BufRead>,
    reader: LineRecords,
}

impl Lines {
    /// Opens a file of games and reads each to its end.
    pub(crate) fn open(path: &Path, reader: Reader) -> Result<Self> {
        Self::begin(path, reader, Extent::Whole)
    }

    fn begin(path: &Path, reader: Reader, extent: Extent) -> Result<Self> {
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

    pub(crate) fn is_stdin(&self) -> bool {
        is_standard_stream(&self.path)
    }

    /// The name of the file, for messages.
    pub(crate) fn name(&self) -> String {
        if self.is_stdin() { "standard input".to_owned() } else { self.path.display().to_string() }
    }
}

impl Iterator for Lines {
    type Item = Result<Record>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ahead.is_empty() {
            match read_line(&mut self.input).transpose()? {
                Ok(Ok(line)) => self.ahead = self.reader.read(&line),
                Ok(Err(problem)) => return Some(Ok(self.reader.refuse(problem))),
                Err(error) => return Some(Err(FileError::of("read", &self.path)(error).into())),
            }
        }
        self.ahead.pop_front().map(Ok)
    }
}

/// The numbers of the lines of a file that had problems.
#[derive(Default)]
pub(crate) struct Problems {
    pub(crate) file: String,
    pub(crate) unreadable: Vec<usize>,
    pub(crate) unanswered: Vec<usize>,
    /// The score in the file differs from the value.
    pub(crate) different: Vec<usize>,
}

impl Problems {
    /// Fails if any line had a problem.
    pub(crate) fn check(&self) -> Result {
        let problems = [
            (&self.unreadable, "could not be read"),
            (&self.unanswered, "could not be answered"),
            (&self.different, "did not have the expected score"),
        ];
        let problems = problems.iter().filter(|(lines, _)| !lines.is_empty());
        let problems: Vec<_> =
            problems.map(|(lines, problem)| format!("{} {problem}", line_numbers(lines))).collect();
        let failure = || Failure::Failed(format!("{}: {}", self.file, problems.join("; ")));
        ensure(problems.is_empty(), failure)
    }
}

/// `line 1`, or `lines 1, 2 and 3`.
fn line_numbers(lines: &[usize]) -> String {
    let numbers: Vec<_> = lines.iter().map(usize::to_string).collect();
    match numbers.split_last() {
        Some((last, before)) if !before.is_empty() => {
            format!("lines {} and {last}", before.join(", "))
        }
        _ => format!("line {}", numbers.concat()),
    }
}

/// The names of the players in WTHOR databases.
pub(crate) fn read_names(path: &Path) -> Result<Vec<String>> {
    let bytes = fs::read(path).map_err(FileError::of("read", path))?;
    wthor_names(&bytes).map_err(in_file(path))
}

fn in_file(path: &Path) -> impl Fn(String) -> Failure {
    move |error| Failure::Input(format!("{}: {error}", path.display()))
}
