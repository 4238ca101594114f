//! Reads files of positions and games.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use othello_core::notation::{
    Extent, PositionEntry, ReadError, ReadErrorKind, Reader, Record, Records, quoted, wthor_names,
};
use othello_solver::reading;
use othello_solver::storage::read_whole;

use super::console::{MAX_LINE, read_line};
use super::prelude::*;

/// The longest file, in bytes, that is read whole if it is not a regular one. All games of the WTHOR
/// database take a tenth of that.
const MAX_PIPED: u64 = 64 << 20;

/// A file of positions to answer.
#[derive(Clone, Debug, Args)]
pub(crate) struct FileArgs {
    /// Answer each line of a file of positions; - is standard input
    ///
    /// The contents of the file decide what it is: positions (cells and the side to move, hexadecimal
    /// words, OBF lines with the scores of moves, boards in several lines), games (transcripts, GGF,
    /// SGF, PGN), a table with commas and a header, or a WTHOR database (only its positions with a
    /// theoretical score are answered). Anything after % or # is a comment.
    ///
    /// Scores in the file are compared with the answers: the scores of all moves whose values are
    /// known, and the best score with the value of the position. If any score differs or a line
    /// cannot be read, the other lines are still answered, and the exit code is 1. With --format json
    /// each answer is a JSON document on its own line (JSON Lines). Each thread answers a different
    /// line. Lines from standard input are answered one by one, as they arrive; the first position
    /// decides which board it is and whether there are scores.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

impl FileArgs {
    /// The lines of the given file, if any.
    pub(crate) fn lines(&self, reader: Reader) -> Result<Option<RecordStream>> {
        match &self.file {
            Some(path) => RecordStream::open(path, reader, Extent::ToTheoreticalScore).map(Some),
            None => Ok(None),
        }
    }
}

/// The records of a file, of standard input or of a text. Unless a board was given, all must be on
/// the board of the first.
pub(crate) struct RecordStream {
    /// The name of the file, for messages.
    pub(crate) name: String,
    pub(crate) is_stdin: bool,
    /// Whether the records come from an argument rather than from a file.
    pub(crate) is_text: bool,
    /// The latest remark, which is not repeated for each record.
    remarked: String,
    /// Records that have been read but not returned.
    ahead: VecDeque<Record>,
    input: Option<Box<dyn BufRead>>,
    records: Records,
}

impl RecordStream {
    /// Opens an argument that is `-` for standard input, the name of a file, or a text.
    pub(crate) fn open_argument(argument: &str, reader: Reader) -> Result<Self> {
        let argument = argument.strip_prefix(' ').unwrap_or(argument);
        let path = Path::new(argument);
        if is_standard_stream(path) || path.is_file() {
            return Self::open(path, reader, Extent::Whole);
        }
        let read = reader.records(argument);
        if read.iter().any(|record| record.entry.is_err()) && is_name_of_file(argument) {
            return Self::open(path, reader, Extent::Whole);
        }
        if read.is_empty() {
            let accepted = "write cells and the side to move, or moves";
            return Err(Failure::Input(format!(
                "no position found in {}; {accepted}",
                quoted(argument)
            )));
        }
        Ok(Self { is_text: true, ahead: read.into(), ..Self::new(quoted(argument), reader) })
    }

    /// Opens a file. A regular one, or one that can only be understood as a whole, is read to its end.
    fn open(path: &Path, reader: Reader, extent: Extent) -> Result<Self> {
        let is_stdin = is_standard_stream(path);
        let (name, mut stream): (_, Box<dyn BufRead>) = if is_stdin {
            ("standard input".to_owned(), Box::new(io::stdin().lock()))
        } else {
            let file = File::open(path).map_err(FileError::of("read", path))?;
            (path.display().to_string(), Box::new(BufReader::new(file)))
        };
        let (mut begin, mut ahead, mut input) = (Vec::new(), VecDeque::new(), None);
        let read = stream.by_ref().take(MAX_LINE).read_until(b'\n', &mut begin);
        read.map_err(FileError::of("read", path))?;
        let is_regular = !is_stdin && path.is_file();
        if is_regular || reading::needs_all(&begin) {
            let most = if is_regular { u64::MAX } else { MAX_PIPED };
            let read = stream.take(most).read_to_end(&mut begin);
            read.map_err(FileError::of("read", path))?;
            if !is_regular && begin.len() as u64 > MAX_PIPED {
                let problem = format!(
                    "{name}: too long; a stream of this kind may have at most {MAX_PIPED} bytes"
                );
                return Err(Failure::Input(problem));
            }
            let read = reading::read_file(&begin, &path.to_string_lossy(), reader, extent);
            ahead = read.map_err(|error| Failure::Input(format!("{name}: {error}")))?.into();
        } else {
            input = Some(Box::new(io::Cursor::new(begin).chain(stream)) as Box<dyn BufRead>);
        }
        Ok(Self { is_stdin, ahead, input, ..Self::new(name, reader) })
    }

    fn new(name: String, reader: Reader) -> Self {
        let (remarked, ahead, records) = (String::new(), VecDeque::new(), reader.line_by_line());
        Self { name, is_stdin: false, is_text: false, remarked, ahead, input: None, records }
    }

    /// The lines that are answered together: all lines of a file, and each that arrives on standard
    /// input.
    pub(crate) fn batches(mut self) -> impl Iterator<Item = Result<Vec<FileLine>>> {
        let whole = if self.is_stdin { None } else { Some(self.by_ref().collect()) };
        whole.into_iter().chain(self.map(|line| Ok(vec![line?])))
    }

    /// The given position or game, counted from 1, or the first.
    pub(crate) fn nth_entry(&mut self, number: Option<usize>) -> Result<PositionEntry> {
        let wanted = number.unwrap_or(1);
        let mut count = 0;
        while let Some((_, entry)) = self.next().transpose()? {
            count += 1;
            if count == wanted {
                return entry.map_err(|error| Failure::Input(format!("{}: {error}", self.name)));
            }
        }
        let problem = match (number, count) {
            (None, _) => "no position or game found".to_owned(),
            (_, 1) => format!("there is no game {wanted}; it has one"),
            _ => format!("there is no game {wanted}; it has {count}"),
        };
        Err(Failure::Input(format!("{}: {problem}", self.name)))
    }
}

/// The number of a line, and the record that begins there or the reason why it cannot be read.
pub(crate) type FileLine = (usize, Result<PositionEntry, String>);

impl Iterator for RecordStream {
    type Item = Result<FileLine>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ahead.is_empty() {
            match read_line(self.input.as_mut()?).transpose() {
                Some(Ok(Ok(line))) => self.ahead = self.records.read(&line).into(),
                Some(Ok(Err(problem))) => {
                    let error = ReadError::new(ReadErrorKind::Record, problem);
                    self.ahead = [self.records.refuse(error)].into();
                }
                Some(Err(error)) => {
                    self.input = None;
                    let error = FileError::of("read", Path::new(&self.name))(error);
                    return Some(Err(error.into()));
                }
                None => {
                    self.input = None;
                    self.ahead = self.records.finish().into();
                }
            }
        }
        let record = self.ahead.pop_front()?;
        let number = record.number;
        let entry = record.into_entry();
        for text in entry.iter().flat_map(|entry| &entry.remarks) {
            if *text != self.remarked {
                let place = if self.is_text { String::new() } else { format!("line {number}: ") };
                remark(&format!("{place}{text}"));
                self.remarked.clone_from(text);
            }
        }
        Some(Ok((number, entry)))
    }
}

/// Whether a text that cannot be read is more likely the name of a missing file: a single word with
/// a slash or an ending such as `.obf`.
fn is_name_of_file(text: &str) -> bool {
    if text.contains(char::is_whitespace) || text.contains(['(', '[', ';', '{', '<']) {
        return false;
    }
    if text.contains(std::path::is_separator) {
        return !text.contains("://");
    }
    let Some((_, end)) = text.rsplit_once('.') else { return false };
    (1..=5).contains(&end.len())
        && end.starts_with(|it: char| it.is_ascii_alphabetic())
        && end.bytes().all(|it| it.is_ascii_alphanumeric())
}

/// How many lines with problems are named.
const MOST_NAMED: usize = 10;

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
    /// Notes a line that could not be read, and says why for the first ones.
    pub(crate) fn not_read(&mut self, number: usize, error: &str) {
        if self.unreadable.len() < MOST_NAMED {
            remark(&format!("line {number}: {error}"));
        }
        self.unreadable.push(number);
    }

    /// Fails if any line had a problem.
    pub(crate) fn check(&self) -> Result {
        let mut problems = Vec::new();
        for (lines, problem) in [
            (&self.unreadable, "could not be read"),
            (&self.unanswered, "could not be answered"),
            (&self.different, "did not have the expected score"),
        ] {
            if !lines.is_empty() {
                problems.push(format!("{} {problem}", line_numbers(lines)));
            }
        }
        ensure(problems.is_empty(), || {
            Failure::Failed(format!("{}: {}", self.file, problems.join("; ")))
        })
    }
}

/// `line 1`, `lines 1, 2 and 3`, or the first ones and how many more there are.
fn line_numbers(lines: &[usize]) -> String {
    let mut numbers: Vec<_> = lines.iter().take(MOST_NAMED).map(usize::to_string).collect();
    if lines.len() > MOST_NAMED {
        numbers.push(format!("{} more", lines.len() - MOST_NAMED));
    }
    match numbers.split_last() {
        Some((last, before)) if !before.is_empty() => {
            format!("lines {} and {last}", before.join(", "))
        }
        _ => format!("line {}", numbers.concat()),
    }
}

/// The names in a file of a WTHOR database, if one was given.
pub(crate) fn read_names(path: Option<&Path>) -> Result<Vec<String>> {
    let Some(path) = path else { return Ok(Vec::new()) };
    let bytes = read_whole(path)?;
    wthor_names(&bytes).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}
