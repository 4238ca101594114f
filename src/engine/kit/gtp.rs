//! Asking in the Go Text Protocol, which has no commands for legal moves, positions or values.
//!
//! So moves are tried: those that the engine plays are legal to it. Positions are read from its
//! drawing of the board, if that has the expected form at the start of a game. Scores of finished
//! games come from `final_score`.

use std::collections::{BTreeMap, HashMap, hash_map::Entry};

use othello_core::{Color, Game, Position, Score, Size, Square, SquareSet, Start, Turn};

use super::probe::{Client, NO_QUESTION, Probe, Replied, Reply, signed, whole};
use super::process::{Fault, Process};

/// The text of an answer, or the reason why the command failed.
type Said = Result<String, String>;

#[derive(Default)]
pub(super) struct GtpClient {
    /// The list of commands that the engine knows, requested when first needed.
    commands: Option<String>,
    /// Whether its drawing of each board can be read.
    draws: HashMap<Size, bool>,
}

/// Runs a command and reads its answer, which ends with an empty line.
fn run(engine: &mut Process, command: &str) -> Result<Said, Fault> {
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

fn play(engine: &mut Process, side: Color, what: &str) -> Result<Said, Fault> {
    run(engine, &format!("play {} {what}", side.to_string().to_lowercase()))
}

/// Plays a game from its start. If that fails, returns the reply to the probe: none if the engine
/// does not support the board, and its words if it refuses a move.
fn set_up(engine: &mut Process, game: &Game) -> Result<Result<(), Reply>, Fault> {
    let size = game.start().size();
    let board = if size.is_square() { size.width().to_string() } else { size.to_string() };
    if run(engine, &format!("boardsize {board}"))?.is_err() || run(engine, "clear_board")?.is_err()
    {
        return Ok(Err(Reply::None("it refuses the board")));
    }
    let refusal = |words| Ok(Err(Reply::Answer(words)));
    let mut player = game.start().side();
    for (before, square) in game.turns() {
        if before.side() != player
            && let Err(reason) = play(engine, player, "pass")?
        {
            return refusal(format!("refuses {player}'s pass: {reason}"));
        }
        if let Err(reason) = play(engine, before.side(), &square.to_string())? {
            return refusal(format!("refuses {square}: {reason}"));
        }
        player = !before.side();
    }
    Ok(Ok(()))
}

impl GtpClient {
    fn knows(&mut self, engine: &mut Process, command: &str) -> Result<bool, Fault> {
        if self.commands.is_none() {
            self.commands = Some(run(engine, "list_commands")?.unwrap_or_default());
        }
        Ok(self.commands.iter().flat_map(|list| list.split_whitespace()).any(|it| it == command))
    }

    /// The squares on which this player may place a disc, found by trying all empty ones.
    fn moves(&mut self, engine: &mut Process, game: &Game, who: Color) -> Result<SquareSet, Fault> {
        let (board, can_undo) = (game.start().size(), self.knows(engine, "undo")?);
        let mut legal = Vec::new();
        for square in SquareSet::all(board) {
            if game.end().disc(square).is_none() && play(engine, who, &square.to_string())?.is_ok()
            {
                legal.push(square);
                if !can_undo || run(engine, "undo")?.is_err() {
                    // The same game has been set up before, so this succeeds.
                    let _ = set_up(engine, game)?;
                }
            }
        }
        Ok(SquareSet::from_squares(board, legal))
    }

    /// The legal moves, a pass, or the end of the game.
    fn turn(&mut self, engine: &mut Process, game: &Game) -> Replied {
        let side = game.end().side();
        let moves = self.moves(engine, game, side)?;
        if !moves.is_empty() {
            return Ok(Reply::Answer(moves.to_string()));
        }
        let is_over = match play(engine, side, "pass")? {
            // At the end of a game an engine may refuse a pass.
            Err(_) if game.end().turn() == Turn::Over => true,
            Err(reason) => return Ok(Reply::Answer(format!("refuses {side}'s pass: {reason}"))),
            Ok(_) => self.moves(engine, game, !side)?.is_empty(),
        };
        Ok(Reply::Answer(if is_over { "over" } else { "pass" }.to_owned()))
    }

    /// The position after a move, from the engine's drawing of the board.
    fn position(&mut self, engine: &mut Process, game: &Game, square: Square) -> Replied {
        let size = game.start().size();
        if !self.knows(engine, "showboard")? {
            return Ok(Reply::None("it does not know the command showboard"));
        }
        if let Entry::Vacant(unknown) = self.draws.entry(size) {
            if let Err(reply) = set_up(engine, &Game::new(game.start()))? {
                return Ok(reply);
            }
            let drawn = run(engine, "showboard")?.ok().and_then(|text| read_board(size, &text));
            unknown.insert(drawn == Some(game.start().cells().collect()));
        }
        if !self.draws[&size] {
            return Ok(Reply::None("the board drawn by its showboard cannot be read"));
        }
        let mut after = game.clone();
        after.play(square).expect("probes play legal moves");
        if let Err(reply) = set_up(engine, &after)? {
            return Ok(reply);
        }
        let text = run(engine, "showboard")?.unwrap_or_default();
        let position = read_board(size, &text)
            .and_then(|cells| Position::from_cells(size, &cells, after.end().side()));
        Ok(Reply::or_text(position, text))
    }
}

impl Client for GtpClient {
    fn ask(&mut self, engine: &mut Process, game: &Game, probe: Probe) -> Replied {
        let is_diagonal = game.start().which_start() == Some(Start::Diagonal);
        match probe {
            _ if !is_diagonal => return Ok(Reply::None(NO_QUESTION)),
            Probe::Play(square) => return self.position(engine, game, square),
            Probe::Value if game.end().turn() == Turn::Over => {
                if !self.knows(engine, "final_score")? {
                    return Ok(Reply::None("it does not know the command final_score"));
                }
            }
            Probe::Perft(_) | Probe::Value => return Ok(Reply::None(NO_QUESTION)),
            Probe::Moves => {}
        }
        if let Err(reply) = set_up(engine, game)? {
            return Ok(reply);
        }
        if probe == Probe::Moves {
            return self.turn(engine, game);
        }
        Ok(match run(engine, "final_score")? {
            Err(reason) => Reply::Answer(format!("refuses final_score: {reason}")),
            Ok(text) => {
                let score = read_score(&text);
                let seen = score.map(|score| signed(game.end().side().sees(score, Color::Black)));
                Reply::or_text(seen, text)
            }
        })
    }
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

/// A row's number, if it is drawn, and its cells.
type Row = (Option<u32>, Vec<Option<Color>>);

/// Reads the cells of a drawing. If its lines begin with row numbers, the numbers decide the order,
/// and lines without one are not part of the board.
fn read_board(size: Size, text: &str) -> Option<Vec<Option<Color>>> {
    let height = size.height() as usize;
    let rows: Vec<_> = text.lines().filter_map(|line| read_row(size, line)).collect();
    let numbered: BTreeMap<_, _> = rows.iter().filter_map(|(n, row)| Some(((*n)?, row))).collect();
    if numbered.len() == height {
        return Some(numbered.into_values().flatten().copied().collect());
    }
    (rows.len() == height).then(|| rows.into_iter().flat_map(|(_, row)| row).collect())
}

/// Reads a line with one cell for each column. The row number may come before or after the cells. If
/// it comes before, any text may follow them.
fn read_row(size: Size, line: &str) -> Option<Row> {
    let is_frame = |symbol: char| symbol.is_whitespace() || "|()[]".contains(symbol);
    let line = line.trim_start_matches(is_frame);
    let number = line.split(|symbol: char| !symbol.is_ascii_digit()).next().unwrap_or_default();
    let (mut rest, mut cells) = (line[number.len()..].chars(), Vec::new());
    while cells.len() < size.width() as usize {
        cells.push(match rest.next()? {
            'X' | 'x' | '*' | '#' | '@' | 'B' | '●' => Some(Color::Black),
            'O' | 'o' | 'W' | '○' => Some(Color::White),
            '.' | '-' | '_' | '+' | '·' => None,
            symbol if is_frame(symbol) => continue,
            _ => return None,
        });
    }
    let after = rest.as_str().trim_start_matches(is_frame);
    let ends = |word: &str| word.starts_with(|symbol: char| symbol.is_ascii_digit());
    let is_whole = match after.split_whitespace().next() {
        Some(word) => ends(word) || !number.is_empty() && word.len() > 1,
        None => true,
    };
    is_whole.then(|| (number.parse().ok(), cells))
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
