//! Asks the questions in each protocol, and turns every answer into one of the plain protocol.

use std::collections::BTreeMap;

use itertools::Itertools;
use othello_core::notation::{Reader, to_ggf};
use othello_core::{Color, Game, Position, SquareSet, Start, Turn};
use serde_json::{Value, from_str, json};

use super::process::{EngineReply, Process, Trouble, no_answer};
use super::question::{EngineQuestion, Subject};
use crate::engine::Language;

/// Asks a question in the protocol of the test.
pub(super) fn ask(engine: &mut Process, asked: &EngineQuestion) -> EngineReply {
    match engine.test.language {
        Language::Plain => ask_plainly(engine, asked),
        Language::Gtp => ask_in_gtp(engine, asked),
        Language::Nboard => ask_in_nboard(engine, asked),
        Language::Json => ask_in_json(engine, asked),
    }
}

fn ask_plainly(engine: &mut Process, asked: &EngineQuestion) -> EngineReply {
    let (command, argument) = asked.question.split_once(' ').unwrap_or((&asked.question, ""));
    let line = format!("{command} {} {} {argument}", asked.size, asked.position);
    engine.ask(line.trim_end());
    let said = engine.line()?;
    if said == "?" { no_answer("answers ?") } else { Ok(said) }
}

fn ask_in_json(engine: &mut Process, asked: &EngineQuestion) -> EngineReply {
    let said = request(engine, asked.position, asked.argument())?;
    let key = match asked.subject {
        Subject::Values => "value",
        Subject::Flips => "position",
        _ => "moves",
    };
    match &said[key] {
        Value::Null if key == "value" => no_answer("gives no exact value"),
        Value::Number(value) => Ok(value.to_string()),
        Value::String(position) => Ok(position.clone()),
        // If no move is legal and the game is not over, a pass is.
        Value::Array(moves) if moves.is_empty() => {
            let passed = request(engine, asked.position, Some("pa".to_owned()))?;
            Ok(if passed["error"].is_string() { "over" } else { "pass" }.to_owned())
        }
        Value::Array(moves) => Ok(moves.iter().filter_map(|it| it["move"].as_str()).join(" ")),
        _ => Ok(said.to_string()),
    }
}

/// Asks for the value of every move in a position, or after one move.
fn request(engine: &mut Process, at: Position, moves: Option<String>) -> Result<Value, Trouble> {
    // The number of cells tells the board only if it is square.
    let is_square = at.size().is_square();
    let cells = if is_square { at.to_string() } else { to_ggf(&Game::new(at), None) };
    let mut request = json!({ "position": cells, "find": "all-moves" });
    if let Some(moves) = moves {
        request["moves"] = moves.into();
    }
    engine.ask(&request.to_string());
    let said = engine.line()?;
    Ok(from_str(&said).unwrap_or(Value::String(said)))
}

/// Asks for hints: moves and their values.
fn ask_in_nboard(engine: &mut Process, asked: &EngineQuestion) -> EngineReply {
    let position = asked.position;
    // At depth 1, NTest aborts if there are more than three moves.
    let depth = if asked.subject == Subject::Values { 60 } else { 2 };
    engine.ask("nboard 2");
    engine.ask(&format!("set depth {depth}"));
    engine.ask(&format!("set game {}", to_ggf(&Game::new(position), None)));
    engine.ask("ping 1");
    while engine.line()? != "pong 1" {}
    engine.ask(&format!("hint {}", position.size().squares()));
    // The last hint for each move, with its value if that is exact. The moves after it, as in `f5d6` or
    // `pah8`, do not count.
    let mut hints = BTreeMap::new();
    loop {
        match engine.line()?.to_ascii_lowercase().split_whitespace().collect_vec()[..] {
            [kind @ ("search" | "book"), moves, value, _, depth, ..] => {
                let is_deep = depth.parse::<u32>().is_ok_and(|depth| depth >= position.empties());
                let is_exact = kind == "search" && (depth == "100%" || is_deep);
                let value = if is_exact { value.parse::<f64>().ok() } else { None };
                hints.insert(moves.chars().take(2).collect::<String>(), value);
            }
            ["===", moves, ..] => {
                hints.insert(moves.chars().take(2).collect(), None);
                break;
            }
            ["status", .., "over"] => break,
            // NTest's status is empty when it waits.
            ["status"] | ["status", .., "waiting"] => {
                // There may be no hint that a pass is forced. At the end of a game, there should be none.
                let is_over = position.is_over();
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
        let Some(best) = best else { return no_answer("gives no exact value") };
        return Ok((best + 0.0).to_string());
    }
    let moves = hints.into_keys().join(" ").replace("pa", "pass");
    Ok(if moves.is_empty() { "over".to_owned() } else { moves })
}

/// Asks in the Go Text Protocol, which has no commands for legal moves, positions or values.
///
/// So moves are tried: those that the engine plays are legal to it. Positions are read from its
/// drawing of the board, if that can be read. Scores of finished games come from `final_score`.
fn ask_in_gtp(engine: &mut Process, asked: &EngineQuestion) -> EngineReply {
    let told = asked.told(engine.test.language);
    let (end, size) = (told.end(), asked.size);
    let board = if size.is_square() { size.width().to_string() } else { size.to_string() };
    need(engine, &format!("boardsize {board}"))?;
    need(engine, "clear_board")?;
    let mut player = told.start().side();
    for (before, square) in told.turns() {
        let is_pass_refused = before.side() != player && !accepts(engine, player, "pass")?;
        if !accepts(engine, before.side(), &square.to_string())? {
            return Ok(format!("refuses {square}"));
        }
        engine.skips_passes |= is_pass_refused;
        player = !before.side();
    }
    match asked.subject {
        Subject::Flips => match read_drawing(&need(engine, "showboard")?, end) {
            Some(position) => Ok(position.to_string()),
            None => no_answer("draws a board by showboard that cannot be read"),
        },
        Subject::Values => {
            // `B+8`, `W+3`, `0` or `Draw`.
            let (own, opponent) = end.side().choose(("B+", "W+"), ("W+", "B+"));
            let score = need(engine, "final_score")?.replace("Draw", "0");
            Ok(score.replace(own, "").replace(opponent, "-"))
        }
        _ => turn(engine, end),
    }
}

/// Runs a command. The text of its answer, which ends with an empty line, or nothing if it failed.
fn run(engine: &mut Process, command: &str) -> Result<Option<String>, Trouble> {
    engine.ask(command);
    let mut text = String::new();
    while !text.ends_with("\n\n") {
        let line = engine.line()?;
        if line.starts_with(['=', '?']) || !text.is_empty() {
            text += &(line + "\n");
        }
    }
    Ok(text.strip_prefix('=').map(|text| text.trim().to_owned()))
}

/// Runs a command that must not fail.
fn need(engine: &mut Process, command: &str) -> EngineReply {
    match run(engine, command)? {
        Some(text) => Ok(text),
        None => no_answer(&format!("refuses the command '{command}'")),
    }
}

/// Plays a move or a pass. Returns whether the engine accepts it.
fn accepts(engine: &mut Process, side: Color, what: &str) -> Result<bool, Trouble> {
    let command = format!("play {side} {what}").to_lowercase();
    Ok(run(engine, &command)?.is_some())
}

/// The legal moves, a pass, or the end of the game.
fn turn(engine: &mut Process, end: Position) -> EngineReply {
    let legal = tried_moves(engine, end)?;
    if !legal.is_empty() {
        return Ok(legal);
    }
    let is_pass_refused = !accepts(engine, end.side(), "pass")?;
    if tried_moves(engine, end.pass())?.is_empty() {
        return Ok("over".to_owned());
    }
    engine.skips_passes |= is_pass_refused && end.turn() == Turn::Pass;
    Ok("pass".to_owned())
}

/// The squares on which the player to move may place a disc, found by trying all.
fn tried_moves(engine: &mut Process, end: Position) -> EngineReply {
    let mut legal = Vec::new();
    for square in SquareSet::all(end.size()) {
        if accepts(engine, end.side(), &square.to_string())? {
            legal.push(square.to_string());
            need(engine, "undo")?;
        }
    }
    Ok(legal.join(" "))
}

/// Reads a drawing, in which the side to move may be missing, or may not be the one of this position.
fn read_drawing(drawing: &str, end: Position) -> Option<Position> {
    let reader = Reader::new(Some(end.size()), end.size(), Start::Diagonal);
    let with_side = format!("{drawing}\n{} to move", end.side());
    let position = [drawing, &with_side].iter().find_map(|it| reader.read(it).ok()?)?.position();
    Some(if position.side() == end.side() { position } else { position.pass() })
}

#[cfg(test)]
mod tests {
    use othello_core::Size;
    use othello_core::notation::read_position;

    use super::*;

    /// Drawings by Edax, GNU Rhino and this program, and with frames.
    #[test]
    fn drawings_of_other_programs_are_read() {
        let four = Size::new(4, 4).unwrap();
        let position = read_position(four, "-O--OO----X--X-- X").unwrap();
        let edax = "  A B C D\n1 . O . - 1\n2 O O . - 2 * to move\n3 - . * - 3\n\
                    4 - * . - 4 *: discs =  2    moves =  5\n  A B C D";
        let rhino =
            "Next move: White\n    a b c d\n  1 . O . .\n  2 O O . .\n  3 . . X .\n  4 . X . .";
        let framed = "+----+\n|.o..|\n|oo..|\n|..*.|\n|.*..|\n+----+";
        let ours = format!("{}{} to move", position.diagram(), position.side());
        for text in [edax, rhino, framed, &ours] {
            assert_eq!(read_drawing(text, position), Some(position), "{text}");
            assert_eq!(read_drawing(text, position.pass()), Some(position.pass()), "{text}");
        }
        for text in ["", "0 1 0 0\n1 1 0 0\n0 0 2 0\n0 2 0 0", ". O . .\nO O . .\n. . X ."] {
            assert_eq!(read_drawing(text, position), None, "{text}");
        }
    }
}
