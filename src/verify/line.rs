//! Games, played on the plain board.

use othello_core::board::{Size, Square};
use othello_core::game::{Position, Start};
use othello_core::mailbox::Mailbox;

/// The legal moves in the order of squares, each with the board after it.
pub(super) fn moves(board: &Mailbox) -> Vec<(Square, Mailbox)> {
    let width = u32::try_from(board.width()).expect("a board is narrow");
    let square = |number: u32| Square::new(number % width, number / width);
    let moves = board
        .moves()
        .filter_map(|(number, after)| Some((square(u32::try_from(number).ok()?)?, after)));
    moves.collect()
}

/// The start of a game on a board of this size.
pub(super) fn start(size: Size, start: Start) -> Mailbox {
    let start = Mailbox::start(size.width() as usize, size.height() as usize, start);
    start.expect("every size has a start")
}

/// A position on the plain board.
pub(super) fn board(position: Position) -> Mailbox {
    let (size, cells) = (position.size(), position.cells().collect::<Vec<_>>());
    let board =
        Mailbox::new(size.width() as usize, size.height() as usize, &cells, position.side());
    board.expect("a position has as many cells as its board")
}

/// The board after a line of moves, in which passes are left out. The error names the first move
/// that cannot be played.
pub(super) fn play(start: &Mailbox, line: &[Square]) -> Result<Mailbox, String> {
    let mut board = *start;
    for square in line {
        board = board.pass().unwrap_or(board);
        let number = square.row() as usize * board.width() + square.column() as usize;
        board = board.play(number).ok_or_else(|| format!("{square} cannot be played"))?;
    }
    Ok(board.pass().unwrap_or(board))
}
