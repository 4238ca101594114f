//! Asking in the protocol of NBoard, by its hints: moves and their values.

use othello_core::notation::Ggf;
use othello_core::{Game, Score, Turn};

use super::probe::{Client, Probe, Replied, Reply};
use super::process::{Fault, Process};

#[derive(Default)]
pub(super) struct NBoardClient {
    /// The number of the last `ping`. A greeting comes before the first.
    pings: u32,
}

/// A hint of the engine: a move, and its value if that is exact.
struct Hint {
    name: String,
    value: Option<Score>,
}

impl NBoardClient {
    /// Waits until the engine has processed all commands.
    fn synchronize(&mut self, engine: &mut Process) -> Result<(), Fault> {
        self.pings += 1;
        engine.ask(&format!("ping {}", self.pings))?;
        let pong = format!("pong {}", self.pings);
        while engine.line()? != pong {}
        Ok(())
    }

    fn set_up(&mut self, engine: &mut Process, game: &Game) -> Result<(), Fault> {
        if self.pings == 0 {
            engine.send("nboard 2")?;
            engine.send("set depth 60")?;
        }
        let record = Ggf { game: game.clone(), result: None };
        engine.send(&format!("set game {record}"))?;
        self.synchronize(engine)
    }

    /// The last hint for each move.
    fn hints(&mut self, engine: &mut Process, number: u32) -> Result<Vec<Hint>, Fault> {
        engine.ask(&format!("hint {number}"))?;
        let mut hints: Vec<Hint> = Vec::new();
        loop {
            let line = match engine.line() {
                // Not all engines report that they are waiting.
                Err(Fault::Silent { .. }) if !hints.is_empty() => {
                    self.synchronize(engine)?;
                    break;
                }
                line => line?,
            };
            let words: Vec<_> = line.split_whitespace().collect();
            match words[..] {
                ["search", moves, value, _, depth, ..] => {
                    let exact = (depth == "100%").then(|| whole(value)).flatten();
                    let name = first_square(moves).to_ascii_lowercase();
                    hints.retain(|hint| hint.name != name);
                    hints.push(Hint { name, value: exact });
                }
                ["status", ..] if line.to_ascii_lowercase().contains("waiting") => break,
                _ => {}
            }
        }
        Ok(hints)
    }

    /// The action of the engine when it has no hint: it passes or, at the end of the game, at most
    /// reports that the game is over.
    fn go(&mut self, engine: &mut Process, is_over: bool) -> Result<Reply, Fault> {
        engine.ask("go")?;
        loop {
            let line = match engine.line() {
                // Not all engines answer when the game is over.
                Err(Fault::Silent { .. }) if is_over => {
                    self.synchronize(engine)?;
                    break;
                }
                line => line?,
            };
            if let Some(done) = line.strip_prefix("===") {
                let name = done.trim().split(['/', ' ']).next().unwrap_or_default();
                let passes = name.to_ascii_lowercase().starts_with("pa");
                return Ok(if passes { Reply::Pass } else { Reply::Words(line) });
            }
            if line.starts_with("status") && line.to_ascii_lowercase().contains("over") {
                break;
            }
        }
        Ok(Reply::Over)
    }
}

impl Client for NBoardClient {
    fn ask(&mut self, engine: &mut Process, game: &Game, probe: Probe) -> Replied {
        let (position, size) = (game.end(), game.start().size());
        // The protocol has no command for perft or positions, and leaves open how to answer at the
        // end of a game.
        let is_over = position.turn() == Turn::Over;
        match probe {
            Probe::Moves => {}
            Probe::Value if !is_over => {}
            _ => return Ok(None),
        }
        self.set_up(engine, game)?;
        let hints = match position.turn() {
            Turn::Place => self.hints(engine, size.squares())?,
            Turn::Pass | Turn::Over => Vec::new(),
        };
        let said = || hints.iter().map(|hint| &*hint.name).collect::<Vec<_>>().join(" ");
        Ok(match probe {
            Probe::Moves if hints.is_empty() => Some(self.go(engine, is_over)?),
            Probe::Moves => {
                let moves = Reply::moves(size, hints.iter().map(|hint| &*hint.name));
                moves.or_else(|| Some(Reply::Words(said())))
            }
            _ => {
                let values: Option<Vec<_>> = hints.iter().map(|hint| hint.value).collect();
                values.and_then(|values| values.into_iter().max()).map(Reply::Value)
            }
        })
    }
}

/// The first square in a list without separators, such as `a10b9`.
fn first_square(moves: &str) -> &str {
    let letter = moves.chars().next().map_or(0, char::len_utf8);
    let digits = moves[letter..].find(|symbol: char| !symbol.is_ascii_digit());
    &moves[..digits.map_or(moves.len(), |digits| letter + digits)]
}

/// Reads a value without a fraction, such as `8.00`.
#[allow(clippy::cast_possible_truncation)]
fn whole(text: &str) -> Option<Score> {
    let number = text.parse::<f64>().ok()?;
    (number.fract() == 0.0 && number.abs() <= 64.0).then_some(number as Score)
}
