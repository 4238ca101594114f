//! `show`: a board, and the ways to write it.

use clap::{Args, ValueEnum};
use othello_solver::{
    AnyEntry, AnyGame, AnyGgf, AnyTranscript, AnyTurn, Color, Rules, Score, Scoring,
    size_of_positions, squares, svg, to_hex,
};

use super::args::StartArg;
use super::failure::Failure;
use super::output::print;
use super::size::Size;

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
        let game = self.game(size.start(self.start.into()))?;
        let end = game.end();
        print(&match self.to {
            None => drawing(end),
            Some(To::Cells) => format!("{end}\n"),
            Some(To::Obf) => format!("{end};\n"),
            Some(To::Ggf) => format!("{}\n", AnyGgf { game, result: result(end) }),
            Some(To::Hex) => format!("{}\n", to_hex(end)),
            Some(To::Svg) => svg::board(end),
        })
    }

    /// The game that was named.
    fn game(&self, start: AnyGame) -> Result<AnyTranscript, Failure> {
        let Some(position) = &self.position else {
            let moves = self.moves.as_deref().unwrap_or_default();
            return AnyTranscript::parse(start, moves)
                .map_err(|error| Failure::Usage(format!("--moves: {error}")));
        };
        // Where the position is a game, its moves are kept.
        if let Ok(ggf) = AnyGgf::parse(start, position) {
            return Ok(ggf.game);
        }
        if let Ok(transcript) = AnyTranscript::parse(start, position) {
            return Ok(transcript);
        }
        match AnyEntry::parse(position, start) {
            Ok(Some(entry)) => Ok(AnyTranscript::new(entry.game)),
            Ok(None) => Err(Failure::usage("the position is empty")),
            Err(error) => {
                Err(Failure::usage(format!("position, column {}: {}", error.column, error.reason)))
            }
        }
    }
}

/// The score of a finished game as records have it, seen by Black.
fn result(game: AnyGame) -> Option<Score> {
    let rules = Rules { scoring: Scoring::EmptiesToWinner, ..Rules::default() };
    let [black, white] = Color::ALL.map(|color| game.discs(color).count_ones());
    let score = rules.score(black, white, game.empties());
    (game.turn() == AnyTurn::Over).then_some(score)
}

/// The board, and what the player to move may do: each move and what it flips.
fn drawing(game: AnyGame) -> String {
    let (diagram, side) = (game.diagram(), game.side());
    let task = match game.turn() {
        AnyTurn::Place(moves) => {
            let line = |square| {
                let flips = game.names(game.flips(square)).join(" ");
                format!("\n  {:<3} flips {flips}", game.name(square))
            };
            format!("{side} to move{}", squares(moves).map(line).collect::<String>())
        }
        AnyTurn::Pass => format!("{side} has to pass"),
        AnyTurn::Over => "The game is over".to_owned(),
    };
    format!("{diagram}\n{task}\n")
}
