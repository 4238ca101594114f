//! SGF: the Smart Game Format, version 4, for games of Othello.

use crate::board::{Color, Size, Square, SquareSet};
use crate::game::{Game, Objective, Position, Score, Start};

use super::ReadErrorKind as Kind;
use super::boards::read_size;
use super::entry::whole_number;
use super::error::refuse;
use super::transcript::{is_pass, play_as};
use super::tree::{Dialect, Property, first, is_anti};
use super::{Notation, PositionEntry, ReadError, position, quoted};

/// The square with this name in Othello, `f5`, or in Go, `fe`.
fn square(size: Size, name: &str) -> Option<Square> {
    let square = match (name.parse(), name.as_bytes()) {
        (Ok(square), _) => square,
        (Err(_), &[column, row]) => {
            Square::new(column.checked_sub(b'a')?.into(), row.checked_sub(b'a')?.into())?
        }
        _ => return None,
    };
    if size.contains(square) { Some(square) } else { None }
}

/// The squares in the values of a property, as bits: single ones, and rectangles such as `a1:c3`.
fn squares_in(size: Size, property: &Property) -> Result<u64, ReadError> {
    let mut squares = 0;
    for value in property.values.iter().map(|value| value.trim()) {
        let (first, last) = value.split_once(':').unwrap_or((value, value));
        let corners = square(size, first.trim()).zip(square(size, last.trim()));
        let Some((first, last)) = corners else {
            let value = quoted(value);
            return refuse(Kind::Square, format!("{value} is not a square of the {size} board"));
        };
        for row in first.row().min(last.row())..=first.row().max(last.row()) {
            for column in first.column().min(last.column())..=first.column().max(last.column()) {
                squares |= 1_u64 << size.index(Square::at(column, row));
            }
        }
    }
    Ok(squares)
}

/// The position that properties set up. Discs are added to the usual start if none of them lies on
/// its squares, or if discs are removed; otherwise there are no other discs.
fn set_up(size: Size, text: &str, properties: &[Property]) -> Result<Position, ReadError> {
    // The discs of Black and White, and the squares from which discs are removed.
    let (mut sets, mut to_move) = ([0; 3], Color::Black);
    for property in properties {
        let set = match property.name.as_str() {
            "AB" => 0,
            "AW" => 1,
            "AE" => 2,
            "PL" => {
                to_move = property.placed(text, property.value().and_then(read_side))?;
                continue;
            }
            _ => continue,
        };
        sets[set] |= property.placed(text, squares_in(size, property))?;
        let [black, white, removed] = sets;
        let twice = black & white | black & removed | white & removed;
        if twice != 0 {
            let square = size.square(twice.trailing_zeros());
            let problem = format!("{square} is set up twice, in different ways");
            return property.placed(text, refuse(Kind::Square, problem));
        }
    }
    let start = Position::start(size, Start::Diagonal);
    let [black, white] = Color::ALL.map(|color| start.discs(color).bits());
    let [added_black, added_white, removed] = sets;
    let is_whole = removed == 0 && (added_black | added_white) & (black | white) != 0;
    let taken = if is_whole { u64::MAX } else { added_black | added_white | removed };
    let [black, white] = [black & !taken | added_black, white & !taken | added_white]
        .map(|bits| SquareSet::of(size, bits));
    Ok(Position::new(black, white, to_move).expect("the sets are disjoint"))
}

fn read_side(text: &str) -> Result<Color, ReadError> {
    match (text, position::side(text)) {
        ("1", _) => Ok(Color::Black),
        ("2", _) => Ok(Color::White),
        (_, Some(side)) => Ok(side),
        _ => refuse(Kind::Side, format!("{} is not a side to move; write B or W", quoted(text))),
    }
}

/// The score for Black in a result such as `B+12` or `W+3.0`. `0` and `Draw` are 0.
fn sgf_result(text: &str) -> Option<Score> {
    match text.split_once('+') {
        Some(("B", margin)) => whole_number(margin),
        Some(("W", margin)) => Some(-whole_number(margin)?),
        _ if matches!(text, "0" | "Draw" | "draw") => Some(0),
        _ => None,
    }
}

/// Reads the record in `text` from the properties of its main line.
///
/// These properties matter: the size `SZ`; discs set up by `AB`, `AW` and `AE` before the first move;
/// the side to move `PL`; the moves `B` and `W`; the result `RE`. Squares are written `f5` or, as in
/// Go, `fe`. All others are kept, except those that would change the meaning and are not supported.
pub(super) fn read(text: &str, properties: &[Property]) -> Result<PositionEntry, ReadError> {
    let mut size = Size::STANDARD;
    if let Some(property) = first(properties, "SZ") {
        size = property.placed(text, property.value().and_then(read_size))?;
    }
    let start = set_up(size, text, properties)?;
    let mut entry = PositionEntry::new(Notation::Sgf, Game::new(start));
    // The discs of a handicap.
    let has_discs = first(properties, "AB").is_some();
    for property in properties {
        property.placed(text, add(&mut entry, has_discs, property))?;
    }
    if let Some(property) = first(properties, "RE") {
        let written = property.joined();
        entry.add_result(sgf_result(&written), &written);
    }
    Ok(entry)
}

/// Takes in a property, unless it has been read before all moves.
fn add(entry: &mut PositionEntry, has_discs: bool, property: &Property) -> Result<(), ReadError> {
    let (name, all, moves) = (&property.name[..], property.joined(), entry.game.moves().len());
    match name {
        "B" => return play(&mut entry.game, Color::Black, property),
        "W" => return play(&mut entry.game, Color::White, property),
        "AB" | "AW" | "AE" | "PL" if moves > 0 => {
            let problem = format!("{name} sets up discs after the first move");
            return refuse(Kind::Unsupported, problem);
        }
        "HA" if !property.is_zero() && !has_discs => {
            let problem = "HA: a handicap without its discs; set them up by AB";
            return refuse(Kind::Unsupported, problem);
        }
        "RU" if is_anti(&all) => entry.objective = Some(Objective::Fewest),
        "V" | "C" if moves > 0 => {
            let mut note = entry.note(moves - 1);
            all.clone_into(if name == "V" { &mut note.evaluation } else { &mut note.comment });
            entry.set_note(moves - 1, &note);
        }
        "AB" | "AW" | "AE" | "PL" | "GM" | "SZ" | "FF" | "CA" | "RE" => {}
        _ => Dialect::Sgf.keep(entry, name, &all),
    }
    Ok(())
}

/// Plays a move or a pass. A pass may be written as nothing or, as in Go, as a square off the
/// board.
fn play(game: &mut Game, color: Color, property: &Property) -> Result<(), ReadError> {
    let name = property.value()?;
    let word = match square(game.start().size(), name) {
        Some(square) if !is_pass(name) => square.to_string(),
        _ if matches!(name, "" | "tt") => "pass".to_owned(),
        _ => name.to_owned(),
    };
    play_as(game, color, &word).map_err(|error| error.about(property.written()))
}
