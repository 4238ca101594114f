//! Tables with commas whose first row names the columns: positions or games, one per row.

use std::borrow::Cow;

use crate::board::Color;
use crate::game::Position;

use super::ReadErrorKind as Kind;
use super::transcript::{Origin, read_game};
use super::{Notation, PositionEntry, PositionRow, ReadError, obf, pgn, position, quoted};

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
    /// Whether two columns with this meaning have to agree.
    fn is_single(self) -> bool {
        matches!(self, Self::Score | Self::Side | Self::Size | Self::Objective)
    }

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

/// A field that is not empty, with its column and the name of that.
type Field<'a> = (Column, &'a str, &'a str);

/// The field in a column, if it is not empty.
fn field_in<'a>(fields: &[Field<'a>], column: Column) -> Option<&'a str> {
    let &(.., field) = fields.iter().find(|(other, ..)| *other == column)?;
    Some(field)
}

impl Columns {
    /// The columns that a first row names, if it is one.
    pub(super) fn of(line: &str) -> Option<Self> {
        if line.len() > 1000 || !line.contains(',') {
            return None;
        }
        let mut columns = Vec::new();
        for name in fields(line) {
            let name = name.trim();
            if !name.starts_with(char::is_alphabetic)
                || !name.chars().all(|it| it.is_alphanumeric() || " _-.".contains(it))
            {
                return None;
            }
            columns.push((Column::of(&name.to_lowercase().replace(' ', "_")), name.to_owned()));
        }
        let names = [Column::Position, Column::Start, Column::Moves];
        if columns.iter().all(|(column, _)| !names.contains(column)) {
            return None;
        }
        Some(Self { columns, is_own: line.trim() == PositionRow::HEADER })
    }

    /// Reads a row.
    pub(super) fn read_row(&self, origin: Origin, line: &str) -> Result<PositionEntry, ReadError> {
        self.read_fields(origin, &fields(line)).map_err(|error| ReadError {
            line: 1,
            column: 1,
            ..error
        })
    }

    fn read_fields(
        &self,
        mut origin: Origin,
        fields: &[Cow<'_, str>],
    ) -> Result<PositionEntry, ReadError> {
        if fields.len() != self.columns.len() {
            let (found, expected) = (fields.len(), self.columns.len());
            let problem = format!("the table has {expected} columns, but this row has {found}");
            return Err(ReadError::new(Kind::Record, problem));
        }
        let mut filled: Vec<Field<'_>> = Vec::new();
        for ((column, name), field) in self.columns.iter().zip(fields) {
            let field = field.trim();
            if field.is_empty() {
                continue;
            }
            if column.is_single()
                && let Some(&(_, other, earlier)) = filled.iter().find(|(it, ..)| it == column)
                && earlier != field
            {
                let (earlier, field) = (quoted(earlier), quoted(field));
                let problem = format!("{other} is {earlier}, but {name} is {field}");
                return Err(ReadError::new(Kind::Record, problem));
            }
            filled.push((*column, name.as_str(), field));
        }
        if let Some(size) = field_in(&filled, Column::Size) {
            origin.boards = origin.boards.only(size)?;
        }
        let start = self.read_position(origin, &filled, Column::Start)?;
        let position = self.read_position(origin, &filled, Column::Position)?;
        let moves = field_in(&filled, Column::Moves).filter(|moves| !moves.contains(':'));
        // In a table with starts, a game without one begins at the usual start.
        let has_starts = self.columns.iter().any(|(column, _)| *column == Column::Start);
        let game = match (start, position, moves) {
            (Some(start), _, _) => read_game(start, moves.unwrap_or_default())?,
            (None, Some(position), None) => read_game(position, "")?,
            (None, Some(position), Some(moves)) if !has_starts => read_game(position, moves)?,
            (None, _, Some(moves)) => origin.read_moves(moves)?.0,
            (None, None, None) => {
                return Err(ReadError::new(Kind::Empty, "a row without a position or moves"));
            }
        };
        if let Some(position) = position
            && ![game.start(), game.end(), game.end().after_forced_pass()].contains(&position)
        {
            let problem = "the moves do not lead to the position in the same row";
            return Err(ReadError::new(Kind::Record, problem));
        }
        let mut entry = PositionEntry::new(Notation::Csv, game);
        for (column, name, field) in filled {
            fill(&mut entry, column, name, field)?;
        }
        if let Some([lower, upper]) = entry.bounds {
            if lower > upper {
                let problem = format!("a lower bound of {lower} and an upper one of {upper}");
                return Err(ReadError::new(Kind::Score, problem));
            }
            if lower == upper {
                entry.score = entry.score.or(Some(lower));
            }
        }
        Ok(entry)
    }

    /// Reads the position in a column. The side to move may be in another column.
    fn read_position(
        &self,
        origin: Origin,
        fields: &[Field<'_>],
        column: Column,
    ) -> Result<Option<Position>, ReadError> {
        let Some(cells) = field_in(fields, column) else { return Ok(None) };
        let mut text = cells.trim_end_matches(';').to_owned();
        let side = if self.is_own { Some("X") } else { field_in(fields, Column::Side) };
        if let Some(side) = side {
            text += &format!(" {side}");
        }
        position::read_part(origin.boards, &text, &text).map(Some)
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
    match column {
        Column::Score | Column::Lower | Column::Upper => {
            let score = obf::read_score(size, field.strip_suffix(".0").unwrap_or(field), field)?;
            match column {
                Column::Lower => entry.bounds.get_or_insert([-limit, limit])[0] = score,
                Column::Upper => entry.bounds.get_or_insert([-limit, limit])[1] = score,
                _ => entry.score = Some(score),
            }
        }
        Column::Player(color) => entry.name(color, field),
        Column::Objective => entry.objective = Some(pgn::read_objective(field)?),
        Column::Scores | Column::Moves if field.contains(':') => {
            entry.scores.clear();
            obf::read_scores(entry, field, field.split([' ', ';']))?;
        }
        Column::Result => entry.add_result(pgn::result_in_discs(field, entry.position()), field),
        Column::Other => {
            let names = ["Event", "Site", "Date"];
            let known = names.into_iter().find(|known| known.eq_ignore_ascii_case(name));
            entry.add_tag(known.unwrap_or(name), field);
        }
        _ => {}
    }
    Ok(())
}

/// The fields of a row. A field in quotes may contain commas, and two quotes for one.
fn fields(line: &str) -> Vec<Cow<'_, str>> {
    let (mut fields, mut rest) = (Vec::new(), Some(line.trim_end_matches(['\r', '\n'])));
    while let Some(text) = rest {
        let behind;
        if let Some(quoted) = text.trim_start().strip_prefix('"') {
            let (field, end) = unquoted(quoted);
            fields.push(field.into());
            behind = &quoted[end..];
        } else {
            let end = text.find(',').unwrap_or(text.len());
            fields.push(text[..end].into());
            behind = &text[end..];
        }
        rest = behind.split_once(',').map(|(_, rest)| rest);
    }
    fields
}

/// A field after its opening quote, and the end of it, after the closing one.
fn unquoted(text: &str) -> (String, usize) {
    let (mut field, mut at) = (String::new(), 0);
    loop {
        let end = text[at..].find('"').map_or(text.len(), |index| at + index);
        field += &text[at..end];
        at = (end + 1).min(text.len());
        if !text[at..].starts_with('"') {
            return (field, at);
        }
        field.push('"');
        at += 1;
    }
}
