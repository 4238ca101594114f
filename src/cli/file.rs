//! Files of positions: an answer for each line, checked against the score if the line gives one.

use std::path::PathBuf;
use std::{fs, io};

use clap::Args;
use othello_solver::notation::{
    Notation, PositionEntry, ReadError, ReadProblem, read_positions, size_of_positions,
};
use othello_solver::storage::{FileError, write_whole};
use othello_solver::{Objective, Position, Rules, Score, Scoring, Size, Square, Start};
use serde::Serialize;

use super::args::{BOARD_8X8, BoardArgs, Format, RulesArgs};
use super::failure::Failure;
use super::output::{counted, is_standard_stream, print};

/// Where positions are read from.
#[derive(Clone, Debug, Args)]
pub(crate) struct FileArgs {
    /// Answer each line of a file of positions; - is standard input
    ///
    /// A line is a position (cells and the side to move, or two hexadecimal words and the side), an
    /// OBF line with the scores of moves, a GGF game or a transcript. What follows % or # is a
    /// comment. A score that the line gives is compared with the answer; if any differs, the exit
    /// code is 1. With --format json each answer is a JSON document on a line of its own (JSON
    /// Lines). A line of standard input is answered as soon as it arrives; the first position
    /// decides which board it is and whether there are scores.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

impl FileArgs {
    /// The file, if one was named.
    pub(crate) fn read(&self) -> Result<Option<PositionFile>, Failure> {
        let Some(path) = &self.file else { return Ok(None) };
        let is_stdin = is_standard_stream(path);
        let text = if is_stdin { first_position() } else { fs::read_to_string(path) };
        let text = text.map_err(FileError::of("read", path))?;
        let name = if is_stdin { "standard input".to_owned() } else { path.display().to_string() };
        Ok(Some(PositionFile { name, text, goes_on: is_stdin }))
    }
}

/// Standard input up to the line of the first position.
fn first_position() -> io::Result<String> {
    let (mut text, start) = (String::new(), Position::start(BOARD_8X8, Start::default()));
    loop {
        let line = text.len();
        let is_over = io::stdin().read_line(&mut text)? == 0;
        let line = text[line..].trim_start_matches('\u{feff}');
        if is_over || !matches!(PositionEntry::parse(line, start), Ok(None)) {
            return Ok(text);
        }
    }
}

/// A file of positions.
#[derive(Debug)]
pub(crate) struct PositionFile {
    name: String,
    text: String,
    /// Whether more lines follow, from standard input.
    goes_on: bool,
}

impl PositionFile {
    /// The start of games on the board that was typed, or on that of the first position.
    pub(crate) fn start(&self, board: &BoardArgs) -> Result<Position, Failure> {
        if !board.is_start() {
            return Err(Failure::input("--file goes with neither --moves nor --position"));
        }
        let size = board.typed_size().unwrap_or_else(|| self.size());
        Ok(Position::start(size, board.start))
    }

    /// The size of the board that the first position is on. A transcript does not tell the size,
    /// and is taken for one of 8x8.
    pub(crate) fn size(&self) -> Size {
        size_of_positions(&self.text).unwrap_or(BOARD_8X8)
    }

    /// The positions, which must be on the board of `start`, with which transcripts begin.
    pub(crate) fn entries(&self, start: Position) -> Result<Vec<PositionEntry>, Failure> {
        let entries = read_positions(&self.text, start).map_err(|error| self.wrong(&error))?;
        if entries.is_empty() {
            return Err(Failure::Input(format!("{}: there is no position in it", self.name)));
        }
        Ok(entries)
    }

    /// Describes an error. If no size was given, it does not say that the cells should fill 8x8.
    fn wrong(&self, error: &ReadError) -> Failure {
        let Self { name, text, .. } = self;
        Failure::Input(match error.problem {
            ReadProblem::OtherNumberOfCells { cells, size: BOARD_8X8 }
                if size_of_positions(text).is_none() =>
            {
                let problem = ReadProblem::NoSquareBoard { cells };
                format!("{name}: {}", ReadError { problem, ..*error })
            }
            _ => format!("{name}: {error}"),
        })
    }

    /// The positions of the lines that follow, as they arrive.
    fn rest(&self, start: Position) -> impl Iterator<Item = Result<PositionEntry, Failure>> {
        let lines = self.goes_on.then(|| io::stdin().lines()).into_iter().flatten();
        (self.text.lines().count() + 1..).zip(lines).filter_map(move |(number, line)| {
            let entry = match line {
                Ok(line) => PositionEntry::parse(&line, start)
                    .map_err(|error| self.wrong(&ReadError { line: number, ..error })),
                Err(error) => Err(Failure::failed(FileError::of("read", "-".as_ref())(error))),
            };
            entry
                .map(|entry| entry.map(|entry| PositionEntry { line: number, ..entry }))
                .transpose()
        })
    }

    /// Answers each position on the board of `start`, prints the answers and compares them with the
    /// scores of the file. All positions of a file are read before the first is answered; those of
    /// standard input are read one by one.
    pub(crate) fn answer_each<A: Answer>(
        &self,
        start: Position,
        rules: RulesArgs,
        out: &Out,
        mut answer: impl FnMut(&PositionEntry, Rules) -> Result<A, Failure>,
    ) -> Result<(), Failure> {
        let entries = self.entries(start)?;
        // The scores of such files are those of tournament play.
        let is_tournament =
            |entry: &PositionEntry| entry.notation == Notation::Obf || entry.score.is_some();
        let default = if entries.iter().any(is_tournament) {
            Scoring::EmptiesToWinner
        } else {
            Scoring::Discs
        };
        let rules = rules.or(default);
        let is_compared = rules == Rules::new(Scoring::EmptiesToWinner, Objective::Most);
        if out.format == Format::Text {
            let count = (!self.goes_on).then_some(entries.len());
            print(&heading(start.size(), count, rules))?;
        }
        let (mut differ, mut document) = (Vec::new(), String::new());
        for entry in entries.into_iter().map(Ok).chain(self.rest(start)) {
            let entry = &entry?;
            let answer = answer(entry, rules)?;
            let expected = entry.score.filter(|_| is_compared);
            let agrees = expected.and_then(|_| agrees(entry, &answer));
            if agrees == Some(false) {
                differ.push(entry.line.to_string());
            }
            let answered = Answered { file_line: entry.line, answer, expected, agrees };
            let json = serde_json::to_string(&answered).map_err(Failure::failed)? + "\n";
            match out.format {
                Format::Text => print(&answered.text())?,
                Format::Json => print(&json)?,
            }
            document += &json;
        }
        if let Some(path) = &out.file {
            write_whole(path, document.as_bytes())?;
        }
        if differ.is_empty() {
            return Ok(());
        }
        let lines = if differ.len() == 1 { "line" } else { "lines" };
        let list = differ.join(", ");
        Err(Failure::Failed(format!("{}: not the expected score in {lines} {list}", self.name)))
    }
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

/// Whether the answer agrees with the line, as far as both give values; `None` if there is nothing
/// to compare.
fn agrees(entry: &PositionEntry, answer: &impl Answer) -> Option<bool> {
    let position = answer.value().zip(entry.score).map(|(value, score)| value == score);
    let moves = entry
        .scores
        .iter()
        .filter_map(|&(square, score)| answer.value_of(square).map(|value| value == score));
    position.into_iter().chain(moves).reduce(|one, other| one && other)
}

/// One line of JSON.
#[derive(Serialize)]
struct Answered<A> {
    /// The line of the file, counted from 1.
    file_line: usize,
    #[serde(flatten)]
    answer: A,
    /// The score that the file gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Score>,
    /// Whether the scores of the file are those that were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    agrees: Option<bool>,
}

impl<A: Answer> Answered<A> {
    fn text(&self) -> String {
        let verdict = match (self.agrees, self.expected) {
            (Some(true), _) => "  as expected".to_owned(),
            (Some(false), Some(expected)) => format!("  DIFFERS, expected {expected:+}"),
            _ => String::new(),
        };
        let (words, more) = (self.answer.words(), self.answer.more());
        format!("{:>5}  {words}{verdict}\n{more}", self.file_line)
    }
}

/// The heading of the answers. The number of positions is not known for standard input.
fn heading(size: Size, count: Option<usize>, rules: Rules) -> String {
    let positions =
        count.map_or("positions".to_owned(), |count| counted(count, "position", "positions"));
    format!("{positions} of {size} Othello, {rules}\n line  value\n")
}
