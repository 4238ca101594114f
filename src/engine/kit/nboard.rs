//! Asking in the protocol of NBoard, by its hints: moves and their values.

use std::collections::BTreeMap;

use itertools::Itertools;
use othello_core::notation::to_ggf;
use othello_core::{Game, Turn};

use super::process::{EngineReply, Process, no_answer};
use super::question::{EngineQuestion, Subject};

pub(super) fn ask(engine: &mut Process, asked: &EngineQuestion) -> EngineReply {
    let position = asked.position;
    // At depth 1, NTest aborts if there are more than three moves.
    let depth = if asked.subject == Subject::Values { 60 } else { 2 };
    engine.send("nboard 2");
    engine.send(&format!("set depth {depth}"));
    engine.send(&format!("set game {}", to_ggf(&Game::new(position), None)));
    engine.ask("ping 1");
    while engine.line()? != "pong 1" {}
    engine.ask(&format!("hint {}", position.size().squares()));
    // The last hint for each move, with its value if that is exact.
    let mut hints = BTreeMap::new();
    loop {
        match engine.line()?.to_ascii_lowercase().split_whitespace().collect_vec()[..] {
            [kind @ ("search" | "book"), moves, value, _, depth, ..] => {
                let is_deep = depth.parse::<u32>().is_ok_and(|depth| depth >= position.empties());
                let is_exact = kind == "search" && (depth == "100%" || is_deep);
                let value = if is_exact { value.parse::<f64>().ok() } else { None };
                hints.insert(first_move(moves), value);
            }
            ["===", moves, ..] => {
                hints.insert(first_move(moves), None);
                break;
            }
            ["status", .., "over"] => break,
            // NTest's status is empty when it waits.
            ["status"] | ["status", .., "waiting"] => {
                // There may be no hint that a pass is forced. At the end of a game, there should be none.
                let is_over = position.turn() == Turn::Over;
                if !hints.is_empty() || is_over || engine.sent.last().is_some_and(|it| it == "go") {
                    break;
                }
                engine.ask("go");
            }
            _ => {}
        }
    }
    if asked.subject == Subject::Values {
        let values: Option<Vec<f64>> = hints.into_values().collect();
        let best = values.unwrap_or_default().into_iter().max_by(f64::total_cmp);
        let Some(best) = best else { return no_answer("it gives no exact value") };
        return Ok((best + 0.0).to_string());
    }
    Ok(if hints.is_empty() { "over".to_owned() } else { hints.into_keys().join(" ") })
}

/// The first move in a list without separators, such as `f5d6` or `pah8`.
fn first_move(moves: &str) -> String {
    let first = moves.get(..2).unwrap_or(moves);
    if first == "pa" { "pass" } else { first }.to_owned()
}
