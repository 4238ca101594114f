//! Asking in the Go Text Protocol, which has no commands for legal moves, positions or values.
//!
//! So moves are tried: those that the engine plays are legal to it. Positions are read from its
//! drawing of the board, if that has the expected form at the start of a game. Scores of finished
//! games come from `final_score`.

use othello_core::notation::Reader;
use othello_core::{Color, Game, Position, Score, Size, SquareSet, Start, Turn};

use super::probe::{CANNOT_ASK, Probe, Reply, Trouble, whole};
use super::process::Process;

pub(super) fn ask_gtp(engine: &mut Process, game: &Game, probe: Probe) -> Reply {
    if game.start().which_start() != Some(Start::Diagonal) {
        return Err(CANNOT_ASK);
    }
    match probe {
        Probe::Moves => turn(engine, game),
        Probe::Play(square) => {
            let start = Game::new(game.start());
            if drawn(engine, &start)? != start.end().to_string() {
                return Err(Trouble::NoAnswer("the board drawn by its showboard cannot be read"));
            }
            let mut longer = game.clone();
            longer.play(square).expect("probes play legal moves");
            drawn(engine, &longer)
        }
        Probe::Value if game.end().turn() == Turn::Over => {
            set_up(engine, game)?;
            let Ok(text) = run(engine, "final_score")? else {
                return Err(Trouble::NoAnswer("it does not know the command final_score"));
            };
            let side = game.end().side();
            let seen = read_score(&text).map(|score| format!("{:+}", side.choose(score, -score)));
            Ok(seen.unwrap_or(text))
        }
        Probe::Perft(_) | Probe::Value => Err(CANNOT_ASK),
    }
}

/// Runs a command and reads its answer, which ends with an empty line: a text, or the reason why the
/// command failed.
fn run(engine: &mut Process, command: &str) -> Result<Result<String, String>, Trouble> {
    engine.ask(command)?;
    let mut first = engine.line()?;
    while !first.starts_with(['=', '?']) {
        first = engine.line()?;
    }
    let (mut text, mut line) = (first[1..].trim_start().to_owned(), engine.line()?);
    while !line.is_empty() {
        text = text + "\n" + &line;
        line = engine.line()?;
    }
    Ok(if first.starts_with('=') { Ok(text) } else { Err(text) })
}

/// Plays a move or a pass. Returns whether the engine accepts it.
fn play(engine: &mut Process, side: Color, what: &str) -> Result<bool, Trouble> {
    let side = side.to_string().to_lowercase();
    Ok(run(engine, &format!("play {side} {what}"))?.is_ok())
}

/// Plays a game from its start.
fn set_up(engine: &mut Process, game: &Game) -> Result<(), Trouble> {
    let size = game.start().size();
    let board = if size.is_square() { size.width().to_string() } else { size.to_string() };
    for command in [&*format!("boardsize {board}"), "clear_board"] {
        if run(engine, command)?.is_err() {
            return Err(Trouble::NoAnswer("it refuses the board"));
        }
    }
    let mut player = game.start().side();
    for (before, square) in game.turns() {
        let is_pass_refused = before.side() != player && !play(engine, player, "pass")?;
        if !play(engine, before.side(), &square.to_string())? {
            return Err(Trouble::Answer(format!("refuses {square}")));
        }
        engine.takes_no_passes |= is_pass_refused;
        player = !before.side();
    }
    Ok(())
}

/// The legal moves, a pass, or the end of the game.
fn turn(engine: &mut Process, game: &Game) -> Reply {
    set_up(engine, game)?;
    let side = game.end().side();
    let legal = moves(engine, game, side)?;
    if !legal.is_empty() {
        return Ok(legal.to_string());
    }
    let is_pass_refused = !play(engine, side, "pass")?;
    if moves(engine, game, !side)?.is_empty() {
        return Ok("over".to_owned());
    }
    engine.takes_no_passes |= is_pass_refused && game.end().turn() == Turn::Pass;
    Ok("pass".to_owned())
}

/// The squares on which this player may place a disc, found by trying all.
fn moves(engine: &mut Process, game: &Game, player: Color) -> Result<SquareSet, Trouble> {
    let mut legal = Vec::new();
    for square in SquareSet::all(game.start().size()) {
        if play(engine, player, &square.to_string())? {
            legal.push(square);
            if run(engine, "undo")?.is_err() {
                set_up(engine, game)?;
            }
        }
    }
    Ok(SquareSet::from_squares(game.start().size(), legal))
}

/// The position at the end of a game, from the engine's drawing of the board.
fn drawn(engine: &mut Process, game: &Game) -> Reply {
    set_up(engine, game)?;
    let Ok(text) = run(engine, "showboard")? else {
        return Err(Trouble::NoAnswer("it does not know the command showboard"));
    };
    let position = read_drawing(game.end().size(), game.end().side(), &text);
    Ok(position.map_or(text, |position| position.to_string()))
}

/// Reads `B+8`, `W+3`, `0` or `Draw`, from Black's point of view.
fn read_score(text: &str) -> Option<Score> {
    match text.split_once('+') {
        Some(("B", number)) => whole(number),
        Some(("W", number)) => whole(number).map(|score| -score),
        None if text.eq_ignore_ascii_case("draw") => Some(0),
        _ => whole(text).filter(|&score| score == 0),
    }
}

/// Reads a drawing of the board.
fn read_drawing(size: Size, to_move: Color, text: &str) -> Option<Position> {
    let reader = Reader::new(Some(size), size, Start::Diagonal);
    // It may show the side to move.
    let read = reader.read(text).or_else(|_| reader.read(&format!("{text}\n{to_move} to move")));
    let drawn = read.ok()??.position();
    Position::new(drawn.discs(Color::Black), drawn.discs(Color::White), to_move)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Drawings by Edax and this program, and with frames.
    #[test]
    fn drawings_of_other_programs_are_read() {
        let four = Size::new(4, 4).unwrap();
        let position = Position::parse(four, "-O--OO----X--X-- X").unwrap();
        let edax = "  A B C D\n1 . O . - 1\n2 O O . - 2 * to move\n3 - . * - 3\n\
                    4 - * . - 4 *: discs =  2    moves =  5\n  A B C D\n";
        let framed = "+----+\n|.o..|\n|oo..|\n|..x.|\n|.x..|\n+----+";
        for text in [edax, framed, &position.diagram()] {
            assert_eq!(read_drawing(four, Color::Black, text), Some(position), "{text}");
        }
        for text in ["", "0 1 0 0\n1 1 0 0\n0 0 2 0\n0 2 0 0", ". O . .\nO O . .\n. . X ."] {
            assert_eq!(read_drawing(four, Color::Black, text), None, "{text}");
        }
    }
}
