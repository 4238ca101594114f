//! GGF: the game records of the Generic Game Server.

use crate::board::Color;
use crate::game::{Game, Objective, Position, Score};

use super::ReadErrorKind as Kind;
use super::position::{self, Boards};
use super::transcript::{self, is_pass};
use super::tree::{Dialect, Property, main_line};
use super::{Notation, Note, PositionEntry, ReadError, quoted};

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
    let problem = "a property such as BO[…] or B[f5] is expected";
    let no_record = || ReadError::new(Kind::Record, problem).at_offset(text, 0);
    let begin = text.find("(;").ok_or_else(no_record)?;
    let properties = main_line(&text[begin..], Dialect::Ggf);
    let properties = properties.map_err(|error| error.moved(1, text[..begin].chars().count()))?;
    read(&text[begin..], &properties)
}

/// The score in a number with a fraction, `+10.000`.
fn score(text: &str) -> Option<Score> {
    let number: f64 = text.trim().parse().ok()?;
    #[allow(clippy::cast_possible_truncation)]
    (number.fract() == 0.0 && number.abs() <= 64.0).then_some(number as Score)
}

/// Reads the record in `text` from its properties.
pub(super) fn read<'p>(
    text: &str,
    properties: &'p [Property<'_>],
) -> Result<PositionEntry, ReadError> {
    let mut entry: Option<PositionEntry> = None;
    let (mut objective, mut later) = (None, Vec::new());
    let mut take = |property: &'p Property<'_>| -> Result<(), ReadError> {
        let (name, value) = (property.name.as_str(), property.value()?);
        let wrong = |kind, problem: &str| Err(ReadError::new(kind, problem));
        match name {
            "GM" if !value.eq_ignore_ascii_case("othello") => {
                let problem = format!("the game is {}, not Othello", quoted(value));
                return wrong(Kind::Game, &problem);
            }
            "BO" if entry.as_ref().is_some_and(|entry| !entry.game.moves().is_empty()) => {
                return wrong(Kind::Unsupported, "a second board within the game");
            }
            "BO" => entry = Some(PositionEntry::from_game(Game::new(read_board(text, value)?))),
            "B" | "W" => {
                let color = if name == "B" { Color::Black } else { Color::White };
                let Some(entry) = &mut entry else {
                    return wrong(Kind::Record, "a move, but the board BO[…] comes later");
                };
                play(entry, color, value)?;
            }
            // Letters stand for options of the server: synchronous games, random starts and so on.
            "TY" => {
                if value.contains(['a', 'A']) {
                    objective = Some(Objective::Fewest);
                }
                if value.contains(|it: char| !it.is_ascii_digit()) {
                    later.push((name, value));
                }
            }
            "KM" | "KB" | "KW" if value.parse() != Ok(0.0) && !value.is_empty() => {
                let problem = format!("{name}[{value}]: a komi, which changes who wins");
                return wrong(Kind::Unsupported, &(problem + "; only 0 is supported"));
            }
            _ => later.push((name, value)),
        }
        Ok(())
    };
    for property in properties {
        property.placed(text, take(property))?;
    }
    let problem = "the game has no board BO[…]";
    let no_board = || ReadError::new(Kind::Record, problem).at_offset(text, 0);
    let mut entry = entry.ok_or_else(no_board)?;
    (entry.notation, entry.objective) = (Notation::Ggf, objective);
    for (name, value) in later {
        match name {
            "RE" => entry.add_result(score(value), value),
            "GM" => {}
            _ => entry.add_property(name, TAGS.iter().find(|(ggf, ..)| *ggf == name), value),
        }
    }
    Ok(entry)
}

/// The properties of GGF and SGF that PGN has under other names.
pub(super) const TAGS: [(&str, &str, &str); 7] = [
    ("EV", "EV", "Event"),
    ("PC", "PC", "Site"),
    ("DT", "DT", "Date"),
    ("RB", "BR", "BlackElo"),
    ("RW", "WR", "WhiteElo"),
    ("TI", "TM", "TimeControl"),
    ("RE", "RE", "Result"),
];

/// Reads `8 ---…--- *`, a value in `text`.
fn read_board(text: &str, value: &str) -> Result<Position, ReadError> {
    let (size, cells) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    let size = position::size(size, size).map_err(|error| error.at(text, value))?;
    position::read(Boards::Only(size), text, cells.trim_start())
}

/// Reads and plays `f5/0.2/1.5`.
fn play(entry: &mut PositionEntry, color: Color, value: &str) -> Result<(), ReadError> {
    let mut parts = value.split('/').map(str::trim);
    let [name, evaluation, time] = [(); 3].map(|()| parts.next().unwrap_or_default());
    transcript::check_mover(&entry.game, color, is_pass(name))?;
    transcript::play(&mut entry.game, name)?;
    if !is_pass(name) {
        let [evaluation, time] = [evaluation, time].map(str::to_owned);
        entry.add_note(Note { evaluation, time, ..Note::default() });
    }
    Ok(())
}

/// Writes a game in the Generic Game Format on one line, with its passes. The result is seen by Black,
/// with the empty squares given to the winner.
pub fn to_ggf(game: &Game, result: Option<Score>) -> String {
    let mut entry = PositionEntry::from_game(game.clone());
    let result = result.map(|result| ("Result".to_owned(), format!("{result:+}.000")));
    entry.tags.extend(result);
    super::write::ggf(&entry)
}
