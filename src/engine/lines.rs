//! A protocol for users' own programs: a position or a JSON object on each line, and JSON in return.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::time::Duration;

use othello_core::analysis::{Basis, Forecast, MoveValue, Outlook, PositionBounds, answer_within};
use othello_core::board::Square;
use othello_core::evaluation::Evaluation;
use othello_core::game::{Game, Position, Score};
use othello_core::notation::Reader;
use othello_core::progress::{Progress, TimeLimit};
use othello_core::search::{Find, SearchOptions, SearchResult};
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_str, from_value, to_string};

use super::protocol::{EngineOptions, Protocol};
use crate::clock::clock;
use crate::results::{NoAnswer, usual_question};

/// The memory for the table, in bytes.
const HASH: usize = 64 << 20;

/// An engine that answers each line with one line of JSON. A line is a position or a game in any
/// notation of files of positions, on the board of the options or, if it fills another board, on
/// that one; or a JSON object with a position in such a notation, with moves from it, or with both.
/// The answer has the `id` of the object, if it has one. The answer to a line that cannot be read,
/// or that has no position, is an `error`.
#[derive(Clone, Debug)]
pub struct Lines {
    options: EngineOptions,
}

/// A line that is a JSON object.
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
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct WithId<A> {
    /// The `id` of the request, whatever it is, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    #[serde(flatten)]
    answer: A,
}

impl<A: Serialize> WithId<A> {
    fn to_line(&self) -> String {
        to_string(self).expect("it is JSON") + "\n"
    }
}

/// The answer. Values are seen by the side to move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Answer {
    position: Position,
    /// The value, seen by the side to move.
    value: Score,
    /// How the values are known, and the number of plies searched if they are not exact.
    #[serde(flatten)]
    basis: Basis,
    /// How many discs the values are usually off by, as the root mean square, if they are forecasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    usual_error: Option<f64>,
    /// What is proved of the value, unless it is exact.
    #[serde(flatten)]
    proved: Option<Proved>,
    /// A move with the greatest value; `null` if the side to move must pass or the game is over.
    best_move: Option<Square>,
    /// All moves with the greatest value, in the order of squares, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_moves: Option<Vec<Square>>,
    /// Every legal move and its value, the best first, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<AnsweredMove>>,
    /// A game in which both sides play best, which begins with `best_move`, if the value is exact and
    /// the line is known to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Game>,
}

/// A move and its value.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct AnsweredMove {
    /// Where the disc is placed.
    #[serde(rename = "move")]
    square: Square,
    /// The value of the move, seen by the side that makes it.
    value: Score,
    /// What is proved of the value, unless it is exact.
    #[serde(flatten)]
    proved: Option<Proved>,
}

/// What is proved of a value.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Proved {
    /// The value is at least this, seen by the side to move.
    lower: Score,
    /// The value is at most this, seen by the side to move.
    upper: Score,
}

impl Proved {
    /// The same, seen by the opponent.
    fn reversed(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

impl Lines {
    /// An engine for transcripts of the board and start that the options name.
    pub fn new(options: EngineOptions) -> Self {
        Self { options }
    }

    /// The position of a line or of a text in a request.
    fn read(&self, text: &str) -> Result<Position, String> {
        let EngineOptions { size, start, .. } = self.options;
        let entry = Reader::new(None, size, start).read(text).map_err(|error| error.to_string())?;
        let position = entry.map(|entry| entry.position());
        position
            .ok_or_else(|| "the line is empty: write a position, a game or a JSON object".into())
    }

    /// The position and the question of a request, and the time that the answer may take.
    fn requested(&self, request: Value) -> Result<(Position, Find, Duration), String> {
        let Request { position, moves, find, seconds, .. } =
            from_value(request).map_err(|error| error.to_string())?;
        if position.is_none() && moves.is_none() {
            return Err("it has neither a position nor moves".to_owned());
        }
        let position = match position {
            Some(text) => self.read(&text).map_err(|error| format!("position: {error}"))?,
            None => self.options.begin(),
        };
        let time = match seconds.map(Duration::try_from_secs_f64) {
            None => self.options.time,
            Some(Ok(time)) => time,
            Some(Err(error)) => return Err(format!("seconds: {error}")),
        };
        let game = Game::parse(position, moves.as_deref().unwrap_or_default());
        let position = game.map_err(|error| format!("moves: {error}"))?.end();
        Ok((position, find.unwrap_or_else(|| usual_question(position.size())), time))
    }

    /// The answer to a question about a position after this time.
    fn know(
        &self,
        position: Position,
        find: Find,
        time: Duration,
        progress: &dyn Progress,
    ) -> Answer {
        let mut answer = self.search(position, find, time, progress);
        answer.best_moves = answer.best_moves.filter(|_| find >= Find::BestMoves);
        answer.moves = answer.moves.filter(|_| find >= Find::AllMoves);
        answer
    }

    fn search(
        &self,
        position: Position,
        find: Find,
        time: Duration,
        progress: &dyn Progress,
    ) -> Answer {
        let next = position.after_forced_pass();
        let rules = self.options.rules;
        let options = SearchOptions { rules, hash: HASH, find, ..SearchOptions::default() };
        // Where there is no evaluation, half of the time goes to counting discs some plies ahead.
        let has_evaluation = Evaluation::exists(next.size(), rules);
        let time = if has_evaluation { time } else { time / 2 };
        let limit = || TimeLimit::new(progress, clock, time);
        let answer = match answer_within(next, &options, &limit()) {
            Ok(found) => Answer::of_search(found),
            // Only the line was not found in time.
            Err(bounds) if bounds.answered() >= Some(find) => {
                Answer::of_bounds(&bounds, bounds.outlook(), None)
            }
            Err(mut bounds) => {
                let forecast = bounds.forecast.take();
                let error = forecast.as_ref().map(|forecast| forecast.error);
                let outlook = match forecast {
                    Some(Forecast { depth, moves, .. }) => {
                        Outlook { moves, basis: Basis::Forecast { depth } }
                    }
                    None => Outlook::new(next, rules, Find::AllMoves, &limit()),
                };
                Answer::of_bounds(&bounds, outlook, error)
            }
        };
        if next == position { answer } else { answer.before_pass(position) }
    }
}

impl Answer {
    fn exact(position: Position, value: Score) -> Self {
        Self {
            position,
            value,
            basis: Basis::Exact,
            usual_error: None,
            proved: None,
            best_move: None,
            best_moves: None,
            moves: None,
            line: None,
        }
    }

    fn of_search(found: SearchResult) -> Self {
        let moves = found.moves.iter();
        let moves = moves.map(|mv| MoveValue { square: mv.square, value: mv.value });
        let moves = AnsweredMove::in_order(moves, |_| None);
        let SearchResult { best_move, best_moves, line, lower, .. } = found;
        let answer = Self::exact(line.start(), lower);
        Self { best_move, best_moves, moves: Some(moves), line: Some(line), ..answer }
    }

    /// The proved bounds, with forecasts for the rest. A forecast never contradicts a bound.
    fn of_bounds(bounds: &PositionBounds, outlook: Outlook, usual_error: Option<f64>) -> Self {
        let Outlook { moves, basis } = outlook;
        let proved_of = |square| {
            let mv = bounds.moves.iter().find(|mv| mv.square == square)?;
            Some(Proved { lower: mv.lower, upper: mv.upper })
        };
        let proved_of = |square| proved_of(square).filter(|_| basis != Basis::Exact);
        let moves = AnsweredMove::in_order(moves, proved_of);
        let best = moves.first().map(|best| best.value);
        let value = bounds.value.or(best).unwrap_or_default().clamp(bounds.lower, bounds.upper);
        let best_moves = moves.iter().filter(|mv| Some(mv.value) == best).map(|mv| mv.square);
        let best_moves: Vec<_> = best_moves.collect();
        let proved = Proved { lower: bounds.lower, upper: bounds.upper };
        Self {
            basis,
            usual_error,
            proved: (basis != Basis::Exact).then_some(proved),
            best_move: bounds.best_move.or_else(|| best_moves.first().copied()),
            best_moves: Some(best_moves),
            moves: Some(moves),
            ..Self::exact(bounds.position, value)
        }
    }

    /// The same for the position before a forced pass.
    fn before_pass(self, position: Position) -> Self {
        let line = self.line.map(|line| Game::known(position, line.moves().iter().copied()));
        Self {
            position,
            value: -self.value,
            proved: self.proved.map(Proved::reversed),
            best_move: None,
            best_moves: Some(Vec::new()),
            moves: Some(Vec::new()),
            line,
            ..self
        }
    }
}

impl AnsweredMove {
    /// The moves, the best first, each with a value within the bounds that are proved of it.
    fn in_order(
        moves: impl IntoIterator<Item = MoveValue>,
        proved: impl Fn(Square) -> Option<Proved>,
    ) -> Vec<Self> {
        let answered = moves.into_iter().map(|MoveValue { square, value }| {
            let proved = proved(square);
            let value = proved.map_or(value, |it| value.clamp(it.lower, it.upper));
            Self { square, value, proved }
        });
        let mut answered: Vec<_> = answered.collect();
        answered.sort_by_key(|mv| (Reverse(mv.value), mv.square));
        answered
    }
}

impl Protocol for Lines {
    fn answer(&mut self, line: &str, progress: &dyn Progress) -> ControlFlow<String, String> {
        let (id, asked) = if line.trim_start().starts_with('{') {
            match from_str::<Value>(line) {
                Ok(request) => (request.get("id").cloned(), self.requested(request)),
                Err(error) => (None, Err(format!("it is not JSON: {error}"))),
            }
        } else {
            let asked =
                |position: Position| (position, usual_question(position.size()), self.options.time);
            (None, self.read(line).map(asked))
        };
        ControlFlow::Continue(match asked {
            Ok((position, find, time)) => {
                WithId { id, answer: self.know(position, find, time, progress) }.to_line()
            }
            Err(error) => WithId { id, answer: NoAnswer { error } }.to_line(),
        })
    }

    fn refuse(&self, reason: &str) -> String {
        WithId { id: None, answer: NoAnswer { error: reason.to_owned() } }.to_line()
    }
}
