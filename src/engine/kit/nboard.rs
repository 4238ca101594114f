//! Asking in the protocol of NBoard, by its hints: moves and their values.

use othello_core::notation::to_ggf;
use othello_core::{Game, Turn};

use super::process::{PAUSE, Process};
use super::question::{NO_QUESTION, Probe, Question, Reply, Trouble, moves, whole};

pub(super) fn ask(engine: &mut Process, Question { game, probe }: &Question) -> Reply {
    let (end, turn) = (game.end(), game.end().turn());
    // At depth 1, NTest aborts if there are more than three moves.
    let depth = if *probe == Probe::Moves { 2 } else { 60 };
    if !matches!((probe, turn), (Probe::Moves, _) | (Probe::Value, Turn::Place | Turn::Pass)) {
        return Err(Trouble::NoAnswer(NO_QUESTION));
    }
    engine.send(&format!("set depth {depth}"));
    engine.send(&format!("set game {}", to_ggf(&Game::new(end), None)));
    engine.ask("ping 1");
    while engine.line()? != "pong 1" {}
    engine.ask(&format!("hint {}", end.size().squares()));
    // The last hint for each move, with its value if that is exact. There may be none if the side to
    // move has no move.
    let mut hints: Vec<(String, _)> = Vec::new();
    loop {
        let may_end = !engine.says_waiting && (turn != Turn::Place || !hints.is_empty());
        let next = if may_end { engine.line_within(PAUSE)? } else { Some(engine.line()?) };
        let Some(line) = next else { break };
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            [kind @ ("search" | "book"), moves, value, _, depth, ..] => {
                let is_deep = depth.parse::<u32>().is_ok_and(|depth| depth >= end.empties());
                let is_exact = kind == "search" && (depth == "100%" || is_deep);
                let value = whole(value).filter(|value| is_exact && value.abs() <= 64);
                let name = first_square(moves).to_ascii_lowercase();
                hints.retain(|(hinted, _)| *hinted != name);
                hints.push((name, value));
            }
            ["status", ..] if line.to_ascii_lowercase().contains("waiting") => {
                engine.says_waiting = true;
                break;
            }
            _ => {}
        }
    }
    if *probe == Probe::Value {
        let values: Option<Vec<_>> = hints.iter().map(|(_, value)| *value).collect();
        let best = values.and_then(|values| values.into_iter().max());
        let none = Trouble::NoAnswer("it gives no exact value");
        return best.map(|best| format!("{best:+}")).ok_or(none);
    }
    let names: Vec<_> = hints.iter().map(|(name, _)| name.as_str()).collect();
    match names[..] {
        ["pa"] => Ok("pass".to_owned()),
        // The protocol leaves open how to answer at the end of a game.
        [] if turn == Turn::Over => Ok("over".to_owned()),
        [] => go(engine),
        _ => match moves(end.size(), names.iter().copied()) {
            Some(moves) => Ok(moves.to_string()),
            None => Ok(names.join(" ")),
        },
    }
}

/// The action of the engine when it has no hint although the game goes on.
fn go(engine: &mut Process) -> Reply {
    engine.ask("go");
    loop {
        let line = engine.line()?.to_ascii_lowercase();
        if line.starts_with("===") {
            return Ok(if line.contains("pa") { "pass".to_owned() } else { line });
        }
        if line.starts_with("status") && line.contains("over") {
            return Ok("over".to_owned());
        }
    }
}

/// The first square in a list without separators, such as `a10b9`, or `pa`.
fn first_square(moves: &str) -> &str {
    let end = moves.char_indices().skip(1).find(|(_, symbol)| !symbol.is_ascii_digit());
    moves.get(..end.map_or(moves.len(), |(end, _)| end.max(2))).unwrap_or(moves)
}
