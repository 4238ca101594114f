//! Shortest wipe-outs: the games are played.

use std::collections::BTreeSet;

use othello_solver::mailbox::{Disc, Mailbox};
use othello_solver::results::{BoardWipeouts, ForcedWipeout, WipeoutTable};

use super::super::size::Size;
use super::Verdict;
use super::line::{names, play};

pub(super) fn verify(table: &WipeoutTable) -> Result<Verdict, String> {
    let mut games = 0;
    for board in &table.boards {
        let name = |reason: String| format!("{} {:?}: {reason}", board.size, board.start);
        games += of_board(board).map_err(name)?;
    }
    Ok(Verdict::consistent(format!("{games} games end as it says, with one colour gone")))
}

/// Plays the games of a board, and hands back how many they are.
fn of_board(board: &BoardWipeouts) -> Result<usize, String> {
    let size: Size = board.size.parse().map_err(|error| format!("size: {error}"))?;
    let (width, height) = size.sides();
    let opening = board.start.unwrap_or_default().into();
    let start = Mailbox::start(width as usize, height as usize, opening).ok_or("no such board")?;
    let lines = board.lines.as_deref().unwrap_or_default();
    if lines.len() != board.count || !lines.is_sorted() {
        return Err(format!("count: {} sorted lines are expected", board.count));
    }
    let mut winners = BTreeSet::new();
    for line in lines {
        winners.insert(winner(&start, line)?);
        if Some(names(line).count()) != board.plies.map(|plies| plies as usize) {
            return Err(format!("plies: not those of {line}"));
        }
    }
    let all = match winners.len() {
        0 => None,
        1 => winners.first().copied(),
        _ => Some("both"),
    };
    if all != board.winner.as_deref() {
        return Err(format!("winner: it should be {}", all.unwrap_or("null")));
    }
    let forced =
        board.forced.iter().flat_map(|forced| [("black", &forced.black), ("white", &forced.white)]);
    let mut games = lines.len();
    for (side, ForcedWipeout { line, plies, .. }) in forced {
        let Some(line) = line else { continue };
        games += 1;
        if winner(&start, line)? != side {
            return Err(format!("forced: {line} is not won by {side}"));
        }
        if Some(names(line).count()) != plies.map(|plies| plies as usize) {
            return Err(format!("forced: {line} has not as many plies as it says"));
        }
    }
    Ok(games)
}

/// Who is alone at the end of a game.
fn winner(start: &Mailbox, line: &str) -> Result<&'static str, String> {
    let end = play(start, line).map_err(|error| format!("line {line}: {error}"))?;
    match [Disc::Black, Disc::White].map(|disc| end.count(Some(disc))) {
        [_, 0] => Ok("black"),
        [0, _] => Ok("white"),
        _ => Err(format!("line {line}: both colours are left")),
    }
}
