//! Questions about a position.

use std::str::FromStr;

use itertools::Itertools;
use othello_core::notation::read_position;
use othello_core::{Game, Passes, Position, Size, SquareSet, Turn, named, perft};
use serde::Serialize;

use crate::engine::Language;

/// Only positions with at most this many empty squares are probed for their value. A simple search
/// in any language finds it in a moment.
pub(super) const MAX_EMPTIES: u32 = 6;
/// The limits of a perft.
const MAX_PLIES: u32 = 5;
const MAX_LINES: u64 = 500;

/// The subject of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The legal moves of a position that has some.
    LegalMoves,
    /// The discs after a move.
    Flips,
    /// Positions in which a player must pass.
    Passes,
    /// Positions in which the game is over.
    Ends,
    /// The number of lines of some plies.
    Perft,
    /// The score with best play, or of a game that is over.
    Values,
}

named! { Subject {
    LegalMoves = "legal_moves", Flips = "flips", Passes = "passes", Ends = "ends", Perft = "perft",
    Values = "values"
} }

impl Subject {
    /// All subjects.
    pub const ALL: [Self; 6] =
        [Self::LegalMoves, Self::Flips, Self::Passes, Self::Ends, Self::Perft, Self::Values];
}

/// A question about a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineQuestion {
    /// The subject of the question.
    pub subject: Subject,
    /// The board.
    pub size: Size,
    /// The position.
    pub position: Position,
    /// The moves that lead to it from the diagonal start. Without moves, it is that start, or a
    /// position that was set up.
    pub game: Game,
    /// The question, as in the plain protocol.
    pub question: String,
}

impl EngineQuestion {
    /// All questions about the end of a game.
    pub(super) fn all(game: Game) -> impl Iterator<Item = Self> {
        let (position, size) = (game.end(), game.end().size());
        let subject = match position.turn() {
            Turn::Place => Subject::LegalMoves,
            Turn::Pass => Subject::Passes,
            Turn::Over => Subject::Ends,
        };
        let mut all = vec![(subject, "moves".to_owned())];
        all.extend(position.moves().into_iter().map(|it| (Subject::Flips, format!("play {it}"))));
        let plies = 1..=MAX_PLIES;
        let short =
            plies.take_while(|&it| perft(position, it, Passes::Ply, &()) <= Some(MAX_LINES));
        all.extend(short.map(|plies| (Subject::Perft, format!("perft {plies}"))));
        if position.empties() <= MAX_EMPTIES || position.turn() == Turn::Over {
            all.push((Subject::Values, "value".to_owned()));
        }
        all.into_iter().map(move |(subject, question)| {
            let game = game.clone();
            Self { subject, size, position, game, question }
        })
    }

    /// Whether a protocol has this question. In GTP, games cannot begin with a position.
    pub(super) fn is_in(&self, language: Language) -> bool {
        let is_over = self.position.turn() == Turn::Over;
        match (language, self.subject) {
            (Language::Plain, _) => true,
            (_, Subject::Perft) | (Language::Nboard, Subject::Flips) => false,
            (Language::Gtp, _) if self.game.start().which_start().is_none() => false,
            (Language::Gtp, Subject::Values) => is_over,
            (Language::Nboard, Subject::Values) => !is_over,
            _ => true,
        }
    }

    /// What the engine is told before it answers: in GTP the whole game, otherwise the position, and
    /// then the move that the question is about.
    pub(super) fn told(&self, language: Language) -> Game {
        let is_gtp = language == Language::Gtp;
        let mut told = if is_gtp { self.game.clone() } else { Game::new(self.position) };
        if let Some(square) = self.argument() {
            told.play(square).expect("the move is legal");
        }
        told
    }

    /// The square or the number in the question, if it is of this type.
    pub(super) fn argument<T: FromStr>(&self) -> Option<T> {
        self.question.split_once(' ')?.1.parse().ok()
    }

    /// The legal moves in an answer, or the discs that the player to move then has.
    pub(super) fn squares(&self, answer: &str) -> Option<SquareSet> {
        if self.subject == Subject::Flips {
            return Some(read_position(self.size, answer).ok()?.discs(self.position.side()));
        }
        let mut squares = Vec::new();
        for name in answer.split_whitespace().filter(|name| !["pass", "over"].contains(name)) {
            let square = name.parse().ok()?;
            if !self.size.contains(square) {
                return None;
            }
            squares.push(square);
        }
        Some(SquareSet::from_squares(self.size, squares))
    }
}

/// The words of an answer in an order that is the same for all equal answers.
pub(super) fn words(answer: &str) -> Vec<String> {
    let words = answer.split_whitespace().map(|word| word.trim_start_matches('+').to_lowercase());
    words.sorted().collect()
}
