//! What a request asks.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use othello_core::board::Size;
use othello_core::game::{Game, Objective, Position, Rules, Scoring, Start};
use othello_core::known::KnownPosition;
use othello_core::notation::Reader;
use othello_core::search::Find;
use serde::Deserialize;

use super::problem::Problem;
use crate::amounts::parse_duration;
use crate::results::SolvedBoard;

/// The board of moves and positions if none is named: that of `solve`.
const USUAL: Size = Size::new(4, 4).expect("there is a 4x4 board");

/// The longest that an answer is waited for.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// A position to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Question {
    pub(super) position: Position,
    /// The start that it is, if it was named so.
    pub(super) start: Option<Start>,
    pub(super) rules: Rules,
    pub(super) find: Find,
    /// Whether a line of best play is asked for where it is not known without a search.
    lines: bool,
    /// Whether the counts of positions and games are asked for.
    census: bool,
}

impl Question {
    /// Whether nothing remains to be searched.
    pub(super) fn is_answered_by(&self, known: &KnownPosition) -> bool {
        let has_lines = !self.lines || self.find < Find::AllLines && known.has_whole_line();
        known.answered() >= self.find && has_lines
    }

    /// The known facts, reduced to the question.
    pub(super) fn part_of(&self, known: KnownPosition) -> KnownPosition {
        KnownPosition {
            best_moves: known.best_moves.filter(|_| self.find >= Find::BestMoves),
            moves: known.moves.filter(|_| self.find >= Find::AllMoves),
            ..known
        }
    }

    /// The result of a search, reduced to the question.
    pub(super) fn part_of_solved(&self, board: SolvedBoard) -> SolvedBoard {
        if self.census {
            return board;
        }
        SolvedBoard { positions: None, games: None, value_empties_to_winner: None, ..board }
    }
}

/// The parameters of a position to solve: those of `solve`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parameters {
    size: Option<String>,
    start: Option<String>,
    moves: Option<String>,
    position: Option<String>,
    objective: Option<String>,
    score: Option<String>,
    find: Option<String>,
    lines: Option<String>,
    census: Option<String>,
    wait: Option<String>,
}

impl Parameters {
    pub(super) fn question(&self) -> Result<Question, Problem> {
        let (position, start, rules) = self.position()?;
        let accepted = "value, best-move, best-moves, all-moves";
        let find = self.find.as_deref().map(|find| read("find", find, accepted)).transpose()?;
        let find = find.unwrap_or(Find::AllMoves);
        let lines = flag("lines", self.lines.as_deref())? || find == Find::AllLines;
        let find = if lines && find == Find::AllMoves { Find::AllLines } else { find };
        let census = flag("census", self.census.as_deref())?;
        Ok(Question { position, start, rules, find, lines, census })
    }

    fn position(&self) -> Result<(Position, Option<Start>, Rules), Problem> {
        let (size, start) = board(self.size.as_deref(), self.start.as_deref())?;
        let rules = rules(self.objective.as_deref(), self.score.as_deref())?;
        let moves = self.moves.as_deref().unwrap_or_default();
        let Some(position) = &self.position else {
            let begin = Position::start(size.unwrap_or(USUAL), start);
            let game = Game::parse(begin, moves).map_err(|error| {
                Problem::of_field("moves", &error.problem).accepted("legal moves, such as c2b4c5")
            })?;
            let start = game.moves().is_empty().then_some(start);
            return Ok((game.end(), start, rules));
        };
        if self.moves.is_some() || self.start.is_some() {
            let error = "name either a position, or moves and the start before them";
            return Err(Problem::of_field("position", &error));
        }
        let game = game("position", position, Reader::new(size, USUAL, start))?;
        Ok((game.end(), None, rules))
    }

    /// How long to wait for the whole answer.
    pub(super) fn wait(&self) -> Result<Duration, Problem> {
        time("wait", self.wait.as_deref(), Duration::from_secs(1))
    }
}

/// The board, if one is named, and the start.
pub(super) fn board(
    size: Option<&str>,
    start: Option<&str>,
) -> Result<(Option<Size>, Start), Problem> {
    let accepted = "WIDTHxHEIGHT: 2 to 26 columns and rows, and at most 64 squares";
    let size = size.map(|size| read("size", size, accepted)).transpose()?;
    let start =
        start.map_or(Ok(Start::default()), |start| read("start", start, "diagonal, parallel"))?;
    Ok((size, start))
}

pub(super) fn rules(objective: Option<&str>, score: Option<&str>) -> Result<Rules, Problem> {
    let objective = objective.map_or(Ok(Objective::default()), |objective| {
        read("objective", objective, "most, fewest")
    })?;
    let scoring = score
        .map_or(Ok(Scoring::default()), |score| read("score", score, "discs, empties-to-winner"))?;
    Ok(Rules::new(scoring, objective))
}

/// A game, or a position as a game without moves, in any notation.
pub(super) fn game(field: &'static str, text: &str, reader: Reader) -> Result<Game, Problem> {
    let accepted = "cells from a1 (X O -) and the side to move, or a game";
    let problem = |error: &dyn Display| Problem::of_field(field, error).accepted(accepted);
    let entry = reader.read(text).map_err(|error| problem(&error))?;
    entry.map(|entry| entry.game).ok_or_else(|| problem(&"there is nothing in it"))
}

/// A time, which may not be longer than a server waits.
pub(super) fn time(
    field: &'static str,
    text: Option<&str>,
    usual: Duration,
) -> Result<Duration, Problem> {
    let accepted = "a time of at most 10s, such as 2.5s";
    let problem = |error: &dyn Display| Problem::of_field(field, error).accepted(accepted);
    let Some(text) = text else { return Ok(usual) };
    let time = parse_duration(text).map_err(|error| problem(&error))?;
    if time <= LONGEST_WAIT { Ok(time) } else { Err(problem(&format!("'{text}' is too long"))) }
}

/// A parameter that is true or false.
fn flag(field: &'static str, text: Option<&str>) -> Result<bool, Problem> {
    text.map_or(Ok(false), |text| read(field, text, "true, false"))
}

fn read<T: FromStr<Err: Display>>(
    field: &'static str,
    text: &str,
    accepted: &str,
) -> Result<T, Problem> {
    text.parse()
        .map_err(|error| Problem::of_field(field, &format!("'{text}': {error}")).accepted(accepted))
}
