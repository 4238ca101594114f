//! Positions in the two plain notations: a row of cells, `-----OX--XO----- X`, or hexadecimal
//! words, `0x0240 0x0420 X`. Both end with the side to move. Neither names the board.

use std::str::FromStr;

use super::ReadErrorKind as Kind;
use super::{ReadError, quoted};
use crate::board::{Color, ParseSizeError, Size, SquareSet};
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
    /// The board that was named, or the usual one.
    pub(super) fn size(self) -> Size {
        let (Self::Only(size) | Self::Usual(size)) = self;
        size
    }

    /// The board that was named, if any.
    pub(super) fn named(self) -> Option<Size> {
        if let Self::Only(size) = self { Some(size) } else { None }
    }

    /// Checks that a record may be on this board.
    pub(super) fn check(self, size: Size) -> Result<(), ReadError> {
        match self {
            Self::Only(only) if only != size => {
                let problem = format!("a board of size {size}, but {only} is expected");
                Err(ReadError::new(Kind::Size, problem))
            }
            _ => Ok(()),
        }
    }

    /// The board with the size in a record.
    pub(super) fn only(self, size: &str) -> Result<Self, ReadError> {
        let size = self::size(size, size)?;
        self.check(size)?;
        Ok(Self::Only(size))
    }

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

/// Reads the size of a board, which is `written` in this way.
pub(super) fn size(text: &str, written: &str) -> Result<Size, ReadError> {
    text.parse().map_err(|error: ParseSizeError| {
        let problem = format!("{} is not the size of a board: {error}", quoted(written));
        ReadError::new(Kind::Size, problem)
    })
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

/// The contents of the cell that a character stands for, if any.
#[expect(clippy::option_option, reason = "an empty cell is a cell")]
pub(super) fn cell(symbol: char) -> Option<Option<Color>> {
    match symbol {
        'X' | 'x' | '*' | 'B' | 'b' | '●' | '⚫' => Some(Some(Color::Black)),
        'O' | 'o' | '0' | 'W' | 'w' | '○' | '⚪' => Some(Some(Color::White)),
        '-' | '.' | '_' | '·' => Some(None),
        _ => None,
    }
}

/// The side to move that a text names: `X`, `White`, `Black to move`.
pub(super) fn side(text: &str) -> Option<Color> {
    let mut symbols = text.chars();
    if let (Some(symbol), None) = (symbols.next(), symbols.next()) {
        return cell(symbol).flatten();
    }
    // Among cells, a dot is an empty square rather than a full stop.
    let is_cell = |symbol: char| symbol.is_whitespace() || cell(symbol).is_some();
    if text.len() > 40 || text.chars().all(is_cell) {
        return None;
    }
    let text = text.to_ascii_lowercase();
    let words = text.split(|letter: char| letter.is_whitespace() || ":,.;()'".contains(letter));
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let side = |word: &str| match word {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        _ if word.chars().count() == 1 => cell(word.chars().next()?).flatten(),
        _ => None,
    };
    let is_before =
        |word: &&str| matches!(*word, "side" | "turn" | "to" | "move" | "player" | "next");
    let is_after = |word: &&str| {
        const AFTER: &str = "to move moves play has must pass is next turn";
        AFTER.split(' ').any(|known| known == *word)
    };
    match &words[..] {
        [first, "s", "turn"] => side(first),
        [before @ .., last] if before.iter().all(is_before) => side(last),
        [first, after @ ..] if after.iter().all(is_after) => side(first),
        _ => None,
    }
}

/// Reads the side to move from `word`, a slice of the line `text`.
fn read_side(text: &str, word: &str) -> Result<Color, ReadError> {
    let problem = match side(word) {
        Some(side) => return Ok(side),
        None if word.is_empty() => {
            "the side to move is missing; write X or O after the cells".to_owned()
        }
        None => format!("{} is not a side to move; write X or O", quoted(word)),
    };
    Err(ReadError::new(Kind::Side, problem).at(text, word))
}

fn read_cells(boards: Boards, text: &str, part: &str) -> Result<Position, ReadError> {
    let part = part.trim_end();
    let (row, last) = split_side(boards, part);
    let (discs, number) = read_row(text, row)?;
    let to_move = read_side(text, last)?;
    let size = boards.find(cells, number).map_err(|accepted| {
        let problem = format!("the position has {}; {accepted}", counted(number, "cell"));
        ReadError::new(Kind::Size, problem).at(text, part)
    })?;
    Ok(Position::from_cells(size, &discs, to_move).expect("the cells fill the board"))
}

/// Reads cells with or without spaces: at most as many as a board has, and their number.
pub(super) fn read_row(text: &str, row: &str) -> Result<(Vec<Option<Color>>, usize), ReadError> {
    let (mut discs, mut number) = (Vec::with_capacity(64), 0);
    for (index, symbol) in row.char_indices().filter(|(_, symbol)| !symbol.is_whitespace()) {
        let accepted = if matches!(symbol, '1' | '2') {
            "; where digits are discs, say which: 1 = black, 0 = white"
        } else {
            ""
        };
        let cell = cell(symbol).ok_or_else(|| {
            let symbol = quoted(symbol.encode_utf8(&mut [0; 4]));
            let expected = "a cell is X for Black, O for White, - for empty";
            let problem = format!("{symbol} is not a cell; {expected}{accepted}");
            ReadError::new(Kind::Cell, problem).at(text, &row[index..])
        })?;
        number += 1;
        if number <= 64 {
            discs.push(cell);
        }
    }
    Ok((discs, number))
}

/// Splits the side to move off the cells. It comes last: as a word, if that is a single character
/// or the cells before it fill a board, or without a space, if the cells before it do. Or it is
/// the first word, and the cells after it fill a board.
fn split_side(boards: Boards, part: &str) -> (&str, &str) {
    let fills = |row: &str| {
        let number = row.chars().filter(|cell| !cell.is_whitespace()).count();
        boards.find(cells, number).is_ok()
    };
    let (first, after) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
    let is_first = |to_move| fills(after) && side(to_move).is_some() && !fills(to_move);
    // `Black to move` has several words.
    let words = part.rmatch_indices(char::is_whitespace).map(|(index, _)| index).take(4);
    let named = words.filter(|&index| side(part[index..].trim()).is_some()).last();
    let (before, word) =
        named.or_else(|| part.rfind(char::is_whitespace)).map_or((part, ""), |index| {
            let (before, word) = part.split_at(index);
            (before.trim_end(), word.trim_start())
        });
    if word.chars().count() == 1 && fills(before) {
        return (before, word);
    }
    if is_first(first) {
        return (after, first);
    }
    if word.chars().count() == 1 || !word.is_empty() && (fills(before) || side(word).is_some()) {
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

/// The board of two words of hexadecimal digits, if none was named. Many programs leave out zeros
/// at the beginning, so the number of digits counts only if a zero shows that they are not, or if
/// there are as many as 8×8 has.
fn board_of_words(black: &str, white: &str) -> Result<Size, String> {
    let ask = "name the board, as in --size 8";
    let number = black.len().max(white.len());
    let is_padded =
        black.len() == white.len() && [black, white].iter().any(|it| it.starts_with('0'));
    if !is_padded && number != digits(Size::STANDARD) {
        let short = counted(number, "hexadecimal digit");
        return Err(format!(
            "words of {short} without zeros in front fit more than one board; {ask}"
        ));
    }
    Boards::Usual(Size::STANDARD).find(digits, number).map_err(|accepted| {
        let number = counted(number, "hexadecimal digit");
        format!("the words have {number}; {accepted}")
    })
}

fn read_hex(boards: Boards, text: &str, part: &str) -> Result<Position, ReadError> {
    let wrong = |kind, part, problem: String| ReadError::new(kind, problem).at(text, part);
    let mut words = part.split_whitespace();
    let [black, white, last] = [(); 3].map(|()| words.next().unwrap_or(&part[part.len()..]));
    let size = match boards {
        Boards::Only(size) => size,
        Boards::Usual(_) => board_of_words(&black[2..], &white[2..])
            .map_err(|problem| wrong(Kind::Size, part, problem))?,
    };
    let discs = |word| {
        let bits = hex_digits(word).and_then(|digits| u64::from_str_radix(digits, 16).ok());
        bits.and_then(|bits| SquareSet::new(size, bits)).ok_or_else(|| {
            let accepted = format!("write 0x and {} hexadecimal digits", digits(size));
            let word_of = quoted(word);
            let problem =
                format!("{word_of} is not a set of squares of the {size} board; {accepted}");
            wrong(Kind::Cell, word, problem)
        })
    };
    let (black_discs, white_discs) = (discs(black)?, discs(white)?);
    Position::new(black_discs, white_discs, read_side(text, last)?).ok_or_else(|| {
        wrong(Kind::Cell, white, "a black and a white disc lie on one square".to_owned())
    })
}
