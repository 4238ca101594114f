//! Shortest wipe-outs: the games are played, and the table is recomputed.

use othello_core::notation::read_game;
use othello_core::{Color, Mailbox, Position, Progress, Start};

use super::plain::{self, play};
use super::verdict::{Finding, Verdict};
use crate::results::{BoardWipeouts, Winner, WipeoutTable};
use crate::storage::ensure;

pub(super) fn verify(table: &WipeoutTable, progress: &dyn Progress) -> Finding {
    let command = WipeoutTable::COMMAND;
    ensure!(table.command == command, "command: it should be {command}");
    let mut games = 0;
    for (number, (size, start)) in WipeoutTable::contents().enumerate() {
        let found = match table.boards.get(number) {
            Some(board) if board.size == size => contradictions(board, start),
            _ => Err("boards: it is not in its place".to_owned()),
        };
        games += found.map_err(|reason| format!("{size} {start}: {reason}"))?;
    }
    let is_whole = table.boards.len() == WipeoutTable::contents().count();
    ensure!(is_whole, "boards: there are more than there should be");
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
fn contradictions(board: &BoardWipeouts, start: Start) -> Result<usize, String> {
    let BoardWipeouts { size, count, plies, .. } = *board;
    ensure!(board.start == Some(start), "boards: it is not in its place");
    ensure!(board.position.is_none(), "position: the games begin at a start");
    let position = Position::start(size, start);
    let lines = board.lines.as_deref().unwrap_or_default();
    let is_sorted = board.lines.is_some() && lines.is_sorted_by(|line, next| line < next);
    ensure!(lines.len() == count && is_sorted, "count: {count} sorted lines are expected");
    let mut winners = Vec::new();
    for line in lines {
        let (winner, moves) = played(position, line)?;
        winners.push(winner);
        ensure!(plies == Some(moves), "plies: {line} has {moves}");
    }
    let winner = Winner::of_games(winners);
    ensure!(board.winner == winner, "winner: it should be {winner:?}");
    ensure!(plies.is_none() || !lines.is_empty(), "plies: there are no games");
    let is_small = size.squares() <= WipeoutTable::FORCED_SQUARES;
    ensure!(
        board.forced.is_some() == is_small,
        "forced: it is there on boards of at most 32 squares"
    );
    for color in Color::ALL {
        let Some(forced) = board.forced.as_ref().map(|forced| forced.by(color)) else { continue };
        let is_right = match (forced.can, forced.plies, &forced.line) {
            (Some(false), None, None) => true,
            (Some(true), Some(plies), Some(line)) => played(position, line)? == (color, plies),
            _ => false,
        };
        ensure!(is_right, "forced: it is not known for {color}, or not won by it");
    }
    Ok(count)
}

/// The only colour left at the end of a game on the plain board, and the number of moves.
fn played(start: Position, line: &str) -> Result<(Color, u32), String> {
    let game =
        read_game(start, line).map_err(|error| format!("line {line}: {}", error.problem))?;
    ensure!(game.to_string() == *line, "line {line}: it should be {game}");
    let board: Mailbox = plain::board(start);
    let end = play(&board, game.moves()).map_err(|error| format!("line {line}: {error}"))?;
    let moves = u32::try_from(game.moves().len()).unwrap_or(u32::MAX);
    match Color::ALL.map(|color| end.count(Some(color))) {
        [_, 0] => Ok((Color::Black, moves)),
        [0, _] => Ok((Color::White, moves)),
        _ => Err(format!("line {line}: both colours are left")),
    }
}
