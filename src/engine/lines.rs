//! A protocol for users' own programs: each line is a position or a JSON object, and each answer is
//! JSON.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::time::Duration;

use othello_core::analysis::{Basis, Forecast, MoveValue, Outlook, TABLE, outlook};
use othello_core::answer::{self, Answer, AnswerError, Bounds, Limits, Question, Sources, answer};
use othello_core::evaluation::Evaluation;
use othello_core::notation::{Reader, quoted, read_game};
use othello_core::requests::Named;
use othello_core::{Find, Game, Position, Progress, Score, Square, TimeLimit};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, from_str, from_value, to_string};

use super::{EngineOptions, Protocol};
use crate::clock::clock;
use crate::results::NoAnswer;

/// An engine that answers each line with a line of JSON. A line can be a position or a game in any
/// notation accepted in files of positions. Its board is inferred, or else the one in the options. Or
/// a line can be a JSON object with a position in such a notation, with moves, or with both. The
/// answer repeats the `id` of the object, if it has one. If a line cannot be read or has no position,
/// the answer is an `error`.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The board and the start of transcripts, and how the engine answers.
    pub options: EngineOptions,
}

/// A question and its time limit.
type JsonQuestion = (Question, Duration);

/// A JSON object as a request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    #[serde(default, rename = "command")]
    _command: Command,
    position: Option<String>,
    moves: Option<String>,
    find: Option<Find>,
    seconds: Option<f64>,
    #[serde(rename = "id")]
    _id: Option<Value>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Command {
    #[default]
    Solve,
}

/// An answer with the `id` of the request.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WithId<A> {
    /// The `id` of the request, if it has one. It can be any JSON value.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    #[serde(flatten)]
    answer: A,
}

/// The line with an answer.
fn to_line(id: Option<Value>, answer: impl Serialize) -> String {
    to_string(&WithId { id, answer }).expect("it is JSON") + "\n"
}

/// An answer. Values are from the point of view of the side to move.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JsonAnswer {
    position: Position,
    /// The value, from the point of view of the side to move.
    value: Score,
    /// The basis of the values, and the number of plies searched if they are not exact.
    #[serde(flatten)]
    basis: Basis,
    /// The usual error of the values in discs, as the root mean square, if they are forecasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    usual_error: Option<f64>,
    /// The proved bounds of the value, unless it is exact.
    #[serde(flatten)]
    proved: Option<Bounds>,
    /// A best move; `null` if the side to move must pass or the game is over.
    best_move: Option<Square>,
    /// All best moves in the order of squares, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_moves: Option<Vec<Square>>,
    /// Every legal move and its value, the best first, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<AnsweredMove>>,
    /// A line of best play that begins with `best_move`, if the value is exact and the line is known
    /// to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Game>,
}

/// A move and its value.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct AnsweredMove {
    /// The square of the new disc.
    #[serde(rename = "move")]
    square: Square,
    /// The value of the move, from the point of view of the side that plays it.
    value: Score,
    /// The proved bounds of the value, unless it is exact.
    #[serde(flatten)]
    proved: Option<Bounds>,
}

impl Lines {
    /// The position of a line, or of the text in a request.
    fn read(&self, text: &str) -> Result<Position, String> {
        let EngineOptions { size, start, .. } = self.options;
        let entry = Reader::new(None, size, start).read(text).map_err(|error| error.to_string())?;
        let empty = "the line is empty: write a position, a game or a JSON object";
        entry.map(|entry| entry.position()).ok_or_else(|| empty.to_owned())
    }

    /// The usual question about a position.
    fn question(&self, position: Position) -> Question {
        Question::usual(position, self.options.rules)
    }

    /// The question in a request.
    fn requested(&self, values: Vec<(String, Value)>) -> Result<JsonQuestion, String> {
        let mut object = Map::new();
        for (name, value) in values {
            if object.insert(name.clone(), value).is_some() {
                return Err(format!("{} is repeated", quoted(&name)));
            }
        }
        let Request { position, moves, find, seconds, .. } =
            from_value(object.into()).map_err(|error| error.to_string())?;
        if position.is_none() && moves.is_none() {
            return Err("it has neither a position nor moves".to_owned());
        }
        let begin = position.map_or(Ok(self.options.begin()), |text| self.read(&text));
        let begin = begin.map_err(|error| format!("position: {error}"))?;
        let time = seconds.map_or(Ok(self.options.time), Duration::try_from_secs_f64);
        let time = time.map_err(|error| format!("seconds: {error}"))?;
        let game = read_game(begin, moves.as_deref().unwrap_or_default());
        let position = game.map_err(|error| format!("moves: {error}"))?.end();
        let question = self.question(position);
        Ok((question.with_goal(find.unwrap_or(question.find)), time))
    }

    /// The answer that the engine finds within the time limit.
    fn answer_within(
        question: &Question,
        time: Duration,
        progress: &dyn Progress,
    ) -> Result<JsonAnswer, AnswerError> {
        let Question { position, rules, .. } = *question;
        // On boards without a trained evaluation, half of the time is for counting discs some plies
        // ahead.
        let time = if Evaluation::exists(position.size(), rules) { time } else { time / 2 };
        let limit = || TimeLimit::new(progress, clock, time);
        let answer = answer(question, &Sources::ALL, &Limits::single(TABLE), &limit())?;
        let only_values = Question { lines: answer::Lines::None, ..*question };
        if only_values.is_settled_by(&answer) {
            let expected = Expected {
                value: answer.value(),
                moves: answer.valued_moves(),
                basis: Basis::Exact,
                usual_error: None,
            };
            return Ok(JsonAnswer::new(question, &answer, expected));
        }
        let expected = if let Some(Forecast { value, moves, depth, error, .. }) = answer.forecast()
        {
            Expected {
                value: Some(value),
                moves,
                basis: Basis::Forecast { depth },
                usual_error: Some(error),
            }
        } else {
            let next = position.after_forced_pass();
            let Outlook { moves, basis } = outlook(next, rules, Find::AllMoves, &limit())?;
            let value = moves.first().map(|best| position.side().sees(best.value, next.side()));
            let moves = if next == position { moves } else { Vec::new() };
            Expected { value, moves, basis, usual_error: None }
        };
        Ok(JsonAnswer::new(question, &answer, expected))
    }
}

/// The values to show: exact, or expected.
struct Expected {
    value: Option<Score>,
    moves: Vec<MoveValue>,
    basis: Basis,
    usual_error: Option<f64>,
}

impl JsonAnswer {
    /// The answer with the expected values, as far as the bounds allow them.
    fn new(question: &Question, answer: &Answer, expected: Expected) -> Self {
        let Expected { value, moves, basis, usual_error } = expected;
        let find = question.find;
        let proved = |bounds: Bounds| match basis {
            Basis::Exact => None,
            _ => Some(bounds),
        };
        let mut answered = Vec::new();
        for MoveValue { square, value } in moves {
            let Some(mv) = answer.moves().iter().find(|mv| mv.square() == square) else { continue };
            let bounds = mv.bounds();
            let value = value.clamp(bounds.lower(), bounds.upper());
            answered.push(AnsweredMove { square, value, proved: proved(bounds) });
        }
        answered.sort_by_key(|mv| (Reverse(mv.value), mv.square));
        let best = answered.first().map(|best| best.value);
        let likely = answered.iter().filter(|mv| Some(mv.value) == best).map(|mv| mv.square);
        let best_moves = answer.best_moves().unwrap_or_else(|| likely.collect());
        let bounds = answer.bounds();
        let value = answer.value().or(best).or(value).unwrap_or_default();
        Self {
            position: answer.position(),
            value: value.clamp(bounds.lower(), bounds.upper()),
            basis,
            usual_error,
            proved: proved(bounds),
            best_move: answer.best_move().or(best_moves.first().copied()),
            best_moves: if find >= Find::BestMoves { Some(best_moves) } else { None },
            moves: if find >= Find::AllMoves { Some(answered) } else { None },
            line: if answer.has_whole_line() { answer.line().cloned() } else { None },
        }
    }
}

impl Protocol for Lines {
    fn answer(&mut self, line: &str, progress: &dyn Progress) -> ControlFlow<String, String> {
        let (id, asked) = if line.trim_start().starts_with('{') {
            match from_str::<Named<Value>>(line) {
                Ok(Named(values)) => {
                    let id = values.iter().find(|(name, _)| name == "id");
                    (id.map(|(_, id)| id.clone()), self.requested(values))
                }
                Err(error) => (None, Err(format!("it is not JSON: {error}"))),
            }
        } else {
            let time = self.options.time;
            (None, self.read(line).map(|position| (self.question(position), time)))
        };
        let answered = asked.and_then(|(question, time)| {
            Self::answer_within(&question, time, progress).map_err(|error| error.to_string())
        });
        ControlFlow::Continue(match answered {
            Ok(answer) => to_line(id, answer),
            Err(error) => to_line(id, NoAnswer { error }),
        })
    }

    fn refuse(&self, reason: &str) -> String {
        to_line(None, NoAnswer { error: reason.to_owned() })
    }
}
