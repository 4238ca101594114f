//! Games as moves without separators: `f5d6c3`.

use std::fmt;

use thiserror::Error;

use super::nearest;
use crate::any_game::{AnyGame, AnyTurn};
use crate::board::{Shape, Square};
use crate::game::{Game, IllegalMove};

/// A game move by move: where it started, and the squares on which the players
/// placed their discs. Passes are forced, and so they are not recorded.
///
/// In a text they may be written `pa` or `--`, or left out. Moves are read in
/// capitals or not, with or without spaces between them.
///
/// ```
/// # use othello_solver::{Board4x4, Color, Game, Start, Transcript};
/// let start = Game::<Board4x4>::start(Start::Diagonal);
/// let transcript = Transcript::parse(start, "B1 a1 a2")?;
/// assert_eq!(transcript.to_string(), "b1a1a2");
/// assert_eq!(transcript.end().side(), Color::White);
/// # Ok::<_, othello_solver::TranscriptError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript<S: Shape> {
    start: Game<S>,
    moves: Vec<Square<S>>,
    end: Game<S>,
}

/// Why a text is no game. Moves are counted from 1, passes among them where
/// they are written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TranscriptError {
    /// What stands there is no square.
    #[error(
        "move {number}: '{found}' is not a square of the {size} board (a1 to {last}){}",
        nearest.as_ref().map(|square| format!("; did you mean '{square}'?")).unwrap_or_default()
    )]
    NotASquare {
        /// Which move it is.
        number: usize,
        /// What was found.
        found: String,
        /// The size of the board.
        size: String,
        /// The square at its lower right.
        last: String,
        /// The square that may have been meant.
        nearest: Option<String>,
    },
    /// The rules do not allow the move.
    #[error("move {number}: {reason}")]
    Illegal {
        /// Which move it is.
        number: usize,
        /// Why, with the legal moves.
        reason: String,
    },
}

impl TranscriptError {
    fn not_a_square(board: AnyGame, number: usize, word: &str) -> Self {
        let squares: Vec<_> = (0..board.squares()).map(|square| board.name(square)).collect();
        Self::NotASquare {
            number,
            found: word.to_owned(),
            size: board.size(),
            last: squares.last().cloned().unwrap_or_default(),
            nearest: nearest(word, squares),
        }
    }

    /// The word of the text that is wrong.
    pub(super) fn word_in<'a>(&self, text: &'a str) -> &'a str {
        let (Self::NotASquare { number, .. } | Self::Illegal { number, .. }) = self;
        words(text).nth(number - 1).unwrap_or(text)
    }
}

impl<S: Shape> Transcript<S> {
    /// A game that has not begun.
    pub fn new(start: Game<S>) -> Self {
        Self { start, moves: Vec::new(), end: start }
    }

    /// Reads the moves of a game that begins with `start`.
    ///
    /// # Errors
    ///
    /// If the text holds something that is neither a square nor a pass, or a
    /// move that the rules do not allow.
    #[expect(clippy::missing_panics_doc, reason = "it stays on the board on which it began")]
    pub fn parse(start: Game<S>, text: &str) -> Result<Self, TranscriptError> {
        let transcript = AnyTranscript::parse(start.into(), text)?;
        Ok(Self::of(&transcript).expect("it is on the board on which it began"))
    }

    /// The same game, if it is on a board of shape `S`.
    pub(super) fn of(transcript: &AnyTranscript) -> Option<Self> {
        let moves = transcript.moves.iter().map(|&square| Square::from_index(square));
        let (start, end) = (transcript.start.game()?, transcript.end.game()?);
        Some(Self { start, moves: moves.collect(), end })
    }

    /// Adds a move, after the pass that may be forced before it.
    ///
    /// # Errors
    ///
    /// If the rules do not allow it.
    pub fn play(&mut self, square: Square<S>) -> Result<(), IllegalMove<S>> {
        self.end = self.end.after_forced_pass().play(square)?;
        self.moves.push(square);
        Ok(())
    }

    /// Where the game started.
    pub fn start(&self) -> Game<S> {
        self.start
    }

    /// Where the game has come to. The player to move there may have to pass.
    pub fn end(&self) -> Game<S> {
        self.end
    }

    /// The squares on which discs were placed, in order.
    pub fn moves(&self) -> &[Square<S>] {
        &self.moves
    }
}

/// As [`Transcript`], on a board of any shape. Squares are known by their
/// numbers.
#[derive(Clone, Debug)]
pub struct AnyTranscript {
    start: AnyGame,
    moves: Vec<u32>,
    end: AnyGame,
}

impl AnyTranscript {
    /// A game that has not begun.
    pub fn new(start: AnyGame) -> Self {
        Self { start, moves: Vec::new(), end: start }
    }

    /// Reads the moves of a game that begins with `start`.
    ///
    /// # Errors
    ///
    /// As [`Transcript::parse`].
    pub fn parse(start: AnyGame, text: &str) -> Result<Self, TranscriptError> {
        let mut transcript = Self::new(start);
        for (number, word) in (1..).zip(words(text)) {
            let result = if word == "--" || word.eq_ignore_ascii_case("pa") {
                transcript.pass()
            } else {
                let square = start.square(word);
                let square =
                    square.ok_or_else(|| TranscriptError::not_a_square(start, number, word))?;
                transcript.play(square)
            };
            result.map_err(|reason| TranscriptError::Illegal { number, reason })?;
        }
        Ok(transcript)
    }

    /// Adds a move, after the pass that may be forced before it.
    ///
    /// # Errors
    ///
    /// If the rules do not allow it, with the reason.
    pub fn play(&mut self, square: u32) -> Result<(), String> {
        let game = self.end.after_forced_pass();
        if game.moves() >> square & 1 == 0 {
            return Err(game.illegal(square));
        }
        self.end = game.play(square);
        self.moves.push(square);
        Ok(())
    }

    fn pass(&mut self) -> Result<(), String> {
        let game = self.end;
        match game.turn() {
            AnyTurn::Pass => {
                self.end = game.pass();
                Ok(())
            }
            AnyTurn::Over => Err("a pass, but the game is over".to_owned()),
            AnyTurn::Place(moves) => {
                let moves = game.names(moves).join(" ");
                Err(format!("a pass, but {} has legal moves: {moves}", game.side()))
            }
        }
    }

    /// Where the game started.
    pub fn start(&self) -> AnyGame {
        self.start
    }

    /// Where the game has come to. The player to move there may have to pass.
    pub fn end(&self) -> AnyGame {
        self.end
    }

    /// The squares on which discs were placed, in order.
    pub fn moves(&self) -> &[u32] {
        &self.moves
    }
}

impl<S: Shape> From<&Transcript<S>> for AnyTranscript {
    fn from(transcript: &Transcript<S>) -> Self {
        let moves = transcript.moves.iter().map(|square| square.index()).collect();
        Self { start: transcript.start.into(), moves, end: transcript.end.into() }
    }
}

/// Splits a transcript into squares and passes: a letter and the digits behind
/// it, or two characters where it is neither.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        let mut characters = rest.char_indices();
        let (_, first) = characters.next()?;
        let after_first = characters.next().map_or(rest.len(), |(index, _)| index);
        let digits = rest[after_first..].find(|c: char| !c.is_ascii_digit());
        let end = match digits.map_or(rest.len(), |digits| after_first + digits) {
            end if first.is_ascii_alphabetic() && end > after_first => end,
            _ => characters.next().map_or(rest.len(), |(index, _)| index),
        };
        let (word, behind) = rest.split_at(end);
        rest = behind.trim_start();
        Some(word)
    })
}

/// Writes the moves without separators and without passes.
impl fmt::Display for AnyTranscript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|&square| f.write_str(&self.start.name(square)))
    }
}

/// Writes the moves without separators and without passes.
impl<S: Shape> fmt::Display for Transcript<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&AnyTranscript::from(self), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board4x4, Board8x8, Turn};
    use crate::game::Start;

    #[test]
    fn splits_at_letters() {
        let split = |text| words(text).collect::<Vec<_>>();
        assert_eq!(split("f5d6"), ["f5", "d6"]);
        assert_eq!(split(" b12 pa--c10 "), ["b12", "pa", "--", "c10"]);
        assert_eq!(split("5f?"), ["5f", "?"]);
        assert_eq!(split("é"), ["é"]);
    }

    #[test]
    fn names_the_illegal_move_and_the_legal_ones() {
        let start = Game::<Board8x8>::start(Start::Diagonal);
        let message = |text| Transcript::parse(start, text).unwrap_err().to_string();
        assert_eq!(
            message("f5d3"),
            "move 2: d3 is not a legal move for White; the legal moves are f4 d6 f6"
        );
        assert_eq!(
            message("f5 5d"),
            "move 2: '5d' is not a square of the 8x8 board (a1 to h8); did you mean 'd5'?"
        );
        assert_eq!(message("f5z9"), "move 2: 'z9' is not a square of the 8x8 board (a1 to h8)");
        assert_eq!(message("pa"), "move 1: a pass, but Black has legal moves: d3 c4 f5 e6");
    }

    #[test]
    fn forced_passes_may_be_written_or_left_out() {
        let start = Game::<Board4x4>::start(Start::Diagonal);
        let mut passes = 0;
        for choice in 0..8 {
            let (mut game, mut text) = (Transcript::new(start), String::new());
            loop {
                if game.end().turn() == Turn::Pass {
                    text += "pa";
                    passes += 1;
                }
                let moves = game.end().after_forced_pass().position().moves();
                let Some(square) = moves.into_iter().cycle().nth(choice) else { break };
                game.play(square).unwrap();
                text += &square.to_string();
            }
            assert_eq!(Transcript::parse(start, &text).unwrap().moves(), game.moves());
            assert_eq!(Transcript::parse(start, &game.to_string()).unwrap(), game);
        }
        assert!(passes > 0, "no game had a pass");
    }
}
