//! Tables whose first row names the columns: positions or games, one per row. Commas, semicolons or
//! tabs separate the columns.

use crate::board::Color;
use crate::game::Position;

use super::ReadErrorKind as Kind;
use super::error::refuse;
use super::obf::{read_score, read_scores};
use super::position::{self, plain};
use super::transcript::{Origin, begins_with_move, read_game};
use super::{Notation, PositionEntry, PositionRow, ReadError, pgn, quoted};

/// The usual name for a column, or an empty one if the reader only keeps its contents.
fn meaning(name: &str) -> &'static str {
    match name {
        "position" | "obf" | "board" | "cells" | "pos" => "position",
        "start" | "fen" => "start",
        "side" | "turn" | "to_move" | "side_to_move" => "side",
        "moves" | "game_moves" | "move_list" | "transcript" | "kifu" | "棋譜" => "moves",
        "size" => "size",
        "objective" => "objective",
        "black" | "black_player" | "player_black" => "black",
        "white" | "white_player" | "player_white" => "white",
        "score" | "value" => "score",
        "scores" => "scores",
        "result" => "result",
        "empties" | "empty" => "empties",
        _ if name.contains("lower") => "lower",
        _ if name.contains("upper") => "upper",
        _ => "",
    }
}

/// The columns of a table. There are none if nothing can be read from it.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// The meaning and the name of each.
    columns: Vec<(&'static str, String)>,
    separator: char,
    /// Whether the positions have no side, as in this project's own tables: Black is to move.
    is_own: bool,
}

/// A field that is not empty, with its column and the column's name.
type Field<'a> = (&'static str, &'a str, &'a str);

/// The field in a column, if it is not empty.
fn field_in<'a>(fields: &[Field<'a>], column: &str) -> Option<&'a str> {
    let &(.., field) = fields.iter().find(|(other, ..)| *other == column)?;
    Some(field)
}

impl Table {
    /// The columns that a first row names, if it is one.
    ///
    /// # Errors
    ///
    /// If none of them has positions or games.
    pub(super) fn of(line: &str) -> Option<Result<Self, ReadError>> {
        let separator = ['\t', ';', ','].into_iter().find(|&it| line.contains(it))?;
        let mut columns: Vec<(_, String)> = Vec::new();
        if line.len() > 1000 {
            return None;
        }
        for name in fields(line, separator) {
            let name = name.trim();
            if !name.starts_with(char::is_alphabetic)
                || !name.chars().all(|it| it.is_alphanumeric() || " _-.".contains(it))
            {
                return None;
            }
            columns.push((meaning(&name.to_lowercase().replace(' ', "_")), name.to_owned()));
        }
        // Without moves in another column, these are the moves.
        if !columns.iter().any(|(column, _)| *column == "moves")
            && let Some((column, _)) = columns.iter_mut().find(|(_, name)| name == "game")
        {
            *column = "moves";
        }
        let with_games = ["position", "start", "moves"];
        if !columns.iter().any(|(column, _)| with_games.contains(column)) {
            // Words and moves may also stand between commas.
            if columns.iter().any(|(_, name)| name.contains(' ') || begins_with_move(name))
                || line.contains(", ")
            {
                return None;
            }
            let names: Vec<_> = columns.iter().map(|(_, name)| name.as_str()).collect();
            let wanted = "and one of them should be called position, start, moves or transcript";
            let problem = format!("the columns are {}, {wanted}", names.join(", "));
            return Some(refuse(Kind::Record, problem));
        }
        let is_own = line.trim() == PositionRow::HEADER;
        Some(Ok(Self { columns, separator, is_own }))
    }

    /// Whether nothing can be read from the table.
    pub(super) fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// Reads a row.
    pub(super) fn read(&self, mut origin: Origin, line: &str) -> Result<PositionEntry, ReadError> {
        let fields = &fields(line, self.separator);
        if fields.len() != self.columns.len() {
            let (found, expected) = (fields.len(), self.columns.len());
            let problem = format!("the table has {expected} columns, but this row has {found}");
            return refuse(Kind::Record, problem);
        }
        let mut filled: Vec<Field<'_>> = Vec::new();
        for ((column, name), field) in self.columns.iter().zip(fields) {
            let field = field.trim();
            if field.is_empty() {
                continue;
            }
            let same = filled.iter().find(|(other, ..)| other == column && !column.is_empty());
            if let Some((_, other, earlier)) = same.filter(|(.., earlier)| *earlier != field) {
                let (earlier, field) = (quoted(earlier), quoted(field));
                let problem = format!("{other} is {earlier}, but {name} is {field}");
                return refuse(Kind::Record, problem);
            }
            filled.push((*column, name.as_str(), field));
        }
        if let Some(size) = field_in(&filled, "size") {
            origin.boards = origin.boards.only(size)?;
        }
        let start = self.read_position(origin, &filled, "start")?;
        let position = self.read_position(origin, &filled, "position")?;
        let moves = field_in(&filled, "moves").filter(|moves| !moves.contains(':'));
        // In a table with starts, a game without one begins at the usual start.
        let has_starts = self.columns.iter().any(|(column, _)| *column == "start");
        let begin = if has_starts && moves.is_some() { start } else { start.or(position) };
        let mut entry = match (begin, moves) {
            (Some(begin), moves) => {
                PositionEntry::new(Notation::Csv, read_game(begin, moves.unwrap_or_default())?)
            }
            (None, Some(moves)) => origin.read_moves(Notation::Csv, &plain(moves))?.0,
            (None, None) => return refuse(Kind::Empty, "a row without a position or moves"),
        };
        let (first, last) = (entry.game.start(), entry.game.end());
        if position.is_some_and(|it| ![first, last, last.after_forced_pass()].contains(&it)) {
            return refuse(Kind::Record, "the moves do not lead to the position in the same row");
        }
        for (column, name, field) in filled {
            fill(&mut entry, column, name, field)?;
        }
        if let Some([lower, upper]) = entry.bounds {
            if lower > upper {
                let problem = format!("the lower bound {lower} is above the upper bound {upper}");
                return refuse(Kind::Score, problem);
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
        column: &str,
    ) -> Result<Option<Position>, ReadError> {
        let Some(cells) = field_in(fields, column) else { return Ok(None) };
        let side = if self.is_own { Some("X") } else { field_in(fields, "side") };
        let text = format!("{} {}", plain(cells.trim_end_matches(';')), side.unwrap_or_default());
        position::read_part(origin.boards, &text, text.trim_end()).map(Some)
    }
}

/// Adds the facts from a column to a position or a game.
fn fill(entry: &mut PositionEntry, column: &str, name: &str, field: &str) -> Result<(), ReadError> {
    let size = entry.position().size();
    let all = [-size.squares().cast_signed(), size.squares().cast_signed()];
    match column {
        "score" => entry.score = Some(read_score(size, field)?),
        "lower" => entry.bounds.get_or_insert(all)[0] = read_score(size, field)?,
        "upper" => entry.bounds.get_or_insert(all)[1] = read_score(size, field)?,
        "black" => entry.name(Color::Black, field),
        "white" => entry.name(Color::White, field),
        "objective" => entry.objective = Some(pgn::read_objective(field)?),
        "scores" | "moves" if field.contains(':') => {
            entry.scores.clear();
            read_scores(entry, field, field.split([' ', ';']))?;
        }
        "result" => entry.add_result(pgn::result_in_discs(field, entry.position()), field),
        "" => {
            let names = ["Event", "Site", "Date"];
            let known = names.into_iter().find(|known| known.eq_ignore_ascii_case(name));
            entry.add_tag(known.unwrap_or(name), field);
        }
        _ => {}
    }
    Ok(())
}

/// The fields of a row. A field in quotes may contain separators, and two quotes for one.
fn fields(line: &str, separator: char) -> Vec<String> {
    let (mut fields, mut field, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.next_if_eq(&'"').is_some() => field.push('"'),
            '"' if is_quoted || field.trim().is_empty() => is_quoted = !is_quoted,
            _ if letter == separator && !is_quoted => fields.push(std::mem::take(&mut field)),
            _ => field.push(letter),
        }
    }
    fields.push(field);
    fields
}
