//! Asking in the protocol of NBoard, by its hints: moves and their values.

use std::time::Duration;

use othello_core::notation::to_ggf;
use othello_core::{Game, Position, Score, Turn};

use super::probe::{CANNOT_ASK, Probe, Reply, Trouble, moves, whole};
use super::process::Process;

/// The pause after which an answer is taken to be complete if the engine does not say so.
const PAUSE: Duration = Duration::from_secs(1);

pub(super) fn ask_nboard(engine: &mut Process, game: &Game, probe: Probe) -> Reply {
    let (position, turn) = (game.end(), game.end().turn());
    let depth = match probe {
        // At depth 1, NTest aborts if there are more than three moves.
        Probe::Moves => 2,
        Probe::Value if turn != Turn::Over => 60,
        _ => return Err(CANNOT_ASK),
    };
    if !engine.is_greeted {
        engine.send("nboard 2")?;
        engine.is_greeted = true;
    }
    engine.send(&format!("set depth {depth}"))?;
    engine.send(&format!("set game {}", to_ggf(game, None)))?;
    engine.ask("ping 1")?;
    while engine.line()? != "pong 1" {}
    let hints = hints(engine, position)?;
    if probe == Probe::Value {
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
        _ => match moves(position.size(), names.iter().copied()) {
            Some(moves) => Ok(moves.to_string()),
            None => Ok(names.join(" ")),
        },
    }
}

/// The last hint for each move, with its value if that is exact. There may be none if the side to
/// move has no move.
fn hints(
    engine: &mut Process,
    position: Position,
) -> Result<Vec<(String, Option<Score>)>, Trouble> {
    engine.ask(&format!("hint {}", position.size().squares()))?;
    let mut hints: Vec<(String, Option<Score>)> = Vec::new();
    loop {
        let may_end = !engine.says_waiting && (position.turn() != Turn::Place || !hints.is_empty());
        let next = if may_end { engine.line_within(PAUSE)? } else { Some(engine.line()?) };
        let Some(line) = next else { return Ok(hints) };
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            [kind @ ("search" | "book"), moves, value, _, depth, ..] => {
                let is_deep = depth.parse::<u32>().is_ok_and(|depth| depth >= position.empties());
                let is_exact = kind == "search" && (depth == "100%" || is_deep);
                let value = whole(value).filter(|value| is_exact && value.abs() <= 64);
                let name = first_square(moves).to_ascii_lowercase();
                hints.retain(|(hinted, _)| *hinted != name);
                hints.push((name, value));
            }
            ["status", ..] if line.to_ascii_lowercase().contains("waiting") => {
                engine.says_waiting = true;
                return Ok(hints);
            }
            _ => {}
        }
    }
}

/// The action of the engine when it has no hint although the game goes on.
fn go(engine: &mut Process) -> Reply {
    engine.ask("go")?;
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
