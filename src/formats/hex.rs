//! Positions as two hexadecimal words.

use crate::any_game::AnyGame;
use crate::board::{Color, Shape};
use crate::game::{Game, Start};

use super::cells::color;
use super::error::ReadError;

/// The black and the white discs as hexadecimal words, and the side to move.
/// Bit 0 is `a1`, bits run row by row.
///
/// ```
/// # use othello_solver::{Board4x4, Game, Start, from_hex, to_hex};
/// let start = Game::<Board4x4>::start(Start::Diagonal);
/// assert_eq!(to_hex(start), "0x0240 0x0420 X");
/// assert_eq!(from_hex("0x0240 0x0420 X"), Ok(start));
/// ```
pub fn to_hex(game: impl Into<AnyGame>) -> String {
    write(game.into())
}

fn write(game: AnyGame) -> String {
    let digits = digits(game);
    let [black, white] = Color::ALL.map(|color| game.discs(color));
    format!("0x{black:0digits$x} 0x{white:0digits$x} {}", game.side().symbol())
}

/// The hexadecimal digits that a board needs.
fn digits(board: AnyGame) -> usize {
    board.squares().div_ceil(4) as usize
}

/// Reads what [`to_hex`] writes.
///
/// # Errors
///
/// If the text is something else, or if its discs are off the board or two on
/// one square.
#[expect(clippy::missing_panics_doc, reason = "it is read on a board of this shape")]
pub fn from_hex<S: Shape>(text: &str) -> Result<Game<S>, ReadError> {
    let game = read(AnyGame::start::<S>(Start::default()), text)?;
    Ok(game.game().expect("it is on a board of this shape"))
}

/// As [`from_hex`], on the board of a game.
pub(super) fn read(board: AnyGame, text: &str) -> Result<AnyGame, ReadError> {
    let mut words = text.split_whitespace();
    let (Some(black), Some(white), Some(side), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(ReadError::at(
            text,
            text,
            "two words of hexadecimal digits and the side to move are expected",
        ));
    };
    let discs = |word: &str| {
        let bits = word.strip_prefix("0x").and_then(|word| u64::from_str_radix(word, 16).ok());
        bits.filter(|bits| bits & !board.mask() == 0).ok_or_else(|| {
            let reason = format!(
                "'{word}' is not a set of squares of the {} board; \
                 write 0x and {} hexadecimal digits",
                board.size(),
                digits(board)
            );
            ReadError::at(text, word, reason)
        })
    };
    let (black_discs, white_discs) = (discs(black)?, discs(white)?);
    let mut symbols = side.chars();
    let (Some(side), None) = (symbols.next().and_then(color), symbols.next()) else {
        let reason = format!("'{side}' is not a side to move; write X or O");
        return Err(ReadError::at(text, side, reason));
    };
    board
        .with_discs(black_discs, white_discs, side)
        .ok_or_else(|| ReadError::at(text, white, "a black and a white disc lie on one square"))
}
