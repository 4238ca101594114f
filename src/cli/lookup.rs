//! `lookup`: known facts about a position, without a search.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use othello_core::analysis::MoveValue;
use othello_core::known::KnownPosition;
use othello_core::{Position, Rules, Score, Size, Square, Start, Turn};
use othello_solver::results::{EXHAUSTIVE_SQUARES, Lookup, Lookups};
use othello_solver::tables::ValueTable;

use super::args::{BOARD_4X4, OutputArgs, RulesArgs, SCORE_OF_FILES, SIZE_4X4, StartArgs, read};
use super::color::{self, answer};
use super::failure::Failure;
use super::file::{Answer, FileArgs, Lines, Out};
use super::output::{line_of_play, listed};

/// Look up the value of a board or a position, without a search
///
/// The program knows the value of every position on boards of up to 16 squares, of every solved
/// board and of the positions on its line of best play, and of every move in the first plies of 6x6.
/// With --table it answers from a file that `tabulate` has written. For other positions use `solve`.
#[derive(Debug, Args)]
#[command(mut_arg("score", |arg| arg.help(SCORE_OF_FILES)))]
#[command(mut_arg("size", |arg| arg.help(SIZE_4X4).conflicts_with("table")))]
#[command(after_help = "\
Examples:
  othello-solver lookup 6x7
  othello-solver lookup 6x6 c2b4
  othello-solver lookup '-----OX--XO----- X'
  othello-solver lookup --table 4x6.table '---------XO--OX--------- X'
  othello-solver lookup -- '-----OX--XO----- X'   if a shell alias adds options")]
pub(crate) struct LookupArgs {
    /// A board (6x7), cells and side (-----OX--XO----- X), two hexadecimal words and side, or moves
    /// (b1a1)
    #[arg(value_name = "SIZE|POSITION", allow_hyphen_values = true)]
    #[arg(required_unless_present = "file", conflicts_with = "file")]
    board_or_position: Option<String>,

    /// The position on the board that is named first, or moves that lead to it
    #[arg(value_name = "POSITION", allow_hyphen_values = true, conflicts_with = "size")]
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

impl LookupArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let table = self.table.as_deref().map(ValueTable::open).transpose();
        let table = table.map_err(Failure::input)?;
        let table = table.as_ref();
        let reader = self.board.reader(BOARD_4X4);
        let reader = table.map_or(reader, |table| reader.on(table.size()));
        if let Some(lines) = self.file.lines(reader)? {
            return self.look_up_lines(lines, table);
        }
        let position = self.position(table)?;
        let known = if let Some(table) = table {
            look_up_in(table, position)?
        } else {
            Source::new(position.size(), self.rules.into()).look_up(position)
        };
        let known = known.map_err(Failure::Failed)?;
        self.output.format.answer(&known, || describe(&known))
    }

    /// The position that was typed: on a board that stands before it, or on its own.
    fn position(&self, table: Option<&ValueTable>) -> Result<Position, Failure> {
        let first = self.board_or_position.as_deref().unwrap_or_default();
        let (board, text) = match (first.parse::<Size>(), &self.position) {
            (Ok(size), text) => (StartArgs { size: Some(size), ..self.board }, text.as_deref()),
            (Err(_), None) => (self.board, Some(first)),
            (Err(error), Some(_)) => return Err(Failure::Input(format!("'{first}': {error}"))),
        };
        let size = board.size.unwrap_or(BOARD_4X4);
        let reader = board.reader(BOARD_4X4);
        let reader = table.map_or(reader, |table| reader.on(table.size()));
        match text {
            Some(text) => Ok(read(text, reader)?.position()),
            None => Ok(Position::start(size, board.start)),
        }
    }

    fn look_up_lines(&self, lines: Lines, table: Option<&ValueTable>) -> Result<(), Failure> {
        let out = Out { format: self.output.format, file: None };
        if let Some(table) = table {
            let rules = table.rules().into();
            return lines.answer_each(rules, &out, |entry, _| look_up_in(table, entry.position()));
        }
        let mut sources = BTreeMap::new();
        lines.answer_each(self.rules, &out, |entry, rules| {
            let position = entry.position();
            let size = position.size();
            let source = sources.entry((size, rules)).or_insert_with(|| Source::new(size, rules));
            Ok(source.look_up(position))
        })
    }
}

/// Where answers come from: a small board is solved from both starts, and of others some positions
/// are known.
enum Source {
    Solved(Box<Lookups>),
    Known(Rules),
}

impl Source {
    fn new(size: Size, rules: Rules) -> Self {
        let is_small = size.squares() <= EXHAUSTIVE_SQUARES;
        let solved = is_small.then(|| Lookups::new(size, rules).ok()).flatten();
        solved.map_or(Self::Known(rules), |solved| Self::Solved(Box::new(solved)))
    }

    fn look_up(&self, position: Position) -> Result<Lookup, String> {
        match self {
            Self::Solved(lookups) => Ok(lookups.look_up(position).expect("it is on this board")),
            Self::Known(rules) => {
                let known = KnownPosition::find(position, *rules);
                let known = known.map(|known| Lookup::of_known(position, *rules, known));
                known.ok_or_else(|| unknown(position))
            }
        }
    }
}

/// Why there is no answer, and what finds one.
fn unknown(position: Position) -> String {
    format!(
        "the value of this position on {} is not known without a search; try \
         'othello-solver solve {0} --position', or name a table with --table",
        position.size()
    )
}

/// The answer from a table, for a position on its board, unless no game reaches it.
fn look_up_in(table: &ValueTable, position: Position) -> Result<Result<Lookup, String>, Failure> {
    let row = table.row(position).map_err(Failure::failed)?;
    let known =
        row.map(|row| Lookup::of_known(position, table.rules(), KnownPosition::of_row(&row)));
    Ok(known.map(|known| Lookup { line: None, ..known }).ok_or_else(|| {
        format!(
            "no game of this table reaches {position} or any of its mirror images and rotations; \
             try 'othello-solver solve --position'"
        )
    }))
}

impl Answer for Lookup {
    fn value(&self) -> Option<Score> {
        Some(self.value)
    }

    fn value_of(&self, square: Square) -> Option<Score> {
        let valued = self.moves.iter().flatten().find(|mv| mv.square == square);
        let best = self.best_moves.as_ref().is_some_and(|best| best.contains(&square));
        valued.map(|mv| mv.value).or(best.then_some(self.value))
    }

    /// The value and those of the moves, on a line.
    fn words(&self) -> String {
        let value_of = |of: &MoveValue| format!("  {} {}", of.square, color::value(of.value, 0));
        let moves: String = self.moves.iter().flatten().map(value_of).collect();
        format!("{}{moves}", color::value(self.value, 5))
    }
}

/// The answer for people to read.
fn describe(known: &Lookup) -> String {
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
    let best = match (&known.best_moves, known.best_move) {
        (Some(best), _) => listed(best),
        (None, best) => listed(best),
    };
    if known.moves.is_none() && position.turn() == Turn::Place {
        let best = if best.is_empty() { "unknown".to_owned() } else { answer(&best) };
        text += &format!("best       {best}\n");
    }
    for of in known.moves.iter().flatten() {
        let best = if of.value == known.value { answer("  best") } else { String::new() };
        text += &format!("  {:<8} {}{best}\n", of.square, color::value(of.value, 0));
    }
    if let Some(line) = &known.line {
        text += &format!("line       {}\n", line_of_play(line));
    }
    text
}
