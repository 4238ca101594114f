//! Tables with commas whose first row names the columns: positions or games, one per row.

use std::borrow::Cow;

use crate::board::Color;
use crate::game::{Game, Position};

use super::ReadErrorKind as Kind;
use super::{Notation, PositionEntry, PositionRow, ReadError, Reader, obf, pgn, position};

/// What a column means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Position,
    Start,
    Side,
    Moves,
    Size,
    Objective,
    Player(Color),
    Score,
    Lower,
    Upper,
    Scores,
    Result,
    /// It follows from the position.
    Empties,
    Other,
}

impl Column {
    fn of(name: &str) -> Self {
        match name {
            "position" | "obf" | "board" | "cells" | "pos" => Self::Position,
            "start" | "fen" => Self::Start,
            "side" | "turn" | "to_move" | "side_to_move" => Self::Side,
            "moves" | "game" | "transcript" => Self::Moves,
            "size" => Self::Size,
            "objective" => Self::Objective,
            "black" | "black_player" | "player_black" => Self::Player(Color::Black),
            "white" | "white_player" | "player_white" => Self::Player(Color::White),
            "score" | "value" => Self::Score,
            "scores" => Self::Scores,
            "result" => Self::Result,
            "empties" | "empty" => Self::Empties,
            _ if name.contains("lower") => Self::Lower,
            _ if name.contains("upper") => Self::Upper,
            _ => Self::Other,
        }
    }
}

/// The columns of a table.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    columns: Vec<(Column, String)>,
    /// Whether the positions have no side, as in this project's own tables: Black is to move.
    is_own: bool,
}

impl Columns {
    /// The columns that a first row names, if it is one.
    pub(super) fn of(line: &str) -> Option<Self> {
        if line.len() > 1000 || !line.contains(',') {
            return None;
        }
        let columns = fields(line).map(|name| {
            let name = name.trim();
            let is_word = |it: char| it.is_alphanumeric() || " _-.".contains(it);
            let is_name = name.starts_with(char::is_alphabetic) && name.chars().all(is_word);
            let column = Column::of(&name.to_lowercase().replace(' ', "_"));
            is_name.then(|| (column, name.to_owned()))
        });
        let columns: Vec<_> = columns.collect::<Option<_>>()?;
        let names = [Column::Position, Column::Start, Column::Moves];
        let has_games = columns.iter().any(|(column, _)| names.contains(column));
        has_games.then(|| Self { columns, is_own: line.trim() == PositionRow::HEADER })
    }

    /// Reads a row.
    pub(super) fn read(&self, reader: Reader, line: &str) -> Result<PositionEntry, ReadError> {
        self.read_row(reader, line).map_err(|error| ReadError { line: 1, column: 1, ..error })
    }

    fn read_row(&self, reader: Reader, line: &str) -> Result<PositionEntry, ReadError> {
        let fields: Vec<_> = fields(line).collect();
        if fields.len() != self.columns.len() {
            let (found, expected) = (fields.len(), self.columns.len());
            let problem = format!("the table has {expected} columns, but this row has {found}");
            return Err(ReadError::new(Kind::Record, problem));
        }
        let all = || {
            let filled = self.columns.iter().zip(fields.iter().map(|field| field.trim()));
            filled.filter(|(_, field)| !field.is_empty())
        };
        let field = |column| all().find(|((other, _), _)| *other == column).map(|(_, field)| field);
        let mut boards = reader.boards;
        if let Some(size) = field(Column::Size) {
            boards = boards.only(size)?;
        }
        let side = if self.is_own { Some("X") } else { field(Column::Side) };
        let read = |column| -> Result<Option<Position>, ReadError> {
            let Some(cells) = field(column) else { return Ok(None) };
            let cells = cells.trim_end_matches(';');
            let text = side.map_or(cells.into(), |side| Cow::from(format!("{cells} {side}")));
            position::read(boards, &text, &text).map(Some)
        };
        let (start, position) = (read(Column::Start)?, read(Column::Position)?);
        let moves = field(Column::Moves).filter(|moves| !moves.contains(':'));
        // In a table with starts, a game without one begins at the usual start.
        let has_starts = self.columns.iter().any(|(column, _)| *column == Column::Start);
        let before = position.filter(|_| moves.is_none() || !has_starts);
        let game = match (start.or(before), moves) {
            (Some(start), moves) => Game::parse(start, moves.unwrap_or_default()),
            (None, Some(moves)) => Reader { boards, ..reader }.moves(moves).map(|(game, _)| game),
            (None, None) => Err(ReadError::new(Kind::Empty, "a row without a position or moves")),
        }?;
        if let (Some(position), true) = (position, start.is_some() || moves.is_some())
            && position != game.start()
            && position != game.end()
            && position != game.end().after_forced_pass()
        {
            let problem = "the moves do not lead to the position in the same row";
            return Err(ReadError::new(Kind::Record, problem));
        }
        let mut entry = PositionEntry { notation: Notation::Csv, ..PositionEntry::from_game(game) };
        for ((column, name), field) in all() {
            fill(&mut entry, *column, name, field)?;
        }
        let [lower, upper] = entry.bounds.unwrap_or_default();
        if lower > upper {
            let problem = format!("a lower bound of {lower} and an upper one of {upper}");
            return Err(ReadError::new(Kind::Score, problem));
        }
        if entry.bounds.is_some() && lower == upper {
            entry.score = entry.score.or(Some(lower));
        }
        Ok(entry)
    }
}

/// Adds what a column says about a position or a game.
fn fill(
    entry: &mut PositionEntry,
    column: Column,
    name: &str,
    field: &str,
) -> Result<(), ReadError> {
    let size = entry.position().size();
    let limit = size.squares().cast_signed();
    let score = || obf::score(size, field.strip_suffix(".0").unwrap_or(field), field);
    match column {
        Column::Score => entry.score = Some(score()?),
        Column::Lower => entry.bounds.get_or_insert([-limit, limit])[0] = score()?,
        Column::Upper => entry.bounds.get_or_insert([-limit, limit])[1] = score()?,
        Column::Player(color) => entry.name(color, field),
        Column::Objective => entry.objective = Some(pgn::objective(field)?),
        Column::Scores | Column::Moves if field.contains(':') => {
            entry.scores.clear();
            obf::read_scores(entry, field, field.split([' ', ';']))?;
        }
        Column::Result => entry.add_result(pgn::score(field, entry.position()), field),
        Column::Other => {
            let names = ["Event", "Site", "Date"];
            let known = names.iter().find(|known| known.eq_ignore_ascii_case(name));
            entry.add_tag(known.map_or(name, |name| name), field);
        }
        _ => {}
    }
    Ok(())
}

/// The fields of a row. A field in quotes may contain commas, and two quotes for one.
fn fields(line: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let mut rest = Some(line.trim_end_matches(['\r', '\n']));
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(quoted) = text.trim_start().strip_prefix('"') else {
            let (field, behind) = text.split_once(',').map_or((text, None), |(a, b)| (a, Some(b)));
            rest = behind;
            return Some(field.into());
        };
        let (mut field, mut at) = (String::new(), 0);
        loop {
            let end = quoted[at..].find('"').map_or(quoted.len(), |index| at + index);
            field += &quoted[at..end];
            at = (end + 1).min(quoted.len());
            if !quoted[at..].starts_with('"') {
                break;
            }
            field.push('"');
            at += 1;
        }
        rest = quoted[at..].split_once(',').map(|(_, behind)| behind);
        Some(field.into())
    })
}
