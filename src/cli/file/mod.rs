//! Files of positions: an answer for each line, checked against the score that
//! the line may bring.

mod analyze;
mod lookup;
mod solve;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use othello_solver::files::{FileError, write_atomically};
use othello_solver::{
    AnyEntry, AnyGame, Notation, Objective, Rules, Score, Scoring, read_any_positions,
    size_of_positions,
};
use serde::Serialize;

use super::args::{BoardArgs, Format, RulesArgs};
use super::failure::Failure;
use super::output::print;
use super::size::Size;

pub(crate) use analyze::AnalyzeFile;
pub(crate) use lookup::LookupFile;
pub(crate) use solve::SolveFile;

/// Where positions are read from.
#[derive(Clone, Debug, Args)]
pub(crate) struct FileArgs {
    /// Answer for each position of a file, one on a line; - is standard input
    ///
    /// A line is a position (cells and the side to move, or two hexadecimal
    /// words and the side), an OBF line with the scores of moves, a GGF game or
    /// a transcript. What follows % is a comment. A score that the line brings
    /// is compared; if one differs, the exit code is 1.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

impl FileArgs {
    /// The file, if one was named.
    pub(crate) fn read(&self) -> Result<Option<PositionFile>, Failure> {
        let Some(path) = &self.file else { return Ok(None) };
        let text = if path == Path::new("-") {
            io::read_to_string(io::stdin())
        } else {
            std::fs::read_to_string(path)
        };
        let text = text.map_err(|error| Failure::failed(FileError::of("read", path)(error)))?;
        let name = if path == Path::new("-") {
            "standard input".to_owned()
        } else {
            path.display().to_string()
        };
        Ok(Some(PositionFile { name, text }))
    }
}

/// A file of positions.
#[derive(Debug)]
pub(crate) struct PositionFile {
    name: String,
    text: String,
}

impl PositionFile {
    /// The size of the board: the one that was typed, or that of the first
    /// position. A transcript tells none, and is taken to be of 8x8.
    pub(crate) fn size(&self, board: &BoardArgs) -> Result<Size, Failure> {
        if !board.is_start() {
            return Err(Failure::usage("--file goes with neither --moves nor --position"));
        }
        if let Some(size) = board.typed_size() {
            return Ok(size);
        }
        self.own_size()
    }

    /// The size of the board that the first position is on.
    pub(crate) fn own_size(&self) -> Result<Size, Failure> {
        match size_of_positions(&self.text) {
            None => Ok(Size::S8x8),
            Some((width, height)) => format!("{width}x{height}")
                .parse()
                .map_err(|reason| Failure::Usage(format!("{}: {reason}", self.name))),
        }
    }

    /// Answers for each position on the board of `start`, with which transcripts
    /// begin, and prints and compares the answers. All positions are read before
    /// the first is answered.
    fn answer_each<A: Answer>(
        &self,
        start: AnyGame,
        rules: RulesArgs,
        out: &Out,
        answer: &mut dyn FnMut(&AnyEntry, Rules) -> Result<A, Failure>,
    ) -> Result<(), Failure> {
        let entries = read_any_positions(&self.text, start)
            .map_err(|error| Failure::Usage(format!("{}: {error}", self.name)))?;
        // The scores of such files are those of tournament play.
        let tournament =
            |entry: &AnyEntry| entry.notation == Notation::Obf || entry.score.is_some();
        let default =
            if entries.iter().any(tournament) { Scoring::EmptiesToWinner } else { Scoring::Discs };
        let rules = rules.or(default);
        let compared = rules == Rules::new(Scoring::EmptiesToWinner, Objective::Most);
        if out.format == Format::Text {
            print(&heading(start, entries.len(), rules))?;
        }
        let (mut differ, mut document) = (Vec::new(), String::new());
        for entry in &entries {
            let answer = answer(entry, rules)?;
            let expected = entry.score.filter(|_| compared);
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
            write_atomically(path, document.as_bytes()).map_err(Failure::failed)?;
        }
        if differ.is_empty() {
            return Ok(());
        }
        let lines = if differ.len() == 1 { "line" } else { "lines" };
        let list = differ.join(", ");
        Err(Failure::failed(format!("{}: not the expected score in {lines} {list}", self.name)))
    }
}

/// Where the answers go.
#[derive(Debug)]
pub(crate) struct Out {
    pub(crate) format: Format,
    /// A file for the answers as JSON lines.
    pub(crate) file: Option<PathBuf>,
}

/// What is found out about a position.
trait Answer: Serialize {
    /// The value, if it is that of the whole game.
    fn value(&self) -> Option<Score>;

    /// The value of a move, if it is known and that of the whole game.
    fn value_of(&self, square: &str) -> Option<Score>;

    /// The rest of the line that is printed.
    fn words(&self) -> String;
}

/// Whether the answer says what the line does, so far as both say anything.
fn agrees(entry: &AnyEntry, answer: &impl Answer) -> Option<bool> {
    let position = answer.value().zip(entry.score).map(|(value, score)| value == score);
    let moves = entry.scores.iter().filter_map(|(square, score)| {
        answer.value_of(&entry.game.name(*square)).map(|value| value == *score)
    });
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
        format!("{:>5}  {}{verdict}\n", self.file_line, self.answer.words())
    }
}

fn heading(board: AnyGame, positions: usize, rules: Rules) -> String {
    let objective = match rules.objective {
        Objective::Most => "most discs win",
        Objective::Fewest => "fewest discs win",
    };
    let scoring = match rules.scoring {
        Scoring::Discs => "discs count as they lie",
        Scoring::EmptiesToWinner => "the winner counts the empty squares",
    };
    let size = board.size();
    let positions =
        if positions == 1 { "one position".to_owned() } else { format!("{positions} positions") };
    format!("{positions} of {size} Othello, {objective}, {scoring}\n line  value\n")
}
