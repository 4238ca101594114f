//! GGF: the game records of the Generic Game Server.

use crate::board::Color;
use crate::game::{Game, Objective};

use super::ReadErrorKind as Kind;
use super::boards::{Boards, read_size};
use super::entry::whole_number;
use super::error::refuse;
use super::transcript::{digits, is_pass, play_as};
use super::tree::{Dialect, Property, Tree, first};
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
    let entry = tree.finish(record).and_then(|(_, properties)| read(record, &properties));
    entry.map_err(|error| error.moved(1, before.chars().count()))
}

/// Reads the record in `text` from its properties.
pub(super) fn read(text: &str, properties: &[Property]) -> Result<PositionEntry, ReadError> {
    let Some(board) = first(properties, "BO") else {
        return Err(ReadError::new(Kind::Record, "the game has no board BO[…]").at_offset(text, 0));
    };
    // There are no escapes in GGF: a value is written as it is, up to its bracket.
    let value = text[board.value_offset..].split(']').next().unwrap_or_default();
    let (written, cells) = value.trim().split_once(char::is_whitespace).unwrap_or((value, ""));
    let size = read_size(written).map_err(|error| error.at(text, written))?;
    let start = position::read_part(Boards::Only(size), text, cells.trim())?;
    let mut entry = PositionEntry::new(Notation::Ggf, Game::new(start));
    for property in properties {
        property.placed(text, add(&mut entry, board, property))?;
    }
    if let Some(result) = first(properties, "RE") {
        let written = result.value()?;
        entry.add_result(whole_number(written), written);
    }
    Ok(entry)
}

/// Takes in a property, such as the move `B[f5/0.2/1.5]`.
fn add(entry: &mut PositionEntry, board: &Property, property: &Property) -> Result<(), ReadError> {
    let (name, value) = (property.name.as_str(), property.value()?);
    match name {
        "BO" if property.offset > board.offset => {
            return refuse(Kind::Unsupported, "a second board within the game");
        }
        "B" | "W" if property.offset < board.offset => {
            return refuse(Kind::Record, "a move, but the board BO[…] comes later");
        }
        "B" => return add_move(entry, Color::Black, value),
        "W" => return add_move(entry, Color::White, value),
        "TY" => {
            // It may begin with a letter: s8r20.
            let kind = value.trim_start_matches(|it: char| it.is_ascii_alphabetic());
            let (columns, size) = (kind[..digits(kind)].parse(), entry.position().size());
            if columns.is_ok_and(|columns: u32| columns != size.width()) {
                let problem = format!("the type is {}, but the board {size}", quoted(value));
                return refuse(Kind::Size, problem);
            }
            if value.contains(['a', 'A']) {
                entry.objective = Some(Objective::Fewest);
            }
            if digits(value) < value.len() {
                Dialect::Ggf.keep(entry, name, value);
            }
        }
        "BO" | "GM" | "RE" => {}
        _ => Dialect::Ggf.keep(entry, name, value),
    }
    Ok(())
}

/// Adds a move `f5/0.2/1.5`.
fn add_move(entry: &mut PositionEntry, color: Color, value: &str) -> Result<(), ReadError> {
    let mut parts = value.split('/').map(|part| part.trim().to_owned());
    let [square, evaluation, time] = [(); 3].map(|()| parts.next().unwrap_or_default());
    play_as(&mut entry.game, color, &square)?;
    if !is_pass(&square) {
        let note = Note { evaluation, time, ..Note::default() };
        entry.set_note(entry.game.moves().len() - 1, &note);
    }
    Ok(())
}
