//! Protocols in which a question and its answer are one line each: the plain protocol of
//! `docs/test-engine.md`, and the JSON of `engine --protocol json`.

use othello_core::Game;
use othello_core::notation::{read_position, to_ggf};
use serde_json::{Value, from_str, json};

use super::process::Process;
use super::question::{NO_QUESTION, Probe, Question, Reply, Trouble, moves};

pub(super) fn ask_plainly(engine: &mut Process, question: &Question) -> Reply {
    let (end, size) = (question.game.end(), question.game.end().size());
    engine.ask(&question.plain(&format!(" {size} {end}")));
    let said = engine.line()?;
    let answer = match question.probe {
        _ if said == "?" => return Err(Trouble::NoAnswer("it answers ?")),
        Probe::Moves => moves(size, said.split_whitespace()).map(|moves| moves.to_string()),
        Probe::Play(_) => read_position(size, &said).ok().map(|after| after.to_string()),
        Probe::Perft(_) => said.parse().ok().map(|lines: u64| lines.to_string()),
        Probe::Value => said.parse().ok().map(|value: i32| format!("{value:+}")),
    };
    Ok(answer.unwrap_or(said))
}

pub(super) fn ask_in_json(engine: &mut Process, Question { game, probe }: &Question) -> Reply {
    let size = game.end().size();
    let said = match probe {
        Probe::Play(square) => ask(engine, game, Some(&square.to_string()))?,
        Probe::Perft(_) => return Err(Trouble::NoAnswer(NO_QUESTION)),
        Probe::Moves | Probe::Value => ask(engine, game, None)?,
    };
    let answer = match (probe, said["moves"].as_array()) {
        // If the game is not over, a pass is legal.
        (Probe::Moves, Some(list)) if list.is_empty() => {
            let is_over = ask(engine, game, Some("pa"))?["error"].is_string();
            Some(if is_over { "over".to_owned() } else { "pass".to_owned() })
        }
        (Probe::Moves, list) => {
            let names = list.into_iter().flatten().filter_map(|it| it["move"].as_str());
            moves(size, names).map(|moves| moves.to_string())
        }
        (Probe::Value, _) if said["basis"] != "exact" => {
            return Err(Trouble::NoAnswer("it gives no exact value"));
        }
        (Probe::Value, _) => said["value"].as_i64().map(|value| format!("{value:+}")),
        _ => {
            let after = read_position(size, said["position"].as_str().unwrap_or_default());
            after.ok().map(|after| after.to_string())
        }
    };
    Ok(answer.unwrap_or_else(|| said.to_string()))
}

/// Asks for the value of every move at the end of a game, or after one more move.
fn ask(engine: &mut Process, game: &Game, moves: Option<&str>) -> Result<Value, Trouble> {
    let end = game.end();
    // The number of cells tells the board only if it is square.
    let is_square = end.size().is_square();
    let position = if is_square { end.to_string() } else { to_ggf(&Game::new(end), None) };
    let mut request = json!({ "position": position, "find": "all-moves" });
    if let Some(moves) = moves {
        request["moves"] = moves.into();
    }
    engine.ask(&request.to_string());
    let said = engine.line()?;
    Ok(from_str(&said).unwrap_or(Value::String(said)))
}
