//! Asking in the Go Text Protocol, which has no commands for legal moves, positions or values.
//!
//! So moves are tried: those that the engine plays are legal to it. Positions are read from its
//! drawing of the board, if that has the expected form at the start of a game. Scores of finished
//! games come from `final_score`.

use othello_core::{Color, Game, Position, Size, SquareSet, Start, Turn};

use super::process::Process;
use super::question::{NO_QUESTION, Probe, Question, Reply, Trouble, whole};

pub(super) fn ask(engine: &mut Process, Question { game, probe }: &Question) -> Reply {
    let is_diagonal = game.start().which_start() == Some(Start::Diagonal);
    let side = game.end().side();
    match probe {
        Probe::Moves if is_diagonal => {
            set_up(engine, game)?;
            turn(engine, game, side)
        }
        Probe::Play(square) if is_diagonal => {
            if drawn(engine, &Game::new(game.start()))? != game.start().to_string() {
                return Err(Trouble::NoAnswer("the board drawn by its showboard cannot be read"));
            }
            let mut longer = game.clone();
            longer.play(*square).expect("probes play legal moves");
            drawn(engine, &longer)
        }
        Probe::Value if is_diagonal && game.end().turn() == Turn::Over => {
            set_up(engine, game)?;
            let none = Trouble::NoAnswer("it does not know the command final_score");
            let text = run(engine, "final_score")?.filter(|text| !text.is_empty()).ok_or(none)?;
            // For Black.
            let score = match text.split_once('+') {
                Some(("B", number)) => whole(number),
                Some(("W", number)) => whole(number).map(|score| -score),
                _ if text.eq_ignore_ascii_case("draw") => Some(0),
                _ => whole(&text).filter(|&score| score == 0),
            };
            Ok(score.map_or(text, |score| format!("{:+}", side.choose(score, -score))))
        }
        _ => Err(Trouble::NoAnswer(NO_QUESTION)),
    }
}

/// Runs a command. The text of its answer, which ends with an empty line, or nothing if it failed.
fn run(engine: &mut Process, command: &str) -> Result<Option<String>, Trouble> {
    engine.ask(command);
    let mut text = engine.line()?;
    while !text.starts_with(['=', '?']) {
        text = engine.line()?;
    }
    loop {
        match engine.line()? {
            line if line.is_empty() => break,
            line => text = text + "\n" + &line,
        }
    }
    Ok(text.strip_prefix('=').map(|text| text.trim_start_matches(' ').to_owned()))
}

/// Plays a move or a pass. Returns whether the engine accepts it.
fn play(engine: &mut Process, side: Color, what: &str) -> Result<bool, Trouble> {
    let command = format!("play {side} {what}").to_lowercase();
    Ok(run(engine, &command)?.is_some())
}

/// Plays a game from its start.
fn set_up(engine: &mut Process, game: &Game) -> Result<(), Trouble> {
    let size = game.start().size();
    let board = if size.is_square() { size.width().to_string() } else { size.to_string() };
    for command in [&*format!("boardsize {board}"), "clear_board"] {
        run(engine, command)?.ok_or(Trouble::NoAnswer("it refuses the board"))?;
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
fn turn(engine: &mut Process, game: &Game, side: Color) -> Reply {
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
            if run(engine, "undo")?.is_none() {
                set_up(engine, game)?;
            }
        }
    }
    Ok(SquareSet::from_squares(game.start().size(), legal))
}

/// The position at the end of a game, from the engine's drawing of the board.
fn drawn(engine: &mut Process, game: &Game) -> Reply {
    set_up(engine, game)?;
    let none = Trouble::NoAnswer("it does not know the command showboard");
    let (text, end) = (run(engine, "showboard")?.ok_or(none)?, game.end());
    let position = read_board(end.size(), &text)
        .and_then(|cells| Position::from_cells(end.size(), &cells, end.side()));
    Ok(position.map_or(text, |position| position.to_string()))
}

/// Reads the cells of a drawing: lines with a cell for each column and perhaps frames. If there are row
/// numbers before the cells, they decide the order, any text may follow the cells, and lines without a
/// number are not part of the board.
fn read_board(size: Size, text: &str) -> Option<Vec<Option<Color>>> {
    let (width, mut rows) = (size.width() as usize, Vec::new());
    for line in text.lines() {
        let line =
            line.replace(|symbol| char::is_whitespace(symbol) || "|()[]".contains(symbol), "");
        let symbols = line.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
        let number: Option<u32> = line[..line.len() - symbols.len()].parse().ok();
        let mut rest = symbols.chars();
        let cells: Vec<_> = rest.by_ref().take(width).map_while(cell).collect();
        let is_end = rest.next().is_none_or(|after| after.is_ascii_digit());
        if cells.len() == width && (number.is_some() || is_end) {
            rows.push((number, cells));
        }
    }
    if rows.iter().any(|(number, _)| number.is_some()) {
        rows.retain(|(number, _)| number.is_some());
    }
    rows.sort_by_key(|(number, _)| *number);
    if rows.len() != size.height() as usize {
        return None;
    }
    Some(rows.into_iter().flat_map(|(_, cells)| cells).collect())
}

/// The contents of the cell that a character stands for, if any.
#[expect(clippy::option_option, reason = "an empty cell is a cell")]
fn cell(symbol: char) -> Option<Option<Color>> {
    match symbol {
        'X' | 'x' | '*' | '#' | '@' | 'B' | '●' => Some(Some(Color::Black)),
        'O' | 'o' | 'W' | '○' => Some(Some(Color::White)),
        '.' | '-' | '_' | '+' | '·' => Some(None),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use othello_core::notation::read_position;

    use super::*;

    /// Drawings by Edax and this program, in the style of GNU Go, and with frames.
    #[test]
    fn drawings_of_other_programs_are_read() {
        let (four, cells) = (Size::new(4, 4).unwrap(), "-O--OO----X--X--");
        let position = read_position(four, &format!("{cells} X")).unwrap();
        let edax = "  A B C D\n1 . O . - 1\n2 O O . - 2 * to move\n3 - . * - 3\n\
                    4 - * . - 4 *: discs =  2    moves =  5\n  A B C D\n";
        let gnu = "   A B C D\n 4 . X . . 4\n 3 . . X . 3     WHITE (O) has 3 discs\n\
                   2 O O + . 2\n 1 . (O) . . 1\n   A B C D";
        let framed = "+----+\n|.o..|\n|oo..|\n|..#.|\n|.#..|\n+----+";
        let dashes = "  a b c d\n  -------\n1|. W . .|  White: 3\n2|W W . .|\n3|. . B .|\n\
                      4|. B . .|  Black: 2\n  -------\nBlack to move";
        for text in [edax, gnu, framed, dashes, &position.diagram()] {
            assert_eq!(read_board(four, text), Some(position.cells().collect()), "{text}");
        }
        for text in ["", "0 1 0 0\n1 1 0 0\n0 0 2 0\n0 2 0 0", ". O . .\nO O . .\n. . X ."] {
            assert_eq!(read_board(four, text), None, "{text}");
        }
    }
}
