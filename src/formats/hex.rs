//! Positions as two hexadecimal words.

use crate::board::{Bitboard, Color, Position, Shape};
use crate::game::Game;

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
pub fn to_hex<S: Shape>(game: Game<S>) -> String {
    let digits = digits::<S>();
    let word = |color| -> u64 { game.discs(color).bits().into() };
    let (black, white) = (word(Color::Black), word(Color::White));
    format!("0x{black:0digits$x} 0x{white:0digits$x} {}", game.side().symbol())
}

/// The hexadecimal digits that a board needs.
fn digits<S: Shape>() -> usize {
    S::SQUARES.div_ceil(4) as usize
}

/// Reads what [`to_hex`] writes.
///
/// # Errors
///
/// If the text is something else, or if its discs are off the board or two on
/// one square.
pub fn from_hex<S: Shape>(text: &str) -> Result<Game<S>, ReadError> {
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
        let discs = bits.and_then(Bitboard::<S>::new);
        discs.ok_or_else(|| {
            let (width, height, digits) = (S::WIDTH, S::HEIGHT, digits::<S>());
            let reason = format!(
                "'{word}' is not a set of squares of the {width}x{height} board; \
                 write 0x and {digits} hexadecimal digits"
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
    let (own, opponent) = match side {
        Color::Black => (black_discs, white_discs),
        Color::White => (white_discs, black_discs),
    };
    let position = Position::new(own, opponent)
        .ok_or_else(|| ReadError::at(text, white, "a black and a white disc lie on one square"))?;
    Ok(Game::new(position, side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board4x4, Board6x6};
    use crate::game::Start;

    #[test]
    fn reads_what_it_writes() {
        for start in [Start::Diagonal, Start::Parallel] {
            let game = Game::<Board6x6>::start(start);
            assert_eq!(from_hex(&to_hex(game)), Ok(game));
            assert_eq!(from_hex(&to_hex(game.pass())), Ok(game.pass()));
        }
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let error = |text| {
            let error = from_hex::<Board4x4>(text).unwrap_err();
            (error.column, error.reason)
        };
        let no_squares = "is not a set of squares of the 4x4 board; \
                          write 0x and 4 hexadecimal digits";
        assert_eq!(error("0x10000 0x1 X"), (1, format!("'0x10000' {no_squares}")));
        assert_eq!(error("0x1 ä X"), (5, format!("'ä' {no_squares}")));
        assert_eq!(error("0x1 0x2 Q").0, 9);
        assert_eq!(error("0x1 0x3 X").0, 5);
        assert_eq!(error("0x1 0x2").0, 1);
    }
}
