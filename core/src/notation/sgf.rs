//! SGF: the Smart Game Format, version 4, for games of Othello.

use crate::board::{Color, ParseSizeError, Size, Square, SquareSet};
use crate::game::{Game, Objective, Position, Score, Start};

use super::ReadErrorKind as Kind;
use super::ggf::TAGS;
use super::transcript::{self, check_mover, is_pass};
use super::tree::Property;
use super::{Notation, Note, PositionEntry, ReadError, quoted};

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
fn squares(size: Size, text: &str, property: &Property<'_>) -> Result<u64, ReadError> {
    let mut squares = 0;
    for value in property.values.iter().map(|value| value.trim()) {
        let (first, last) = value.split_once(':').unwrap_or((value, value));
        let corners = square(size, first.trim()).zip(square(size, last.trim()));
        let (first, last) = corners.ok_or_else(|| {
            let problem = format!("{} is not a square of the {size} board", quoted(value));
            property.error(text, Kind::Square, problem)
        })?;
        let between = |one: u32, other: u32| one.min(other)..=one.max(other);
        for row in between(first.row(), last.row()) {
            let row =
                between(first.column(), last.column()).map(|it| size.index(Square::at(it, row)));
            squares |= row.fold(0, |bits, index| bits | 1_u64 << index);
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
    /// Sets up discs or the side to move. `None` if the property does neither.
    fn apply(&mut self, text: &str, property: &Property<'_>) -> Option<Result<(), ReadError>> {
        let set = match property.name.as_str() {
            "AB" => 0,
            "AW" => 1,
            "AE" => 2,
            "PL" => {
                return Some(property.value(text).and_then(|value| {
                    let problem = format!("{} is not a side to move; write B or W", quoted(value));
                    let side = match value {
                        "1" => Some(Color::Black),
                        "2" => Some(Color::White),
                        _ => super::position::side(value),
                    };
                    let wrong = || property.error(text, Kind::Side, problem);
                    self.to_move = side.ok_or_else(wrong)?;
                    Ok(())
                }));
            }
            _ => return None,
        };
        Some(squares(self.size, text, property).map(|squares| {
            self.sets = self.sets.map(|bits| bits & !squares);
            self.sets[set] |= squares;
        }))
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
        let game = property.value(text)?;
        let problem = || format!("game {game}; Othello is GM[2]");
        (game == "2").then_some(()).ok_or_else(|| property.error(text, Kind::Game, problem()))?;
    }
    let size = find("SZ").map_or(Ok(Size::STANDARD), |property| {
        let value = property.value(text)?;
        value.replace(':', "x").parse().map_err(|error: ParseSizeError| {
            let problem = format!("{} is not the size of a board: {error}", quoted(value));
            property.error(text, Kind::Size, problem)
        })
    })?;
    let mut setup = Setup { size, sets: [0; 3], to_move: Color::Black };
    let has_discs = find("AB").is_some();
    let mut begun: Option<PositionEntry> = None;
    let mut entry = PositionEntry::from_game(Game::new(setup.position()));
    for property in properties {
        let name = property.name.as_str();
        let wrong = |kind, problem: String| property.error(text, kind, problem);
        let is_zero = || property.joined().parse() == Ok(0.0) || property.joined().is_empty();
        match name {
            "B" | "W" => {
                let value = property.value(text)?;
                let color = if name == "B" { Color::Black } else { Color::White };
                let entry = begun.get_or_insert_with(|| PositionEntry {
                    game: Game::new(setup.position()),
                    ..entry.clone()
                });
                play(entry, color, value).map_err(|(kind, problem)| {
                    wrong(kind, format!("{name}{}: {problem}", bracketed(value)))
                })?;
            }
            "AB" | "AW" | "AE" | "PL" if begun.is_some() => {
                return Err(wrong(
                    Kind::Unsupported,
                    format!("{name} sets up discs after the first move"),
                ));
            }
            "KM" if !is_zero() => {
                let problem =
                    format!("KM{}: a komi, which changes who wins", bracketed(&property.joined()));
                return Err(wrong(Kind::Unsupported, problem + "; only 0 is supported"));
            }
            "HA" if !is_zero() && !has_discs => {
                let problem = "HA: a handicap without its discs; set them up by AB";
                return Err(wrong(Kind::Unsupported, problem.to_owned()));
            }
            "GM" | "SZ" | "FF" | "CA" | "RE" | "RU" => {}
            _ => {
                if let Some(result) = setup.apply(text, property) {
                    result?;
                    continue;
                }
                let entry = begun.as_mut().unwrap_or(&mut entry);
                keep(entry, name, property);
            }
        }
    }
    let mut entry =
        begun.unwrap_or_else(|| PositionEntry { game: Game::new(setup.position()), ..entry });
    entry.notation = Notation::Sgf;
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
fn keep(entry: &mut PositionEntry, name: &str, property: &Property<'_>) {
    let value = property.joined();
    let moves = entry.game.moves().len();
    let mut last = entry.notes.get(moves.wrapping_sub(1)).cloned().unwrap_or_default();
    match (name, note(&mut last, name)) {
        (_, Some(place)) if moves > 0 => {
            *place = value;
            entry.add_note(last);
        }
        ("PB", _) => entry.name(Color::Black, &value),
        ("PW", _) => entry.name(Color::White, &value),
        _ => {
            let tag = TAGS.iter().find(|(_, sgf, _)| *sgf == name);
            entry.add_tag(tag.map_or(name, |(.., pgn)| pgn), &value);
        }
    }
}

/// Plays a move or a pass. A pass may be written as nothing or, as in Go, as a square off the
/// board.
fn play(entry: &mut PositionEntry, color: Color, name: &str) -> Result<(), transcript::Problem> {
    let game = &mut entry.game;
    let size = game.start().size();
    let passes = name.is_empty() || is_pass(name) || name == "tt" && square(size, name).is_none();
    check_mover(game, color, passes)?;
    match square(size, name).filter(|_| !passes) {
        Some(square) => game.play(square).map_err(|illegal| (Kind::Move, illegal.to_string())),
        None => transcript::play(game, if passes { "pass" } else { name }),
    }
}
