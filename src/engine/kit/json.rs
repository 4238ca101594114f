//! Asking in the lines of JSON that `engine --protocol json` speaks.

use othello_core::game::{Game, Position};
use othello_core::notation::Ggf;
use serde_json::{Value, json};

use super::fault::Fault;
use super::plain::squares;
use super::process::Process;
use super::question::{Answer, Client, Question};

pub(super) struct JsonClient;

/// The answer to a game record, which names its board, with the value of every move.
fn know(engine: &mut Process, record: &str) -> Result<Value, Fault> {
    engine.ask(&json!({ "position": record, "find": "all-moves" }).to_string())?;
    let said = engine.line()?;
    Ok(serde_json::from_str(&said).unwrap_or(Value::String(said)))
}

impl Client for JsonClient {
    fn ask(
        &mut self,
        engine: &mut Process,
        game: &Game,
        question: Question,
    ) -> Result<Option<Answer>, Fault> {
        let size = game.start().size();
        let mut game = game.clone();
        if let Question::Play(square) = question {
            game.play(square).expect("only legal moves are asked for");
        }
        let color = game.end().side().choose('B', 'W');
        let record = Ggf { game, result: None }.to_string();
        let said = match question {
            Question::Perft(_) => return Ok(None),
            _ => know(engine, &record)?,
        };
        let answer = match question {
            Question::Moves => match said["moves"].as_array() {
                Some(moves) if moves.is_empty() => {
                    // A pass is legal if the game is not over.
                    let passed = record.replace(";)", &format!("{color}[pa];)"));
                    let after = know(engine, &passed)?;
                    Some(if after["error"].is_string() { Answer::Over } else { Answer::Pass })
                }
                Some(moves) => {
                    let names = moves.iter().map(|of| of["move"].as_str().unwrap_or_default());
                    squares(size, names).map(Answer::Moves)
                }
                None => None,
            },
            Question::Value if said["basis"] != "exact" => return Ok(None),
            Question::Value => {
                said["value"].as_i64().and_then(|value| value.try_into().ok()).map(Answer::Value)
            }
            Question::Play(_) | Question::Perft(_) => {
                let cells = said["position"].as_str().unwrap_or_default();
                Position::parse(size, cells).ok().map(Answer::Position)
            }
        };
        Ok(Some(answer.unwrap_or_else(|| Answer::Words(said.to_string()))))
    }
}
