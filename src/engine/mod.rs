//! The program as an engine for other programs. Each protocol is a state machine that takes a line
//! and returns the answer; the caller reads and writes the lines. [`kit`] tests other engines.

mod gtp;
pub mod kit;
mod lines;
mod nboard;
mod plain;

use std::ops::ControlFlow;
use std::time::Duration;

use othello_core::analysis::{self, Outlook};
use othello_core::{Find, Position, Progress, Rules, Size, Start, TimeLimit, named};

use crate::clock::clock;

pub use gtp::Gtp;
pub use lines::JsonLines;
#[doc(hidden)]
pub use lines::{EngineAnswer, WithId};
pub use nboard::NBoard;
pub use plain::Plain;

/// The options of an engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineOptions {
    /// The board until the other program selects another.
    pub size: Size,
    /// The start of games.
    pub start: Start,
    /// The rules by which games are scored.
    pub rules: Rules,
    /// The time limit for a move.
    pub time: Duration,
}

impl EngineOptions {
    fn begin(&self) -> Position {
        Position::start(self.size, self.start)
    }

    /// The values of the moves of a position, as far as the engine finds them in time.
    fn outlook(
        &self,
        position: Position,
        find: Find,
        progress: &dyn Progress,
    ) -> Result<Outlook, String> {
        let limit = TimeLimit::new(progress, &clock, self.time);
        analysis::outlook(position, self.rules, find, &limit).map_err(|error| error.to_string())
    }
}

/// The protocols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// The plain protocol of `docs/test-engine.md`.
    #[default]
    Plain,
    /// The Go Text Protocol, version 2.
    Gtp,
    /// The protocol of NBoard, version 2.
    Nboard,
    /// A JSON object on each line, answered with a line of JSON.
    Json,
}

named! { Language { Plain = "plain", Gtp = "gtp", Nboard = "nboard", Json = "json" } }

impl Language {
    /// The boards on which engines are tested: the smallest, odd and even ones, one that is not square,
    /// and the usual one. In GTP, `boardsize` is a single number, and the centre is undefined if the
    /// number of columns is odd. NBoard only has 8x8.
    pub fn boards(self) -> Vec<Size> {
        let sides: &[_] = match self {
            Self::Plain | Self::Json => &[(2, 2), (3, 3), (4, 4), (6, 4), (5, 5), (6, 6), (8, 8)],
            Self::Gtp => &[(2, 2), (4, 4), (6, 6), (8, 8)],
            Self::Nboard => &[(8, 8)],
        };
        sides.iter().filter_map(|&(width, height)| Size::new(width, height)).collect()
    }
}

/// A protocol in which another program talks to the engine.
///
/// ```
/// # use std::ops::ControlFlow::Continue;
/// # use std::time::Duration;
/// # use othello_core::{Rules, Size, Start};
/// # use othello_solver::engine::{EngineOptions, Gtp, Protocol};
/// let (size, start) = (Size::new(4, 4).unwrap(), Start::Diagonal);
/// let time = Duration::from_secs(60);
/// let mut engine = Gtp::new(EngineOptions { size, start, rules: Rules::default(), time });
/// assert_eq!(engine.answer("1 genmove black", &()), Continue("=1 b1\n\n".into()));
/// assert_eq!(engine.answer("play black b1", &()), Continue("? it is White's turn\n\n".into()));
/// assert!(engine.answer("quit", &()).is_break());
/// ```
pub trait Protocol {
    /// Answers a line, which may take as long as the engine is allowed to think. The answer is text
    /// that is empty or ends with a newline, in a `Break` if the other program has ended the session.
    /// The listener receives the number of positions searched.
    fn answer(&mut self, line: &str, progress: &dyn Progress) -> ControlFlow<String, String>;

    /// The answer to a line that could not be read, for this reason.
    fn refuse(&self, reason: &str) -> String;
}

#[cfg(test)]
mod tests {
    use othello_core::analysis::random::SplitMix64;
    use othello_core::notation::read_position;
    use othello_core::{Objective, Scoring, Square};
    use serde_json::Value;

    use super::*;

    fn without_time(size: Size) -> EngineOptions {
        let (start, rules) =
            (Start::Diagonal, Rules::new(Scoring::EmptiesToWinner, Objective::Most));
        EngineOptions { size, start, rules, time: Duration::ZERO }
    }

    fn said(engine: &mut impl Protocol, line: &str) -> String {
        engine.answer(line, &()).continue_value().unwrap()
    }

    /// Positions with a promising move after which one reply takes all discs, and ends the game.
    const TRAPS: [(&str, &str); 5] = [
        ("---O-O-----OOOOO-O-OOOOO--OOOOOO--XOOO-O--OOOOOO---O-OO------O-- X", "g5"),
        ("---------O-------OOOOO-O--OOOO-O---OOOOO--OOOOXO----OOOO---OOO-- X", "g4"),
        ("-------------OOO----O-O----OOOXO---OO-O----OOO------O------O---- X", "g6"),
        ("-------------X--XO-XX---XXXXX---XXXXX---XXXXXX--XXXXX-----XXXXX- O", "f7"),
        ("---XX------XXX-X-XXXXXXX-XXXXXX----XXOX----XXXXX----X----------- O", "c5"),
    ];

    /// However short the time, every reply to every move is looked at.
    #[test]
    fn no_engine_walks_into_a_wipe_out() {
        for (text, trap) in TRAPS {
            let mut engine = NBoard::new(without_time(Size::STANDARD));
            let (cells, side) = text.split_once(' ').unwrap();
            let [cells, side] = [cells, side].map(|text| text.replace('X', "*"));
            let game = format!(
                "set game (;GM[Othello]PC[-]PB[-]PW[-]RE[?]TI[0]TY[8]BO[8 {cells} {side}];)"
            );
            assert_eq!(said(&mut engine, &game), "", "{text}");
            let chosen = said(&mut engine, "go");
            assert!(chosen.starts_with("=== ") && !chosen.contains(trap), "{text}: {chosen}");
        }
        let (mut random, mut traps) = (SplitMix64(60), 0);
        for number in 0..1_200 {
            // Some of these boards have no trained evaluation.
            let (width, height) = [(8, 8), (9, 7), (6, 6), (5, 6), (7, 4)][number % 5];
            let size = Size::new(width, height).unwrap();
            let squares = (0..size.squares()).map(|_| random.below(100));
            let cell = |roll| match roll {
                0..4 => 'X',
                4..45 => 'O',
                _ => '-',
            };
            let text: String = squares.map(cell).chain(" X".chars()).collect();
            let position = read_position(size, &text).unwrap();
            let is_trap = |square: Square| {
                let after = position.play(square).unwrap();
                after.after_moves().any(|end| end.count(position.side()) == 0)
            };
            let moves: Vec<_> = position.moves().into_iter().collect();
            let trapped = moves.iter().filter(|square| is_trap(**square)).count();
            if trapped == 0 || trapped == moves.len() {
                continue;
            }
            traps += 1;
            let mut engine = JsonLines { options: without_time(size) };
            let answer: Value = serde_json::from_str(&said(&mut engine, &text)).unwrap();
            let chosen = answer.get("best_so_far").or(answer.get("best_move")).unwrap();
            let chosen: Square = chosen.as_str().unwrap().parse().unwrap();
            let (forecast, discs) = (&answer["forecast"]["value"], &answer["discs"]["moves"]);
            let expected = forecast.as_i64().or(discs[0]["value"].as_i64());
            let is_hopeless = expected == Some(-i64::from(size.squares()));
            assert!(is_hopeless || !is_trap(chosen), "{size} {text}: {answer}");
        }
        assert!(traps > 50, "{traps}");
    }
}
