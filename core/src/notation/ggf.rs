//! GGF: the game records of the Generic Game Server.

use crate::board::Color;
use crate::game::{Game, Objective, Position, Score};

use super::ReadErrorKind as Kind;
use super::boards::{Boards, read_size};
use super::error::refuse;
use super::sgf::KOMI;
use super::transcript::{digits, is_pass, play_as};
use super::tree::{Dialect, Property, Tree};
use super::{Notation, Note, PositionEntry, ReadError, position, quoted};

/// Reads a game in the Generic Game Format: `(;GM[Othello]…BO[8 … *]B[f5]W[d6]…;)`.
///
/// These properties matter: the game `GM`, the board `BO`, the moves `B` and `W`, the result `RE` and
/// the type `TY`, where `a` means that the fewest discs win. A move may be followed by an evaluation
/// and a thinking time, each after a slash. The format has no boards that are not square; here they
/// have a size like `6x4` instead of the number.
///
/// # Errors
///
/// If it is not a game of Othello, there is no board, or a move is not legal.
///
/// ```
/// # use othello_core::notation::read_ggf;
/// let text = "(;GM[Othello]BO[4 -----O*--*O----- *]B[b1]W[a1//0.5]B[a2];)";
/// let entry = read_ggf(text)?;
/// assert_eq!(entry.game.to_string(), "b1a1a2");
/// # Ok::<_, othello_core::notation::ReadError>(())
/// ```
pub fn read_ggf(text: &str) -> Result<PositionEntry, ReadError> {
    let Some(begin) = text.find("(;") else {
        let problem = "a property such as BO[…] or B[f5] is expected";
        return Err(ReadError::new(Kind::Record, problem).at_offset(text, 0));
    };
    let (before, record) = text.split_at(begin);
    let mut tree = Tree::default();
    record.split('\n').find_map(|line| tree.read(line));
    let read = tree.finish(record).and_then(|(_, properties)| read_ggf_game(record, &properties));
    read.map_err(|error| error.moved(1, before.chars().count()))
}

/// Reads the record in `text` from its properties.
pub(super) fn read_ggf_game(
    text: &str,
    properties: &[Property],
) -> Result<PositionEntry, ReadError> {
    if !properties.iter().any(|property| property.name == "BO") {
        return Err(ReadError::new(Kind::Record, "the game has no board BO[…]").at_offset(text, 0));
    }
    let mut entry = None;
    for property in properties {
        let value = property.placed(text, property.value())?;
        property.placed(text, add(&mut entry, text, property, value))?;
    }
    let mut entry = entry.expect("there is a board");
    let size = entry.game.start().size();
    if properties.iter().any(|it| it.name == "TY" && it.values[0].contains(['a', 'A'])) {
        entry.objective = Some(Objective::Fewest);
    }
    for property in properties {
        let (name, value) = (property.name.as_str(), property.values[0].trim());
        match name {
            "RE" => entry.add_result(ggf_result(value), value),
            "BO" | "B" | "W" | "GM" => {}
            "TY" if value.bytes().all(|it| it.is_ascii_digit()) => {}
            _ => Dialect::Ggf.keep(&mut entry, name, value),
        }
        // The type of a game may begin with a letter: s8r20.
        let kind = value.trim_start_matches(|it: char| it.is_ascii_alphabetic());
        let columns = kind[..digits(kind)].parse();
        if name == "TY" && columns.is_ok_and(|columns: u32| columns != size.width()) {
            let problem = format!("the type is {}, but the board {size}", quoted(value));
            return property.placed(text, refuse(Kind::Size, problem));
        }
    }
    Ok(entry)
}

/// Takes in a property, such as the board `BO[8 ---…--- *]` or the move `B[f5/0.2/1.5]`, unless it is
/// only kept.
fn add(
    entry: &mut Option<PositionEntry>,
    text: &str,
    property: &Property,
    value: &str,
) -> Result<(), ReadError> {
    let name = property.name.as_str();
    match (name, entry) {
        ("BO", Some(begun)) if !begun.game.moves().is_empty() => {
            return refuse(Kind::Unsupported, "a second board within the game");
        }
        ("BO", entry) => {
            let begin = ReadError::new(Kind::Record, "").at_offset(text, property.value_offset);
            let board = read_board_value(value);
            let board = board.map_err(|error| error.moved(begin.line, begin.column - 1))?;
            *entry = Some(PositionEntry::new(Notation::Ggf, Game::new(board)));
        }
        ("B", Some(begun)) => return add_move(begun, Color::Black, value),
        ("W", Some(begun)) => return add_move(begun, Color::White, value),
        ("B" | "W", None) => {
            return refuse(Kind::Record, "a move, but the board BO[…] comes later");
        }
        ("GM", _) if !value.eq_ignore_ascii_case("othello") => {
            let problem = format!("the game is {}, not Othello", quoted(value));
            return refuse(Kind::Game, problem);
        }
        ("KM" | "KB" | "KW", _) if !value.trim_matches(['+', '-', '0', '.']).is_empty() => {
            return refuse(Kind::Unsupported, format!("{name}[{value}]: {KOMI}"));
        }
        _ => {}
    }
    Ok(())
}

/// Adds a move `f5/0.2/1.5`.
fn add_move(entry: &mut PositionEntry, color: Color, value: &str) -> Result<(), ReadError> {
    let mut parts = value.split('/').map(str::trim);
    let [square, evaluation, time] = [(); 3].map(|()| parts.next().unwrap_or_default());
    play_as(&mut entry.game, color, square)?;
    if !is_pass(square) {
        let (evaluation, time) = (evaluation.to_owned(), time.to_owned());
        let note = Note { evaluation, time, ..Note::default() };
        entry.set_note(entry.game.moves().len() - 1, &note);
    }
    Ok(())
}

/// Reads `8 ---…--- *`.
fn read_board_value(value: &str) -> Result<Position, ReadError> {
    let (size, cells) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    let size = read_size(size, size).map_err(|error| error.at(value, value))?;
    position::read_part(Boards::Only(size), value, cells.trim_start())
}

/// The score in a number with a fraction, `+10.000`.
fn ggf_result(text: &str) -> Option<Score> {
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    if fraction.bytes().any(|it| it != b'0') {
        return None;
    }
    whole.parse().ok().filter(|score: &Score| score.abs() <= 64)
}
