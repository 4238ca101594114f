//! Positions in the two plain notations: a row of cells, `-----OX--XO----- X`, or hexadecimal
//! words, `0x0240 0x0420 X`. Both end with the side to move. Neither names the board.

use std::str::FromStr;

use super::ReadError;
use crate::board::{Color, Size, SquareSet};
use crate::game::Position;

/// The boards that a text may be on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Boards {
    /// This board, which was named.
    Only(Size),
    /// This board if the text fits it, and otherwise the square board that it fits.
    Usual(Size),
}

impl Boards {
    /// The board whose `measure` is this number.
    ///
    /// # Errors
    ///
    /// If there is none. The error lists the accepted numbers.
    fn find(self, measure: fn(Size) -> usize, number: usize) -> Result<Size, String> {
        let fits = |size: &Size| measure(*size) == number;
        let squares = || Size::all().filter(|size| size.is_square());
        match self {
            Self::Only(size) | Self::Usual(size) if fits(&size) => Ok(size),
            Self::Only(size) => Err(format!("the {size} board has {}", measure(size))),
            Self::Usual(_) => squares().find(fits).ok_or_else(|| {
                let each = squares().map(|size| format!("{} ({size})", measure(size)));
                format!("accepted without a size are {}", each.collect::<Vec<_>>().join(", "))
            }),
        }
    }
}

/// The number of cells of a board.
fn cells(size: Size) -> usize {
    size.squares() as usize
}

/// The number of hexadecimal digits in a set of squares.
fn digits(size: Size) -> usize {
    size.squares().div_ceil(4) as usize
}

/// A number of cells or digits: `1 cell`, `14 cells`.
fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Reads the position in `part`, which is a slice of the line `text`.
pub(super) fn read(boards: Boards, text: &str, part: &str) -> Result<Position, ReadError> {
    if is_hex(part) { read_hex(boards, text, part) } else { read_cells(boards, text, part) }
}

impl Position {
    /// Reads a position on a board of this size: either the cells row by row from `a1` and the side
    /// to move, or the output of [`to_hex`].
    ///
    /// Programs write discs and empty squares in different ways, and all of these are accepted:
    /// `X`, `*` and `B` are black, and `O`, `0` and `W` are white, in upper or lower case. `-`, `.`
    /// and `_` are empty. The last character is the side to move, and spaces between the cells are
    /// ignored.
    ///
    /// # Errors
    ///
    /// If the text is anything else, or a position on another board.
    ///
    /// ```
    /// # use othello_core::{Position, Size};
    /// let size = Size::new(6, 4).unwrap();
    /// let position = Position::parse(size, "--------OX----XO-------- X")?;
    /// assert_eq!(Position::parse(size, "0x004200 0x008100 X"), Ok(position));
    /// assert_eq!(Position::parse(size, "...... ..wb.. ..bw.. ...... b"), Ok(position));
    /// # Ok::<_, othello_core::notation::ReadError>(())
    /// ```
    pub fn parse(size: Size, text: &str) -> Result<Self, ReadError> {
        read(Boards::Only(size), text, text.trim())
    }
}

/// Reads a position on a square board, like [`Position::parse`]. The number of cells or hexadecimal
/// digits determines the board.
impl FromStr for Position {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read(Boards::Usual(Size::STANDARD), text, text.trim())
    }
}

/// The disc that a character stands for, if any.
fn color(symbol: char) -> Option<Color> {
    match symbol {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Color::Black),
        'O' | 'o' | '0' | 'W' | 'w' => Some(Color::White),
        _ => None,
    }
}

/// Reads the side to move from `word`, a slice of the line `text`.
fn read_side(text: &str, word: &str) -> Result<Color, ReadError> {
    let mut symbols = word.chars();
    let problem = match (symbols.next().map(color), symbols.next()) {
        (Some(Some(side)), None) => return Ok(side),
        (None, _) => "the side to move is missing; write X or O after the cells".to_owned(),
        _ => format!("'{word}' is not a side to move; write X or O"),
    };
    Err(ReadError::at(text, word, problem))
}

fn read_cells(boards: Boards, text: &str, part: &str) -> Result<Position, ReadError> {
    let part = part.trim_end();
    let (row, last) = split_side(boards, part);
    let mut discs = Vec::with_capacity(64);
    for (index, symbol) in row.char_indices() {
        discs.push(match (symbol, color(symbol)) {
            (' ' | '\t', _) => continue,
            ('-' | '.' | '_', _) => None,
            (_, Some(color)) => Some(color),
            _ => {
                let accepted = "a cell is X for Black, O for White, - for empty";
                let problem = format!("'{symbol}' is not a cell; {accepted}");
                return Err(ReadError::at(text, &part[index..], problem));
            }
        });
    }
    let to_move = read_side(text, last)?;
    let size = boards.find(cells, discs.len()).map_err(|accepted| {
        let cells = counted(discs.len(), "cell");
        ReadError::at(text, part, format!("the position has {cells}; {accepted}"))
    })?;
    Ok(Position::from_cells(size, &discs, to_move).expect("the cells fill the board"))
}

/// Splits off the side to move. The last word is the side if it is a single character, or if the
/// cells before it fill a board. Without a space, the last character is the side if the cells
/// before it fill a board.
fn split_side(boards: Boards, part: &str) -> (&str, &str) {
    let fills = |row: &str| {
        let number = row.chars().filter(|cell| !cell.is_whitespace()).count();
        boards.find(cells, number).is_ok()
    };
    let (before, word) = part.rsplit_once(char::is_whitespace).unwrap_or((part, ""));
    if word.chars().count() == 1 || !word.is_empty() && fills(before) {
        return (before, word);
    }
    let last = part.char_indices().last().map_or(0, |(index, _)| index);
    let (before, symbol) = part.split_at(last);
    if fills(before) { (before, symbol) } else { part.split_at(part.len()) }
}

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
    let digits = digits(position.size());
    let [black, white] = Color::ALL.map(|color| position.discs(color).bits());
    format!("0x{black:0digits$x} 0x{white:0digits$x} {}", position.side().symbol())
}

/// The hexadecimal digits of a word, if there is at least one.
fn hex_digits(word: &str) -> Option<&str> {
    let digits = word.strip_prefix("0x")?;
    (!digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit())).then_some(digits)
}

/// Whether a text looks like hexadecimal words rather than cells. A word with a typing error still
/// counts if it has a digit that cannot be a cell.
pub(super) fn is_hex(text: &str) -> bool {
    let is_word = |word: &str| {
        hex_digits(word).is_some()
            || word.starts_with("0x") && word.contains(|digit| matches!(digit, '1'..='9'))
    };
    let words = || text.split_whitespace();
    // Without a third word, the side to move is missing.
    (2..=3).contains(&words().count()) && words().take(2).all(is_word)
}

fn read_hex(boards: Boards, text: &str, part: &str) -> Result<Position, ReadError> {
    let wrong = |part, problem: String| ReadError::at(text, part, problem);
    let mut words = part.split_whitespace();
    let [black, white, last] = [(); 3].map(|()| words.next().unwrap_or(&part[part.len()..]));
    let size = match boards {
        Boards::Only(size) => size,
        Boards::Usual(_) => {
            let number = black.len().max(white.len()).saturating_sub("0x".len());
            boards.find(digits, number).map_err(|accepted| {
                let number = counted(number, "hexadecimal digit");
                wrong(part, format!("the words have {number}; {accepted}"))
            })?
        }
    };
    let discs = |word| {
        let bits = hex_digits(word).and_then(|digits| u64::from_str_radix(digits, 16).ok());
        bits.and_then(|bits| SquareSet::new(size, bits)).ok_or_else(|| {
            let accepted = format!("write 0x and {} hexadecimal digits", digits(size));
            wrong(word, format!("'{word}' is not a set of squares of the {size} board; {accepted}"))
        })
    };
    let (black_discs, white_discs) = (discs(black)?, discs(white)?);
    Position::new(black_discs, white_discs, read_side(text, last)?)
        .ok_or_else(|| wrong(white, "a black and a white disc lie on one square".to_owned()))
}
