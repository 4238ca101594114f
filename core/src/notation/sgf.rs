//! SGF: the Smart Game Format, version 4, for games of Othello.

use crate::board::{Color, Size, Square, SquareSet};
use crate::game::{Game, Objective, Position, Score, Start};

use super::ReadErrorKind as Kind;
use super::boards::read_size;
use super::transcript::{self, check_mover, is_pass};
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
fn squares_in(size: Size, property: &Property<'_>) -> Result<u64, ReadError> {
    let mut squares = 0;
    for value in property.values.iter().map(|value| value.trim()) {
        let (first, last) = value.split_once(':').unwrap_or((value, value));
        let corners = square(size, first.trim()).zip(square(size, last.trim()));
        let Some((first, last)) = corners else {
            let problem = format!("{} is not a square of the {size} board", quoted(value));
            return Err(ReadError::new(Kind::Square, problem));
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
    fn set_up(&mut self, property: &Property<'_>) -> Result<(), ReadError> {
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
                let Some(side) = side else {
                    let problem = format!("{} is not a side to move; write B or W", quoted(value));
                    return Err(ReadError::new(Kind::Side, problem));
                };
                self.to_move = side;
                return Ok(());
            }
        };
        let squares = squares_in(self.size, property)?;
        if set < 2 && self.sets[1 - set] & squares != 0 {
            let both = SquareSet::of(self.size, self.sets[1 - set] & squares);
            let problem = format!("discs of both colours on {both}");
            return Err(ReadError::new(Kind::Square, problem));
        }
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
    properties: &[Property<'_>],
) -> Result<PositionEntry, ReadError> {
    if let Some(property) = first_property(properties, "GM") {
        property.placed(text, check_game(property))?;
    }
    let size = match first_property(properties, "SZ") {
        Some(property) => property.placed(text, board_size(property))?,
        None => Size::STANDARD,
    };
    let discs = FirstDiscs { size, sets: [0; 3], to_move: Color::Black };
    let mut entry = PositionEntry::new(Notation::Sgf, Game::new(discs.position()));
    let has_discs = first_property(properties, "AB").is_some();
    let mut game = SgfGame { discs, has_discs, has_begun: false, entry: &mut entry };
    for property in properties {
        property.placed(text, game.add(property))?;
    }
    if let Some(property) = first_property(properties, "RU") {
        let rules = property.joined();
        let name = rules.to_lowercase();
        if ["fewest", "anti", "reverse"].iter().any(|anti| name.contains(anti)) {
            entry.objective = Some(Objective::Fewest);
        } else {
            entry.add_tag("RU", &rules);
        }
    }
    if let Some(property) = first_property(properties, "RE") {
        let written = property.joined();
        entry.add_result(sgf_result(&written), &written);
    }
    Ok(entry)
}

fn first_property<'p, 'a>(properties: &'p [Property<'a>], name: &str) -> Option<&'p Property<'a>> {
    properties.iter().find(|property| property.name == name)
}

fn check_game(property: &Property<'_>) -> Result<(), ReadError> {
    match property.value()? {
        "2" => Ok(()),
        game => Err(ReadError::new(Kind::Game, format!("game {game}; Othello is GM[2]"))),
    }
}

fn board_size(property: &Property<'_>) -> Result<Size, ReadError> {
    let value = property.value()?;
    read_size(&value.replace(':', "x"), value)
}

/// A game, as far as its properties have been read.
struct SgfGame<'a> {
    discs: FirstDiscs,
    /// Whether there are discs for Black, as with a handicap.
    has_discs: bool,
    /// Whether there was a move.
    has_begun: bool,
    entry: &'a mut PositionEntry,
}

impl SgfGame<'_> {
    fn add(&mut self, property: &Property<'_>) -> Result<(), ReadError> {
        let name = property.name.as_str();
        let all = property.joined();
        let is_zero = all.trim_matches(['+', '-', '0', '.']).is_empty();
        match name {
            "B" | "W" => {
                self.has_begun = true;
                let value = property.value()?;
                let color = if name == "B" { Color::Black } else { Color::White };
                return play_sgf(&mut self.entry.game, color, value)
                    .map_err(|error| error.about(format!("{name}{}", bracketed(value))));
            }
            "AB" | "AW" | "AE" | "PL" if self.has_begun => {
                return unsupported(format!("{name} sets up discs after the first move"));
            }
            "AB" | "AW" | "AE" | "PL" => {
                self.discs.set_up(property)?;
                self.entry.game = Game::new(self.discs.position());
            }
            "KM" if !is_zero => {
                let problem = "a komi, which changes who wins; only 0 is supported";
                return unsupported(format!("KM{}: {problem}", bracketed(&all)));
            }
            "HA" if !is_zero && !self.has_discs => {
                let problem = "HA: a handicap without its discs; set them up by AB";
                return unsupported(problem.to_owned());
            }
            "GM" | "SZ" | "FF" | "CA" | "RE" | "RU" => {}
            _ => self.keep(name, &all),
        }
        Ok(())
    }

    /// Keeps what does not change the meaning: a note about the last move, a player's name, or a tag.
    fn keep(&mut self, name: &str, value: &str) {
        let moves = self.entry.game.moves().len();
        if moves == 0 || !matches!(name, "V" | "C") {
            return Dialect::Sgf.keep(self.entry, name, value);
        }
        let mut note = self.entry.note(moves - 1);
        value.clone_into(if name == "V" { &mut note.evaluation } else { &mut note.comment });
        self.entry.set_note(moves - 1, &note);
    }
}

fn unsupported(problem: String) -> Result<(), ReadError> {
    Err(ReadError::new(Kind::Unsupported, problem))
}

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
        _ if passes => transcript::play_word(game, "pass"),
        Some(square) => Ok(game.play(square)?),
        None => transcript::play_word(game, name),
    }
}
