//! GGF: the game records of the Generic Game Server.

use std::fmt;

use crate::board::{Color, Shape, Turn};
use crate::game::Game;
use crate::score::Score;

use super::cells::read_cells;
use super::error::ReadError;
use super::transcript::Transcript;

/// A game in the Generic Game Format: `(;GM[Othello]…BO[8 … *]B[f5]W[d6]…;)`.
///
/// Of the properties only these are looked at: the board `BO`, the moves `B`
/// and `W` with what thinking time and evaluation may follow them after a
/// slash, and the result `RE`. A board that is not square, which the format
/// does not provide for, has a size like `6x4` in place of the number.
///
/// ```
/// # use othello_solver::{Board4x4, Ggf};
/// let text = "(;GM[Othello]BO[4 -----O*--*O----- *]B[b1]W[a1//0.5]B[a2];)";
/// let ggf = Ggf::<Board4x4>::parse(text)?;
/// assert_eq!(ggf.game.to_string(), "b1a1a2");
/// # Ok::<_, othello_solver::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ggf<S: Shape> {
    /// Where the game starts, and its moves.
    pub game: Transcript<S>,
    /// The result, seen by Black, with the empty squares given to the winner.
    /// `None` if there is none, or if the game was resigned or lost on time.
    pub result: Option<Score>,
}

/// What is written between the semicolons: the name of a property and its
/// value, both parts of the text.
fn properties(text: &str) -> impl Iterator<Item = Result<(&str, &str), ReadError>> {
    let inner = text.find("(;").map_or(text, |begin| &text[begin + 2..]);
    let mut rest = inner.split(";)").next().unwrap_or_default().trim_start();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let property = rest.split_once('[').and_then(|(name, behind)| {
            let (value, behind) = behind.split_once(']')?;
            Some((name.trim(), value, behind.trim_start()))
        });
        let here = std::mem::take(&mut rest);
        Some(match property {
            Some((name, value, behind)) => {
                rest = behind;
                Ok((name, value))
            }
            None => Err(ReadError::at(text, here, "a property such as BO[…] or B[f5] is expected")),
        })
    })
}

/// What stands for the width and height of a board of shape `S`.
fn size_name<S: Shape>() -> String {
    if S::WIDTH == S::HEIGHT { S::WIDTH.to_string() } else { format!("{}x{}", S::WIDTH, S::HEIGHT) }
}

/// The width and height of the board, if the text has one.
pub(super) fn size(text: &str) -> Option<(u32, u32)> {
    let (_, board) = properties(text).filter_map(Result::ok).find(|(name, _)| *name == "BO")?;
    let name = board.split_whitespace().next()?;
    let (width, height) = name.split_once('x').unwrap_or((name, name));
    Some((width.parse().ok()?, height.parse().ok()?))
}

impl<S: Shape> Ggf<S> {
    /// Reads a game that fills one line.
    ///
    /// # Errors
    ///
    /// If there is no board, if it is not one of shape `S`, or if a move is
    /// not legal.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let mut game = None;
        let mut result = None;
        for property in properties(text) {
            match property? {
                ("BO", board) => game = Some(Transcript::new(read_board(text, board)?)),
                (name @ ("B" | "W"), value) => {
                    let game = game.as_mut().ok_or_else(|| {
                        ReadError::at(text, name, "a move, but the board BO[…] comes later")
                    })?;
                    read_move(game, text, name, value)?;
                }
                ("RE", value) => result = value.parse().ok().and_then(whole),
                _ => {}
            }
        }
        let game = game.ok_or_else(|| ReadError::at(text, text, "the game has no board BO[…]"))?;
        Ok(Self { game, result })
    }
}

/// A score that is written with a fraction, `+10.000`.
#[allow(clippy::cast_possible_truncation)]
fn whole(number: f64) -> Option<Score> {
    (number.fract() == 0.0 && number.abs() <= 64.0).then_some(number as Score)
}

/// Reads `8 ---…--- *`.
fn read_board<S: Shape>(text: &str, board: &str) -> Result<Game<S>, ReadError> {
    let board = board.trim();
    let (size, cells) = board.split_once(char::is_whitespace).unwrap_or((board, ""));
    if size != size_name::<S>() {
        let reason = format!("a board of size {size}, but {} is expected", size_name::<S>());
        return Err(ReadError::at(text, board, reason));
    }
    read_cells(text, cells.trim_start())
}

/// Reads and plays `f5/0.2/1.5`.
fn read_move<S: Shape>(
    game: &mut Transcript<S>,
    text: &str,
    name: &str,
    value: &str,
) -> Result<(), ReadError> {
    let square = value.split('/').next().unwrap_or_default().trim();
    let color = if name == "B" { Color::Black } else { Color::White };
    let turn = game.end().turn();
    let wrong = |reason: String| Err(ReadError::at(text, name, reason));
    if square.eq_ignore_ascii_case("pa") || square.eq_ignore_ascii_case("pass") {
        // The transcript passes by itself.
        return match turn {
            Turn::Pass => Ok(()),
            _ => wrong(format!("{color} passes, but no pass is forced here")),
        };
    }
    if game.end().after_forced_pass().side() != color {
        return wrong(format!("{color} moves, but it is {}'s turn", !color));
    }
    let Ok(square) = square.to_ascii_lowercase().parse() else {
        return wrong(format!("'{square}' is not a square of the {} board", size_name::<S>()));
    };
    game.play(square).or_else(|error| wrong(error.to_string()))
}

/// Writes the game on one line, with its passes, and with the result if it has
/// come to its end.
impl<S: Shape> fmt::Display for Ggf<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut game = self.game.start();
        let board = game.to_string().replace('X', "*");
        f.write_str("(;GM[Othello]")?;
        if let Some(result) = self.result {
            write!(f, "RE[{result:+}.000]")?;
        }
        write!(f, "TY[{0}]BO[{0} {board}]", size_name::<S>())?;
        let letter = |game: Game<S>| if game.side() == Color::Black { 'B' } else { 'W' };
        for &square in self.game.moves() {
            if game.turn() == Turn::Pass {
                write!(f, "{}[pa]", letter(game))?;
            }
            game = game.after_forced_pass();
            write!(f, "{}[{square}]", letter(game))?;
            game = Game::new(game.position().play(square), !game.side());
        }
        f.write_str(";)")
    }
}
