//! Asking in the Go Text Protocol, which has no commands for legal moves, positions or values.
//!
//! So moves are tried: those that the engine plays are legal to it. Positions are read from its
//! drawing of the board, if that has the expected form at the start of a game. Scores of finished
//! games come from `final_score`.

use othello_core::{Color, Game, Position, Score, Size, Square, SquareSet, Turn};

use super::probe::{Client, Probe, Replied, Reply, signed, whole};
use super::process::{Fault, Process};

/// The text of an answer, or the reason why the command failed.
type Said = Result<String, String>;

#[derive(Default)]
pub(super) struct GtpClient {
    /// The list of commands that the engine knows, requested when first needed.
    commands: Option<String>,
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
fn set_up(engine: &mut Process, game: &Game) -> Result<Result<(), Option<Reply>>, Fault> {
    let size = game.start().size();
    let board = if size.is_square() { size.width().to_string() } else { size.to_string() };
    if run(engine, &format!("boardsize {board}"))?.is_err() || run(engine, "clear_board")?.is_err()
    {
        return Ok(Err(None));
    }
    let refusal = |words| Ok(Err(Some(Err(words))));
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
            return Ok(Some(Ok(moves.to_string())));
        }
        let is_over = match play(engine, side, "pass")? {
            // At the end of a game an engine may refuse a pass.
            Err(_) if game.end().turn() == Turn::Over => true,
            Err(reason) => return Ok(Some(Err(format!("refuses {side}'s pass: {reason}")))),
            Ok(_) => self.moves(engine, game, !side)?.is_empty(),
        };
        Ok(Some(Ok(if is_over { "over" } else { "pass" }.to_owned())))
    }

    /// The position after a move, from the engine's drawing of the board.
    fn position(&mut self, engine: &mut Process, game: &Game, square: Square) -> Replied {
        let (start, size) = (Game::new(game.start()), game.start().size());
        if !self.knows(engine, "showboard")? || set_up(engine, &start)? == Err(None) {
            return Ok(None);
        }
        let drawn = run(engine, "showboard")?.ok().and_then(|text| read_board(size, &text));
        if drawn.as_ref() != Some(&game.start().cells().collect()) {
            return Ok(None);
        }
        let mut after = game.clone();
        after.play(square).expect("probes play legal moves");
        if let Err(reply) = set_up(engine, &after)? {
            return Ok(reply);
        }
        let text = run(engine, "showboard")?.unwrap_or_default();
        let position = read_board(size, &text)
            .and_then(|cells| Position::from_cells(size, &cells, after.end().side()));
        Ok(Some(position.map(|position| position.to_string()).ok_or(text)))
    }
}

impl Client for GtpClient {
    fn ask(&mut self, engine: &mut Process, game: &Game, probe: Probe) -> Replied {
        match probe {
            Probe::Play(square) => return self.position(engine, game, square),
            Probe::Perft(_) => return Ok(None),
            Probe::Value if game.end().turn() != Turn::Over => return Ok(None),
            Probe::Value if !self.knows(engine, "final_score")? => return Ok(None),
            Probe::Value | Probe::Moves => {}
        }
        if let Err(reply) = set_up(engine, game)? {
            return Ok(reply);
        }
        if probe == Probe::Moves {
            return self.turn(engine, game);
        }
        Ok(Some(match run(engine, "final_score")? {
            Err(reason) => Err(format!("refuses final_score: {reason}")),
            Ok(text) => match read_score(&text) {
                Some(score) => Ok(signed(game.end().side().sees(score, Color::Black))),
                None => Err(text),
            },
        }))
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

/// Reads the cells of a drawing, from the lines that have one for each column. A line may begin or
/// end with the number of the row.
fn read_board(size: Size, text: &str) -> Option<Vec<Option<Color>>> {
    let cell = |symbol| match symbol {
        'X' | 'x' | '*' | '#' | '@' => Some(Some(Color::Black)),
        'O' | 'o' => Some(Some(Color::White)),
        '.' | '-' | '_' | '+' | '·' => Some(None),
        _ => None,
    };
    let is_edge = |symbol: char| symbol.is_ascii_digit() || symbol.is_whitespace() || symbol == '|';
    let mut cells = Vec::new();
    for line in text.lines() {
        let row: Option<Vec<_>> = line.chars().filter(|&it| !is_edge(it)).map(cell).collect();
        cells.extend(row.filter(|row| row.len() == size.width() as usize).unwrap_or_default());
    }
    (cells.len() == size.squares() as usize).then_some(cells)
}
