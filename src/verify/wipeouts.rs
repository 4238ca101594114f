//! Shortest wipe-outs: the games are played, and the table is recomputed.

use othello_core::notation::read_game;
use othello_core::wipeouts::ForcedWipeout;
use othello_core::{Color, Game, Position, Progress};

use super::plain::{self, play};
use super::verdict::{Finding, Verdict};
use crate::results::{BoardWipeouts, WipeoutTable};
use crate::storage::ensure;

pub(super) fn verify(table: &WipeoutTable, progress: &dyn Progress) -> Finding {
    let command = WipeoutTable::COMMAND;
    ensure!(table.command == command, "command: it should be {command}");
    let is_whole = table.boards.len() == WipeoutTable::starts().count();
    ensure!(is_whole, "boards: there are more or fewer than there should be");
    for (start, board) in WipeoutTable::starts().zip(&table.boards) {
        check(start, board).map_err(|reason| format!("{}: {reason}", name(board)))?;
    }
    let games: usize = table.boards.iter().map(|board| board.count).sum();
    progress.begin("wipe-outs", None);
    for (start, board) in WipeoutTable::starts().zip(&table.boards) {
        let Some(again) = WipeoutTable::board(start, progress) else {
            let detail = format!(
                "{games} games end as it says, with one colour gone; from {} on there was no time: \
                 plies, count, lines and forced were not checked",
                name(board)
            );
            return Ok((Verdict::Consistent, detail));
        };
        ensure!(*board == again, "{}: made again, it is different", name(board));
    }
    Ok((Verdict::Recomputed, format!("{games} games end as it says; made again, all is the same")))
}

fn name(BoardWipeouts { size, start, .. }: &BoardWipeouts) -> String {
    start.map_or(size.to_string(), |start| format!("{size} {start}"))
}

/// Plays the games of a board, and checks that the rest fits. The error is the first contradiction.
fn check(start: Position, board: &BoardWipeouts) -> Result<(), String> {
    let BoardWipeouts { plies, count, lines, forced, .. } = board;
    let is_sorted = lines.is_sorted_by(|line, next| line < next);
    ensure!(lines.len() == *count && is_sorted, "count: {count} sorted lines are expected");
    let mut games = Vec::new();
    for line in lines {
        let (_, game) = played(start, line)?;
        ensure!(Some(game.moves().len()) == *plies, "plies: {line} has a different number");
        games.push(game);
    }
    let fitting = BoardWipeouts { forced: forced.clone(), ..BoardWipeouts::new(start, &games) };
    ensure!(*board == fitting, "size, start, position, plies or winner: it does not fit the games");
    let is_small = start.size().squares() <= WipeoutTable::FORCED_SQUARES;
    let expected = if is_small { Color::ALL.to_vec() } else { Vec::new() };
    let colors = forced.iter().flatten().map(|(color, _)| *color);
    ensure!(colors.eq(expected), "forced: it is for both sides, on boards of at most 32 squares");
    for (color, forced) in forced.iter().flatten() {
        let is_right = match forced {
            ForcedWipeout { can: Some(false), plies: None, line: None } => true,
            ForcedWipeout { can: Some(true), plies: Some(plies), line: Some(line) } => {
                let (left, game) = played(start, line)?;
                left == *color && game.moves().len() == *plies as usize
            }
            _ => false,
        };
        ensure!(is_right, "forced: it is not known for {color}, or not won by it");
    }
    Ok(())
}

/// The only colour left at the end of a game on the plain board, and the game.
fn played(start: Position, line: &String) -> Result<(Color, Game), String> {
    let game = read_game(start, line).map_err(|error| format!("line {line}: {}", error.problem))?;
    ensure!(game.to_string() == *line, "line {line}: it should be {game}");
    let end = play(&plain::board(start), game.moves());
    let end = end.map_err(|error| format!("line {line}: {error}"))?;
    match Color::ALL.map(|color| end.count(Some(color))) {
        [_, 0] => Ok((Color::Black, game)),
        [0, _] => Ok((Color::White, game)),
        _ => Err(format!("line {line}: both colours are left")),
    }
}
