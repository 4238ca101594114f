//! OBF: a position and the scores of its moves, as Edax and other endgame solvers write it. Scores
//! give the empty squares to the winner.

use crate::board::Size;
use crate::game::{Game, Score};

use super::ReadErrorKind as Kind;
use super::boards::Boards;
use super::entry::whole_number;
use super::error::refuse;
use super::position;
use super::transcript::{check_pass, is_pass, square_on};
use super::{Notation, PositionEntry, ReadError, quoted};

/// The score that solvers write if it is unknown: `--:-127`.
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

/// Adds scores of moves, `a2:+38`, or of a pass, `PS:+38`, each a slice of `text`. The best of them is
/// the score of the position, unless that is known.
pub(super) fn read_scores<'a>(
    entry: &mut PositionEntry,
    text: &str,
    fields: impl Iterator<Item = &'a str>,
) -> Result<(), ReadError> {
    let (position, mut pass) = (entry.position(), None);
    for field in fields.filter(|field| !field.is_empty()) {
        let Some((name, number)) = field.split_once(':') else {
            let problem = format!("{} is not a move and its score, such as a2:+38", quoted(field));
            return Err(ReadError::new(Kind::Record, problem).at(text, field));
        };
        let (name, number) = (name.trim(), number.trim());
        if is_pass(name) && number == NO_SCORE {
            continue;
        }
        let size = position.size();
        let score = read_score(size, number).map_err(|error| error.at(text, number))?;
        let square = square_on(size, name).filter(|&square| position.is_legal(square));
        if let Some(square) = square {
            match entry.scores.iter().find(|(other, _)| *other == square) {
                None => entry.scores.push((square, score)),
                Some((_, earlier)) if *earlier == score => {}
                Some((_, earlier)) => {
                    let problem = format!("{square} has two scores, {earlier:+} and {score:+}");
                    return Err(ReadError::new(Kind::Score, problem).at(text, field));
                }
            }
        } else if !is_pass(name) {
            let (written, choices) = (quoted(name), position.choices());
            let problem = format!("{written} is not a legal move; {choices}");
            return Err(ReadError::new(Kind::Move, problem).at(text, name));
        } else {
            check_pass(position).map_err(|error| error.at(text, name))?;
            pass = Some(score);
        }
    }
    let best = entry.scores.iter().map(|&(_, score)| score).max();
    entry.score = entry.score.or(best).or(pass);
    Ok(())
}

/// Reads a score on a board of this size.
pub(super) fn read_score(size: Size, text: &str) -> Result<Score, ReadError> {
    match whole_number(text) {
        Some(score) if score.unsigned_abs() <= size.squares() => Ok(score),
        _ => {
            let (text, limit) = (quoted(text), size.squares());
            refuse(Kind::Score, format!("{text} is not a score from -{limit} to +{limit}"))
        }
    }
}
