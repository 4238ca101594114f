//! GGF: the game records of the Generic Game Server.

use std::fmt;

use crate::board::{Color, ParseSizeError};
use crate::game::{Game, Position, Score};

use super::ReadError;
use super::position::{self, Boards};
use super::transcript::{self, is_pass};

/// A game in the Generic Game Format: `(;GM[Othello]…BO[8 … *]B[f5]W[d6]…;)`.
///
/// Only these properties are read: the board `BO`, the moves `B` and `W`, and the result `RE`. A
/// move may be followed by an evaluation and a thinking time, each after a slash. The format has no
/// boards that are not square; here they have a size like `6x4` instead of the number.
///
/// ```
/// # use othello_core::notation::Ggf;
/// let text = "(;GM[Othello]BO[4 -----O*--*O----- *]B[b1]W[a1//0.5]B[a2];)";
/// let ggf = Ggf::parse(text)?;
/// assert_eq!(ggf.game.to_string(), "b1a1a2");
/// # Ok::<_, othello_core::notation::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ggf {
    /// The game: its initial position and its moves.
    pub game: Game,
    /// The result, seen by Black, with the empty squares given to the winner. `None` if it is
    /// missing, or if the game was resigned or lost on time.
    pub result: Option<Score>,
}

/// The properties between the semicolons, as slices of the text: each name and its value.
fn properties(text: &str) -> impl Iterator<Item = Result<(&str, &str), ReadError>> {
    let inner = text.find("(;").map_or(text, |begin| &text[begin + 2..]);
    let mut rest = inner.split(";)").next().unwrap_or_default().trim_start();
    std::iter::from_fn(move || {
        let here = std::mem::take(&mut rest);
        let property = here.split_once('[').and_then(|(name, behind)| {
            let (value, behind) = behind.split_once(']')?;
            rest = behind.trim_start();
            Some((name.trim(), value))
        });
        let problem = "a property such as BO[…] or B[f5] is expected";
        let property = property.ok_or_else(|| ReadError::at(text, here, problem.to_owned()));
        (!here.is_empty()).then_some(property)
    })
}

/// The game records on a line. Two games that the same players play simultaneously share a line.
pub(super) fn records(line: &str) -> impl Iterator<Item = &str> {
    let begins = line.match_indices("(;").map(|(begin, _)| begin).skip(1);
    let mut begin = 0;
    begins.chain([line.len()]).map(move |end| &line[std::mem::replace(&mut begin, end)..end])
}

/// Black and White, if they are named.
pub(super) fn players(text: &str) -> [Option<String>; 2] {
    ["PB", "PW"].map(|color| {
        let mut named = properties(text).flatten().filter(|(name, _)| *name == color);
        named.next().map(|(_, value)| value.trim().to_owned()).filter(|name| !name.is_empty())
    })
}

impl Ggf {
    /// Reads a game on one line.
    ///
    /// # Errors
    ///
    /// If there is no board or a move is not legal.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let mut game = None;
        let mut result = None;
        for property in properties(text) {
            match property? {
                ("BO", value) => game = Some(Game::new(read_board(text, value)?)),
                (name @ ("B" | "W"), value) => {
                    let color = if name == "B" { Color::Black } else { Color::White };
                    let game =
                        game.as_mut().ok_or("a move, but the board BO[…] comes later".to_owned());
                    game.and_then(|game| play(game, color, value))
                        .map_err(|problem| ReadError::at(text, name, problem))?;
                }
                ("RE", value) => result = value.parse().ok().and_then(whole),
                _ => {}
            }
        }
        let no_board = || ReadError::at(text, text, "the game has no board BO[…]".to_owned());
        Ok(Self { game: game.ok_or_else(no_board)?, result })
    }
}

/// The score in a number with a fraction, `+10.000`.
#[allow(clippy::cast_possible_truncation)]
fn whole(number: f64) -> Option<Score> {
    (number.fract() == 0.0 && number.abs() <= 64.0).then_some(number as Score)
}

/// Reads `8 ---…--- *`.
fn read_board(text: &str, value: &str) -> Result<Position, ReadError> {
    let value = value.trim();
    let (size, cells) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    let size = size.parse().map_err(|error: ParseSizeError| {
        ReadError::at(text, value, format!("'{size}' is not the size of a board: {error}"))
    })?;
    position::read(Boards::Only(size), text, cells.trim_start())
}

/// Reads and plays `f5/0.2/1.5`.
fn play(game: &mut Game, color: Color, value: &str) -> Result<(), String> {
    let name = value.split('/').next().unwrap_or_default().trim();
    transcript::check_mover(game, color, is_pass(name))?;
    transcript::play(game, name)
}

/// Writes the game on one line, with its passes, and with its result if there is one.
impl fmt::Display for Ggf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.game.start();
        let board = start.to_string().replace('X', "*");
        // A square board is written as a number. The format has no other boards.
        let size = start.size();
        let size = if size.is_square() { size.width().to_string() } else { size.to_string() };
        f.write_str("(;GM[Othello]")?;
        if let Some(result) = self.result {
            write!(f, "RE[{result:+}.000]")?;
        }
        write!(f, "TY[{size}]BO[{size} {board}]")?;
        let mut player = start.side();
        for (before, square) in self.game.turns() {
            if before.side() != player {
                write!(f, "{}[pa]", player.choose('B', 'W'))?;
            }
            write!(f, "{}[{square}]", before.side().choose('B', 'W'))?;
            player = !before.side();
        }
        f.write_str(";)")
    }
}
