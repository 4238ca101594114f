//! `lookup`: known facts about a position, without a search.

use std::collections::BTreeMap;
use std::sync::Mutex;

use othello_core::Find;
use othello_core::answer::{self, EXHAUSTIVE_SQUARES, Limits, Question, Sources, answer};
use othello_solver::results::{AnswerDocument, Lookup, Reachable};
use othello_solver::tables::ValueTable;

use super::board::read_entry;
use super::prelude::*;

/// Look up the value of a board or a position, without a search
///
/// Known values: all positions on boards of up to 16 squares, every solved board with the positions on
/// its line of best play, and all moves in the first plies of 6x6. With --table, values are read from
/// a file written by `tabulate`. For other positions, use `solve`.
#[derive(Debug, Args)]
#[command(mut_arg("score", |arg| arg.help(SCORE_FOR_FILES)))]
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

    /// A position on the board given first, or the moves that lead to it
    #[arg(value_name = "POSITION", allow_hyphen_values = true, conflicts_with = "size")]
    position: Option<String>,

    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    board: StartArgs,

    /// Read values from this file, written by `tabulate`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["objective", "score"])]
    table: Option<PathBuf>,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    output: OutputArgs,
}

impl LookupArgs {
    pub(crate) fn run(self) -> Result {
        let opened = match &self.table {
            Some(path) => Some(ValueTable::open(path).map_err(Failure::input)?),
            None => None,
        };
        let table = opened.as_ref();
        let reader = self.board.reader(BOARD_4X4);
        let reader = table.map_or(reader, |table| reader.on(table.size));
        if let Some(lines) = self.file.lines(reader)? {
            return self.look_up_lines(lines, table);
        }
        let position = self.position(table)?;
        let found = match table {
            Some(table) => look_up_in(table, position)?,
            None => look_up(position, self.rules.or_default(), &mut BTreeMap::new())?,
        };
        let found = found.map_err(Failure::Failed)?;
        self.output.format.answer(&found, || describe(&found))
    }

    /// The given position, with or without a board in front.
    fn position(&self, table: Option<&ValueTable>) -> Result<Position> {
        let first = self.board_or_position.as_deref().unwrap_or_default();
        let (board, text) = match (first.parse::<Size>(), &self.position) {
            (Ok(size), text) => (StartArgs { size: Some(size), ..self.board }, text.as_deref()),
            (Err(_), None) => (self.board, Some(first)),
            (Err(error), Some(_)) => return Err(Failure::Input(format!("'{first}': {error}"))),
        };
        let reader = board.reader(BOARD_4X4);
        match (text, table) {
            (Some(text), Some(table)) => Ok(read_entry(text, reader.on(table.size))?.position()),
            _ => Ok(board.game(text, None, BOARD_4X4)?.end()),
        }
    }

    fn look_up_lines(&self, lines: RecordStream, table: Option<&ValueTable>) -> Result {
        let (bar, to) = (self.output.quiet.bar(), (self.output.format, None));
        let means = ((&Limits::single(0), false), &bar);
        if let Some(table) = table {
            let Rules { scoring, objective } = table.rules;
            let rules = RulesArgs { objective: Some(objective), score: Some(scoring) };
            return answer_each(lines, rules, to, means, |Asked { entry, .. }| {
                Ok(look_up_in(table, entry.position())?.map(on_line))
            });
        }
        let reachable = Mutex::new(BTreeMap::new());
        answer_each(lines, self.rules, to, means, |Asked { entry, rules, .. }| {
            let mut reachable = reachable.lock().expect("there is one thread");
            Ok(look_up(entry.position(), rules, &mut reachable)?.map(on_line))
        })
    }
}

/// Everything that these sources know about a position, or `None` if they do not know its value.
fn known(
    position: Position,
    rules: Rules,
    lines: answer::Lines,
    sources: &Sources<'_>,
) -> Result<Option<AnswerDocument>> {
    let question = Question { position, rules, find: Find::AllMoves, lines, counts: false };
    let found = answer(&question, sources, &Limits::single(0), &()).map_err(Failure::failed)?;
    let document = AnswerDocument::new(&question, &found);
    Ok(if document.value.is_some() { Some(document) } else { None })
}

/// Looks up a position. For a small board, that includes how it can be reached, which is kept for the
/// next position.
fn look_up(
    position: Position,
    rules: Rules,
    reachable: &mut BTreeMap<Size, Option<Reachable>>,
) -> Result<Result<Lookup, String>> {
    let size = position.size();
    let Some(answer) = known(position, rules, answer::Lines::One, &Sources::LOOKUPS)? else {
        return Ok(Err(format!(
            "the value of this position on {size} is not known without a search: `solve` searches, \
             `analyze` estimates, and --table looks it up in a table"
        )));
    };
    let mut found = Lookup { answer, reached_from: None };
    if size.squares() <= EXHAUSTIVE_SQUARES {
        let reachable = reachable.entry(size).or_insert_with(|| Reachable::new(size).ok());
        found.reached_from = reachable.as_ref().map(|it| it.starts_before(position));
    }
    Ok(Ok(found))
}

/// The entry of a table for a position on its board, or why the table has none.
fn look_up_in(table: &ValueTable, position: Position) -> Result<Result<Lookup, String>> {
    if table.value(position).map_err(Failure::failed)?.is_none() {
        return Ok(Err(format!(
            "no game of this table reaches {position} or any of its mirror images and rotations; \
             `solve` finds its value by a search"
        )));
    }
    let sources =
        Sources { enumeration: false, known: false, table: Some(table), ..Sources::LOOKUPS };
    let found = known(position, table.rules, answer::Lines::None, &sources)?;
    let answer = found.expect("the table has its value");
    Ok(Ok(Lookup { answer, reached_from: None }))
}

/// The answer to a line of a file.
fn on_line(found: Lookup) -> PositionAnswer<Lookup> {
    let known = found.answer.value;
    let mut moves = String::new();
    for mv in found.answer.moves.iter().flatten() {
        if let Some(own) = mv.value {
            moves += &format!("  {} {}", mv.square, value(own, 0));
        }
    }
    let summary = value(known.unwrap_or_default(), 5) + &moves;
    let values = found.answer.known_values();
    PositionAnswer { answer: found, value: known, values, summary, details: String::new() }
}

/// The answer for people to read.
fn describe(found: &Lookup) -> String {
    let Lookup { answer, reached_from } = found;
    let (position, known) = (answer.position, answer.value.unwrap_or_default());
    let mut text = drawn_board(position, None) + "\n";
    if let Some(starts) = reached_from {
        let starts: Vec<_> = starts.iter().map(Start::to_string).collect();
        text += &match starts[..] {
            [] => "reached    from neither start\n".to_owned(),
            _ => format!("reached    from the {} start\n", starts.join(" and the ")),
        };
    }
    text += &format!("value      {}\n", value_for(known, position));
    if answer.moves.iter().flatten().all(|mv| mv.value.is_some()) {
        for mv in answer.moves.iter().flatten() {
            let best = if mv.value == answer.value { bold("  best") } else { String::new() };
            let own = value(mv.value.unwrap_or_default(), 0);
            text += &format!("  {:<8} {own}{best}\n", mv.square);
        }
    } else {
        let best = best_moves(answer.best_moves.as_ref(), answer.best_move);
        let best = if best.is_empty() { "unknown".to_owned() } else { bold(&best) };
        text += &format!("best       {best}\n");
    }
    if let Some(line) = &answer.line {
        text += &format!("line       {}\n", line_of_play(line));
    }
    text
}
