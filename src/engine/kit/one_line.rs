//! Protocols in which a question and its answer are one line each: the plain protocol of
//! `docs/test-engine.md`, and the JSON of `engine --protocol json`.

use othello_core::Game;
use othello_core::notation::{read_position, to_ggf};
use serde_json::{Value, from_str, from_value, json};

use super::probe::{Client, NO_QUESTION, Probe, Replied, Reply, moves, signed};
use super::process::{Fault, Process};

pub(super) struct PlainClient;

impl Client for PlainClient {
    fn ask(&mut self, engine: &mut Process, game: &Game, probe: Probe) -> Replied {
        let (position, size) = (game.end(), game.start().size());
        let probed = probe.to_string();
        let (command, argument) = probed.split_once(' ').unwrap_or((&probed, ""));
        engine.ask(format!("{command} {size} {position} {argument}").trim_end())?;
        let said = engine.line()?;
        let reply = match probe {
            _ if said == "?" => return Ok(Reply::None("it answers ?")),
            Probe::Moves if said == "pass" || said == "over" => Some(said.clone()),
            Probe::Moves => moves(size, said.split_whitespace()).map(|it| it.to_string()),
            Probe::Play(_) => read_position(size, &said).ok().map(|after| after.to_string()),
            Probe::Perft(_) => said.parse().ok().map(|lines: u64| lines.to_string()),
            Probe::Value => said.parse().ok().map(signed),
        };
        Ok(Reply::or_text(reply, said))
    }
}

pub(super) struct JsonClient;

/// Sends a game record, which names its board, and asks for the value of every move.
fn ask_json(engine: &mut Process, record: &str) -> Result<Value, Fault> {
    engine.ask(&json!({ "position": record, "find": "all-moves" }).to_string())?;
    let said = engine.line()?;
    Ok(from_str(&said).unwrap_or(Value::String(said)))
}

impl Client for JsonClient {
    fn ask(&mut self, engine: &mut Process, game: &Game, probe: Probe) -> Replied {
        let size = game.start().size();
        let mut game = game.clone();
        match probe {
            Probe::Play(square) => game.play(square).expect("probes play legal moves"),
            Probe::Perft(_) => return Ok(Reply::None(NO_QUESTION)),
            Probe::Moves | Probe::Value => {}
        }
        let color = game.end().side().choose('B', 'W');
        let record = to_ggf(&game, None);
        let said = ask_json(engine, &record)?;
        let reply = match probe {
            Probe::Moves => match said["moves"].as_array() {
                Some(list) if list.is_empty() => {
                    // If the game is not over, a pass is legal.
                    let passed = record.replace(";)", &format!("{color}[pa];)"));
                    let after = ask_json(engine, &passed)?;
                    let is_over = after["error"].is_string();
                    Some(if is_over { "over".to_owned() } else { "pass".to_owned() })
                }
                Some(list) => {
                    let names = list.iter().map(|mv| mv["move"].as_str().unwrap_or_default());
                    moves(size, names).map(|it| it.to_string())
                }
                None => None,
            },
            Probe::Value if said["basis"] != "exact" => {
                return Ok(Reply::None("it gives no exact value"));
            }
            Probe::Value => from_value(said["value"].clone()).ok().map(signed),
            Probe::Play(_) | Probe::Perft(_) => {
                let cells = said["position"].as_str().unwrap_or_default();
                read_position(size, cells).ok().map(|after| after.to_string())
            }
        };
        Ok(Reply::or_text(reply, said.to_string()))
    }
}
