//! Version 2 of the protocol of NBoard, a graphical Othello board by Chris Welty.

use std::ops::ControlFlow::{self, Break, Continue};
use std::time::{Duration, Instant};

use othello_core::analysis::{Outlook, review};
use othello_core::notation::read_ggf;
use othello_core::{Find, Game, MoveValue, Progress, Square, TimeLimit, Turn, ensure};

use super::{EngineOptions, Protocol};
use crate::clock::clock;

/// An engine for NBoard. As the protocol requires, it reports failed commands in a `status` and ignores
/// unknown ones. The depth that NBoard sets has no effect on its thinking time.
#[derive(Clone, Debug)]
pub struct NBoard {
    options: EngineOptions,
    game: Game,
}

impl NBoard {
    /// An engine at the start of a game.
    pub fn new(options: EngineOptions) -> Self {
        Self { options, game: Game::new(options.begin()) }
    }

    /// Whether a line should interrupt the engine if it arrives while it is thinking: NBoard sends
    /// `ping` before it changes the position.
    pub fn interrupts(line: &str) -> bool {
        line.split_whitespace().next() == Some("ping")
    }

    fn set_game(&mut self, text: &str) -> Result<(), String> {
        self.game = read_ggf(text).map_err(|error| error.problem)?.game;
        Ok(())
    }

    /// Plays a move such as `f5/0.2/1.5`. Only the square matters.
    fn play(&mut self, text: &str) -> Result<(), String> {
        let name = text.split('/').next().unwrap_or_default().trim();
        let end = self.game.end();
        if name.to_ascii_lowercase().starts_with("pa") {
            ensure!(end.turn() == Turn::Pass, "{} must not pass", end.side());
            self.game.take_forced_pass();
            return Ok(());
        }
        let square: Square = name.parse().map_err(|_| format!("'{name}' is not a square"))?;
        self.game.play(square).map_err(|error| error.to_string())
    }

    /// Chooses a move, which NBoard then plays.
    fn go(&self, progress: &dyn Progress) -> Result<String, String> {
        let (began, end) = (Instant::now(), self.game.end());
        let Outlook { moves, .. } = self.options.outlook(end, Find::BestMove, progress)?;
        let seconds = began.elapsed().as_secs_f64();
        Ok(match (moves.first(), end.turn()) {
            (Some(MoveValue { square, value }), _) => {
                format!("=== {square}/{value}.00/{seconds:.2}\nstatus waiting\n")
            }
            (None, Turn::Pass) => "=== PA\nstatus waiting\n".to_owned(),
            (None, _) => "status the game is over\n".to_owned(),
        })
    }

    /// The best moves with their values, or a forced pass, from the point of view of the side to move.
    fn hint(&self, number: &str, progress: &dyn Progress) -> Result<String, String> {
        let number: usize = number.parse().map_err(|_| "hint needs a number of moves")?;
        let find = if number == 1 { Find::BestMove } else { Find::AllMoves };
        let end = self.game.end();
        let Outlook { moves, basis } =
            self.options.outlook(end.after_forced_pass(), find, progress)?;
        let depth = basis.depth().map_or("100%".to_owned(), |depth| depth.to_string());
        let is_pass = end.turn() == Turn::Pass;
        let lines = moves.iter().take(if is_pass { number.min(1) } else { number }).map(|mv| {
            let name = if is_pass { "PA".to_owned() } else { mv.square.to_string() };
            let value = if is_pass { -mv.value } else { mv.value };
            format!("search {name} {value}.00 0 {depth}\n")
        });
        Ok(lines.collect::<String>() + "status waiting\n")
    }

    /// The value of each position of the game that has a move, from the end of the game backwards and
    /// from the point of view of the side to move. The numbering counts passes as moves.
    fn analyze(&self, progress: &dyn Progress) -> Result<String, String> {
        let time = self.options.time.saturating_mul(10).max(Duration::from_secs(1));
        let limit = TimeLimit::new(progress, &clock, time);
        let review = review(&self.game, self.options.rules, &limit);
        let review = review.map_err(|error| error.to_string())?;
        let (mut side, mut number) = (self.game.start().side(), 0);
        let numbers = self.game.turns().map(|(game, _)| {
            let here = number + u32::from(game.side() != side);
            (side, number) = (!game.side(), here + 1);
            here
        });
        let numbers: Vec<_> = numbers.collect();
        let lines = review.moves.iter().rev().zip(numbers.iter().rev());
        let lines = lines.map(|(mv, number)| format!("analysis {number} {}.00\n", mv.best_value));
        Ok(lines.collect::<String>() + "status waiting\n")
    }
}

/// Whether a word is a move, which may have its value and time after it.
fn is_move(word: &str) -> bool {
    let name = word.split('/').next().unwrap_or_default();
    name.parse::<Square>().is_ok() || ["pa", "pass"].contains(&&*name.to_ascii_lowercase())
}

impl Protocol for NBoard {
    fn answer(&mut self, line: &str, progress: &dyn Progress) -> ControlFlow<String, String> {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        let done = String::new();
        let answer = match (word, rest.split_once(' ').unwrap_or((rest, ""))) {
            ("nboard", _) => {
                Ok(format!("set myname {} {}\n", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")))
            }
            ("set", ("game", game)) => self.set_game(game).map(|()| done),
            ("move", _) => self.play(rest).map(|()| done),
            ("go", _) => self.go(progress),
            ("hint", (number, _)) => self.hint(number, progress),
            ("analyze", _) => self.analyze(progress),
            ("ping", _) => Ok(format!("pong {rest}\n")),
            ("learn", _) => Ok("learned\n".to_owned()),
            ("quit", _) => return Break(done),
            // In version 1 of the protocol, a move is a command.
            (name, _) if is_move(name) => self.play(line).map(|()| done),
            _ => Ok(done),
        };
        Continue(answer.unwrap_or_else(|reason| self.refuse(&reason)))
    }

    fn refuse(&self, reason: &str) -> String {
        format!("status {reason}\n")
    }
}
