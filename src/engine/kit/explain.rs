//! Wrong answers in order, and the squares that are missing in them.

use othello_core::notation::read_position;
use othello_core::{Game, Position, Rules, Square, SquareSet};
use serde::Serialize;

use super::Difference;
use super::mistakes::{DIRECTIONS, Directions, Flipping, Mistake, arrows, mistakes};
use super::probe::{Probe, Subject, moves};

/// An answer of the engine about the end of a game, and the right one, as in the plain protocol.
#[derive(Clone, Debug)]
pub(super) struct Answered {
    pub(super) game: Game,
    pub(super) probe: Probe,
    pub(super) right: String,
    pub(super) answer: String,
}

/// A square that is missing or should not be there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Marked {
    /// The square.
    pub square: Square,
    /// For a legal move, the directions in which it flips discs, and for a disc, its direction from the
    /// new disc, as arrows. Empty if there are none.
    pub directions: String,
}

/// All wrong answers, the most telling first, each with the mistake that explains all answers about
/// its subject. Where the engine has to play the moves of a game, the shortest games come first,
/// because everything after a wrong move is wrong.
pub(super) fn differences(
    answered: &[Answered],
    rules: Rules,
    are_played: bool,
) -> Vec<Difference> {
    let of_subject = |subject| {
        let answered = answered.iter().filter(|it| it.subject() == subject);
        let (mut wrong, right): (Vec<&Answered>, Vec<_>) =
            answered.partition(|it| it.answer != it.right);
        let is_made = |(_, explains): &Mistake| {
            wrong.iter().any(|it| explains(it) == Some(true))
                && wrong.iter().chain(&right).all(|it| explains(it) != Some(false))
        };
        let explanation = mistakes(subject, &wrong, rules).into_iter().find(is_made);
        let explanation = explanation.map(|(words, _)| words);
        wrong.sort_by_key(|it| if let Probe::Perft(plies) = it.probe { plies } else { 0 });
        let differences = wrong.into_iter().map(|it| it.difference(explanation.clone()));
        differences.collect::<Vec<_>>()
    };
    let mut differences: Vec<_> = Subject::ALL.into_iter().flat_map(of_subject).collect();
    if are_played {
        differences.sort_by_key(|it| it.game.moves().len());
    }
    differences
}

impl Answered {
    pub(super) fn position(&self) -> Position {
        self.game.end()
    }

    pub(super) fn subject(&self) -> Subject {
        self.probe.subject(self.position())
    }

    /// The squares of a list of moves, or the discs flipped by a move, in this answer.
    pub(super) fn squares(&self, answer: &str) -> Option<SquareSet> {
        let (position, size) = (self.position(), self.position().size());
        match self.probe {
            Probe::Moves if answer == "pass" || answer == "over" => SquareSet::new(size, 0),
            Probe::Moves => moves(size, answer.split_whitespace()),
            Probe::Play(square) => {
                let after = read_position(size, answer).ok()?;
                let changed = SquareSet::all(size).iter().filter(|&at| {
                    let is_new = at == square && after.disc(at) == Some(position.side());
                    after.disc(at) != position.disc(at) && !is_new
                });
                Some(SquareSet::from_squares(size, changed))
            }
            Probe::Perft(_) | Probe::Value => None,
        }
    }

    /// The squares that are missing in the answer, and the ones that should not be there.
    pub(super) fn missing_and_extra(&self) -> Option<[SquareSet; 2]> {
        let (right, answer) = (self.squares(&self.right)?, self.squares(&self.answer)?);
        let without = |one: SquareSet, other: SquareSet| {
            SquareSet::of(one.size(), one.bits() & !other.bits())
        };
        Some([without(right, answer), without(answer, right)])
    }

    /// The directions in which a move flips discs, or from the new disc to a square.
    pub(super) fn directions(&self, square: Square) -> Directions {
        let is_in = |&direction: &usize| match self.probe {
            Probe::Play(from) => {
                let steps = |from: u32, to: u32| to.cast_signed() - from.cast_signed();
                let columns = steps(from.column(), square.column());
                let rows = steps(from.row(), square.row());
                let (_, across, down) = DIRECTIONS[direction];
                let steps = columns.abs().max(rows.abs());
                steps > 0 && (columns, rows) == (across * steps, down * steps)
            }
            _ => Flipping::RIGHT.line(self.position(), square, direction) != 0,
        };
        (0..8).filter(is_in).fold(0, |directions, direction| directions | 1 << direction)
    }

    fn difference(&self, explanation: Option<String>) -> Difference {
        let Self { game, probe, right, answer } = self.clone();
        let position = self.position();
        let marked = |squares: SquareSet| -> Vec<_> {
            let mark =
                |square| Marked { square, directions: arrows(self.directions(square)).collect() };
            squares.iter().map(mark).collect()
        };
        let [missing, extra] =
            self.missing_and_extra().map_or_else(Default::default, |it| it.map(marked));
        Difference {
            subject: self.subject(),
            size: position.size(),
            position,
            game,
            question: probe.to_string(),
            right,
            answer,
            missing,
            extra,
            explanation,
        }
    }
}
