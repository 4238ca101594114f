//! Shortest wipe-outs: each board is made again, and its games are played on the plain board.

use othello_core::notation::read_game;
use othello_core::{Color, Position, Progress, ensure};

use super::plain::{self, play};
use super::verdict::{Finding, Verdict};
use crate::results::WipeoutTable;

pub(super) fn verify_wipeouts(table: &WipeoutTable, progress: &dyn Progress) -> Finding {
    let command = WipeoutTable::COMMAND;
    ensure!(table.command == command, "command: it should be {command}");
    let is_whole = table.boards.len() == WipeoutTable::starts().count();
    ensure!(is_whole, "boards: there are more or fewer than there should be");
    progress.begin("wipe-outs", None);
    let mut games = 0;
    for (start, board) in WipeoutTable::starts().zip(&table.boards) {
        let name = format!("{} {}", start.size(), start.which_start().unwrap_or_default());
        let Some(again) = WipeoutTable::board(start, progress) else {
            let detail = format!("there was no time from {name} on; {games} games were recomputed");
            return Ok((Verdict::NotChecked, detail));
        };
        ensure!(*board == again, "{name}: a second run gave another result");
        for line in &board.lines {
            ensure!(leaves_one_colour(start, line), "{name}: {line} leaves both colours");
        }
        games += board.count;
    }
    Ok((Verdict::Recomputed, format!("{games} games end as stated, and a second run agrees")))
}

/// Whether only one colour is left at the end of a game on the plain board.
fn leaves_one_colour(start: Position, line: &str) -> bool {
    let Ok(game) = read_game(start, line) else { return false };
    let Ok(end) = play(&plain::board(start), game.moves()) else { return false };
    Color::ALL.iter().any(|color| end.count(Some(*color)) == 0)
}
