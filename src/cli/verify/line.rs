//! Games, played on the plain board.

use othello_solver::mailbox::Mailbox;

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
pub(super) fn square(board: &Mailbox, name: &str) -> Option<usize> {
    let column = usize::from(*name.as_bytes().first()?).checked_sub(usize::from(b'a'))?;
    let row = name.get(1..)?.parse::<usize>().ok()?.checked_sub(1)?;
    (column < board.width() && row < board.height()).then_some(row * board.width() + column)
}

/// The squares of a line: each begins with a letter.
pub(super) fn names(line: &str) -> impl Iterator<Item = &str> {
    let is_letter = |at: &usize| line.as_bytes()[*at].is_ascii_alphabetic();
    let starts = (0..line.len()).filter(is_letter);
    let ends = (1..line.len()).filter(is_letter).chain([line.len()]);
    starts.zip(ends).map(|(start, end)| &line[start..end])
}
