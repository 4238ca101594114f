//! Asking in the protocol of NBoard, by its hints: moves and their values.

use othello_core::notation::Ggf;
use othello_core::{Game, Score, Turn};

use super::EngineVerdict;
use super::probe::{Client, Probe, Replied, moves, signed, whole};
use super::process::{Fault, Process};

#[derive(Default)]
pub(super) struct NBoardClient {
    /// The number of the last `ping`. A greeting comes before the first.
    pings: u32,
}

/// A hint of the engine: a move, and its value if that is exact.
type Hint = (String, Option<Score>);

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

    /// The next line of an answer; `None` if it is over because the engine has gone silent.
    fn line(&mut self, engine: &mut Process, may_go_silent: bool) -> Result<Option<String>, Fault> {
        match engine.line() {
            Err(fault) if may_go_silent && fault.verdict == EngineVerdict::Silent => {
                self.synchronize(engine).map(|()| None)
            }
            line => line.map(Some),
        }
    }

    /// The last hint for each move.
    fn hints(&mut self, engine: &mut Process, number: u32) -> Result<Vec<Hint>, Fault> {
        engine.ask(&format!("hint {number}"))?;
        let mut hints: Vec<Hint> = Vec::new();
        // Not all engines report that they are waiting.
        while let Some(line) = self.line(engine, !hints.is_empty())? {
            let words: Vec<_> = line.split_whitespace().collect();
            match words[..] {
                ["search", moves, value, _, depth, ..] => {
                    let value = whole(value).filter(|value| (-64..=64).contains(value));
                    let name = first_square(moves).to_ascii_lowercase();
                    hints.retain(|(hinted, _)| *hinted != name);
                    hints.push((name, value.filter(|_| depth == "100%")));
                }
                ["status", ..] if line.to_ascii_lowercase().contains("waiting") => break,
                _ => {}
            }
        }
        Ok(hints)
    }

    /// The action of the engine when it has no hint: it passes or, at the end of the game, at most
    /// reports that the game is over.
    fn go(&mut self, engine: &mut Process, is_over: bool) -> Replied {
        engine.ask("go")?;
        // Not all engines answer when the game is over.
        while let Some(line) = self.line(engine, is_over)? {
            if let Some(done) = line.strip_prefix("===") {
                let name = done.trim().split(['/', ' ']).next().unwrap_or_default();
                let passes = name.to_ascii_lowercase().starts_with("pa");
                return Ok(Some(if passes { Ok("pass".to_owned()) } else { Err(line) }));
            }
            if line.starts_with("status") && line.to_ascii_lowercase().contains("over") {
                break;
            }
        }
        Ok(Some(Ok("over".to_owned())))
    }
}

impl Client for NBoardClient {
    fn ask(&mut self, engine: &mut Process, game: &Game, probe: Probe) -> Replied {
        let (position, size) = (game.end(), game.start().size());
        // The protocol has no command for perft or positions, and leaves open how to answer at the
        // end of a game.
        let is_over = position.turn() == Turn::Over;
        if !(probe == Probe::Moves || probe == Probe::Value && !is_over) {
            return Ok(None);
        }
        self.set_up(engine, game)?;
        let can_move = position.turn() == Turn::Place;
        let hints = if can_move { self.hints(engine, size.squares())? } else { Vec::new() };
        if probe == Probe::Value {
            let values: Option<Vec<_>> = hints.iter().map(|(_, value)| *value).collect();
            return Ok(values.and_then(|values| values.into_iter().max()).map(signed).map(Ok));
        }
        if hints.is_empty() {
            return self.go(engine, is_over);
        }
        let names: Vec<_> = hints.iter().map(|(name, _)| name.as_str()).collect();
        Ok(Some(moves(size, names.iter().copied()).ok_or_else(|| names.join(" "))))
    }
}

/// The first square in a list without separators, such as `a10b9`.
fn first_square(moves: &str) -> &str {
    let letter = moves.chars().next().map_or(0, char::len_utf8);
    let digits = moves[letter..].find(|symbol: char| !symbol.is_ascii_digit());
    &moves[..digits.map_or(moves.len(), |digits| letter + digits)]
}
