//! `show`: a board, and the ways to write it.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use othello_solver::notation::{Ggf, PositionEntry, ReadProblem, size_of_positions, to_hex};
use othello_solver::results::svg;
use othello_solver::{Color, Game, Position, Rules, Score, Scoring, Square, Turn};

use super::args::{BOARD_8X8, StartArgs, read_moves, wrong_position};
use super::color;
use super::failure::Failure;
use super::output::{deliver, print};

/// Draw a position with its legal moves, or convert it to another notation
#[derive(Debug, Args)]
#[command(mut_arg("size", |arg| arg.help(
    "The board, WIDTHxHEIGHT [default: that of the position, or 8x8]"
)))]
#[command(after_help = "\
Examples:
  othello-solver show '-----OX--XO----- X'
  othello-solver show f5d6c3 --to cells
  othello-solver show --size 6 --moves c2b4 --svg board.svg
  othello-solver show '0x0240 0x0420 X' --to obf")]
pub(crate) struct Show {
    /// Cells and side, two hexadecimal words and side, OBF, a GGF game, or moves
    #[arg(value_name = "POSITION", allow_hyphen_values = true, conflicts_with = "moves")]
    position: Option<String>,

    /// Moves that lead to the position, such as f5d6c3
    #[arg(long, value_name = "TRANSCRIPT")]
    moves: Option<String>,

    #[command(flatten)]
    board: StartArgs,

    /// Notation to write instead of drawing the board
    #[arg(long, value_name = "NOTATION")]
    to: Option<To>,

    /// Draw the game, or the position if no moves are known, as SVG to this file
    #[arg(long, value_name = "FILE", conflicts_with = "to")]
    svg: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    /// Cells row by row from a1 and the side to move
    Cells,
    /// A line of an OBF file
    Obf,
    /// A game record, with the moves if they are known
    Ggf,
    /// The black and the white discs as hexadecimal words, a1 the lowest bit
    Hex,
}

impl Show {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let game = self.game()?;
        let end = game.end();
        if let Some(path) = &self.svg {
            let picture = match game.moves() {
                [] => svg::board(end),
                _ => svg::line(&format!("A game of {} Othello", end.size()), &game),
            };
            return deliver(path, &picture);
        }
        print(&match self.to {
            None => drawing(end, game.moves().last().copied()),
            Some(To::Cells) => format!("{end}\n"),
            Some(To::Obf) => format!("{end};\n"),
            Some(To::Ggf) => format!("{}\n", Ggf { result: result(end), game }),
            Some(To::Hex) => format!("{}\n", to_hex(end)),
        })
    }

    /// The game that was typed.
    fn game(&self) -> Result<Game, Failure> {
        let own = self.position.as_deref().and_then(size_of_positions);
        let size = self.board.size.or(own);
        let start = Position::start(size.unwrap_or(BOARD_8X8), self.board.start);
        let Some(position) = &self.position else {
            return read_moves(start, self.moves.as_deref().unwrap_or_default());
        };
        // If the position is given as a game, its moves are kept.
        if let Ok(ggf) = Ggf::parse(start.size(), position) {
            return Ok(ggf.game);
        }
        if let Ok(game) = Game::parse(start, position) {
            return Ok(game);
        }
        match PositionEntry::parse(position, start) {
            Ok(Some(entry)) => Ok(Game::new(entry.position)),
            Ok(None) => Err(Failure::input("the position is empty")),
            // Without a size it is not the 8x8 board that the cells should fill.
            Err(error) => {
                let no_board = position.parse::<Position>().err().filter(|error| {
                    size.is_none() && matches!(error.problem, ReadProblem::NoSquareBoard { .. })
                });
                Err(wrong_position(position, &no_board.unwrap_or(error)))
            }
        }
    }
}

/// The score of a finished game as records have it, seen by Black.
fn result(end: Position) -> Option<Score> {
    let rules = Rules { scoring: Scoring::EmptiesToWinner, ..Rules::default() };
    (end.turn() == Turn::Over).then(|| Color::Black.sees(end.score(rules), end.side()))
}

/// The board, and what the player to move may do: each move and what it flips.
fn drawing(position: Position, last: Option<Square>) -> String {
    let (diagram, side) = (color::board(position, last), position.side());
    let task = match position.turn() {
        Turn::Place => {
            let line = |square: Square| format!("\n  {square:<3} flips {}", position.flips(square));
            let lines = position.moves().into_iter().map(line);
            format!("{side} to move{}", lines.collect::<String>())
        }
        Turn::Pass => format!("{side} has to pass"),
        Turn::Over => "The game is over".to_owned(),
    };
    format!("{diagram}\n{task}\n")
}
