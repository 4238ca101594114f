//! GGF: the game records of the Generic Game Server.

use std::fmt;

use crate::any_game::{AnyGame, AnyTurn};
use crate::board::{Color, Shape};
use crate::game::Start;
use crate::score::Score;

use super::cells::read_cells;
use super::error::ReadError;
use super::transcript::{AnyTranscript, Transcript};

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

/// What stands for the width and height of a board.
fn size_name(board: AnyGame) -> String {
    if board.width() == board.height() { board.width().to_string() } else { board.size() }
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
    #[expect(clippy::missing_panics_doc, reason = "it is read on a board of this shape")]
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let record = AnyGgf::parse(AnyGame::start::<S>(Start::default()), text)?;
        let game = Transcript::of(&record.game).expect("it is on a board of this shape");
        Ok(Self { game, result: record.result })
    }
}

/// As [`Ggf`], on a board of any shape.
#[derive(Clone, Debug)]
pub struct AnyGgf {
    /// Where the game starts, and its moves.
    pub game: AnyTranscript,
    /// The result, seen by Black, with the empty squares given to the winner.
    pub result: Option<Score>,
}

impl AnyGgf {
    /// Reads a game that fills one line, on the same board as another game.
    ///
    /// # Errors
    ///
    /// As [`Ggf::parse`].
    pub fn parse(board: AnyGame, text: &str) -> Result<Self, ReadError> {
        let mut game = None;
        let mut result = None;
        for property in properties(text) {
            match property? {
                ("BO", value) => {
                    game = Some(AnyTranscript::new(read_board(board, text, value)?));
                }
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
fn read_board(board: AnyGame, text: &str, value: &str) -> Result<AnyGame, ReadError> {
    let value = value.trim();
    let (size, cells) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    let expected = size_name(board);
    if size != expected {
        let reason = format!("a board of size {size}, but {expected} is expected");
        return Err(ReadError::at(text, value, reason));
    }
    read_cells(board, text, cells.trim_start())
}

/// Reads and plays `f5/0.2/1.5`.
fn read_move(
    transcript: &mut AnyTranscript,
    text: &str,
    name: &str,
    value: &str,
) -> Result<(), ReadError> {
    let square = value.split('/').next().unwrap_or_default().trim();
    let color = if name == "B" { Color::Black } else { Color::White };
    let game = transcript.end();
    let wrong = |reason: String| Err(ReadError::at(text, name, reason));
    if square.eq_ignore_ascii_case("pa") || square.eq_ignore_ascii_case("pass") {
        // The transcript passes by itself.
        return match game.turn() {
            AnyTurn::Pass => Ok(()),
            _ => wrong(format!("{color} passes, but no pass is forced here")),
        };
    }
    if game.after_forced_pass().side() != color {
        return wrong(format!("{color} moves, but it is {}'s turn", !color));
    }
    let Some(square) = game.square(square) else {
        return wrong(format!("'{square}' is not a square of the {} board", size_name(game)));
    };
    transcript.play(square).or_else(wrong)
}

/// Writes the game on one line, with its passes, and with the result if it has
/// come to its end.
impl fmt::Display for AnyGgf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut game = self.game.start();
        let (size, board) = (size_name(game), game.to_string().replace('X', "*"));
        f.write_str("(;GM[Othello]")?;
        if let Some(result) = self.result {
            write!(f, "RE[{result:+}.000]")?;
        }
        write!(f, "TY[{size}]BO[{size} {board}]")?;
        let letter = |game: AnyGame| if game.side() == Color::Black { 'B' } else { 'W' };
        for &square in self.game.moves() {
            if game.turn() == AnyTurn::Pass {
                write!(f, "{}[pa]", letter(game))?;
            }
            game = game.after_forced_pass();
            write!(f, "{}[{}]", letter(game), game.name(square))?;
            game = game.play(square);
        }
        f.write_str(";)")
    }
}

/// Writes the game on one line, with its passes, and with the result if it has
/// come to its end.
impl<S: Shape> fmt::Display for Ggf<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = AnyGgf { game: AnyTranscript::from(&self.game), result: self.result };
        fmt::Display::fmt(&record, f)
    }
}
