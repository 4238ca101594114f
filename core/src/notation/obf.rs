//! OBF: a position and the scores of its moves, as Edax and other endgame solvers write it. Scores
//! give the empty squares to the winner.

use crate::board::{Size, Square, Turn};
use crate::game::{Game, Position, Score};

use super::ReadErrorKind as Kind;
use super::boards::Boards;
use super::error::refuse;
use super::position;
use super::transcript::{is_pass, no_pass, square_on};
use super::{Notation, PositionEntry, ReadError, quoted};

/// The score that solvers write if they know none: `--:-127`.
const NO_SCORE: &str = "-127";

/// A line without its comment, which starts with `%` or `#`.
pub(super) fn without_comment(line: &str) -> &str {
    line.split(['%', '#']).next().unwrap_or_default()
}

/// Reads a line: a position, and its scores if there are any.
pub(super) fn read_obf(boards: Boards, text: &str) -> Result<PositionEntry, ReadError> {
    let mut fields = without_comment(text).split(';').map(str::trim);
    let position = position::read_part(boards, text, fields.next().unwrap_or_default())?;
    let mut entry = PositionEntry::new(Notation::Obf, Game::new(position));
    read_scores(&mut entry, text, fields)?;
    Ok(entry)
}

/// Adds scores of moves or of a pass, each a slice of `text`. The best of them is the score of the
/// position, unless that is known.
pub(super) fn read_scores<'a>(
    entry: &mut PositionEntry,
    text: &str,
    fields: impl Iterator<Item = &'a str>,
) -> Result<(), ReadError> {
    let mut pass = None;
    for field in fields.filter(|field| !field.is_empty()) {
        match read_score_of_move(entry.position(), text, field)? {
            Some((Some(square), score)) => {
                let earlier = entry.scores.iter().find(|(other, _)| *other == square);
                if let Some((_, other)) = earlier.filter(|(_, other)| *other != score) {
                    let problem = format!("{square} has two scores, {other:+} and {score:+}");
                    return Err(ReadError::new(Kind::Score, problem).at(text, field));
                }
                entry.scores.push((square, score));
            }
            Some((None, score)) => pass = Some(score),
            None => {}
        }
    }
    let best = entry.scores.iter().map(|&(_, score)| score).max();
    entry.score = entry.score.or(best).or(pass);
    Ok(())
}

/// Reads `a2:+38`, or `PS:+38` for a pass.
fn read_score_of_move(
    position: Position,
    text: &str,
    field: &str,
) -> Result<Option<(Option<Square>, Score)>, ReadError> {
    let Some((name, score)) = field.split_once(':') else {
        let problem = format!("{} is not a move and its score, such as a2:+38", quoted(field));
        return Err(ReadError::new(Kind::Record, problem).at(text, field));
    };
    let (name, number) = (name.trim(), score.trim());
    if is_pass(name) && number == NO_SCORE {
        return Ok(None);
    }
    let size = position.size();
    let score = read_score(size, number, number).map_err(|error| error.at(text, number))?;
    let square = square_on(size, name).filter(|&square| position.is_legal(square));
    let is_forced = is_pass(name) && position.turn() == Turn::Pass;
    if square.is_some() || is_forced {
        return Ok(Some((square, score)));
    }
    let mut error = ReadError::new(Kind::Pass, format!("a pass, but {}", no_pass(position)));
    if !is_pass(name) {
        let (name, moves) = (quoted(name), position.moves());
        let problem = format!("{name} is not a legal move; the legal moves are {moves}");
        error = ReadError::new(Kind::Move, problem);
    }
    Err(error.at(text, name))
}

/// Reads a score on a board of this size, which is `written` in this way.
pub(super) fn read_score(size: Size, number: &str, written: &str) -> Result<Score, ReadError> {
    let limit = size.squares().cast_signed();
    match number.parse() {
        Ok(score) if (-limit..=limit).contains(&score) => Ok(score),
        _ => refuse(
            Kind::Score,
            format!("{} is not a score from -{limit} to +{limit}", quoted(written)),
        ),
    }
}
