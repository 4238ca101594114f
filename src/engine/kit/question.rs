//! Questions about a position, and what engines answer.

use othello_core::notation::read_position;
use othello_core::{Game, Passes, Score, Size, Square, SquareSet, Turn, perft};

use super::report::{EngineVerdict, Subject};

/// Only positions with at most this many empty squares are probed for their value. A simple search
/// in any language finds it in a moment.
pub(super) const MAX_EMPTIES: u32 = 6;
/// The limits of a perft.
const MAX_PLIES: u32 = 5;
const MAX_LINES: u64 = 500;

/// What is asked about the position at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probe {
    /// The legal moves, a pass, or the end of the game.
    Moves,
    /// The position after this move.
    Play(Square),
    /// The number of lines of this many plies, counting passes.
    Perft(u32),
    /// The score with best play, from the point of view of the side to move.
    Value,
}

#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) game: Game,
    pub(super) probe: Probe,
}

/// The answer of an engine as in the plain protocol, or else its text.
pub(super) type Reply = Result<String, Trouble>;

/// Why an engine does not answer a question.
#[derive(Clone, Debug)]
pub(super) enum Trouble {
    /// There is no answer, for this reason.
    NoAnswer(&'static str),
    /// It does not even accept the position, in words that count as its answer.
    Answer(String),
    /// It has to be stopped, for a reason that follows *the engine*.
    Fault(EngineVerdict, String),
}

pub(super) const NO_QUESTION: &str = "the protocol has no such question";

impl Question {
    /// All questions about the end of a game.
    pub(super) fn all(game: &Game) -> Vec<Self> {
        let end = game.end();
        let mut probes = vec![Probe::Moves];
        probes.extend(end.moves().into_iter().map(Probe::Play));
        let is_short = |plies: &u32| perft(end, *plies, Passes::Ply, &()) <= MAX_LINES;
        probes.extend((1..=MAX_PLIES).take_while(is_short).map(Probe::Perft));
        if end.empties() <= MAX_EMPTIES || end.turn() == Turn::Over {
            probes.push(Probe::Value);
        }
        probes.into_iter().map(|probe| Self { game: game.clone(), probe }).collect()
    }

    pub(super) fn subject(&self) -> Subject {
        match (self.probe, self.game.end().turn()) {
            (Probe::Moves, Turn::Place) => Subject::LegalMoves,
            (Probe::Moves, Turn::Pass) => Subject::Passes,
            (Probe::Moves, Turn::Over) => Subject::Ends,
            (Probe::Play(_), _) => Subject::Flips,
            (Probe::Perft(_), _) => Subject::Perft,
            (Probe::Value, _) => Subject::Values,
        }
    }

    /// The question in the plain protocol, about a position in words.
    pub(super) fn plain(&self, position: &str) -> String {
        match self.probe {
            Probe::Moves => format!("moves{position}"),
            Probe::Play(square) => format!("play{position} {square}"),
            Probe::Perft(plies) => format!("perft{position} {plies}"),
            Probe::Value => format!("value{position}"),
        }
    }

    /// The moves in an answer, or the discs that a move flips.
    pub(super) fn squares(&self, answer: &str) -> Option<SquareSet> {
        let (end, size) = (self.game.end(), self.game.end().size());
        match self.probe {
            Probe::Moves if ["pass", "over"].contains(&answer) => SquareSet::new(size, 0),
            Probe::Moves => moves(size, answer.split_whitespace()),
            Probe::Play(new) => {
                let after = read_position(size, answer).ok()?;
                let is_flipped = |&at: &Square| at != new && after.disc(at) != end.disc(at);
                let flips = SquareSet::all(size).into_iter().filter(is_flipped);
                Some(SquareSet::from_squares(size, flips))
            }
            Probe::Perft(_) | Probe::Value => None,
        }
    }
}

/// The squares with these names, if there are any and all are on the board.
pub(super) fn moves<'a>(size: Size, names: impl Iterator<Item = &'a str>) -> Option<SquareSet> {
    let on_board = |name: &str| name.parse().ok().filter(|&square| size.contains(square));
    let squares: Vec<Square> = names.map(on_board).collect::<Option<_>>()?;
    if squares.is_empty() { None } else { Some(SquareSet::from_squares(size, squares)) }
}

/// Reads a number without a fraction, such as `8` or `8.00`.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn whole(text: &str) -> Option<Score> {
    let number = text.parse::<f64>().ok()?;
    if number.fract() == 0.0 { Some(number as Score) } else { None }
}
