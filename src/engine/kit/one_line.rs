//! Protocols in which a question and its answer are one line each: the plain protocol of
//! `docs/test-engine.md`, and the JSON of `engine --protocol json`.

use itertools::Itertools;
use othello_core::notation::to_ggf;
use othello_core::{Game, Position};
use serde_json::{Value, from_str, json};

use super::process::{EngineReply, Process, Trouble, no_answer};
use super::question::{EngineQuestion, Subject};

pub(super) fn ask_plainly(engine: &mut Process, asked: &EngineQuestion) -> EngineReply {
    let (command, argument) = asked.question.split_once(' ').unwrap_or((&asked.question, ""));
    let line = format!("{command} {} {} {argument}", asked.size, asked.position);
    engine.ask(line.trim_end());
    let said = engine.line()?;
    if said == "?" { no_answer("it answers ?") } else { Ok(said) }
}

pub(super) fn ask_in_json(engine: &mut Process, asked: &EngineQuestion) -> EngineReply {
    let said = ask(engine, asked.position, asked.argument())?;
    let answer = match (asked.subject, said["moves"].as_array()) {
        (Subject::Flips, _) => said["position"].as_str().map(str::to_owned),
        (Subject::Values, _) if said["value"].is_null() => {
            return no_answer("it gives no exact value");
        }
        (Subject::Values, _) => Some(said["value"].to_string()),
        // If the game is not over, a pass is legal.
        (_, Some(moves)) if moves.is_empty() => {
            let passed = ask(engine, asked.position, Some("pa".to_owned()))?;
            Some(if passed["error"].is_string() { "over" } else { "pass" }.to_owned())
        }
        (_, Some(moves)) => Some(moves.iter().filter_map(|it| it["move"].as_str()).join(" ")),
        (_, None) => None,
    };
    Ok(answer.unwrap_or_else(|| said.to_string()))
}

/// Asks for the value of every move in a position, or after one move.
fn ask(engine: &mut Process, position: Position, moves: Option<String>) -> Result<Value, Trouble> {
    // The number of cells tells the board only if it is square.
    let is_square = position.size().is_square();
    let cells = if is_square { position.to_string() } else { to_ggf(&Game::new(position), None) };
    let mut request = json!({ "position": cells, "find": "all-moves" });
    if let Some(moves) = moves {
        request["moves"] = moves.into();
    }
    engine.ask(&request.to_string());
    let said = engine.line()?;
    Ok(from_str(&said).unwrap_or(Value::String(said)))
}
