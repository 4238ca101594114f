//! Asking in the protocol of NBoard, by its hints: moves and their values.

use std::time::Duration;

use othello_core::notation::to_ggf;
use othello_core::{Game, Position, Score, Turn};

use super::probe::{Client, NO_QUESTION, Probe, Replied, Reply, moves, signed, whole};
use super::process::{Fault, Process};

/// The pause after which an answer is taken to be complete if the engine does not say so.
const PAUSE: Duration = Duration::from_secs(1);

/// The depth at which engines search to the end.
const MAX_DEPTH: u32 = 60;

#[derive(Default)]
pub(super) struct NBoardClient {
    /// The number of the last `ping`. A greeting comes before the first.
    pings: u32,
    /// Whether the engine says when it waits for a command.
    says_waiting: bool,
}

/// A hint of the engine: a move, and its value if that is exact.
type Hint = (String, Option<Score>);

impl NBoardClient {
    /// Asks the engine to answer when it has processed all commands. Returns that answer.
    fn ping(&mut self, engine: &mut Process) -> Result<String, Fault> {
        self.pings += 1;
        engine.ask(&format!("ping {}", self.pings))?;
        Ok(format!("pong {}", self.pings))
    }

    /// Sets up a position, and the depth of the search.
    fn set_up(&mut self, engine: &mut Process, game: &Game, depth: u32) -> Result<(), Fault> {
        if self.pings == 0 {
            engine.send("nboard 2")?;
        }
        engine.send(&format!("set depth {depth}"))?;
        engine.send(&format!("set game {}", to_ggf(game, None)))?;
        let pong = self.ping(engine)?;
        while engine.line()? != pong {}
        Ok(())
    }

    /// The last hint for each move. There may be none if the side to move has no move.
    fn hints(&mut self, engine: &mut Process, position: Position) -> Result<Vec<Hint>, Fault> {
        engine.ask(&format!("hint {}", position.size().squares()))?;
        let mut hints: Vec<Hint> = Vec::new();
        let mut pong = None;
        loop {
            let may_pause = !self.says_waiting
                && pong.is_none()
                && (position.turn() != Turn::Place || !hints.is_empty());
            let line = if may_pause { engine.line_within(PAUSE)? } else { Some(engine.line()?) };
            let Some(line) = line else {
                pong = Some(self.ping(engine)?);
                continue;
            };
            let words: Vec<_> = line.split_whitespace().collect();
            match words[..] {
                ["search" | "book", moves, value, _, depth, ..] => {
                    let is_exact = depth == "100%"
                        || depth.parse::<u32>().is_ok_and(|depth| depth >= position.empties());
                    let value = whole(value).filter(|value| (-64..=64).contains(value));
                    let name = first_square(moves).to_ascii_lowercase();
                    hints.retain(|(hinted, _)| *hinted != name);
                    hints.push((name, value.filter(|_| is_exact && words[0] == "search")));
                }
                ["status", ..] if line.to_ascii_lowercase().contains("waiting") => {
                    self.says_waiting = true;
                    return Ok(hints);
                }
                _ if Some(&line) == pong.as_ref() => return Ok(hints),
                _ => {}
            }
        }
    }

    /// The action of the engine when it has no hint although the game goes on.
    fn go(engine: &mut Process) -> Replied {
        engine.ask("go")?;
        loop {
            let line = engine.line()?;
            if let Some(done) = line.strip_prefix("===") {
                let name = done.trim().to_ascii_lowercase();
                return Ok(Reply::or_text(name.starts_with("pa").then(|| "pass".to_owned()), line));
            }
            if line.starts_with("status") && line.to_ascii_lowercase().contains("over") {
                return Ok(Reply::Answer("over".to_owned()));
            }
        }
    }
}

impl Client for NBoardClient {
    fn ask(&mut self, engine: &mut Process, game: &Game, probe: Probe) -> Replied {
        let (position, size) = (game.end(), game.start().size());
        let is_over = position.turn() == Turn::Over;
        // One ply is enough to list the moves. The values are of positions with few empty squares.
        let depth = match probe {
            Probe::Moves => 1,
            Probe::Value if !is_over => MAX_DEPTH,
            _ => return Ok(Reply::None(NO_QUESTION)),
        };
        self.set_up(engine, game, depth)?;
        let hints = self.hints(engine, position)?;
        if probe == Probe::Value {
            let values: Option<Vec<_>> = hints.iter().map(|(_, value)| *value).collect();
            let best = values.and_then(|values| values.into_iter().max());
            let none = Reply::None("it gives no exact value");
            return Ok(best.map_or(none, |best| Reply::Answer(signed(best))));
        }
        let names: Vec<_> = hints.iter().map(|(name, _)| name.as_str()).collect();
        Ok(match names[..] {
            ["pa"] => Reply::Answer("pass".to_owned()),
            // The protocol leaves open how to answer at the end of a game.
            [] if is_over => Reply::Answer("over".to_owned()),
            [] => return Self::go(engine),
            _ => Reply::or_text(moves(size, names.iter().copied()), names.join(" ")),
        })
    }
}

/// The first square in a list without separators, such as `a10b9`, or `pa`.
fn first_square(moves: &str) -> &str {
    let letter = moves.chars().next().map_or(0, char::len_utf8);
    let digits = moves[letter..].find(|symbol: char| !symbol.is_ascii_digit());
    let is_pass = moves.get(..2).is_some_and(|begin| begin.eq_ignore_ascii_case("pa"));
    if is_pass { &moves[..2] } else { &moves[..digits.map_or(moves.len(), |it| letter + it)] }
}
