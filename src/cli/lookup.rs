//! `lookup`: what is known about a position on a board that is solved to the end.

use std::path::{Path, PathBuf};

use clap::Args;
use othello_solver::analysis::MoveValue;
use othello_solver::results::{self, EXHAUSTIVE_SQUARES, Lookup as Known, Lookups};
use othello_solver::tables::ValueTable;
use othello_solver::{Position, Rules, Score, Size, Square, Start};

use super::args::{BOARD_4X4, OutputArgs, RulesArgs, SCORE_OF_FILES, SIZE_4X4, StartArgs, read};
use super::color::{self, answer};
use super::failure::Failure;
use super::file::{Answer, FileArgs, Lines, Out};
use super::output::line_of_play;

/// Look up the value of a position and of each of its moves
///
/// This works on 4x4 and smaller boards, on those for which `tabulate` has written a table, and in
/// the first plies where results/ has the opening of a board. For other positions use `solve`.
#[derive(Debug, Args)]
#[command(mut_arg("score", |arg| arg.help(SCORE_OF_FILES)))]
#[command(mut_arg("size", |arg| arg.help(SIZE_4X4).conflicts_with("table")))]
#[command(after_help = "\
Examples:
  othello-solver lookup '-----OX--XO----- X'
  othello-solver lookup b1a1a2
  othello-solver lookup --table 4x6.table '---------XO--OX--------- X'
  othello-solver lookup -- '-----OX--XO----- X'   if a shell alias adds options")]
pub(crate) struct Lookup {
    /// Cells and side (-----OX--XO----- X), two hexadecimal words and side, or moves (b1a1)
    #[arg(value_name = "POSITION", allow_hyphen_values = true, required_unless_present = "file")]
    #[arg(conflicts_with = "file")]
    position: Option<String>,

    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    board: StartArgs,

    /// Answer from this file, which `tabulate` has written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["objective", "score"])]
    table: Option<PathBuf>,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    output: OutputArgs,
}

impl Lookup {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let table = self.table.as_deref().map(ValueTable::open).transpose();
        let table = table.map_err(Failure::input)?;
        let table = table.as_ref();
        let reader = self.board.reader(BOARD_4X4);
        let reader = table.map_or(reader, |table| reader.on(table.size()));
        if let Some(lines) = self.file.lines(reader)? {
            return self.look_up_lines(lines, table);
        }
        let position = read(self.position.as_deref().unwrap_or_default(), reader)?.position();
        let known = match table {
            Some(table) => look_up_in(table, position)?.map_err(Failure::Failed)?,
            None => Source::new(position.size(), self.rules.into()).look_up(position)?,
        };
        self.output.format.answer(&known, || describe(&known))
    }

    fn look_up_lines(&self, lines: Lines, table: Option<&ValueTable>) -> Result<(), Failure> {
        let out = Out { format: self.output.format, file: None };
        if let Some(table) = table {
            let rules = table.rules().into();
            return lines.answer_each(rules, &out, |entry, _| look_up_in(table, entry.position()));
        }
        let mut source = None;
        lines.answer_each(self.rules, &out, |entry, rules| {
            let position = entry.position();
            let source = source.get_or_insert_with(|| Source::new(position.size(), rules));
            source.look_up(position).map(Ok)
        })
    }
}

/// Where answers come from: a small board is solved from both starts, and of others the folder
/// results/ may have the opening.
enum Source {
    Solved(Lookups),
    Openings(results::Known, Rules),
}

impl Source {
    fn new(size: Size, rules: Rules) -> Self {
        let is_small = size.squares() <= EXHAUSTIVE_SQUARES;
        match is_small.then(|| Lookups::new(size, rules).ok()).flatten() {
            Some(lookups) => Self::Solved(lookups),
            None => Self::Openings(results::Known::read(Path::new("results")), rules),
        }
    }

    fn look_up(&self, position: Position) -> Result<Known, Failure> {
        match self {
            Self::Solved(lookups) => Ok(lookups.look_up(position).expect("it is on this board")),
            Self::Openings(openings, rules) => {
                let row = openings.row(position, *rules);
                row.map(|row| Known::of_row(&row, *rules)).ok_or_else(|| {
                    Failure::Input(format!(
                        "the {} board is not solved to the end, 4x4 is; for this position name a \
                         table by --table, or try 'othello-solver solve --position'",
                        position.size()
                    ))
                })
            }
        }
    }
}

/// The answer from a table, for a position on its board, unless no game reaches it.
fn look_up_in(table: &ValueTable, position: Position) -> Result<Result<Known, String>, Failure> {
    let row = table.row(position).map_err(Failure::failed)?;
    Ok(row.map(|row| Known::of_row(&row, table.rules())).ok_or_else(|| {
        format!(
            "no game of this table reaches {position} or any of its mirror images and rotations; \
             try 'othello-solver solve --position'"
        )
    }))
}

impl Answer for Known {
    fn value(&self) -> Option<Score> {
        Some(self.value)
    }

    fn value_of(&self, square: Square) -> Option<Score> {
        self.moves.iter().find(|of| of.square == square).map(|of| of.value)
    }

    /// The value and those of the moves, on a line.
    fn words(&self) -> String {
        let value_of = |of: &MoveValue| format!("  {} {}", of.square, color::value(of.value, 0));
        let moves: String = self.moves.iter().map(value_of).collect();
        format!("{}{moves}", color::value(self.value, 5))
    }
}

/// The answer for people to read.
fn describe(known: &Known) -> String {
    let position = known.position;
    let mut text = color::board(position, None) + "\n";
    if let Some(starts) = &known.reached_from {
        let starts: Vec<_> = starts.iter().map(Start::to_string).collect();
        text += &match starts[..] {
            [] => "reached    from neither start\n".to_owned(),
            _ => format!("reached    from the {} start\n", starts.join(" and the ")),
        };
    }
    let (side, value) = (position.side(), color::value(known.value, 0));
    text += &format!("value      {value} for {side}, who is to move\n");
    for of in &known.moves {
        let best = if of.value == known.value { answer("  best") } else { String::new() };
        text += &format!("  {:<8} {}{best}\n", of.square, color::value(of.value, 0));
    }
    if let Some(line) = &known.line {
        text += &format!("line       {}\n", line_of_play(line));
    }
    text
}
