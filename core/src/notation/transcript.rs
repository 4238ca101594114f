//! Reading games as moves without separators: `f5d6c3`.

use super::ReadError;
use crate::board::{Color, Size, Square, Turn};
use crate::game::{Game, Position};

/// Whether a word means a pass.
pub(super) fn is_pass(word: &str) -> bool {
    ["--", "pa", "ps", "pass"].iter().any(|pass| word.eq_ignore_ascii_case(pass))
}

/// Why passing is not legal.
pub(super) fn no_pass(position: Position) -> String {
    match position.turn() {
        Turn::Place => format!("{} has legal moves: {}", position.side(), position.moves()),
        Turn::Pass | Turn::Over => "the game is over".to_owned(),
    }
}

/// The square with this name, if it is on the board.
pub(super) fn square_on(size: Size, name: &str) -> Option<Square> {
    name.parse().ok().filter(|&square| size.contains(square))
}

impl Game {
    /// Reads the moves of a game that begins with `start`: squares in upper or lower case, with or
    /// without spaces between them. Passes may be written `pa`, `ps` or `--`, or left out.
    ///
    /// # Errors
    ///
    /// If the text contains anything except squares and passes, or a move that is not legal.
    ///
    /// ```
    /// # use othello_core::{Color, Position, Size, Start, Game};
    /// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    /// let game = Game::parse(start, "B1 a1 a2")?;
    /// assert_eq!(game.to_string(), "b1a1a2");
    /// assert_eq!(game.end().side(), Color::White);
    /// # Ok::<_, othello_core::notation::ReadError>(())
    /// ```
    pub fn parse(start: Position, text: &str) -> Result<Self, ReadError> {
        let mut game = Self::new(start);
        for (number, word) in (1..).zip(words(text)) {
            play(&mut game, word).map_err(|problem| {
                ReadError::at(text, word, format!("move {number}: {problem}"))
            })?;
        }
        Ok(game)
    }
}

/// Checks that it is `color`'s turn to pass, or to place a disc after any forced pass.
pub(super) fn check_mover(game: &Game, color: Color, passes: bool) -> Result<(), String> {
    let end = game.end();
    let mover = if passes { end.side() } else { end.after_forced_pass().side() };
    if mover == color { Ok(()) } else { Err(format!("{color} moves, but it is {mover}'s turn")) }
}

/// Plays a move or a pass.
pub(super) fn play(game: &mut Game, word: &str) -> Result<(), String> {
    if is_pass(word) {
        if game.end().turn() != Turn::Pass {
            return Err(format!("a pass, but {}", no_pass(game.end())));
        }
        game.take_forced_pass();
        return Ok(());
    }
    let size = game.start().size();
    let square = square_on(size, word).ok_or_else(|| {
        let last = size.square(size.squares() - 1);
        format!("'{word}' is not a square of the {size} board (a1 to {last})")
    })?;
    game.play(square).map_err(|illegal| illegal.to_string())
}

/// Splits a transcript into squares and passes: a letter and the digits after it, or otherwise two
/// characters.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim_start();
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let two = rest.char_indices().nth(2).map_or(rest.len(), |(index, _)| index);
        let end = if first.is_ascii_alphabetic() && digits > 0 { 1 + digits } else { two };
        let (word, behind) = rest.split_at(end);
        rest = behind.trim_start();
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Start;

    fn start(width: u32, height: u32) -> Position {
        Position::start(Size::new(width, height).unwrap(), Start::Diagonal)
    }

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
        let message = |text| Game::parse(start(8, 8), text).unwrap_err().problem;
        assert_eq!(
            message("f5d3"),
            "move 2: d3 is not a legal move for White; the legal moves are f4 d6 f6"
        );
        assert_eq!(message("f5 5d"), "move 2: '5d' is not a square of the 8x8 board (a1 to h8)");
        assert_eq!(message("f5z9"), "move 2: 'z9' is not a square of the 8x8 board (a1 to h8)");
        assert_eq!(message("pa"), "move 1: a pass, but Black has legal moves: d3 c4 f5 e6");
    }

    #[test]
    fn a_game_that_is_over_has_no_pass() {
        let over: Position = "XXXX------------ X".parse().unwrap();
        let message = Game::parse(over, "--").unwrap_err().problem;
        assert_eq!(message, "move 1: a pass, but the game is over");
    }

    #[test]
    fn forced_passes_may_be_written_or_left_out() {
        let mut passes = 0;
        for choice in 0..8 {
            let (mut game, mut text) = (Game::new(start(4, 4)), String::new());
            loop {
                if game.end().turn() == Turn::Pass {
                    text += "pa";
                    passes += 1;
                }
                let moves = game.end().after_forced_pass().moves();
                let Some(square) = moves.iter().cycle().nth(choice) else { break };
                game.play(square).unwrap();
                text += &square.to_string();
            }
            assert_eq!(Game::parse(start(4, 4), &text).unwrap().moves(), game.moves());
            assert_eq!(Game::parse(start(4, 4), &game.to_string()).unwrap(), game);
        }
        assert!(passes > 0, "no game had a pass");
    }
}
