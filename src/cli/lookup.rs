//! `lookup`: what is known of a position of a board that is solved to the end.

use std::fmt::Write;

use clap::Args;
use othello_solver::results::Lookup as Answer;
use othello_solver::{Game, Rules, Shape, Start, report};

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
  othello-solver lookup -- '-----OX--XO----- X'   the same, where a shell alias adds options")]
pub(crate) struct Lookup {
    /// The cells from a1 row by row (X O -), a space, and the side to move
    #[arg(value_name = "POSITION", allow_hyphen_values = true, required_unless_present = "file")]
    #[arg(conflicts_with = "file")]
    position: Option<String>,

    #[command(flatten)]
    file: FileArgs,

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
        if size.squares() > report::EXHAUSTIVE_SQUARES {
            return Err(Failure::Usage(format!(
                "the {size} board is not solved to the end, 4x4 is; for this position try \
                 'othello-solver solve --position'"
            )));
        }
        match file {
            None => size.dispatch(self),
            Some(file) => size.dispatch(LookupFile {
                file,
                start: Start::Diagonal,
                rules: self.rules,
                out: Out { format: self.output.format, file: None },
            }),
        }
    }

    fn position(&self) -> &str {
        self.position.as_deref().unwrap_or_default()
    }
}

impl ForShape for Lookup {
    type Output = Result<(), Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let game = game_of::<S>(&read_cells(self.position())?)?;
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
    let _ = writeln!(text, "\nreached    {reached}");
    let _ = writeln!(text, "value      {:+} for {}, who is to move", answer.value, game.side());
    for of in &answer.moves {
        let best = if of.value == answer.value { "  best" } else { "" };
        let _ = writeln!(text, "  {:<8} {:+}{best}", of.square, of.value);
    }
    let _ =
        writeln!(text, "line       {}", if answer.line.is_empty() { "none" } else { &answer.line });
    text
}
