//! SGF: the Smart Game Format, version 4, for games of Othello.

use crate::board::{Color, Size, Square, SquareSet};
use crate::game::{Game, Objective, Position, Score, Start};

use super::ReadErrorKind as Kind;
use super::ggf::TAGS;
use super::transcript::{self, check_mover, is_pass};
use super::tree::Property;
use super::{Notation, Note, PositionEntry, ReadError, position, quoted};

/// The properties that give an evaluation, a time and a comment, and where the notes have them.
fn note<'a>(note: &'a mut Note, name: &str) -> Option<&'a mut String> {
    match name {
        "V" => Some(&mut note.evaluation),
        "C" => Some(&mut note.comment),
        _ => None,
    }
}

/// The square with this name in Othello, `f5`, or in Go, `fe`.
fn square(size: Size, name: &str) -> Option<Square> {
    let found = name.parse().ok().or_else(|| {
        let [column, row] = name.as_bytes().try_into().ok()?;
        let number = |letter: u8| u32::from(letter).checked_sub(u32::from(b'a'));
        Square::new(number(column)?, number(row)?)
    });
    found.filter(|&square| size.contains(square))
}

/// The squares in the values of a property, as bits: single ones, and rectangles such as `a1:c3`.
fn squares(size: Size, property: &Property<'_>) -> Result<u64, ReadError> {
    let mut squares = 0;
    for value in property.values.iter().map(|value| value.trim()) {
        let (first, last) = value.split_once(':').unwrap_or((value, value));
        let corners = square(size, first.trim()).zip(square(size, last.trim()));
        let (first, last) = corners.ok_or_else(|| {
            let problem = format!("{} is not a square of the {size} board", quoted(value));
            ReadError::new(Kind::Square, problem)
        })?;
        let between = |one: u32, other: u32| one.min(other)..=one.max(other);
        for row in between(first.row(), last.row()) {
            for column in between(first.column(), last.column()) {
                squares |= 1_u64 << size.index(Square::at(column, row));
            }
        }
    }
    Ok(squares)
}

/// The discs that a game begins with, as they are set up.
struct Setup {
    size: Size,
    /// The discs of Black and White, and the squares from which discs are removed.
    sets: [u64; 3],
    to_move: Color,
}

impl Setup {
    /// Sets up discs by `AB`, `AW` or `AE`, or the side to move by `PL`.
    fn apply(&mut self, property: &Property<'_>) -> Result<(), ReadError> {
        let set = match property.name.as_str() {
            "AB" => 0,
            "AW" => 1,
            "AE" => 2,
            _ => {
                let value = property.value()?;
                let side = match value {
                    "1" => Some(Color::Black),
                    "2" => Some(Color::White),
                    _ => position::side(value),
                };
                let problem = || format!("{} is not a side to move; write B or W", quoted(value));
                self.to_move = side.ok_or_else(|| ReadError::new(Kind::Side, problem()))?;
                return Ok(());
            }
        };
        let squares = squares(self.size, property)?;
        self.sets = self.sets.map(|bits| bits & !squares);
        self.sets[set] |= squares;
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
fn score(text: &str) -> Option<Score> {
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
pub(super) fn read(text: &str, properties: &[Property<'_>]) -> Result<PositionEntry, ReadError> {
    let find = |name| properties.iter().find(|property| property.name == name);
    if let Some(property) = find("GM") {
        let game = property.placed(text, property.value())?;
        let problem = || ReadError::new(Kind::Game, format!("game {game}; Othello is GM[2]"));
        property.placed(text, (game == "2").then_some(()).ok_or_else(problem))?;
    }
    let size = find("SZ").map_or(Ok(Size::STANDARD), |property| {
        let size = |value: &str| position::size(&value.replace(':', "x"), value);
        property.placed(text, property.value().and_then(size))
    })?;
    let mut setup = Setup { size, sets: [0; 3], to_move: Color::Black };
    let (has_discs, mut has_begun) = (find("AB").is_some(), false);
    let mut entry = PositionEntry::from_game(Game::new(setup.position()));
    entry.notation = Notation::Sgf;
    let mut take = |property: &Property<'_>| -> Result<(), ReadError> {
        let name = property.name.as_str();
        let unsupported = |problem: String| Err(ReadError::new(Kind::Unsupported, problem));
        let is_zero = || property.joined().parse() == Ok(0.0) || property.joined().is_empty();
        match name {
            "B" | "W" => {
                has_begun = true;
                let value = property.value()?;
                let color = if name == "B" { Color::Black } else { Color::White };
                play(&mut entry, color, value).map_err(|error| {
                    let problem = format!("{name}{}: {}", bracketed(value), error.problem);
                    ReadError { problem, ..error }
                })?;
            }
            "AB" | "AW" | "AE" | "PL" if has_begun => {
                return unsupported(format!("{name} sets up discs after the first move"));
            }
            "AB" | "AW" | "AE" | "PL" => {
                setup.apply(property)?;
                entry.game = Game::new(setup.position());
            }
            "KM" if !is_zero() => {
                let problem =
                    format!("KM{}: a komi, which changes who wins", bracketed(&property.joined()));
                return unsupported(problem + "; only 0 is supported");
            }
            "HA" if !is_zero() && !has_discs => {
                let problem = "HA: a handicap without its discs; set them up by AB";
                return unsupported(problem.to_owned());
            }
            "GM" | "SZ" | "FF" | "CA" | "RE" | "RU" => {}
            _ => keep(&mut entry, name, &property.joined()),
        }
        Ok(())
    };
    for property in properties {
        property.placed(text, take(property))?;
    }
    if let Some(rules) = find("RU").map(Property::joined) {
        let is_anti = |name| rules.to_lowercase().contains(name);
        if ["fewest", "anti", "reverse"].into_iter().any(is_anti) {
            entry.objective = Some(Objective::Fewest);
        } else {
            entry.add_tag("RU", &rules);
        }
    }
    if let Some(result) = find("RE") {
        let result = result.joined();
        entry.add_result(score(&result), &result);
    }
    Ok(entry)
}

fn bracketed(value: &str) -> String {
    let quoted = quoted(value);
    format!("[{}]", &quoted[1..quoted.len() - 1])
}

/// Keeps what does not change the meaning: a note about the last move, a player's name, or a tag.
fn keep(entry: &mut PositionEntry, name: &str, value: &str) {
    let moves = entry.game.moves().len();
    let mut last = entry.notes.get(moves.wrapping_sub(1)).cloned().unwrap_or_default();
    match note(&mut last, name) {
        Some(place) if moves > 0 => {
            value.clone_into(place);
            entry.add_note(last);
        }
        _ => entry.add_property(name, TAGS.iter().find(|(_, sgf, _)| *sgf == name), value),
    }
}

/// Plays a move or a pass. A pass may be written as nothing or, as in Go, as a square off the
/// board.
fn play(entry: &mut PositionEntry, color: Color, name: &str) -> Result<(), ReadError> {
    let game = &mut entry.game;
    let size = game.start().size();
    let passes = name.is_empty() || is_pass(name) || name == "tt" && square(size, name).is_none();
    check_mover(game, color, passes)?;
    match square(size, name).filter(|_| !passes) {
        Some(square) => Ok(game.play(square)?),
        None => transcript::play(game, if passes { "pass" } else { name }),
    }
}
