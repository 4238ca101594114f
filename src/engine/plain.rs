//! The plain protocol of the test kit, for which an engine needs little more than a board.

use std::ops::ControlFlow::{self, Continue};

use othello_core::analysis::TABLE;
use othello_core::answer::{Limits, Question, Sources, answer};
use othello_core::notation::read_position;
use othello_core::{Find, Passes, Position, Progress, Size, TimeLimit, Turn, perft};

use super::{EngineOptions, Protocol};
use crate::clock::clock;

/// An engine that answers each question, a line of words, with a line of words. A question is a
/// command and a position with its size, such as `moves 4x4 -----OX--XO----- X`; the commands are
/// `moves`, `play`, `perft` and `value`. The answer is `?` if the engine does not understand the
/// question or does not finish in time.
#[derive(Clone, Debug)]
pub struct Plain {
    /// Only the rules and the time limit are used, because each question names its board.
    pub options: EngineOptions,
}

impl Plain {
    /// The answer to a question, or `None` if there is none in time.
    fn reply(&self, line: &str, progress: &dyn Progress) -> Option<String> {
        let mut words = line.split_whitespace();
        let (command, size) = (words.next()?, words.next()?.parse::<Size>().ok()?);
        let cells = format!("{} {}", words.next()?, words.next()?);
        let position = read_position(size, &cells).ok()?;
        let limit = TimeLimit::new(progress, &clock, self.options.time);
        match (command, words.next(), words.next()) {
            ("moves", None, _) => Some(moves_text(position)),
            ("play", Some(square), None) => {
                position.play(square.parse().ok()?).ok().map(|after| after.to_string())
            }
            ("perft", Some(depth), None) => {
                let depth = depth.parse().ok()?;
                let lines = rayon::scope(|_| perft(position, depth, Passes::Ply, &limit));
                lines.map(|lines| lines.to_string())
            }
            ("value", None, _) => {
                let usual = Question::usual(position, self.options.rules);
                let (question, limits) = (usual.with_goal(Find::Value), Limits::single(TABLE));
                let answer = answer(&question, &Sources::PROVED, &limits, &limit).ok()?;
                answer.value().map(|value| value.to_string())
            }
            _ => None,
        }
    }
}

/// The legal moves, a pass, or the end of the game.
pub(super) fn moves_text(position: Position) -> String {
    match position.turn() {
        Turn::Place => position.moves().to_string(),
        Turn::Pass => "pass".to_owned(),
        Turn::Over => "over".to_owned(),
    }
}

impl Protocol for Plain {
    fn answer(&mut self, line: &str, progress: &dyn Progress) -> ControlFlow<String, String> {
        Continue(self.reply(line, progress).unwrap_or_else(|| "?".to_owned()) + "\n")
    }

    fn refuse(&self, _reason: &str) -> String {
        "?\n".to_owned()
    }
}
