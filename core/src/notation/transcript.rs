//! Reading games as moves, with or without separators and move numbers: `f5d6c3`, `1. f5 d6`.

use super::ReadErrorKind as Kind;
use super::{ReadError, quoted};
use crate::board::{Color, Size, Square, Turn};
use crate::game::{Game, Position};

/// Whether a word means a pass.
pub(super) fn is_pass(word: &str) -> bool {
    ["--", "pa", "ps", "pass"].iter().any(|pass| word.eq_ignore_ascii_case(pass))
}

/// Whether a text seems to begin with a move, perhaps after a move number or a bracket.
pub(super) fn begins(text: &str) -> bool {
    let text = text.trim_start_matches(|it: char| it == '(' || it.is_whitespace());
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let text = if digits > 0 {
        let is_separator = |it: char| it.is_whitespace() || ".):".contains(it);
        let behind = &text[digits..];
        if !behind.starts_with(is_separator) {
            return false;
        }
        behind.trim_start_matches(is_separator)
    } else {
        text
    };
    let begin = text.as_bytes().first_chunk().map_or([0; 2], |begin: &[u8; 2]| *begin);
    matches!(begin, [b'a'..=b'z' | b'A'..=b'Z', b'1'..=b'9'] | [b'p' | b'P', b'a' | b's' | b'A' | b'S'])
}

/// The number in front of the first move, if there is one.
pub(super) fn first_number(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| &text[..digits])
}

/// Whether a word consists of moves, which no cells do.
pub(super) fn is_moves(word: &str) -> bool {
    let is_move = |pair: &[u8]| matches!(pair, [b'a'..=b'z' | b'A'..=b'Z', b'1'..=b'9', ..]);
    is_pass(word) && !word.starts_with('-')
        || is_move(word.as_bytes())
            && word.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-')
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
    /// without separators (spaces, `-`, `,`, `;`, brackets) and move numbers between them. Passes may
    /// be written `pa`, `ps` or `--`, or left out. The result may follow the moves; it is not checked.
    ///
    /// # Errors
    ///
    /// If the text contains anything else, or a move that is not legal.
    ///
    /// ```
    /// # use othello_core::{Color, Position, Size, Start, Game};
    /// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
    /// let game = Game::parse(start, "B1 a1 a2")?;
    /// assert_eq!(game.to_string(), "b1a1a2");
    /// assert_eq!(game.end().side(), Color::White);
    /// assert_eq!(Game::parse(start, "1. b1 a1 2. a2 *"), Ok(game));
    /// # Ok::<_, othello_core::notation::ReadError>(())
    /// ```
    pub fn parse(start: Position, text: &str) -> Result<Self, ReadError> {
        parse(start, text).map(|(game, _)| game).map_err(|(error, _)| error)
    }
}

/// Reads a game and its result. The error comes with the number of moves before it.
pub(super) fn parse(
    start: Position,
    text: &str,
) -> Result<(Game, Option<&str>), (ReadError, usize)> {
    let (mut game, mut result) = (Game::new(start), None);
    for (word, is_result) in words(text) {
        if is_result {
            result = Some(word);
            continue;
        }
        let number = game.moves().len() + 1;
        let played = match result {
            Some(_) => Err(ReadError::new(Kind::Record, "a move after the result")),
            None => play(&mut game, word),
        };
        played.map_err(|error| {
            let problem = format!("move {number}: {}", error.problem);
            (ReadError { problem, ..error }.at(text, word), number - 1)
        })?;
    }
    Ok((game, result))
}

/// Checks that it is `color`'s turn to pass, or to place a disc after any forced pass.
pub(super) fn check_mover(game: &Game, color: Color, passes: bool) -> Result<(), ReadError> {
    let end = game.end();
    let mover = if passes { end.side() } else { end.after_forced_pass().side() };
    let problem = || format!("{color} moves, but it is {mover}'s turn");
    if mover == color { Ok(()) } else { Err(ReadError::new(Kind::Turn, problem())) }
}

/// Plays a move or a pass.
pub(super) fn play(game: &mut Game, word: &str) -> Result<(), ReadError> {
    if is_pass(word) {
        if game.end().turn() != Turn::Pass {
            let problem = format!("a pass, but {}", no_pass(game.end()));
            return Err(ReadError::new(Kind::Pass, problem));
        }
        game.take_forced_pass();
        return Ok(());
    }
    let size = game.start().size();
    let square = square_on(size, word).ok_or_else(|| {
        let last = size.square(size.squares() - 1);
        let word = quoted(word);
        let problem = format!("{word} is not a square of the {size} board (a1 to {last})");
        ReadError::new(Kind::Square, problem)
    })?;
    Ok(game.play(square)?)
}

/// Splits a transcript into squares and passes, each a letter and the digits after it or otherwise two
/// characters, and results such as `44-20`, `1-0`, `1/2-1/2` and `*`. Each comes with whether it is a
/// result. Separators and move numbers are left out.
fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    const SEPARATORS: &str = ",;()|–";
    let mut rest = text;
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start_matches(|letter: char| {
                letter.is_whitespace() || SEPARATORS.contains(letter)
            });
            let first = rest.chars().next()?;
            let number = digits(rest);
            let behind = &rest[number..];
            let is_result = |text: &str| {
                text.trim_end_matches(|it: char| it.is_whitespace() || ";)".contains(it)).is_empty()
            };
            if number > 0 && behind.starts_with(['.', ')', ':']) && digits(&behind[1..]) == 0 {
                rest = behind.trim_start_matches(['.', ')', ':']);
            } else if number > 0
                && behind.starts_with(char::is_whitespace)
                && behind.trim_start().starts_with(|it: char| it.is_ascii_alphabetic())
            {
                rest = behind;
            } else if number > 0 && behind.starts_with(['-', ':', '–', '/'])
                || first == '*' && is_result(&rest[1..])
            {
                let end = rest.find(|it: char| !it.is_ascii_digit() && !"-:–/*".contains(it));
                let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
                rest = behind;
                return Some((word, true));
            } else if first == '-' && !rest.starts_with("--") {
                rest = &rest[1..];
            } else {
                let number = digits(&rest[first.len_utf8()..]);
                let two = rest.char_indices().nth(2).map_or(rest.len(), |(index, _)| index);
                let is_long = ["pass", "PASS", "Pass"].iter().any(|pass| rest.starts_with(pass));
                let end = match is_long {
                    _ if first.is_ascii_alphabetic() && number > 0 => 1 + number,
                    true => 4,
                    false => two,
                };
                let (word, behind) = rest.split_at(end);
                rest = behind;
                return Some((word, false));
            }
        }
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
        let split = |text| words(text).map(|(word, _)| word).collect::<Vec<_>>();
        assert_eq!(split("f5d6"), ["f5", "d6"]);
        assert_eq!(split(" b12 pa--c10 "), ["b12", "pa", "--", "c10"]);
        assert_eq!(split("5f?"), ["5f", "?"]);
        assert_eq!(split("é"), ["é"]);
        assert_eq!(split("1. f5 d6 2.c3 3... pass d3"), ["f5", "d6", "c3", "pass", "d3"]);
        assert_eq!(split("1 f5 d6 2 c3"), ["f5", "d6", "c3"]);
        assert_eq!(split("f5-d6,c3;(d3)(c4) – e6"), ["f5", "d6", "c3", "d3", "c4", "e6"]);
        assert_eq!(split("f5 44-20"), ["f5", "44-20"]);
        assert_eq!(split("f5 1/2-1/2"), ["f5", "1/2-1/2"]);
        assert_eq!(split("f5d6*"), ["f5", "d6", "*"]);
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
