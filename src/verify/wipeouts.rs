//! Shortest wipe-outs: the games are played, and the table is recomputed.

use othello_core::wipeouts::Forced;
use othello_core::{Color, Game, Mailbox, Progress};

use super::plain::{self, play};
use super::verdict::{Finding, Verdict};
use crate::results::{BoardWipeouts, Winner, WipeoutTable};
use crate::storage::ensure;

pub(super) fn verify(table: &WipeoutTable, progress: &dyn Progress) -> Finding {
    let command = WipeoutTable::COMMAND;
    ensure!(table.command == command, "command: it should be {command}");
    let mut boards = table.boards.iter();
    let mut games = 0;
    for (size, start) in WipeoutTable::contents() {
        let board = boards.next().filter(|it| (it.size, it.start) == (size, Some(start)));
        let board = board.ok_or_else(|| "boards: it is not in its place".to_owned());
        let found = board.and_then(contradictions);
        games += found.map_err(|reason| format!("{size} {start}: {reason}"))?;
    }
    ensure!(boards.next().is_none(), "boards: there are more than there should be");
    progress.begin("wipe-outs", None);
    for ((size, start), board) in WipeoutTable::contents().zip(&table.boards) {
        let Some(again) = WipeoutTable::board(size, start, progress) else {
            let detail = format!(
                "{games} games end as it says, with one colour gone; from {size} {start} on there \
                 was no time: plies, count, lines and forced were not checked"
            );
            return Ok((Verdict::Consistent, detail));
        };
        ensure!(*board == again, "{size} {start}: made again, it is different");
    }
    Ok((Verdict::Recomputed, format!("{games} games end as it says; made again, all is the same")))
}

/// Plays the games of a board, and returns their number. The error is the first contradiction.
fn contradictions(board: &BoardWipeouts) -> Result<usize, String> {
    let size = board.size;
    let opening = board.start.filter(|_| board.position.is_none());
    let opening = opening.ok_or("position: the games begin at a start")?;
    let start = plain::start(size, opening);
    let lines = board.lines.as_deref().unwrap_or_default();
    let texts: Vec<_> = lines.iter().map(Game::to_string).collect();
    let is_sorted = board.lines.is_some() && texts.is_sorted_by(|line, next| line < next);
    let count = board.count;
    ensure!(lines.len() == count && is_sorted, "count: {count} sorted lines are expected");
    let mut winners = Vec::new();
    for line in lines {
        winners.push(winner(&start, line)?);
        let moves = line.moves().len();
        ensure!(board.plies.is_some_and(|it| it as usize == moves), "plies: {line} has {moves}");
    }
    let winner_of_all = Winner::of_games(winners);
    ensure!(board.winner == winner_of_all, "winner: it should be {winner_of_all:?}");
    ensure!(board.plies.is_none() || !lines.is_empty(), "plies: there are no games");
    let is_small = size.squares() <= WipeoutTable::FORCED_SQUARES;
    let is_forced = board.forced.is_some();
    ensure!(is_forced == is_small, "forced: it is there on boards of at most 32 squares");
    let forced = board.forced.iter().flat_map(|it| Color::ALL.map(|color| (color, it.by(color))));
    for (color, forced) in forced {
        let is_right = match forced {
            Forced::Never => true,
            Forced::Within { line } => winner(&start, line)? == color,
            Forced::NotWithin { .. } => false,
        };
        ensure!(is_right, "forced: it is not known for {color}, or not won by it");
    }
    Ok(lines.len())
}

/// The only colour left at the end of a game.
fn winner(start: &Mailbox, line: &Game) -> Result<Color, String> {
    let end = play(start, line.moves()).map_err(|error| format!("line {line}: {error}"))?;
    match Color::ALL.map(|color| end.count(Some(color))) {
        [_, 0] => Ok(Color::Black),
        [0, _] => Ok(Color::White),
        _ => Err(format!("line {line}: both colours are left")),
    }
}
