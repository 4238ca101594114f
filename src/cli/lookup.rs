//! `lookup`: what is known about a position on a board that is solved to the end.

use std::path::PathBuf;

use clap::Args;
use othello_solver::analysis::MoveValue;
use othello_solver::notation::ReadProblem;
use othello_solver::results::{EXHAUSTIVE_SQUARES, Lookup as Known, Lookups};
use othello_solver::tables::ValueTable;
use othello_solver::{Position, Rules, Score, Size, Square, Start};

use super::args::{OutputArgs, RulesArgs, SCORE_OF_FILES, read_position, wrong_position};
use super::color::{self, answer};
use super::failure::Failure;
use super::file::{Answer, FileArgs, Out, PositionFile};
use super::output::line_of_play;

/// Look up the value of a position and of each of its moves
///
/// This works on 4x4 and smaller boards, and on those for which `tabulate` has written a table. For
/// other positions use `solve`.
#[derive(Debug, Args)]
#[command(mut_arg("score", |arg| arg.help(SCORE_OF_FILES)))]
#[command(after_help = "\
Examples:
  othello-solver lookup '-----OX--XO----- X'
  othello-solver lookup --table 4x6.table '---------XO--OX--------- X'
  othello-solver lookup -- '-----OX--XO----- X'   if a shell alias adds options")]
pub(crate) struct Lookup {
    /// The cells from a1 row by row (X O -), a space, and the side to move
    #[arg(value_name = "POSITION", allow_hyphen_values = true, required_unless_present = "file")]
    #[arg(conflicts_with = "file")]
    position: Option<String>,

    #[command(flatten)]
    file: FileArgs,

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
        let table = table.map_err(Failure::failed)?;
        if let Some(file) = self.file.read()? {
            return self.look_up_file(&file, table.as_ref());
        }
        let known = if let Some(table) = table {
            look_up_in(&table, read_position(self.position(), Some(table.size()))?)?
        } else {
            let position = self.square_position()?;
            check_size(position.size())?;
            look_up(&solved(position.size(), self.rules.into()), position)
        };
        self.output.format.answer(&known, || describe(&known))
    }

    fn position(&self) -> &str {
        self.position.as_deref().unwrap_or_default()
    }

    /// The position that was typed, on a square board.
    fn square_position(&self) -> Result<Position, Failure> {
        let text = self.position();
        text.parse::<Position>().map_err(|error| match &error.problem {
            ReadProblem::NoSquareBoard { cells } => Failure::Input(format!(
                "the number of cells is {cells}, and 4x4 has 16; for a board of another shape name \
                 its table by --table, or try 'othello-solver solve SIZE --position'"
            )),
            _ => wrong_position(text, &error),
        })
    }

    fn look_up_file(&self, file: &PositionFile, table: Option<&ValueTable>) -> Result<(), Failure> {
        let size = table.map_or_else(|| file.size(), ValueTable::size);
        let start = Position::start(size, Start::default());
        let out = Out { format: self.output.format, file: None };
        if let Some(table) = table {
            let rules = table.rules().into();
            return file
                .answer_each(start, rules, &out, |entry, _| look_up_in(table, entry.position));
        }
        // Errors in the file come first.
        file.entries(start)?;
        check_size(start.size())?;
        let mut lookups = None;
        file.answer_each(start, self.rules, &out, |entry, rules| {
            let lookups = lookups.get_or_insert_with(|| solved(size, rules));
            Ok(look_up(lookups, entry.position))
        })
    }
}

/// Refuses boards that take too long to solve for a look-up.
fn check_size(size: Size) -> Result<(), Failure> {
    if size.squares() <= EXHAUSTIVE_SQUARES {
        return Ok(());
    }
    Err(Failure::Input(format!(
        "the {size} board is not solved to the end, 4x4 is; for this position name a table by \
         --table, or try 'othello-solver solve --position'"
    )))
}

/// A small board, solved from both starts.
fn solved(size: Size, rules: Rules) -> Lookups {
    Lookups::new(size, rules).expect("the board is small")
}

/// The answer for a position on a board of this size.
fn look_up(lookups: &Lookups, position: Position) -> Known {
    lookups.look_up(position).expect("it is on this board")
}

/// The value of a position, from a table.
fn value(table: &ValueTable, position: Position) -> Result<Score, Failure> {
    table.value(position).map_err(Failure::failed)?.ok_or_else(|| {
        Failure::Failed(format!(
            "no game of this table reaches {position} or any of its mirror images and rotations; \
             try 'othello-solver solve --position'"
        ))
    })
}

/// The answer from a table, for a position on its board.
fn look_up_in(table: &ValueTable, position: Position) -> Result<Known, Failure> {
    let Rules { scoring, objective } = table.rules();
    let value_of = |square| {
        let after = position.play(square).expect("the move is one of the legal moves");
        Ok(MoveValue { square, value: -value(table, after)? })
    };
    Ok(Known {
        position,
        objective,
        score: scoring,
        reached_from: None,
        value: value(table, position)?,
        best_moves: None,
        line: None,
        moves: position.moves().into_iter().map(value_of).collect::<Result<_, Failure>>()?,
    })
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
