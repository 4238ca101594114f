//! Games, played on the plain board.

use crate::board::Size;
use crate::game::Start;
use crate::mailbox::Mailbox;

/// The name of a square: `b1`.
pub(super) fn name(board: &Mailbox, square: usize) -> String {
    let column = ('a'..='z').nth(square % board.width()).unwrap_or('?');
    format!("{column}{}", square / board.width() + 1)
}

/// The legal moves in the order of squares: the name of each, and the board after
/// it.
pub(super) fn moves(board: &Mailbox) -> Vec<(String, Mailbox)> {
    board.moves().map(|(square, after)| (name(board, square), after)).collect()
}

/// The start of a game on a board of this size.
pub(super) fn start(size: Size, start: Start) -> Mailbox {
    let start = Mailbox::start(size.width() as usize, size.height() as usize, start);
    start.expect("every size has a start")
}

/// The position on a board of this size that a text stands for, if there is one.
pub(super) fn board(size: Size, position: &str) -> Option<Mailbox> {
    Mailbox::parse(size.width() as usize, size.height() as usize, position)
}

/// The board after a line of moves, in which passes are left out. The error
/// names the first move that cannot be played.
pub(super) fn play(start: &Mailbox, line: &str) -> Result<Mailbox, String> {
    let mut board = *start;
    for name in names(line) {
        board = board.pass().unwrap_or(board);
        let after = square(&board, name).and_then(|square| board.play(square));
        board = after.ok_or_else(|| format!("{name} cannot be played"))?;
    }
    Ok(board.pass().unwrap_or(board))
}

/// The number of the square of that name.
fn square(board: &Mailbox, name: &str) -> Option<usize> {
    let column = usize::from(*name.as_bytes().first()?).checked_sub(usize::from(b'a'))?;
    let row = name.get(1..)?.parse::<usize>().ok()?.checked_sub(1)?;
    let square = row.min(board.height()) * board.width() + column;
    // A number is written in one way: not as +1 or 01.
    (square < board.cells().len() && self::name(board, square) == name).then_some(square)
}

/// The names of the squares of a line: each begins with a letter. Text before the first letter
/// counts as a name too, which no square has.
pub(super) fn names(line: &str) -> impl Iterator<Item = &str> {
    let is_start = |&(at, symbol): &(usize, char)| at == 0 || symbol.is_ascii_alphabetic();
    let starts = line.char_indices().filter(is_start).map(|(at, _)| at);
    let ends = line.char_indices().filter(is_start).map(|(at, _)| at).skip(1).chain([line.len()]);
    starts.zip(ends).map(|(start, end)| &line[start..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Start;

    #[test]
    fn nothing_of_a_line_is_passed_over() {
        let all = |line| names(line).collect::<Vec<_>>();
        assert_eq!(all("b1a12c3"), ["b1", "a12", "c3"]);
        assert_eq!(all("1b1é"), ["1", "b1é"]);
        assert!(all("").is_empty());
        let start = Mailbox::start(4, 4, Start::Diagonal).unwrap();
        for line in ["B1", "b01", "b+1", "b1 ", " b1", "b", "7", "a1"] {
            assert!(play(&start, line).is_err(), "{line}");
        }
        assert!(play(&start, "b1a1a2").is_ok());
    }
}
