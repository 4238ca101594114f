//! `lookup`: what is known of a position of a board that is solved to the end.

mod table;

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use othello_solver::results::{Lookup as Answer, MoveValue};
use othello_solver::{AnyGame, Cells, Game, Rules, Score, Shape, Start, report};

use super::args::{Format, OutputArgs, RulesArgs, game_of, read_cells, square_size};
use super::failure::Failure;
use super::file::{FileArgs, LookupFile, Out};
use super::output::{print, print_json};
use super::size::ForShape;

/// Show the value of a 4x4 position and of each of its moves
#[derive(Debug, Args)]
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

    /// Answer from this file, which `tabulate 4x4 --all` or `tabulate 4x6` has written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["objective", "score", "file"])]
    table: Option<PathBuf>,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    output: OutputArgs,
}

impl Lookup {
    pub(crate) fn run(self) -> Result<(), Failure> {
        if let Some(path) = &self.table {
            return table::look_up(&read_cells(self.position())?, path, self.output.format);
        }
        let file = self.file.read()?;
        let size = match &file {
            Some(file) => file.own_size()?,
            None => square_size(&read_cells(self.position())?)?,
        };
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

    fn position(&self) -> &str {
        self.position.as_deref().unwrap_or_default()
    }
}

/// The position on a board of shape `S`, whose number of cells it must have.
fn on_board<S: Shape>(cells: &Cells) -> Result<Game<S>, Failure> {
    let game = game_of(cells, AnyGame::start::<S>(Start::default()))?;
    Ok(game.game().expect("it is on this board"))
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
        let game = on_board::<S>(&read_cells(self.position())?)?;
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
