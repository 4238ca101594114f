//! GGF: the game records of the Generic Game Server.

use crate::board::Color;
use crate::game::{Game, Objective, Position, Score};

use super::ReadErrorKind as Kind;
use super::boards::{Boards, read_size};
use super::transcript::{self, is_pass};
use super::tree::{Dialect, Property, main_line};
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
    let properties =
        main_line(record, Dialect::Ggf).map_err(|error| error.moved(1, before.chars().count()))?;
    read_ggf_game(record, &properties)
}

/// Reads the record in `text` from its properties.
pub(super) fn read_ggf_game(
    text: &str,
    properties: &[Property<'_>],
) -> Result<PositionEntry, ReadError> {
    let (mut entry, mut objective, mut named, mut later) = (None, None, None, Vec::new());
    for property in properties {
        let (name, value) = (property.name.as_str(), property.placed(text, property.value())?);
        match name {
            "BO" | "B" | "W" => {
                let added = add_board_or_move(&mut entry, text, name, value);
                property.placed(text, added)?;
            }
            "GM" if !value.eq_ignore_ascii_case("othello") => {
                let problem = format!("the game is {}, not Othello", quoted(value));
                return property.placed(text, Err(ReadError::new(Kind::Game, problem)));
            }
            "GM" => {}
            "KM" | "KB" | "KW" if !value.trim_matches(['+', '-', '0', '.']).is_empty() => {
                let problem = "a komi, which changes who wins; only 0 is supported";
                let problem = format!("{name}[{value}]: {problem}");
                return property.placed(text, Err(ReadError::new(Kind::Unsupported, problem)));
            }
            // Letters stand for options of the server: synchronous games, random starts and so on.
            "TY" => {
                if value.contains(['a', 'A']) {
                    objective = Some(Objective::Fewest);
                }
                named = named.or(width_of_type(value).map(|width| (width, property)));
                if value.contains(|it: char| !it.is_ascii_digit()) {
                    later.push((name, value));
                }
            }
            _ => later.push((name, value)),
        }
    }
    let Some(mut entry) = entry else {
        let problem = "the game has no board BO[…]";
        return Err(ReadError::new(Kind::Record, problem).at_offset(text, 0));
    };
    let size = entry.position().size();
    if let Some((width, property)) = named
        && width != size.width()
    {
        let problem = format!("the type {} is not for the {size} board", quoted(property.value()?));
        return property.placed(text, Err(ReadError::new(Kind::Size, problem)));
    }
    entry.objective = objective;
    for (name, value) in later {
        match name {
            "RE" => entry.add_result(ggf_result(value), value),
            _ => Dialect::Ggf.keep(&mut entry, name, value),
        }
    }
    Ok(entry)
}

/// The width of the board in a type such as `8`, `10a`, `s8r20` or `6x4`. The number after `r` counts
/// the discs of a random start.
fn width_of_type(value: &str) -> Option<u32> {
    let number = value.trim_start_matches(|it: char| it.is_ascii_alphabetic() && it != 'r');
    let end = number.find(|it: char| !it.is_ascii_digit()).unwrap_or(number.len());
    number[..end].parse().ok()
}

/// Takes in the board `8 ---…--- *` or a move `f5/0.2/1.5`.
fn add_board_or_move(
    entry: &mut Option<PositionEntry>,
    text: &str,
    name: &str,
    value: &str,
) -> Result<(), ReadError> {
    let entry = match (name, entry) {
        ("BO", Some(begun)) if !begun.game.moves().is_empty() => {
            let problem = "a second board within the game";
            return Err(ReadError::new(Kind::Unsupported, problem));
        }
        ("BO", entry) => {
            let game = Game::new(read_board_value(text, value)?);
            *entry = Some(PositionEntry::new(Notation::Ggf, game));
            return Ok(());
        }
        (_, None) => {
            let problem = "a move, but the board BO[…] comes later";
            return Err(ReadError::new(Kind::Record, problem));
        }
        (_, Some(entry)) => entry,
    };
    let mut parts = value.split('/').map(str::trim);
    let [square, evaluation, time] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let color = if name == "B" { Color::Black } else { Color::White };
    transcript::check_mover(&entry.game, color, is_pass(square))?;
    transcript::play_word(&mut entry.game, square)?;
    if !is_pass(square) {
        let (evaluation, time) = (evaluation.to_owned(), time.to_owned());
        let note = Note { evaluation, time, ..Note::default() };
        entry.set_note(entry.game.moves().len() - 1, &note);
    }
    Ok(())
}

/// Reads `8 ---…--- *`, a value in `text`.
fn read_board_value(text: &str, value: &str) -> Result<Position, ReadError> {
    let (size, cells) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    let size = read_size(size, size).map_err(|error| error.at(text, value))?;
    position::read_part(Boards::Only(size), text, cells.trim_start())
}

/// The score in a number with a fraction, `+10.000`.
fn ggf_result(text: &str) -> Option<Score> {
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    if fraction.bytes().any(|it| it != b'0') {
        return None;
    }
    whole.parse().ok().filter(|score: &Score| score.abs() <= 64)
}
