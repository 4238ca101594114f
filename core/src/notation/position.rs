//! Positions in the two plain notations: a row of cells, `-----OX--XO----- X`, or hexadecimal
//! words, `0x0240 0x0420 X`. Both end with the side to move. Neither names the board.

use std::borrow::Cow;
use std::str::FromStr;

use super::ReadErrorKind as Kind;
use super::boards::Boards;
use super::error::refuse;
use super::{ReadError, quoted};
use crate::board::{Color, Size, SquareSet};
use crate::game::Position;
use crate::serialized_as_text;

/// The number of cells of a board.
fn cells(size: Size) -> usize {
    size.squares() as usize
}

/// The number of hexadecimal digits in a set of squares.
fn word_digits(size: Size) -> usize {
    size.squares().div_ceil(4) as usize
}

/// A number of cells or digits: `1 cell`, `14 cells`.
fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Reads the position in `part`, which is a slice of the line `text`.
pub(super) fn read_part(boards: Boards, text: &str, part: &str) -> Result<Position, ReadError> {
    if is_hex(part) {
        read_words(boards, text, part)
    } else {
        read_cells_and_side(boards, text, part)
    }
}

/// Reads a position on a board of this size: either the cells row by row from `a1` and the side to
/// move, or the output of [`to_hex`].
///
/// Programs write discs and empty squares in different ways, and all of these are accepted: `X`, `*`,
/// `B` and `●` are black, and `O`, `0`, `W`, `○` and `◯` are white, in upper or lower case. `-`, `.`,
/// `_`, `+`, `・`, `ー` and `□` are empty. Full-width characters are accepted too. The last character is
/// the side to move, and spaces between the cells are ignored.
///
/// # Errors
///
/// If the text is anything else, or a position on another board.
///
/// ```
/// # use othello_core::{Size, notation::read_position};
/// let size = Size::new(6, 4).unwrap();
/// let position = read_position(size, "--------OX----XO-------- X")?;
/// assert_eq!(read_position(size, "0x004200 0x008100 X"), Ok(position));
/// assert_eq!(read_position(size, "...... ..wb.. ..bw.. ...... b"), Ok(position));
/// # Ok::<_, othello_core::notation::ReadError>(())
/// ```
pub fn read_position(size: Size, text: &str) -> Result<Position, ReadError> {
    let text = plain(text);
    read_part(Boards::Only(size), &text, text.trim())
}

/// Reads a position on a square board, like [`read_position`]. The number of cells or hexadecimal
/// digits determines the board.
impl FromStr for Position {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = plain(text);
        read_part(Boards::Usual(Size::STANDARD), &text, text.trim())
    }
}

serialized_as_text! { read Position, {
    "pattern": "^[XO-]{4,64} [XO]$",
    "description": "A position: its cells row by row from a1, X black, O white, - empty, then \
                    a space and the side to move."
} }

/// The text with ASCII in place of full-width characters, which a Japanese keyboard types. If there is
/// nothing else but discs, full-width spaces are empty squares.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(|it| matches!(it, '\u{3000}' | '！'..='～')) {
        return text.into();
    }
    let (mut discs, mut spaces, mut others) = (0, 0, 0);
    for letter in text.trim_start_matches(|it| matches!(it, '0'..='9' | '０'..='９')).chars() {
        match letter {
            '\u{3000}' => spaces += 1,
            ' ' | '|' | '｜' | '│' => {}
            _ if cell(letter).flatten().is_some() => discs += 1,
            _ => others += 1,
        }
    }
    let space = if others == 0 && discs + spaces > 2 { '-' } else { ' ' };
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        plain.push(match letter {
            '\u{3000}' => space,
            '！'..='～' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
            _ => letter,
        });
    }
    plain.into()
}

/// The contents of the cell that a character stands for, if any. In some drawings, crossings of
/// lines are empty squares.
#[expect(clippy::option_option, reason = "an empty cell is a cell")]
pub(super) fn cell(symbol: char) -> Option<Option<Color>> {
    match symbol {
        'X' | 'x' | '*' | '@' | 'B' | 'b' | '●' | '⚫' => Some(Some(Color::Black)),
        'O' | 'o' | '0' | 'W' | 'w' | '○' | '⚪' | '◯' | '〇' => Some(Some(Color::White)),
        '-' | '.' | '_' | '+' | '·' | '−' | '・' | '･' | 'ー' | '□' => Some(None),
        _ if "┌┬┐├┼┤└┴┘".contains(symbol) => Some(None),
        _ => None,
    }
}

/// The side to move that a text names: `X`, `White`, `Black to move`.
pub(super) fn side(text: &str) -> Option<Color> {
    const BEFORE: [&str; 9] =
        ["side", "turn", "to", "move", "player", "next", "手番", "次", "次の手番"];
    // Among cells, a dot is an empty square rather than a full stop.
    let is_row = text.chars().all(|it| it.is_whitespace() || cell(it).is_some());
    if text.len() > 40 || is_row && text.chars().nth(1).is_some() {
        return None;
    }
    let text = text.to_ascii_lowercase();
    let words: Vec<_> = text
        .split(|it: char| it.is_whitespace() || ":,.;()'=。".contains(it))
        .filter(|word| !word.is_empty())
        .collect();
    match &words[..] {
        [before @ .., last] if before.iter().all(|it| BEFORE.contains(it)) => side_of_word(last),
        [first, after @ ..] if after.iter().all(|it| is_after(it)) => side_of_word(first),
        _ => None,
    }
}

/// Whether a word may follow the side to move. Edax draws `Black's turn (*)`, OpenSpiel
/// `Black (x) to play`.
fn is_after(word: &str) -> bool {
    const WORDS: [&str; 14] = [
        "to", "move", "moves", "play", "has", "must", "pass", "is", "next", "turn", "s", "x", "o",
        "*",
    ];
    WORDS.contains(&word) || word.trim_end_matches(TURN).is_empty()
}

/// The letters of `の手番です` and `のターンです`.
const TURN: [char; 8] = ['の', '手', '番', 'タ', 'ー', 'ン', 'で', 'す'];

fn side_of_word(word: &str) -> Option<Color> {
    match word.trim_start_matches("次は").trim_end_matches(TURN) {
        "black" | "黒" => Some(Color::Black),
        "white" | "白" => Some(Color::White),
        _ if word.chars().nth(1).is_none() => cell(word.chars().next()?).flatten(),
        _ => None,
    }
}

/// Reads the side to move from `word`, a slice of the line `text`.
fn read_side(text: &str, word: &str) -> Result<Color, ReadError> {
    let problem = format!("{} is not a side to move; write X or O", quoted(word));
    let missing = "the side to move is missing; write X or O after the cells";
    let problem = if word.is_empty() { missing } else { &problem };
    side(word).ok_or_else(|| ReadError::new(Kind::Side, problem).at(text, word))
}

/// Reads a row of all cells, and the side to move.
fn read_cells_and_side(boards: Boards, text: &str, part: &str) -> Result<Position, ReadError> {
    let part = part.trim_end();
    let (row, last) = split_side(boards, part);
    let (discs, number) = read_cells(text, row)?;
    let to_move = read_side(text, last)?;
    let size = boards.find(cells, number).map_err(|accepted| {
        let problem = format!("the position has {}; {accepted}", counted(number, "cell"));
        ReadError::new(Kind::Size, problem).at(text, part)
    })?;
    Ok(Position::from_cells(size, &discs, to_move).expect("the cells fill the board"))
}

/// Reads cells with or without spaces: the first 64, and how many there are in all.
pub(super) fn read_cells(text: &str, row: &str) -> Result<(Vec<Option<Color>>, usize), ReadError> {
    let (mut discs, mut number) = (Vec::with_capacity(64), 0);
    for (index, symbol) in row.char_indices().filter(|(_, symbol)| !symbol.is_whitespace()) {
        let Some(cell) = cell(symbol) else {
            let symbol = quoted(symbol.encode_utf8(&mut [0; 4]));
            let mut problem =
                format!("{symbol} is not a cell; a cell is X for Black, O for White, - for empty");
            if matches!(&symbol[..], "'1'" | "'2'") {
                problem += "; where digits are discs, say which: 1 = black, 0 = white";
            }
            return Err(ReadError::new(Kind::Cell, problem).at(text, &row[index..]));
        };
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
    let (before, word) = match last_words(part) {
        Some(at) => (part[..at].trim_end(), part[at..].trim_start()),
        None => (part, ""),
    };
    let is_symbol = word.chars().count() == 1;
    if is_symbol && fills(boards, before) {
        return (before, word);
    }
    let (first, after) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
    if fills(boards, after) && side(first).is_some() && !fills(boards, first) {
        return (after, first);
    }
    if is_symbol || !word.is_empty() && (fills(boards, before) || side(word).is_some()) {
        return (before, word);
    }
    let last = part.char_indices().last().map_or(0, |(index, _)| index);
    if fills(boards, &part[..last]) { part.split_at(last) } else { part.split_at(part.len()) }
}

/// Whether the number of cells fits a board.
fn fills(boards: Boards, row: &str) -> bool {
    let number = row.chars().filter(|cell| !cell.is_whitespace()).count();
    boards.find(cells, number).is_ok()
}

/// Where the words that name the side to move begin, or otherwise the last word. `Black to move` has
/// several words.
fn last_words(part: &str) -> Option<usize> {
    let spaces = part.rmatch_indices(char::is_whitespace).map(|(index, _)| index);
    let named = spaces.take(4).filter(|&index| side(part[index..].trim()).is_some()).last();
    named.or_else(|| part.rfind(char::is_whitespace))
}

/// The black and the white discs as hexadecimal words, and the side to move. Bit 0 is `a1`, and
/// bits run row by row. [`read_position`] reads this notation.
///
/// ```
/// # use othello_core::{Position, Size, Start};
/// # use othello_core::notation::{read_position, to_hex};
/// let size = Size::new(4, 4).unwrap();
/// let start = Position::start(size, Start::Diagonal);
/// assert_eq!(to_hex(start), "0x0240 0x0420 X");
/// assert_eq!(read_position(size, "0x0240 0x0420 X"), Ok(start));
/// ```
pub fn to_hex(position: Position) -> String {
    let digits = word_digits(position.size());
    let [black, white] = Color::ALL.map(|color| position.discs(color).bits());
    format!("0x{black:0digits$x} 0x{white:0digits$x} {}", position.side().symbol())
}

/// The hexadecimal digits of a word, if there is at least one.
fn hex_digits(word: &str) -> Option<&str> {
    let digits = word.strip_prefix("0x")?;
    let is_hex = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if is_hex { Some(digits) } else { None }
}

/// Whether a text looks like hexadecimal words rather than cells. Without a third word, the side to
/// move is missing.
pub(super) fn is_hex(text: &str) -> bool {
    (2..=3).contains(&text.split_whitespace().count())
        && text.split_whitespace().take(2).all(is_hex_word)
}

/// A word with a typing error still counts if it has a digit that cannot be a cell.
fn is_hex_word(word: &str) -> bool {
    hex_digits(word).is_some()
        || word.starts_with("0x") && word.contains(|digit| matches!(digit, '1'..='9'))
}

/// Infers the board from two hexadecimal words, if none was named. Many programs omit leading zeros,
/// so the number of digits counts only if a leading zero shows that they were kept, or if it is the
/// number for 8×8.
fn board_of_words(black: &str, white: &str) -> Result<Size, ReadError> {
    let number = black.len().max(white.len());
    let is_padded =
        black.len() == white.len() && [black, white].iter().any(|it| it.starts_with('0'));
    let short = counted(number, "hexadecimal digit");
    if !is_padded && number != word_digits(Size::STANDARD) {
        let problem = "without leading zeros fit several boards; name the board, as in --size 8";
        return refuse(Kind::Size, format!("words of {short} {problem}"));
    }
    let found = Boards::Usual(Size::STANDARD).find(word_digits, number);
    found.or_else(|accepted| refuse(Kind::Size, format!("the words have {short}; {accepted}")))
}

/// Reads two hexadecimal words and the side to move.
fn read_words(boards: Boards, text: &str, part: &str) -> Result<Position, ReadError> {
    let mut words = part.split_whitespace();
    let [black, white, last] = [(); 3].map(|()| words.next().unwrap_or(&part[part.len()..]));
    let size = match boards {
        Boards::Only(size) => size,
        Boards::Usual(_) => {
            board_of_words(&black[2..], &white[2..]).map_err(|error| error.at(text, part))?
        }
    };
    let (black_discs, white_discs) = (read_set(size, text, black)?, read_set(size, text, white)?);
    Position::new(black_discs, white_discs, read_side(text, last)?).ok_or_else(|| {
        ReadError::new(Kind::Cell, "two discs are on the same square").at(text, white)
    })
}

/// Reads a set of squares from a hexadecimal word, a slice of the line `text`.
fn read_set(size: Size, text: &str, word: &str) -> Result<SquareSet, ReadError> {
    let bits = hex_digits(word).and_then(|digits| u64::from_str_radix(digits, 16).ok());
    bits.and_then(|bits| SquareSet::new(size, bits)).ok_or_else(|| {
        let (word_quoted, digits) = (quoted(word), word_digits(size));
        let problem = format!(
            "{word_quoted} is not a set of squares of the {size} board; write 0x and {digits} \
             hexadecimal digits"
        );
        ReadError::new(Kind::Cell, problem).at(text, word)
    })
}
