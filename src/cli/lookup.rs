//! `lookup`: what is known of a position of a board that is solved to the end.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use othello_solver::results::{Lookup as Answer, MoveValue};
use othello_solver::{
    AnyGame, ArrangementsTable, Board4x4, Game, Objective, Rules, Score, Scoring, Shape, Start,
    report,
};
use serde::Serialize;

use super::args::{Format, OutputArgs, RulesArgs, game_of, read_cells, square_size};
use super::failure::Failure;
use super::file::{FileArgs, LookupFile, Out};
use super::output::{print, print_json};
use super::size::{ForShape, Size};

/// Show the value of a 4x4 position and of each of its moves
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  othello-solver lookup '-----OX--XO----- X'
  othello-solver lookup -- '-----OX--XO----- X'   the same, where a shell alias adds options")]
pub(crate) struct Lookup {
    /// The cells from a1 row by row (X O -), a space, and the side to move
    #[arg(value_name = "POSITION", allow_hyphen_values = true, required_unless_present = "file")]
    #[arg(conflicts_with = "file")]
    position: Option<String>,

    #[command(flatten)]
    file: FileArgs,

    /// Answer from this file, which `tabulate 4x4 --all` has written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["objective", "score", "file"])]
    table: Option<PathBuf>,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    output: OutputArgs,
}

impl Lookup {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let file = self.file.read()?;
        let size = match &file {
            Some(file) => file.own_size()?,
            None => square_size(&read_cells(self.position())?)?,
        };
        if let Some(table) = &self.table
            && size == Size::S4x4
        {
            return self.look_up_in(table);
        }
        let answer = match file {
            None => size.dispatch_exhaustive(self),
            Some(file) => size.dispatch_exhaustive(LookupFile {
                file,
                start: Start::Diagonal,
                rules: self.rules,
                out: Out { format: self.output.format, file: None },
            }),
        };
        answer.unwrap_or_else(|| {
            Err(Failure::Usage(format!(
                "the {size} board is not solved to the end, 4x4 is; for this position try \
                 'othello-solver solve --position'"
            )))
        })
    }

    fn game<S: Shape>(&self) -> Result<Game<S>, Failure> {
        let board = AnyGame::start::<S>(Start::default());
        let game = game_of(&read_cells(self.position())?, board)?;
        Ok(game.game().expect("it is on this board"))
    }

    fn position(&self) -> &str {
        self.position.as_deref().unwrap_or_default()
    }

    /// Looks up the value of the position and those after each move.
    fn look_up_in(&self, table: &Path) -> Result<(), Failure> {
        let game = self.game::<Board4x4>()?;
        let table = ArrangementsTable::open(table).map_err(Failure::failed)?;
        let position = game.position();
        let value = table.value(position).map_err(Failure::failed)?;
        let mut moves = Vec::new();
        for square in position.moves() {
            let after = table.value(position.play(square)).map_err(Failure::failed)?;
            moves.push(MoveValue { square: square.to_string(), value: -after });
        }
        match self.output.format {
            Format::Text => print(&(game.diagram() + &values(game, value, &moves))),
            Format::Json => print_json(&FromTable {
                position: game.to_string(),
                objective: table.rules().objective,
                score: table.rules().scoring,
                value,
                moves,
            }),
        }
    }
}

/// What a table of all arrangements says of a position.
#[derive(Serialize)]
struct FromTable {
    position: String,
    objective: Objective,
    score: Scoring,
    value: Score,
    moves: Vec<MoveValue>,
}

/// The value of a position and of each move.
fn values<S: Shape>(game: Game<S>, value: Score, moves: &[MoveValue]) -> String {
    let mut text = format!("\nvalue      {value:+} for {}, who is to move\n", game.side());
    for of in moves {
        let best = if of.value == value { "  best" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {:<8} {:+}{best}", of.square, of.value);
    }
    text
}

impl ForShape for Lookup {
    type Output = Result<(), Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let game = self.game::<S>()?;
        let answer = report::lookup(game, Rules::from(self.rules));
        match self.output.format {
            Format::Text => print(&describe(game, &answer)),
            Format::Json => print_json(&answer),
        }
    }
}

/// The answer for people to read.
fn describe<S: Shape>(game: Game<S>, answer: &Answer) -> String {
    let mut text = game.diagram();
    let reached = match answer.reached_from.as_slice() {
        [] => "from neither start".to_owned(),
        starts => {
            let starts: Vec<_> = starts.iter().map(|start| format!("{start:?}")).collect();
            format!("from the {} start", starts.join(" and the ").to_lowercase())
        }
    };
    // Writing to a string cannot fail.
    let _ = write!(text, "\nreached    {reached}");
    text += &values(game, answer.value, &answer.moves);
    let _ =
        writeln!(text, "line       {}", if answer.line.is_empty() { "none" } else { &answer.line });
    text
}
