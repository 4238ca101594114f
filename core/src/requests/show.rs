//! Showing a position or a game in every notation.

use serde::{Deserialize, Serialize};

use super::request::DEFAULT_SIZE;
use super::{Parameters, Result};
use crate::notation::{Reader, recorded_result, to_ggf, to_hex};
use crate::{Game, Position, Rules, Size, Square};

/// A position or a game in any notation.
#[derive(Clone, Debug, Deserialize)]
pub struct ShowRequest {
    size: Option<String>,
    start: Option<String>,
    /// A position, a game, or the moves after the start.
    #[serde(alias = "game", alias = "moves")]
    position: Option<String>,
    objective: Option<String>,
}

/// A position, its legal moves, and the game that led to it in every notation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shown {
    /// The board.
    pub size: Size,
    /// The position.
    pub position: Position,
    /// The moves that led to it, as far as known.
    pub game: Game,
    /// The legal moves. There are none if the player must pass or the game is over.
    pub moves: Vec<Flips>,
    /// A line of an OBF file.
    obf: String,
    /// A game record with the moves.
    ggf: String,
    /// The discs as hexadecimal words.
    hex: String,
}

/// A move, and the discs that it flips.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Flips {
    /// Where the disc is placed.
    #[serde(rename = "move")]
    pub square: Square,
    /// The squares of these discs.
    pub flips: Vec<Square>,
}

impl Shown {
    /// The position at the end of a game.
    pub fn new(game: Game) -> Self {
        let end = game.end();
        let legal = end.moves().into_iter();
        let moves = legal.map(|square| Flips { square, flips: end.flips(square).iter().collect() });
        let ggf = to_ggf(&game, recorded_result(end));
        let (obf, hex) = (format!("{end};"), to_hex(end));
        Self { size: end.size(), position: end, game, moves: moves.collect(), obf, ggf, hex }
    }
}

impl ShowRequest {
    fn parameters(&self) -> Result<Parameters> {
        let texts = [
            ("size", &self.size),
            ("start", &self.start),
            ("position", &self.position),
            ("objective", &self.objective),
        ];
        let named = texts.map(|(name, text)| (name.to_owned(), text.clone()));
        Parameters::new(named, "size, start, position, objective")
    }

    fn game(&self) -> Result<Game> {
        let parameters = self.parameters()?;
        let (size, start) = parameters.board()?;
        if self.position.as_deref().unwrap_or_default().is_empty() {
            return Ok(Game::new(Position::start(size.unwrap_or(DEFAULT_SIZE), start)));
        }
        parameters.game("position", Reader::new(size, DEFAULT_SIZE, start))
    }

    /// The start of the game, and the rules.
    ///
    /// # Errors
    ///
    /// If something cannot be read.
    pub fn board(&self) -> Result<(Position, Rules)> {
        Ok((self.game()?.start(), self.parameters()?.rules()?))
    }

    /// The position at the end of the game, in every notation.
    ///
    /// # Errors
    ///
    /// If something cannot be read.
    pub fn answer(&self) -> Result<Shown> {
        Ok(Shown::new(self.game()?))
    }
}
