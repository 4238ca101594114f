//! SGF: the Smart Game Format, version 4, for games of Othello.

use crate::board::{Color, Size, Square, SquareSet};
use crate::game::{Game, Objective, Position, Score, Start};

use super::ReadErrorKind as Kind;
use super::boards::read_size;
use super::error::refuse;
use super::transcript::{check_mover, is_pass, play_word};
use super::tree::{Dialect, Property};
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

/// The discs that a game begins with, as they are set up.
struct FirstDiscs {
    size: Size,
    /// The discs of Black and White, and the squares from which discs are removed.
    sets: [u64; 3],
    to_move: Color,
}

impl FirstDiscs {
    /// Sets up discs by `AB`, `AW` or `AE`, or the side to move by `PL`.
    fn set_up(&mut self, property: &Property) -> Result<(), ReadError> {
        let set = match property.name.as_str() {
            "AB" => 0,
            "AW" => 1,
            "AE" => 2,
            _ => {
                let value = property.value()?;
                self.to_move = match (value, position::side(value)) {
                    ("1", _) => Color::Black,
                    ("2", _) => Color::White,
                    (_, Some(side)) => side,
                    _ => {
                        let value = quoted(value);
                        let problem = format!("{value} is not a side to move; write B or W");
                        return refuse(Kind::Side, problem);
                    }
                };
                return Ok(());
            }
        };
        let squares = squares_in(self.size, property)?;
        self.sets[set] |= squares;
        let [black, white, removed] = self.sets;
        let twice = black & white | black & removed | white & removed;
        if twice != 0 {
            let square = self.size.square(twice.trailing_zeros());
            return refuse(Kind::Record, format!("{square} is set up twice, in different ways"));
        }
        Ok(())
    }

    /// The position. Discs are added to the usual start if none of them lies on its squares, or if
    /// discs are removed; otherwise they are all there are.
    fn position(&self) -> Position {
        let start = Position::start(self.size, Start::Diagonal);
        let [mut black, mut white] = Color::ALL.map(|color| start.discs(color).bits());
        let [added_black, added_white, removed] = self.sets;
        let is_whole = removed == 0 && (added_black | added_white) & (black | white) != 0;
        let taken = if is_whole { u64::MAX } else { added_black | added_white | removed };
        black = black & !taken | added_black;
        white = white & !taken | added_white;
        let [black, white] = [black, white].map(|bits| SquareSet::of(self.size, bits));
        Position::new(black, white, self.to_move).expect("the sets are disjoint")
    }
}

/// The score for Black in a result such as `B+12` or `W+3.0`. `0` and `Draw` are 0.
fn sgf_result(text: &str) -> Option<Score> {
    let text = text.trim();
    if matches!(text, "0" | "Draw" | "draw") {
        return Some(0);
    }
    let (winner, margin) = text.split_once('+')?;
    let margin: Score = margin.strip_suffix(".0").unwrap_or(margin).parse().ok()?;
    match winner {
        "B" => Some(margin),
        "W" => Some(-margin),
        _ => None,
    }
}

/// Reads the record in `text` from the properties of its main line.
///
/// These properties matter: the game `GM`, which must be 2 if present; the size `SZ`; discs set up by
/// `AB`, `AW` and `AE` before the first move; the side to move `PL`; the moves `B` and `W`; the
/// result `RE`. Squares are written `f5` or, as in Go, `fe`. All others are kept, except those that
/// would change the meaning and are not supported.
pub(super) fn read_sgf_game(
    text: &str,
    properties: &[Property],
) -> Result<PositionEntry, ReadError> {
    if let Some(property) = first_property(properties, "GM") {
        let game = property.placed(text, property.value())?;
        if game != "2" {
            let problem = format!("game {game}; Othello is GM[2]");
            return property.placed(text, refuse(Kind::Game, problem));
        }
    }
    let mut size = Size::STANDARD;
    if let Some(property) = first_property(properties, "SZ") {
        let value = property.placed(text, property.value())?;
        size = property.placed(text, read_size(&value.replace(':', "x"), value))?;
    }
    let mut discs = FirstDiscs { size, sets: [0; 3], to_move: Color::Black };
    let mut entry = PositionEntry::new(Notation::Sgf, Game::new(discs.position()));
    // The discs of a handicap.
    let has_discs = first_property(properties, "AB").is_some();
    for property in properties {
        property.placed(text, add(&mut entry, &mut discs, has_discs, property))?;
    }
    if let Some(property) = first_property(properties, "RE") {
        let written = property.joined();
        entry.add_result(sgf_result(&written), &written);
    }
    Ok(entry)
}

fn first_property<'a>(properties: &'a [Property], name: &str) -> Option<&'a Property> {
    properties.iter().find(|property| property.name == name)
}

/// Takes in a property, given the discs that are set up so far.
fn add(
    entry: &mut PositionEntry,
    discs: &mut FirstDiscs,
    has_discs: bool,
    property: &Property,
) -> Result<(), ReadError> {
    let (name, all) = (property.name.as_str(), property.joined());
    let is_zero = all.trim_matches(['+', '-', '0', '.']).is_empty();
    match name {
        "B" | "W" => {
            let value = property.value()?;
            let color = if name == "B" { Color::Black } else { Color::White };
            return play_sgf(&mut entry.game, color, value)
                .map_err(|error| error.about(format!("{name}{}", bracketed(value))));
        }
        "AB" | "AW" | "AE" | "PL" if !entry.game.moves().is_empty() => {
            let problem = format!("{name} sets up discs after the first move");
            return refuse(Kind::Unsupported, problem);
        }
        "AB" | "AW" | "AE" | "PL" => {
            discs.set_up(property)?;
            entry.game = Game::new(discs.position());
        }
        "KM" if !is_zero => {
            return refuse(Kind::Unsupported, format!("KM{}: {KOMI}", bracketed(&all)));
        }
        "HA" if !is_zero && !has_discs => {
            let problem = "HA: a handicap without its discs; set them up by AB";
            return refuse(Kind::Unsupported, problem);
        }
        "RU" if is_anti(&all.to_lowercase()) => entry.objective = Some(Objective::Fewest),
        "GM" | "SZ" | "FF" | "CA" | "RE" => {}
        _ => keep(entry, name, &all),
    }
    Ok(())
}

/// Keeps what does not change the meaning: a note about the last move, a player's name, or a tag.
fn keep(entry: &mut PositionEntry, name: &str, value: &str) {
    let moves = entry.game.moves().len();
    if moves == 0 || !matches!(name, "V" | "C") {
        return Dialect::Sgf.keep(entry, name, value);
    }
    let mut note = entry.note(moves - 1);
    value.clone_into(if name == "V" { &mut note.evaluation } else { &mut note.comment });
    entry.set_note(moves - 1, &note);
}

/// Whether rules of this name mean that the fewest discs win.
fn is_anti(name: &str) -> bool {
    ["fewest", "anti", "reverse"].iter().any(|anti| name.contains(anti))
}

/// Why games with a komi are refused.
pub(super) const KOMI: &str = "a komi, which changes who wins; only 0 is supported";

fn bracketed(value: &str) -> String {
    let quoted = quoted(value);
    format!("[{}]", &quoted[1..quoted.len() - 1])
}

/// Plays a move or a pass. A pass may be written as nothing or, as in Go, as a square off the
/// board.
fn play_sgf(game: &mut Game, color: Color, name: &str) -> Result<(), ReadError> {
    let square = square(game.start().size(), name);
    let passes = name.is_empty() || is_pass(name) || name == "tt" && square.is_none();
    check_mover(game, color, passes)?;
    match square {
        _ if passes => play_word(game, "pass"),
        Some(square) => Ok(game.play(square)?),
        None => play_word(game, name),
    }
}
