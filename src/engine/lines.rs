//! A protocol for users' own programs: each line is a position or a JSON object, and each answer is
//! JSON.

use std::ops::ControlFlow;
use std::time::Duration;

use othello_core::analysis::{MoveValue, Outlook, TABLE, outlook};
use othello_core::answer::{AnswerError, Limits, Question, Sources, answer};
use othello_core::documents::AnswerDocument;
use othello_core::evaluation::Evaluation;
use othello_core::notation::{Reader, quoted, read_game};
use othello_core::requests::Named;
use othello_core::{Find, Position, Progress, TimeLimit, ensure};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, from_str, from_value};

use super::{EngineOptions, Protocol};
use crate::clock::clock;
use crate::results::{NoAnswer, to_line};

/// An engine that answers each line with a line of JSON. A line can be a position or a game in any
/// notation accepted in files of positions. Its board is inferred, or else the one in the options. Or
/// a line can be a JSON object with a position in such a notation, with moves, or with both. The
/// answer repeats the `id` of the object, if it has one. If a line cannot be read or has no position,
/// the answer is an `error`.
#[derive(Clone, Debug)]
pub struct JsonLines {
    /// The board and the start of transcripts, and how the engine answers.
    pub options: EngineOptions,
}

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

/// The answer when the question is settled or time has run out.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineAnswer {
    #[serde(flatten)]
    answer: AnswerDocument,
    /// A count of discs that chooses `best_so_far` where no evaluation was trained.
    #[serde(skip_serializing_if = "Option::is_none")]
    discs: Option<DiscsAhead>,
}

/// The discs at the last ply that was searched, as they lie. This is not a forecast.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct DiscsAhead {
    /// The number of plies searched.
    depth: u32,
    /// The legal moves and their values, cut to the proved bounds, the best first.
    moves: Vec<MoveValue>,
}

impl JsonLines {
    /// The position of a line, or of the text in a request.
    fn read(&self, text: &str) -> Result<Position, String> {
        let EngineOptions { size, start, .. } = self.options;
        let entry = Reader::new(None, size, start).read(text).map_err(|error| error.to_string())?;
        let empty = "the line is empty: write a position, a game or a JSON object";
        entry.map(|entry| entry.position()).ok_or_else(|| empty.to_owned())
    }

    /// The question in a request, and its time limit.
    fn requested(&self, values: Vec<(String, Value)>) -> Result<(Question, Duration), String> {
        let mut object = Map::new();
        for (name, value) in values {
            let earlier = object.insert(name.clone(), value);
            ensure!(earlier.is_none(), "{} is repeated", quoted(&name));
        }
        let Request { position, moves, find, seconds, .. } =
            from_value(object.into()).map_err(|error| error.to_string())?;
        let is_asked = position.is_some() || moves.is_some();
        ensure!(is_asked, "it has neither a position nor moves");
        let begin = position.map_or(Ok(self.options.begin()), |text| self.read(&text));
        let begin = begin.map_err(|error| format!("position: {error}"))?;
        let time = seconds.map_or(Ok(self.options.time), Duration::try_from_secs_f64);
        let time = time.map_err(|error| format!("seconds: {error}"))?;
        let game = read_game(begin, moves.as_deref().unwrap_or_default());
        let position = game.map_err(|error| format!("moves: {error}"))?.end();
        let question = Question::usual(position, self.options.rules);
        Ok((question.with_goal(find.unwrap_or(question.find)), time))
    }

    /// The answer that the engine finds within the time limit.
    fn answer_within(
        question: &Question,
        time: Duration,
        progress: &dyn Progress,
    ) -> Result<EngineAnswer, AnswerError> {
        let Question { position, rules, .. } = *question;
        // On boards without a trained evaluation, half of the time is for counting discs some plies
        // ahead.
        let time = if Evaluation::exists(position.size(), rules) { time } else { time / 2 };
        let limit = || TimeLimit::new(progress, &clock, time);
        let answer = answer(question, &Sources::ALL, &Limits::single(TABLE), &limit())?;
        let mut document = AnswerDocument::new(question, &answer);
        let has_best = document.value.is_some() || document.forecast.is_some();
        if has_best || answer.moves().is_empty() {
            return Ok(EngineAnswer { answer: document, discs: None });
        }
        let Outlook { mut moves, basis } = outlook(position, rules, Find::AllMoves, &limit())?;
        answer.limit(&mut moves);
        document.best_so_far = moves.first().map(|best| best.square);
        let depth = basis.depth().unwrap_or(position.most_plies());
        Ok(EngineAnswer { answer: document, discs: Some(DiscsAhead { depth, moves }) })
    }
}

impl Protocol for JsonLines {
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
            let EngineOptions { rules, time, .. } = self.options;
            (None, self.read(line).map(|position| (Question::usual(position, rules), time)))
        };
        let answered = asked.and_then(|(question, time)| {
            Self::answer_within(&question, time, progress).map_err(|error| error.to_string())
        });
        ControlFlow::Continue(match answered {
            Ok(answer) => to_line(&WithId { id, answer }),
            Err(error) => to_line(&WithId { id, answer: NoAnswer { error } }),
        })
    }

    fn refuse(&self, reason: &str) -> String {
        to_line(&WithId { id: None, answer: NoAnswer { error: reason.to_owned() } })
    }
}
