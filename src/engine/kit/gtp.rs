//! Asking in the Go Text Protocol, which has no commands for legal moves, positions or values.
//!
//! So moves are tried: those that the engine plays are legal to it. Positions are read from its
//! drawing of the board, if that can be read. Scores of finished games come from `final_score`.

use othello_core::notation::Reader;
use othello_core::{Color, Game, Position, SquareSet, Start, Turn};

use super::process::{EngineReply, Process, Trouble, no_answer};
use super::question::{EngineQuestion, Subject};
use crate::engine::Language;

pub(super) fn ask(engine: &mut Process, asked: &EngineQuestion) -> EngineReply {
    let told = asked.told(Language::Gtp);
    set_up(engine, &told)?;
    match asked.subject {
        Subject::Flips => drawn(engine, told.end()),
        Subject::Values => {
            // `B+8`, `W+3`, `0` or `Draw`.
            let score = need(engine, "final_score")?;
            if score.is_empty() {
                return no_answer("its final_score is empty");
            }
            let (own, opponent) = told.end().side().choose(("B+", "W+"), ("W+", "B+"));
            Ok(score.replace("Draw", "0").replace(own, "").replace(opponent, "-"))
        }
        _ => turn(engine, told.end()),
    }
}

/// Runs a command. The text of its answer, which ends with an empty line, or nothing if it failed.
fn run(engine: &mut Process, command: &str) -> Result<Option<String>, Trouble> {
    engine.ask(command);
    let mut text = String::new();
    loop {
        let line = engine.line()?;
        if line.is_empty() && !text.is_empty() {
            return Ok(text.strip_prefix('=').map(|text| text.trim().to_owned()));
        }
        if line.starts_with(['=', '?']) || !text.is_empty() {
            text += &(line + "\n");
        }
    }
}

/// Runs a command that must not fail.
fn need(engine: &mut Process, command: &str) -> EngineReply {
    match run(engine, command)? {
        Some(text) => Ok(text),
        None => no_answer(&format!("it refuses the command '{command}'")),
    }
}

/// Plays a move or a pass. Returns whether the engine accepts it.
fn accepts(engine: &mut Process, side: Color, what: &str) -> Result<bool, Trouble> {
    let command = format!("play {side} {what}").to_lowercase();
    Ok(run(engine, &command)?.is_some())
}

/// Plays a game from its start.
fn set_up(engine: &mut Process, game: &Game) -> Result<(), Trouble> {
    let size = game.start().size();
    let board = if size.is_square() { size.width().to_string() } else { size.to_string() };
    need(engine, &format!("boardsize {board}"))?;
    need(engine, "clear_board")?;
    let mut player = game.start().side();
    for (before, square) in game.turns() {
        let is_pass_refused = before.side() != player && !accepts(engine, player, "pass")?;
        if !accepts(engine, before.side(), &square.to_string())? {
            return Err(Trouble::Answer(format!("refuses {square}")));
        }
        engine.skips_passes |= is_pass_refused;
        player = !before.side();
    }
    Ok(())
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
            legal.push(square);
            need(engine, "undo")?;
        }
    }
    Ok(SquareSet::from_squares(end.size(), legal).to_string())
}

/// The position in the engine's drawing of the board.
fn drawn(engine: &mut Process, end: Position) -> EngineReply {
    let Some(position) = read_drawing(&need(engine, "showboard")?, end) else {
        return no_answer("the board drawn by its showboard cannot be read");
    };
    Ok(position.to_string())
}

/// Reads a drawing, in which the side to move may be missing, or may not be the one of this position.
fn read_drawing(drawing: &str, end: Position) -> Option<Position> {
    let reader = Reader::new(Some(end.size()), end.size(), Start::Diagonal);
    let with_side = format!("{drawing}\n{} to move", end.side());
    let entry = [drawing, &with_side].iter().find_map(|text| reader.read(text).ok()?)?;
    let position = entry.position();
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
