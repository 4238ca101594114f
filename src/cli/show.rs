//! `show`: draws a position or converts it to another notation.

use othello_core::SquareSet;
use othello_core::notation::{Ggf, to_hex};
use othello_solver::results::svg;

use super::prelude::*;

/// Draw a position with its legal moves, or convert it to another notation
#[derive(Debug, Args)]
#[command(mut_arg("format", |arg| arg.conflicts_with_all(["to", "svg"])))]
#[command(mut_arg("size", |arg| arg.help(
    "The board, WIDTHxHEIGHT [default: from the position, or 8x8]"
)))]
#[command(after_help = "\
Examples:
  othello-solver show '-----OX--XO----- X'
  othello-solver show f5d6c3 --to cells
  othello-solver show --size 6 --moves c2b4 --svg board.svg
  othello-solver show '0x0240 0x0420 X' --to obf")]
pub(crate) struct Show {
    /// Cells and side, two hexadecimal words and side, OBF, a GGF game, moves, or a file of games
    #[arg(value_name = "POSITION", allow_hyphen_values = true, conflicts_with = "moves")]
    position: Option<String>,

    /// Moves that lead to the position, such as f5d6c3
    #[arg(long, value_name = "TRANSCRIPT")]
    moves: Option<String>,

    /// Which game of a file, counted from 1 [default: 1]
    #[arg(long, value_name = "N", requires = "position")]
    game: Option<usize>,

    #[command(flatten)]
    board: StartArgs,

    /// Notation to write instead of drawing the board
    #[arg(long, value_name = "NOTATION")]
    to: Option<To>,

    /// Draw the game as SVG to this file; without moves, draw the position
    #[arg(long, value_name = "FILE", conflicts_with = "to")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    print: OutputArgs,
}

/// A position and its legal moves.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Shown {
    /// The board.
    size: Size,
    /// The position.
    position: Position,
    /// The moves that led to it, as far as known.
    game: Game,
    /// The legal moves. There are none if the player must pass or the game is over.
    moves: Vec<Flips>,
}

/// A move, and the discs that it flips.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Flips {
    #[serde(rename = "move")]
    square: Square,
    /// The squares of these discs.
    flips: SquareSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    /// Cells from a1, row by row, and the side to move
    Cells,
    /// A line of an OBF file
    Obf,
    /// A game record, with the moves if known
    Ggf,
    /// The black and the white discs as hexadecimal words; a1 is the lowest bit
    Hex,
}

impl Show {
    pub(crate) fn run(self) -> Result {
        let (position, moves) = (self.position.as_deref(), self.moves.as_deref());
        let file = position.map(Path::new).filter(|path| path.is_file());
        let game = match (file, self.game) {
            (Some(file), number) => nth_game(file, number.unwrap_or(1), self.board)?,
            (None, Some(_)) => return Err(Failure::input("--game is for a file of games")),
            (None, None) => self.board.game(position, moves, BOARD_8X8)?,
        };
        let end = game.end();
        if let Some(path) = &self.svg {
            let picture = match game.moves() {
                [] => svg::board(end),
                _ => svg::line(&format!("A game of {} Othello", end.size()), &game),
            };
            return deliver(path, &picture);
        }
        let Some(to) = self.to else {
            let last = game.moves().last().copied();
            let flips = |square| Flips { square, flips: end.flips(square) };
            let moves = end.moves().into_iter().map(flips).collect();
            let shown = Shown { size: end.size(), position: end, game, moves };
            return self.print.format.answer(&shown, || drawing(&shown, last));
        };
        print(&match to {
            To::Cells => format!("{end}\n"),
            To::Obf => format!("{end};\n"),
            To::Ggf => format!("{}\n", Ggf { result: result(end), game }),
            To::Hex => format!("{}\n", to_hex(end)),
        })
    }
}

/// A game of a file, counted from 1.
fn nth_game(path: &Path, number: usize, board: StartArgs) -> Result<Game> {
    let mut lines = Lines::open(path, board.reader(BOARD_8X8))?;
    let failure = |problem| Failure::Input(format!("{}: {problem}", path.display()));
    let mut count = 0;
    while let Some(line) = lines.next().transpose()? {
        count += 1;
        if count == number {
            return line.entry.map(|entry| entry.game).map_err(failure);
        }
    }
    let count = counted(count, "game", "games");
    Err(failure(format!("there is no game {number}; the file has {count}")))
}

/// The score of a finished game as game records give it, seen by Black.
pub(super) fn result(end: Position) -> Option<Score> {
    let rules = Rules { scoring: Scoring::EmptiesToWinner, ..Rules::default() };
    (end.turn() == Turn::Over).then(|| Color::Black.sees(end.score(rules), end.side()))
}

/// The board, and each move with the discs it flips.
fn drawing(shown: &Shown, last: Option<Square>) -> String {
    let (diagram, side) = (board(shown.position, last), shown.position.side());
    let moves = match shown.position.turn() {
        Turn::Place => {
            let line = |mv: &Flips| format!("\n  {:<3} flips {}", mv.square, mv.flips);
            format!("{side} to move{}", shown.moves.iter().map(line).collect::<String>())
        }
        Turn::Pass => format!("{side} has to pass"),
        Turn::Over => "The game is over".to_owned(),
    };
    format!("{diagram}\n{moves}\n")
}
