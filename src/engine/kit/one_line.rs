//! Protocols in which a question and its answer are one line each: the plain protocol of
//! `docs/test-engine.md`, and the JSON of `engine --protocol json`.

use othello_core::{Game, Position};
use serde_json::{Value, from_str, json};

use super::probe::{CANNOT_ASK, Probe, Reply, Trouble, moves};
use super::process::Process;

pub(super) fn ask_plainly(engine: &mut Process, game: &Game, probe: Probe) -> Reply {
    let (position, size) = (game.end(), game.end().size());
    let probed = probe.to_string();
    let (command, argument) = probed.split_once(' ').unwrap_or((&probed, ""));
    engine.ask(format!("{command} {size} {position} {argument}").trim_end())?;
    let said = engine.line()?;
    let answer = match probe {
        _ if said == "?" => return Err(Trouble::NoAnswer("it answers ?")),
        Probe::Moves => moves(size, said.split_whitespace()).map(|moves| moves.to_string()),
        Probe::Play(_) => Position::parse(size, &said).ok().map(|after| after.to_string()),
        Probe::Perft(_) => said.parse().ok().map(|lines: u64| lines.to_string()),
        Probe::Value => said.parse().ok().map(|value: i32| format!("{value:+}")),
    };
    Ok(answer.unwrap_or(said))
}

pub(super) fn ask_in_json(engine: &mut Process, game: &Game, probe: Probe) -> Reply {
    let (position, size) = (game.end(), game.end().size());
    let said = match probe {
        Probe::Play(square) => ask(engine, position, Some(&square.to_string()))?,
        Probe::Perft(_) => return Err(CANNOT_ASK),
        Probe::Moves | Probe::Value => ask(engine, position, None)?,
    };
    let answer = match (probe, said["moves"].as_array()) {
        (Probe::Moves, Some(list)) if list.is_empty() => {
            // If the game is not over, a pass is legal.
            let is_over = ask(engine, position, Some("pa"))?["error"].is_string();
            Some(if is_over { "over".to_owned() } else { "pass".to_owned() })
        }
        (Probe::Moves, Some(list)) => {
            let names = list.iter().map(|it| it["move"].as_str().unwrap_or_default());
            moves(size, names).map(|moves| moves.to_string())
        }
        (Probe::Moves, None) => None,
        // An estimate has bounds, which differ.
        (Probe::Value, _) if said["lower"] != said["upper"] => {
            return Err(Trouble::NoAnswer("it gives no exact value"));
        }
        (Probe::Value, _) => said["value"].as_i64().map(|value| format!("{value:+}")),
        _ => {
            let after = Position::parse(size, said["position"].as_str().unwrap_or_default());
            after.ok().map(|after| after.to_string())
        }
    };
    Ok(answer.unwrap_or_else(|| said.to_string()))
}

/// Asks for the value of every move of a position, after these moves.
fn ask(engine: &mut Process, position: Position, moves: Option<&str>) -> Result<Value, Trouble> {
    let mut request = json!({ "position": position, "find": "all-moves" });
    if let Some(moves) = moves {
        request["moves"] = moves.into();
    }
    engine.ask(&request.to_string())?;
    let said = engine.line()?;
    Ok(from_str(&said).unwrap_or(Value::String(said)))
}
