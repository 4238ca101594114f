//! `show`: a board, and the ways to write it.

use clap::{Args, ValueEnum};
use othello_solver::{
    Color, Entry, Game, Ggf, Obf, Rules, Scoring, Shape, Transcript, Turn, size_of_positions, svg,
    to_hex,
};

use super::args::StartArg;
use super::failure::Failure;
use super::output::print;
use super::size::{ForShape, Size};

/// Draw a board with its legal moves and flips, or write it in another notation
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  othello-solver show '-----OX--XO----- X'
  othello-solver show f5d6c3 --to cells
  othello-solver show --size 6 --moves d3c5 --to svg > board.svg
  othello-solver show '0x0240 0x0420 X' --to obf")]
pub(crate) struct Show {
    /// A position, as cells and side, OBF, a GGF game, two hexadecimal words and side, or moves
    #[arg(value_name = "POSITION", allow_hyphen_values = true, conflicts_with = "moves")]
    position: Option<String>,

    /// The moves that lead to the position: f5d6c3
    #[arg(long, value_name = "TRANSCRIPT")]
    moves: Option<String>,

    /// The board, WIDTHxHEIGHT [default: that of the position, or 8x8]
    #[arg(long, value_name = "SIZE")]
    size: Option<Size>,

    /// How the first four discs lie
    #[arg(long, value_name = "START", default_value = "diagonal")]
    start: StartArg,

    /// What to write in place of the drawing
    #[arg(long, value_name = "NOTATION")]
    to: Option<To>,
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
    /// A picture
    Svg,
}

impl Show {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let own = self.position.as_deref().and_then(size_of_positions);
        let size = match (self.size, own) {
            (Some(size), _) => size,
            (None, Some((width, height))) => {
                format!("{width}x{height}").parse().map_err(Failure::Usage)?
            }
            (None, None) => Size::S8x8,
        };
        size.dispatch(self)
    }

    /// The game that was named.
    fn game<S: Shape>(&self) -> Result<Transcript<S>, Failure> {
        let (start, usage) = (self.start.into(), |error| Failure::Usage(error));
        let Some(position) = &self.position else {
            let moves = self.moves.as_deref().unwrap_or_default();
            return Transcript::parse(Game::start(start), moves)
                .map_err(|error| usage(format!("--moves: {error}")));
        };
        // Where the position is a game, its moves are kept.
        if let Ok(ggf) = Ggf::parse(position) {
            return Ok(ggf.game);
        }
        if let Ok(transcript) = Transcript::parse(Game::start(start), position) {
            return Ok(transcript);
        }
        match Entry::parse(position, start) {
            Ok(Some(entry)) => Ok(Transcript::new(entry.game)),
            Ok(None) => Err(usage("the position is empty".to_owned())),
            Err(error) => {
                Err(usage(format!("position, column {}: {}", error.column, error.reason)))
            }
        }
    }
}

impl ForShape for Show {
    type Output = Result<(), Failure>;

    fn run<S: Shape>(self) -> Self::Output {
        let transcript = self.game::<S>()?;
        let game = transcript.end();
        print(&match self.to {
            None => drawing(&game.diagram(), game.side(), &task(game)),
            Some(To::Cells) => format!("{game}\n"),
            Some(To::Obf) => format!("{}\n", Obf { game, scores: Vec::new() }),
            Some(To::Ggf) => {
                let result = (game.turn() == Turn::Over).then(|| result(game));
                format!("{}\n", Ggf { game: transcript, result })
            }
            Some(To::Hex) => format!("{}\n", to_hex(game)),
            Some(To::Svg) => svg::board(game),
        })
    }
}

/// The score of a finished game as records have it, seen by Black.
fn result<S: Shape>(game: Game<S>) -> i32 {
    let rules = Rules { scoring: Scoring::EmptiesToWinner, ..Rules::default() };
    let [black, white] = Color::ALL.map(|color| game.discs(color).len());
    rules.score(black, white, game.position().empty().len())
}

/// What the player to move may do: each move and what it flips.
fn task<S: Shape>(game: Game<S>) -> Turns {
    let position = game.position();
    match game.turn() {
        Turn::Place(moves) => Turns::Moves(
            moves
                .into_iter()
                .map(|square| (square.to_string(), position.flips(square).to_string()))
                .collect(),
        ),
        Turn::Pass => Turns::Pass,
        Turn::Over => Turns::Over,
    }
}

/// As [`Turn`], with names.
enum Turns {
    /// The moves, and what each flips.
    Moves(Vec<(String, String)>),
    Pass,
    Over,
}

fn drawing(diagram: &str, side: Color, task: &Turns) -> String {
    let task = match task {
        Turns::Moves(moves) => {
            let flips =
                moves.iter().map(|(square, flips)| format!("\n  {square:<3} flips {flips}"));
            format!("{side} to move{}", flips.collect::<String>())
        }
        Turns::Pass => format!("{side} has to pass"),
        Turns::Over => "The game is over".to_owned(),
    };
    format!("{diagram}\n{task}\n")
}
