//! The line of best play of a solved board.

use super::board::line;
use crate::results::SolvedBoard;

/// The line of best play of a solved board, under a heading that says who wins.
pub fn solved(board: &SolvedBoard) -> String {
    let winner = board.winner().map_or("a draw".to_owned(), |color| format!("{color} wins"));
    let (black, white) = (board.black, board.white);
    line(&format!("{}: {winner}, {black}–{white}", board.title()), &board.line)
}
