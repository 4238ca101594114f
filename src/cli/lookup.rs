//! `lookup`: what is known of a position of a board that is solved to the end.

use std::path::{Path, PathBuf};

use clap::Args;
use othello_solver::results::{EXHAUSTIVE_SQUARES, Lookup as Known, Lookups, MoveValue};
use othello_solver::storage::TableError;
use othello_solver::{
    ArrangementsTable, Game, Objective, ReachableTable, ReadProblem, Rules, Score, Scoring, Size,
    Start,
};
use serde::Serialize;

use super::args::{
    BOARD_4X4, Format, FormatArgs, RulesArgs, SCORE_OF_FILES, read_position, wrong_position,
};
use super::color::{self, answer};
use super::failure::Failure;
use super::file::{Answer, FileArgs, Out, PositionFile};
use super::output::{print, print_json};

/// Show the value of a position and of each of its moves, at once
///
/// This works on 4x4 and smaller boards, and on those that `tabulate` has written
/// a table for. For other positions there is `solve`.
#[derive(Debug, Args)]
#[command(mut_arg("score", |arg| arg.help(SCORE_OF_FILES)))]
#[command(after_help = "\
Examples:
  othello-solver lookup '-----OX--XO----- X'
  othello-solver lookup --table results/4x6-positions.table '---------XO--OX--------- X'
  othello-solver lookup -- '-----OX--XO----- X'   the same, where a shell alias adds options")]
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
    output: FormatArgs,
}

impl Lookup {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let table = self.table.as_deref().map(Table::open).transpose()?;
        let format = self.output.format;
        match (table, self.file.read()?) {
            (Some(table), Some(file)) => {
                let start = Game::start(table.size(), Start::default());
                let out = Out { format, file: None };
                file.answer_each(start, table.rules().into(), &out, |entry, _| {
                    table.look_up(entry.game)
                })
            }
            (Some(table), None) => {
                let game = read_position(self.position(), Some(table.size()))?;
                let known = table.look_up(game)?;
                match format {
                    Format::Text => {
                        let board = color::board(game, None);
                        print(&(board + &values(game, known.value, &known.moves)))
                    }
                    Format::Json => print_json(&known),
                }
            }
            (None, Some(file)) => self.look_up_file(&file),
            (None, None) => {
                let game = self.game()?;
                check_size(game.size())?;
                let known = solved(game.size(), self.rules.into()).look_up(game);
                let known = known.expect("it is on this board");
                match format {
                    Format::Text => print(&describe(game, &known)),
                    Format::Json => print_json(&known),
                }
            }
        }
    }

    fn position(&self) -> &str {
        self.position.as_deref().unwrap_or_default()
    }

    /// The position that was typed, on a square board.
    fn game(&self) -> Result<Game, Failure> {
        let text = self.position();
        text.parse::<Game>().map_err(|error| match &error.problem {
            ReadProblem::NoSquareBoard { cells } => Failure::Input(format!(
                "the number of cells is {cells}, and 4x4 has 16; for a board of another shape name \
                 its table by --table, or try 'othello-solver solve SIZE --position'"
            )),
            _ => wrong_position(text, &error),
        })
    }

    fn look_up_file(&self, file: &PositionFile) -> Result<(), Failure> {
        let start = Game::start(file.size(), Start::default());
        let out = Out { format: self.output.format, file: None };
        // What is wrong with the file is said first.
        file.entries(start)?;
        check_size(start.size())?;
        let mut lookups = None;
        file.answer_each(start, self.rules, &out, |entry, rules| {
            let lookups = lookups.get_or_insert_with(|| solved(start.size(), rules));
            Ok(lookups.look_up(entry.game).expect("it is on this board"))
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

/// A file that `tabulate` has written.
enum Table {
    Reachable(ReachableTable),
    Arrangements(ArrangementsTable),
}

impl Table {
    fn open(path: &Path) -> Result<Self, Failure> {
        match ReachableTable::open(path) {
            Err(TableError::Foreign { .. }) => {
                ArrangementsTable::open(path).map(Self::Arrangements)
            }
            table => table.map(Self::Reachable),
        }
        .map_err(Failure::failed)
    }

    fn size(&self) -> Size {
        match self {
            Self::Reachable(table) => table.size(),
            Self::Arrangements(_) => BOARD_4X4,
        }
    }

    fn rules(&self) -> Rules {
        match self {
            Self::Reachable(table) => table.rules(),
            Self::Arrangements(table) => table.rules(),
        }
    }

    fn value(&self, game: Game) -> Result<Score, Failure> {
        match self {
            Self::Reachable(table) => {
                let value = table.value(game).map_err(Failure::failed)?;
                value.ok_or_else(|| {
                    Failure::Failed(format!(
                        "no game from the {} start comes to {game}, its mirror images or turns; try \
                         'othello-solver solve --position'",
                        table.start()
                    ))
                })
            }
            Self::Arrangements(table) => {
                let position = game.position().expect("the position is on the table's board");
                table.value(position).map_err(Failure::failed)
            }
        }
    }

    fn look_up(&self, game: Game) -> Result<FromTable, Failure> {
        let Rules { scoring, objective } = self.rules();
        let value_of = |square| {
            let after = game.play(square).expect("the move is one of the legal moves");
            Ok(MoveValue::new((square, -self.value(after)?)))
        };
        Ok(FromTable {
            position: game.to_string(),
            objective,
            score: scoring,
            value: self.value(game)?,
            moves: game.moves().into_iter().map(value_of).collect::<Result<_, Failure>>()?,
        })
    }
}

/// What a table says of a position.
#[derive(Serialize)]
struct FromTable {
    position: String,
    objective: Objective,
    score: Scoring,
    value: Score,
    moves: Vec<MoveValue>,
}

impl Answer for FromTable {
    fn value(&self) -> Option<Score> {
        Some(self.value)
    }

    fn value_of(&self, square: &str) -> Option<Score> {
        value_of(&self.moves, square)
    }

    fn words(&self) -> String {
        words(self.value, &self.moves)
    }
}

impl Answer for Known {
    fn value(&self) -> Option<Score> {
        Some(self.value)
    }

    fn value_of(&self, square: &str) -> Option<Score> {
        value_of(&self.moves, square)
    }

    fn words(&self) -> String {
        words(self.value, &self.moves)
    }
}

fn value_of(moves: &[MoveValue], square: &str) -> Option<Score> {
    moves.iter().find(|of| of.square == square).map(|of| of.value)
}

/// The value and those of the moves, on a line.
fn words(value: Score, moves: &[MoveValue]) -> String {
    let moves = moves.iter().map(|of| format!("  {} {}", of.square, color::value(of.value, 0)));
    format!("{}{}", color::value(value, 5), moves.collect::<String>())
}

/// The value and those of the moves, each on its line.
fn values(game: Game, value: Score, moves: &[MoveValue]) -> String {
    let (side, whole) = (game.side(), color::value(value, 0));
    let mut text = format!("\nvalue      {whole} for {side}, who is to move\n");
    for of in moves {
        let best = if of.value == value { answer("  best") } else { String::new() };
        text += &format!("  {:<8} {}{best}\n", of.square, color::value(of.value, 0));
    }
    text
}

/// The answer for people to read.
fn describe(game: Game, known: &Known) -> String {
    let reached = match known.reached_from.as_slice() {
        [] => "from neither start".to_owned(),
        starts => {
            let starts: Vec<_> = starts.iter().map(Start::to_string).collect();
            format!("from the {} start", starts.join(" and the "))
        }
    };
    let values = values(game, known.value, &known.moves);
    let line = if known.line.is_empty() { "none" } else { &known.line };
    format!("{}\nreached    {reached}{values}line       {line}\n", color::board(game, None))
}
