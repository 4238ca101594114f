//! Version 2 of the Go Text Protocol, as Othello programs use it.

use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Duration;

use othello_core::{Color, Find, Position, Progress, Size, Square, Turn, ensure};

use super::{EngineOptions, Protocol};

/// The supported commands.
const COMMANDS: &str = "boardsize clear_board final_score genmove known_command komi \
                        list_commands list_games name play protocol_version quit reg_genmove \
                        set_game showboard time_left time_settings undo version";

/// The answer to a command, or the reason why it failed.
type Said = Result<String, String>;

fn is_known(command: &str) -> bool {
    COMMANDS.split(' ').any(|known| known == command)
}

/// An engine that speaks GTP 2. Squares have the same names as everywhere in this program, so column
/// `i` follows `h`. A size is a number, or text such as `6x4`. Forced passes may be left out.
#[derive(Clone, Debug)]
pub struct Gtp {
    options: EngineOptions,
    /// The positions of the game; the last is the current one.
    history: Vec<Position>,
    /// The seconds that each side has left, Black first, and for how many moves; 0 moves stand for the
    /// rest of the game.
    left: [Option<(u32, u32)>; 2],
}

impl Gtp {
    /// An engine at the start of a game.
    pub fn new(options: EngineOptions) -> Self {
        Self { options, history: vec![options.begin()], left: [None; 2] }
    }

    fn now(&self) -> Position {
        *self.history.last().expect("the history has the start of the game")
    }

    fn run(&mut self, command: &str, args: &[&str], progress: &dyn Progress) -> Said {
        let done = Ok(String::new());
        match (command, args) {
            ("quit", []) => done,
            ("protocol_version", []) => Ok("2".to_owned()),
            ("name", []) => Ok(env!("CARGO_PKG_NAME").to_owned()),
            ("version", []) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name]) => Ok(is_known(name).to_string()),
            ("list_commands", []) => Ok(COMMANDS.replace(' ', "\n")),
            ("list_games", []) => Ok("Othello".to_owned()),
            ("set_game", [name]) if name.eq_ignore_ascii_case("othello") => Ok(self.begin()),
            ("set_game", _) => Err("unsupported game; the game is Othello".to_owned()),
            ("boardsize", [size]) => {
                self.options.size = size.parse::<Size>().map_err(|_| "unacceptable size")?;
                Ok(self.begin())
            }
            ("clear_board", []) => Ok(self.begin()),
            ("komi", [komi]) if komi.parse::<f64>().is_ok() => done,
            ("play", [color, square]) => {
                self.history.push(play_named(self.now(), read_color(color)?, square)?);
                done
            }
            ("genmove", [color]) => {
                let (name, position) = self.choose(read_color(color)?, progress)?;
                self.history.push(position);
                Ok(name)
            }
            ("reg_genmove", [color]) => Ok(self.choose(read_color(color)?, progress)?.0),
            ("undo", []) if self.history.len() > 1 => {
                self.history.pop();
                done
            }
            ("undo", []) => Err("cannot undo".to_owned()),
            ("showboard", []) => {
                let position = self.now();
                Ok(format!("\n{}{} to move", position.diagram(), position.side()))
            }
            ("final_score", []) => self.final_score(),
            ("time_settings", [main, byo, stones]) => {
                let [main, byo, stones] = [number(main)?, number(byo)?, number(stones)?];
                // As GTP defines it, byo-yomi time for no stones means no limit.
                self.left = [match (main, stones) {
                    (0, 0) => None,
                    (0, _) => Some((byo, stones)),
                    _ => Some((main, 0)),
                }; 2];
                done
            }
            ("time_left", [color, time, stones]) => {
                self.left[read_color(color)? as usize] = Some((number(time)?, number(stones)?));
                done
            }
            (known, _) if is_known(known) => Err("syntax error".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    /// Starts a game. Returns the empty answer.
    fn begin(&mut self) -> String {
        self.history = vec![self.options.begin()];
        String::new()
    }

    /// The move of a player, and the position after it.
    fn choose(&self, color: Color, progress: &dyn Progress) -> Result<(String, Position), String> {
        let now = self.now();
        if now.is_over() {
            return Ok(("pass".to_owned(), now));
        }
        let position = turn_of(color, now)?;
        if position.turn() == Turn::Pass {
            return Ok(("pass".to_owned(), position.pass()));
        }
        let mut options = self.options;
        if let Some((seconds, moves)) = self.left[color as usize] {
            let moves = if moves > 0 { moves } else { position.empties().div_ceil(2) };
            // Reserve some time for communication.
            let left = Duration::from_secs(seconds.into()).mul_f64(0.9);
            options.time = options.time.min(left / moves.saturating_add(1));
        }
        let outlook = options.outlook(position, Find::BestMove, progress)?;
        let best = outlook.best().ok_or("no move was found")?;
        Ok((best.to_string(), position.play(best).expect("the move is legal")))
    }

    /// `B+8`, `W+3` or `0`.
    fn final_score(&self) -> Said {
        let position = self.now();
        ensure!(position.is_over(), "the game is not over");
        let black = Color::Black.sees(position.score(self.options.rules), position.side());
        Ok(match black {
            0 => "0".to_owned(),
            1.. => format!("B+{black}"),
            _ => format!("W+{}", -black),
        })
    }
}

fn read_color(text: &str) -> Result<Color, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err("invalid color".to_owned()),
    }
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "syntax error".to_owned())
}

/// The position with this player to move, after the opponent's pass if that is forced.
fn turn_of(color: Color, position: Position) -> Result<Position, String> {
    let position = if position.side() == color { position } else { position.after_forced_pass() };
    let side = position.side();
    ensure!(side == color, "it is {side}'s turn");
    Ok(position)
}

/// The position after a move or a pass.
fn play_named(position: Position, color: Color, name: &str) -> Result<Position, String> {
    let is_pass = name.eq_ignore_ascii_case("pass");
    if is_pass && position.is_over() {
        return Ok(position);
    }
    let position = turn_of(color, position)?;
    if is_pass {
        ensure!(position.turn() == Turn::Pass, "illegal move: there is a legal move");
        return Ok(position.pass());
    }
    let square: Square = name.parse().map_err(|_| "invalid coordinate")?;
    position.play(square).map_err(|error| format!("illegal move: {error}"))
}

impl Protocol for Gtp {
    fn answer(&mut self, line: &str, progress: &dyn Progress) -> ControlFlow<String, String> {
        let line = line.split('#').next().unwrap_or_default();
        let mut words: Vec<_> = line.split_whitespace().collect();
        let id = match words.first() {
            Some(word) if word.bytes().all(|byte| byte.is_ascii_digit()) => words.remove(0),
            _ => "",
        };
        let Some((command, args)) = words.split_first() else { return Continue(String::new()) };
        let said = self.run(command, args, progress);
        let (sign, text) = said.map_or_else(|reason| ('?', reason), |text| ('=', text));
        let space = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
        let answer = format!("{sign}{id}{space}{text}\n\n");
        if *command == "quit" { Break(answer) } else { Continue(answer) }
    }

    fn refuse(&self, reason: &str) -> String {
        format!("? {reason}\n\n")
    }
}
