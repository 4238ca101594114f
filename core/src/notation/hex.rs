//! Positions as two hexadecimal words and the side to move.

use crate::board::{Color, SquareSet};
use crate::game::Position;

use super::boards::{self, Boards, counted};
use super::cells::read_side;
use super::error::ReadError;

/// The black and the white discs as hexadecimal words, and the side to move. Bit 0 is `a1`, and
/// bits run row by row. [`Position::parse`] reads this notation.
///
/// ```
/// # use othello_core::{Position, Size, Start};
/// # use othello_core::notation::to_hex;
/// let size = Size::new(4, 4).unwrap();
/// let start = Position::start(size, Start::Diagonal);
/// assert_eq!(to_hex(start), "0x0240 0x0420 X");
/// assert_eq!(Position::parse(size, "0x0240 0x0420 X"), Ok(start));
/// ```
pub fn to_hex(position: Position) -> String {
    let digits = boards::digits(position.size());
    let [black, white] = Color::ALL.map(|color| position.discs(color).bits());
    format!("0x{black:0digits$x} 0x{white:0digits$x} {}", position.side().symbol())
}

/// The hexadecimal digits of a word, of which there is at least one.
fn hex_digits(word: &str) -> Option<&str> {
    let digits = word.strip_prefix("0x")?;
    (!digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit())).then_some(digits)
}

/// Whether a text seems to be written in this notation rather than in cells. A word with a mistake
/// in it still counts if it has a digit that is not a cell.
pub(super) fn is_hex(text: &str) -> bool {
    let is_word = |word: &str| {
        hex_digits(word).is_some()
            || word.starts_with("0x") && word.contains(|digit| matches!(digit, '1'..='9'))
    };
    let words = || text.split_whitespace();
    words().count() == 3 && words().take(2).all(is_word)
}

/// Reads what [`to_hex`] writes in `part`, which is a part of `text`, a line.
pub(super) fn read(boards: Boards, text: &str, part: &str) -> Result<Position, ReadError> {
    let wrong = |part, problem: String| ReadError::at(text, part, problem);
    let mut words = part.split_whitespace();
    let [black, white, last] = [(); 3].map(|()| words.next().unwrap_or_default());
    let size = match boards {
        Boards::Only(size) => size,
        Boards::Usual(_) => {
            let digits = black.len().max(white.len()).saturating_sub("0x".len());
            boards.find(boards::digits, digits).map_err(|accepted| {
                let digits = counted(digits, "hexadecimal digit");
                wrong(part, format!("the words have {digits}; {accepted}"))
            })?
        }
    };
    let discs = |word| {
        let bits = hex_digits(word).and_then(|digits| u64::from_str_radix(digits, 16).ok());
        bits.and_then(|bits| SquareSet::new(size, bits)).ok_or_else(|| {
            let digits = boards::digits(size);
            let accepted = format!("write 0x and {digits} hexadecimal digits");
            wrong(word, format!("'{word}' is not a set of squares of the {size} board; {accepted}"))
        })
    };
    let (black_discs, white_discs) = (discs(black)?, discs(white)?);
    Position::new(black_discs, white_discs, read_side(text, last)?)
        .ok_or_else(|| wrong(white, "a black and a white disc lie on one square".to_owned()))
}
