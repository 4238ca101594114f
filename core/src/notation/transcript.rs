//! Reading games as moves, with or without separators and move numbers: `f5d6c3`, `1. f5 d6`.

use super::ReadErrorKind as Kind;
use super::boards::Boards;
use super::error::refuse;
use super::position::plain;
use super::{Notation, PositionEntry, ReadError, quoted};
use crate::board::{Color, Size, Square, Turn};
use crate::game::{Game, Position, Start};

/// Whether a word means a pass.
pub(super) fn is_pass(word: &str) -> bool {
    ["--", "pa", "ps", "pass", "@@", "@@@@", "パス"].iter().any(|it| word.eq_ignore_ascii_case(it))
}

/// The number of digits at the beginning of a text.
pub(super) fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Whether a text seems to begin with a move, perhaps after a move number, a bracket or the sign of
/// the player.
pub(super) fn begins_with_move(text: &str) -> bool {
    let text = text.trim_start_matches(|it: char| "(+".contains(it) || it.is_whitespace());
    let (number, behind) = text.split_at(digits(text));
    let first = match number {
        "" => behind,
        _ => behind.trim_start_matches(|it: char| it.is_whitespace() || ".):".contains(it)),
    };
    (number.is_empty() || first.len() < behind.len())
        && matches!(
            first.as_bytes(),
            [b'a'..=b'z' | b'A'..=b'Z', b'1'..=b'9', ..] | [b'p' | b'P', b'a' | b's' | b'A' | b'S', ..]
        )
}

/// The number in front of the first move, if there is one.
pub(super) fn first_number(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let number = &text[..digits(text)];
    if number.is_empty() { None } else { Some(number) }
}

/// Whether a word consists of moves. Cells never look like that.
pub(super) fn is_moves(word: &str) -> bool {
    if is_pass(word) {
        return !word.starts_with('-');
    }
    matches!(word.as_bytes(), [b'a'..=b'z' | b'A'..=b'Z', b'1'..=b'9', ..])
        && word.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-')
}

/// Refuses a pass that is not forced.
pub(super) fn check_pass(position: Position) -> Result<(), ReadError> {
    let (side, moves) = (position.side(), position.moves());
    match position.turn() {
        Turn::Pass => Ok(()),
        Turn::Over => refuse(Kind::Pass, "a pass, but the game is over"),
        Turn::Place => refuse(Kind::Pass, format!("a pass, but {side} has legal moves: {moves}")),
    }
}

/// The square with this name, if it is on the board.
pub(super) fn square_on(size: Size, name: &str) -> Option<Square> {
    name.parse().ok().filter(|&square| size.contains(square))
}

/// Reads the moves of a game that begins with `start`: squares in upper or lower case, also in full
/// width, with or without separators (spaces, `-`, `,`, `;`, `.`, brackets) and move numbers between
/// them. Passes may be written `pa`, `ps` or `--`, or left out. If the first move follows a `+`, `+` is
/// the sign of Black's moves and `-` of White's. The result may follow the moves; it is not checked.
///
/// # Errors
///
/// If the text contains anything else, or a move that is not legal.
///
/// ```
/// # use othello_core::{Color, Position, Size, Start, notation::read_game};
/// let start = Position::start(Size::new(4, 4).unwrap(), Start::Diagonal);
/// let game = read_game(start, "B1 a1 a2")?;
/// assert_eq!(game.to_string(), "b1a1a2");
/// assert_eq!(game.end().side(), Color::White);
/// assert_eq!(read_game(start, "1. b1 a1 2. a2 *"), Ok(game));
/// # Ok::<_, othello_core::notation::ReadError>(())
/// ```
pub fn read_game(start: Position, text: &str) -> Result<Game, ReadError> {
    read_moves(start, &plain(text)).map(|(game, _)| game).map_err(|(error, _)| error)
}

/// Reads a game, and its result unless that is open. The error comes with the number of moves before
/// it.
pub(super) fn read_moves(
    start: Position,
    text: &str,
) -> Result<(Game, Option<&str>), (ReadError, usize)> {
    let (mut game, mut result, mut rest) = (Game::new(start), None, text);
    let has_signs = text.trim_start().starts_with('+');
    while let Some((word, is_result, behind)) = first_word(rest) {
        rest = behind;
        if is_result {
            result = Some(word);
            continue;
        }
        let before = game.moves().len();
        let sign = text[..text.len() - behind.len() - word.len()].chars().next_back();
        let played = match (result, sign) {
            (Some(_), _) => refuse(Kind::Record, "a move after the result"),
            (None, Some('+')) if has_signs => play_as(&mut game, Color::Black, word),
            (None, Some('-')) if has_signs => play_as(&mut game, Color::White, word),
            _ => play_word(&mut game, word),
        };
        if let Err(error) = played {
            let place = format!("move {}", before + 1);
            return Err((error.about(place).at(text, word), before));
        }
    }
    Ok((game, result.filter(|result| *result != "*")))
}

/// Plays a move or a pass of this player, whose turn it may be after a forced pass.
pub(super) fn play_as(game: &mut Game, color: Color, word: &str) -> Result<(), ReadError> {
    let end = game.end();
    let mover = if is_pass(word) { end.side() } else { end.after_forced_pass().side() };
    if mover != color {
        return refuse(Kind::Turn, format!("{color} moves, but it is {mover}'s turn"));
    }
    play_word(game, word)
}

/// The board and the start of games that consist only of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub(super) boards: Boards,
    pub(super) start: Start,
}

impl Default for Origin {
    fn default() -> Self {
        Self { boards: Boards::Usual(Size::STANDARD), start: Start::Diagonal }
    }
}

impl Origin {
    /// Reads a game and its result. If the moves are not legal on the usual board and none was named,
    /// other boards are tried, and the entry has a remark.
    pub(super) fn read_moves(
        self,
        notation: Notation,
        text: &str,
    ) -> Result<(PositionEntry, Option<&str>), ReadError> {
        let mut board = self.boards.size();
        let (mut error, mut legal) = match read_moves(Position::start(board, self.start), text) {
            Ok((game, result)) => return Ok((PositionEntry::new(notation, game), result)),
            Err((error, _)) if self.boards.named().is_some() => return Err(error),
            Err(error) => error,
        };
        let (usual, mut fitting) = (board, Vec::new());
        for side in [8, 6, 4] {
            let size = Size::new(side, side).expect("there is such a board");
            if size == usual {
                continue;
            }
            match read_moves(Position::start(size, self.start), text) {
                Ok(read) => fitting.push((size, read)),
                Err((other, moves)) if moves > legal => {
                    (error, legal, board) = (other, moves, size);
                }
                Err(_) => {}
            }
        }
        if let [(one, _), (other, _), ..] = &fitting[..] {
            let problem =
                format!("the moves are legal on {one} and {other}; name the board, as in --size 8");
            return refuse(Kind::Size, problem);
        }
        let Some((size, (game, result))) = fitting.pop() else {
            error.problem += &format!("; moves are taken to be on the {board} board");
            return Err(error);
        };
        let mut entry = PositionEntry::new(notation, game);
        entry.remarks.push(format!("the moves are on {size}, since they are not legal on {usual}"));
        Ok((entry, result))
    }
}

/// Plays a move or a pass.
fn play_word(game: &mut Game, word: &str) -> Result<(), ReadError> {
    if is_pass(word) {
        check_pass(game.end())?;
        game.take_forced_pass();
        return Ok(());
    }
    let size = game.start().size();
    let Some(square) = square_on(size, word) else {
        let (word, last) = (quoted(word), size.square(size.squares() - 1));
        let problem = format!("{word} is not a square of the {size} board (a1 to {last})");
        return refuse(Kind::Square, problem);
    };
    Ok(game.play(square)?)
}

/// Characters that may separate moves, besides spaces and single hyphens.
const SEPARATORS: &str = ",;.()|–+→、。";

/// The first word of a transcript, whether it is a result, and what comes after it. Words are squares
/// and passes, each a letter and the digits after it or otherwise two characters, and results such as
/// `44-20`, `1-0`, `1/2-1/2` and `*`. Separators and move numbers are left out.
fn first_word(text: &str) -> Option<(&str, bool, &str)> {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|it: char| it.is_whitespace() || SEPARATORS.contains(it));
        let first = rest.chars().next()?;
        let (number, behind) = rest.split_at(digits(rest));
        let has_number = !number.is_empty();
        let is_result = has_number && behind.starts_with(['-', ':', '–', '/'])
            || rest.strip_prefix('*').is_some_and(|behind| {
                behind.chars().all(|it| it.is_whitespace() || ";)".contains(it))
            });
        if has_number && behind.starts_with(['.', ')', ':']) && digits(&behind[1..]) == 0 {
            rest = behind.trim_start_matches(['.', ')', ':']);
        } else if has_number
            && behind.starts_with(char::is_whitespace)
            && behind.trim_start().starts_with(|it: char| it.is_ascii_alphabetic())
        {
            rest = behind;
        } else if is_result {
            let end = rest.find(|it: char| !it.is_ascii_digit() && !"-:–/*".contains(it));
            let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
            return Some((word, true, behind));
        } else if first == '-' && !rest.starts_with("--") {
            rest = &rest[1..];
        } else {
            let number = digits(&rest[first.len_utf8()..]);
            let end = if first.is_ascii_alphabetic() && number > 0 {
                1 + number
            } else if ["pass", "PASS", "Pass"].iter().any(|pass| rest.starts_with(pass)) {
                4
            } else {
                rest.char_indices().nth(2).map_or(rest.len(), |(index, _)| index)
            };
            let (word, behind) = rest.split_at(end);
            return Some((word, false, behind));
        }
    }
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
        let split = |mut text| {
            let mut words = Vec::new();
            while let Some((word, _, behind)) = first_word(text) {
                words.push(word);
                text = behind;
            }
            words
        };
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
        let message = |text| read_game(start(8, 8), text).unwrap_err().problem;
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
        let message = read_game(over, "--").unwrap_err().problem;
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
            assert_eq!(read_game(start(4, 4), &text).unwrap().moves(), game.moves());
            assert_eq!(read_game(start(4, 4), &game.to_string()).unwrap(), game);
        }
        assert!(passes > 0, "no game had a pass");
    }
}
