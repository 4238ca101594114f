//! The parameters of a request, and the search it asks for.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use crate::analysis::{Plan, PlanError};
use crate::answer::{AnalysisOptions, Forecast, Lines, OpenQuestion, Question};
use crate::documents::{AnswerDocument, PlanDocument};
use crate::notation::{Reader, read_game};
use crate::{Color, Find, Game, Position, Progress, Rules, Size, Start};

use super::duration::parse_duration;
use super::problem::{Problem, Result};

/// The default board for moves and positions, as in the command `solve`.
pub(super) const DEFAULT_SIZE: Size = Size::new(4, 4).expect("there is a 4x4 board");

/// The longest that a client may wait for an answer.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// The default time limit of a review, and the longest.
const REVIEW_TIME: Duration = Duration::from_secs(5);
const LONGEST_REVIEW: Duration = Duration::from_mins(1);

/// The maximum number of empty squares in a position with a plan, and of positions in the plan.
const MOST_EMPTIES: u32 = 22;
const MOST_POSITIONS: usize = 40_000;

/// The names and values in a JSON object, even repeated ones, which most readers of JSON drop.
#[derive(Debug)]
pub struct Named<T>(pub Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        from.deserialize_map(Named(Vec::new()))
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Named<T> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(mut self, mut map: M) -> std::result::Result<Self, M::Error> {
        while let Some(named) = map.next_entry()? {
            self.0.push(named);
        }
        Ok(self)
    }
}

/// The parameters of a request by name. A JSON object may set them to `null`.
#[derive(Debug)]
pub struct Parameters(BTreeMap<String, Option<String>>);

impl Parameters {
    /// The parameters in a JSON object, or the error of reading it. It should look like `form`.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or a name is not among `names` or repeated.
    pub fn of_object(
        read: std::result::Result<Named<Option<String>>, impl Display>,
        form: &str,
        names: &str,
    ) -> Result<Self> {
        let Named(texts) = read.map_err(|error| {
            let detail = format!("the parameters cannot be read: {error}");
            Problem::bad_request(detail).accepted(form)
        })?;
        Self::new(texts, names)
    }

    /// The parameters with these names and texts. `names` lists those that are accepted.
    ///
    /// # Errors
    ///
    /// If a name is not among them, or repeated.
    pub fn new(
        pairs: impl IntoIterator<Item = (String, Option<String>)>,
        names: &str,
    ) -> Result<Self> {
        let mut parameters = BTreeMap::new();
        for (name, text) in pairs {
            if !names.split(", ").any(|accepted| accepted == name) {
                let detail = format!("there is no parameter '{name}'");
                return Err(Problem::of_field(name, &detail).accepted(names));
            }
            if parameters.insert(name.clone(), text).is_some() {
                let detail = format!("the parameter '{name}' is repeated");
                return Err(Problem::of_field(name, &detail).accepted("each parameter once"));
            }
        }
        Ok(Self(parameters))
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_deref()
    }

    fn parse<T: FromStr<Err: Display>>(&self, name: &str, accepted: &str) -> Result<Option<T>> {
        let Some(text) = self.text(name) else { return Ok(None) };
        text.parse().map(Some).map_err(|error| {
            Problem::of_field(name, &format!("'{text}': {error}")).accepted(accepted)
        })
    }

    /// The board, if one is named, and the start.
    pub fn board(&self) -> Result<(Option<Size>, Start)> {
        let accepted = "WIDTHxHEIGHT: 2 to 26 columns and rows, and at most 64 squares";
        let size = self.parse("size", accepted)?;
        Ok((size, self.parse("start", "diagonal, parallel")?.unwrap_or_default()))
    }

    pub fn rules(&self) -> Result<Rules> {
        let objective = self.parse("objective", "most, fewest")?.unwrap_or_default();
        let scoring = self.parse("score", "discs, empties-to-winner")?.unwrap_or_default();
        Ok(Rules::new(scoring, objective))
    }

    /// A game, or a position as a game without moves, in any notation.
    pub fn game(&self, name: &str, reader: Reader) -> Result<Game> {
        let accepted = "cells from a1 (X O -) and the side to move, or a game";
        let problem = |error: &dyn Display| Problem::of_field(name, error).accepted(accepted);
        let text = self.text(name).unwrap_or_default();
        let entry = reader.read(text).map_err(|error| problem(&error))?;
        entry.map(|entry| entry.game).ok_or_else(|| problem(&"no position or game found"))
    }

    /// A duration, up to the longest that is allowed.
    pub fn time(&self, name: &str, default: Duration, longest: Duration) -> Result<Duration> {
        let accepted = format!("a time of at most {}s, such as 2.5s", longest.as_secs());
        let problem = |error: &dyn Display| Problem::of_field(name, error).accepted(&*accepted);
        let Some(text) = self.text(name) else { return Ok(default) };
        let time = parse_duration(text).map_err(|error| problem(&error))?;
        if time <= longest { Ok(time) } else { Err(problem(&format!("'{text}' is too long"))) }
    }
}

/// The question that a request asks. Equal ones are answered together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SearchRequest {
    pub question: Question,
    /// The start, if the position was given as one.
    pub start: Option<Start>,
}

impl SearchRequest {
    /// The parameters of a search, the same as for the command `solve`.
    pub const PARAMETERS: &str =
        "size, start, moves, position, objective, score, find, lines, census, wait";

    /// The search, and how long to wait for the complete answer.
    pub fn read(parameters: &Parameters) -> Result<(Self, Duration)> {
        let (size, start) = parameters.board()?;
        let rules = parameters.rules()?;
        let (position, start) = if parameters.text("position").is_some() {
            if parameters.text("moves").is_some() || parameters.text("start").is_some() {
                let error = "name either a position, or moves and the start before them";
                return Err(Problem::of_field("position", &error));
            }
            (parameters.game("position", Reader::new(size, DEFAULT_SIZE, start))?.end(), None)
        } else {
            let begin = Position::start(size.unwrap_or(DEFAULT_SIZE), start);
            let moves = parameters.text("moves").unwrap_or_default();
            let game = read_game(begin, moves).map_err(|error| {
                Problem::of_field("moves", &error.problem).accepted("legal moves, such as c2b4c5")
            })?;
            (game.end(), game.moves().is_empty().then_some(start))
        };
        let accepted = "value, best-move, best-moves, all-moves";
        let find = parameters.parse("find", accepted)?.unwrap_or(Find::AllMoves);
        let lines: bool = parameters.parse("lines", "true, false")?.unwrap_or_default();
        let lines = match (find, lines) {
            (Find::AllMoves, true) => Lines::Each,
            (_, true) => Lines::One,
            (_, false) => Lines::None,
        };
        let counts = parameters.parse("census", "true, false")?.unwrap_or_default();
        let wait = parameters.time("wait", Duration::from_secs(1), LONGEST_WAIT)?;
        Ok((Self { question: Question { position, rules, find, lines, counts }, start }, wait))
    }

    /// The document of the answer, if the question is settled.
    pub fn settled(&self, open: &OpenQuestion) -> Option<AnswerDocument> {
        if !open.is_settled() {
            return None;
        }
        Some(AnswerDocument::new(&self.question, &open.answer()).of_start(self.start))
    }

    /// The likely value and moves, with at most this memory for the table, in bytes. There are none
    /// without a trained evaluation for the board.
    pub fn forecast(&self, hash: usize, progress: &dyn Progress) -> Option<Forecast> {
        let Question { position, rules, .. } = self.question;
        let deepest = AnalysisOptions { rules, depth: u32::MAX, hash };
        Forecast::new(position, &deepest, progress)
    }

    /// The document of the answer so far, with all bounds.
    pub fn bounds(&self, open: &OpenQuestion) -> AnswerDocument {
        AnswerDocument::open(&self.question, &open.answer()).of_start(self.start)
    }
}

/// The review that a request asks for.
#[derive(Clone, Debug)]
pub struct ReviewRequest {
    pub game: Game,
    pub rules: Rules,
    /// The time limit.
    pub time: Duration,
}

impl ReviewRequest {
    pub const PARAMETERS: &str = "game, size, start, objective, score, time";

    pub fn read(parameters: &Parameters) -> Result<Self> {
        let (size, start) = parameters.board()?;
        let rules = parameters.rules()?;
        let time = parameters.time("time", REVIEW_TIME, LONGEST_REVIEW)?;
        let game = parameters.game("game", Reader::new(size, Size::STANDARD, start))?;
        if game.moves().is_empty() {
            return Err(Problem::of_field("game", &"the game has no moves"));
        }
        Ok(Self { game, rules, time })
    }
}

/// The plan that a request asks for.
#[derive(Clone, Copy, Debug)]
pub struct PlanRequest {
    position: Position,
    rules: Rules,
    player: Option<Color>,
}

impl PlanRequest {
    /// The parameters of a plan, the same as for `solve --strategy`.
    pub const PARAMETERS: &str = "size, start, moves, position, objective, score, side";

    pub fn read(parameters: &Parameters) -> Result<Self> {
        let (request, _) = SearchRequest::read(parameters)?;
        let Question { position, rules, .. } = request.question;
        let player = match parameters.text("side") {
            None => None,
            Some("black") => Some(Color::Black),
            Some("white") => Some(Color::White),
            Some(text) => {
                let problem = Problem::of_field("side", &format!("'{text}' is not a side"));
                return Err(problem.accepted("black, white"));
            }
        };
        let empties = position.empties();
        if empties > MOST_EMPTIES {
            let detail = format!("a plan from {empties} empty squares on would be too large");
            return Err(Problem::too_large(detail)
                .accepted(format!("at most {MOST_EMPTIES} empty squares")));
        }
        Ok(Self { position, rules, player })
    }

    /// Makes the plan, unless it is stopped, with this memory for the table of its search, in bytes.
    pub fn answer(&self, hash: usize, progress: &dyn Progress) -> Result<Option<PlanDocument>> {
        let (Self { position, rules, player }, hash) = (*self, hash.min(Plan::HASH));
        match Plan::within(MOST_POSITIONS, hash, position, rules, player, progress) {
            Ok(plan) => Ok(Some(PlanDocument::new(&plan))),
            Err(PlanError::Stopped) => Ok(None),
            Err(error) => Err(Problem::too_large(error.to_string())),
        }
    }
}
