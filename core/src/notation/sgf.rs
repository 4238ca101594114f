//! SGF: the Smart Game Format, version 4, for games of Othello.

use crate::board::{Color, ParseSizeError, Size, Square, SquareSet};
use crate::game::{Game, Position, Start};

use super::transcript::{self, check_mover, is_pass};

/// A game in the Smart Game Format: `(;FF[4]GM[2]SZ[8];B[f5];W[d6])`.
///
/// All games of a file are read. In a game with variations only the main line is read, which takes
/// the first variation each time. These properties matter: the game `GM`, which must be 2 if
/// present; the size `SZ`; discs set up by `AB` and `AW`; the side to move `PL`; the moves `B` and
/// `W`; and the players `PB` and `PW`. Squares are written `f5` or, as in Go, `fe`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sgf {
    /// Black and White, if they are named.
    pub players: [Option<String>; 2],
    /// The game.
    pub game: Game,
}

/// A property of a node and its values.
struct Property {
    name: String,
    values: Vec<String>,
    line: usize,
}

/// The characters of a file, and the current line.
struct Text<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
}

impl Text<'_> {
    fn next(&mut self) -> Option<char> {
        let next = self.rest.next();
        self.line += usize::from(next == Some('\n'));
        next
    }

    /// The next character that is not a space.
    fn peek(&mut self) -> Option<char> {
        while self.rest.peek().is_some_and(|letter| letter.is_whitespace()) {
            self.next();
        }
        self.rest.peek().copied()
    }

    /// A value, after its opening bracket. A backslash makes any character an ordinary one.
    fn value(&mut self) -> Result<String, String> {
        let (begin, mut value) = (self.line, String::new());
        loop {
            match self.next() {
                Some(']') => return Ok(value),
                Some('\\') => value.extend(self.next()),
                Some(letter) => value.push(letter),
                None => return Err(format!("line {begin}: a value that begins with [ has no ]")),
            }
        }
    }

    /// The main line of the next game, after its opening parenthesis: the properties of all nodes.
    fn main_line(&mut self) -> Result<Vec<Property>, String> {
        let (mut depth, mut is_main, mut properties) = (1, true, Vec::new());
        while depth > 0 {
            let line = self.line;
            match self.peek() {
                Some('(') => depth += 1,
                Some(')') => {
                    // After the first variation come the others.
                    depth -= 1;
                    is_main = false;
                }
                Some(';') => {}
                Some(letter) if letter.is_ascii_alphabetic() => {
                    let mut name = String::new();
                    while let Some(letter) = self.peek().filter(char::is_ascii_alphabetic) {
                        // In older versions names contain lower-case letters, which have no
                        // meaning.
                        name.extend(Some(letter).filter(char::is_ascii_uppercase));
                        self.next();
                    }
                    let mut values = Vec::new();
                    while self.peek() == Some('[') {
                        self.next();
                        values.push(self.value()?);
                    }
                    if values.is_empty() {
                        return Err(format!(
                            "line {line}: {name} has no value, such as {name}[f5]"
                        ));
                    }
                    if is_main {
                        properties.push(Property { name, values, line });
                    }
                    continue;
                }
                Some(other) => return Err(format!("line {line}: '{other}' is no property")),
                None => return Err(format!("line {line}: the game is cut off: ) is missing")),
            }
            self.next();
        }
        Ok(properties)
    }
}

/// The square with this name in Othello, `f5`, or in Go, `fe`.
fn square(size: Size, name: &str) -> Option<Square> {
    let found = name.parse().ok().or_else(|| {
        let [column, row] = name.as_bytes().try_into().ok()?;
        let number = |letter: u8| u32::from(letter).checked_sub(u32::from(b'a'));
        Square::new(number(column)?, number(row)?)
    });
    found.filter(|&square| size.contains(square))
}

/// The initial position of a game, from its properties.
fn start(properties: &[Property]) -> Result<Position, String> {
    let find = |name| properties.iter().find(|property| property.name == name);
    if let Some(Property { line, values, .. }) = find("GM")
        && values[0].trim() != "2"
    {
        return Err(format!("line {line}: game {}; Othello is GM[2]", values[0]));
    }
    let size = find("SZ").map_or(Ok(Size::STANDARD), |Property { line, values, .. }| {
        values[0].trim().replace(':', "x").parse().map_err(|error: ParseSizeError| {
            format!("line {line}: '{}' is not the size of a board: {error}", values[0])
        })
    })?;
    let discs = |name| {
        let mut squares = Vec::new();
        for Property { values, line, .. } in properties.iter().filter(|it| it.name == name) {
            for name in values.iter().map(|value| value.trim()) {
                squares.push(square(size, name).ok_or_else(|| {
                    format!("line {line}: '{name}' is not a square of the {size} board")
                })?);
            }
        }
        Ok::<_, String>(SquareSet::from_squares(size, squares))
    };
    let to_move = match find("PL").map(|property| (property.line, property.values[0].trim())) {
        None | Some((_, "B" | "b" | "black" | "1")) => Color::Black,
        Some((_, "W" | "w" | "white" | "2")) => Color::White,
        Some((line, other)) => {
            return Err(format!("line {line}: '{other}' is not a side to move; write B or W"));
        }
    };
    let (black, white) = (discs("AB")?, discs("AW")?);
    if black.is_empty() && white.is_empty() {
        let start = Position::start(size, Start::Diagonal);
        return Ok(if to_move == start.side() { start } else { start.pass() });
    }
    Position::new(black, white, to_move).ok_or_else(|| "a square is in AB and in AW".to_owned())
}

impl Sgf {
    /// Reads the games of a file, each with the line where it begins, counted from 1.
    ///
    /// The error for a game is a message that names the line of the problem. After a game with
    /// unbalanced parentheses, no more games are read.
    ///
    /// ```
    /// # use othello_core::notation::Sgf;
    /// let file = "(;FF[4]GM[2]SZ[4]PB[Ito];B[b1];W[aa](;B[a2])(;B[d4]))";
    /// let games: Vec<_> = Sgf::parse_all(file).collect();
    /// let (1, Ok(first)) = &games[0] else { panic!() };
    /// assert_eq!((first.game.to_string(), games.len()), ("b1a1a2".to_owned(), 1));
    /// ```
    pub fn parse_all(file: &str) -> impl Iterator<Item = (usize, Result<Self, String>)> + '_ {
        let mut text = Text { rest: file.chars().peekable(), line: 1 };
        let mut is_broken = false;
        std::iter::from_fn(move || {
            // Skip any text before a game.
            while !is_broken && text.peek()? != '(' {
                text.next();
            }
            if is_broken {
                return None;
            }
            let line = text.line;
            text.next();
            let properties = text.main_line();
            is_broken = properties.is_err();
            Some((line, properties.and_then(|properties| Self::new(&properties))))
        })
    }

    fn new(properties: &[Property]) -> Result<Self, String> {
        let mut game = Game::new(start(properties)?);
        let player = |name| {
            let property = properties.iter().find(|property| property.name == name)?;
            Some(property.values[0].trim().to_owned()).filter(|name| !name.is_empty())
        };
        for Property { name, values, line } in properties {
            let color = match &**name {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            play(&mut game, color, values[0].trim())
                .map_err(|problem| format!("line {line}: {name}[{}]: {problem}", values[0]))?;
        }
        Ok(Self { players: ["PB", "PW"].map(player), game })
    }
}

/// Plays a move or a pass. A pass may be written as nothing or, as in Go, as a square off the
/// board.
fn play(game: &mut Game, color: Color, name: &str) -> Result<(), String> {
    let size = game.start().size();
    let passes = name.is_empty() || is_pass(name) || name == "tt" && square(size, name).is_none();
    check_mover(game, color, passes)?;
    match square(size, name).filter(|_| !passes) {
        Some(square) => game.play(square).map_err(|illegal| illegal.to_string()),
        None => transcript::play(game, if passes { "pass" } else { name }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(file: &str) -> String {
        let games: Vec<_> = Sgf::parse_all(file).collect();
        games.last().unwrap().1.clone().unwrap_err()
    }

    #[test]
    fn games_boards_and_passes_are_read() {
        let file = "A collection\n(;GM[2]C[a \\] b];B[f5];W[d6])\n\n(;GM[2]SZ[4]AB[ba]AB[bb][cb]\n\
                    AW[da]PL[W];W[];B[tt])(;SZ[6:4]PW[Ann])";
        let games: Vec<_> = Sgf::parse_all(file).collect();
        let [(2, Ok(first)), (4, Err(second)), (_, Ok(third))] = &games[..] else {
            panic!("{games:?}")
        };
        assert_eq!(first.game.to_string(), "f5d6");
        assert!(second.starts_with("line 5: W[]: "), "{second}");
        assert_eq!(third.game.start().size().to_string(), "6x4");
        assert_eq!(third.players, [None, Some("Ann".to_owned())]);
    }

    #[test]
    fn errors_name_the_line_and_the_problem() {
        assert_eq!(problem("(;GM[1])"), "line 1: game 1; Othello is GM[2]");
        assert_eq!(problem("(;\n;B[f5"), "line 2: a value that begins with [ has no ]");
        assert_eq!(problem("(;B[f5]"), "line 1: the game is cut off: ) is missing");
        assert_eq!(problem("(;W[f5])"), "line 1: W[f5]: White moves, but it is Black's turn");
        assert!(problem("(;B[z9])").starts_with("line 1: B[z9]: 'z9' is not a square of the 8x8"));
        assert!(problem("(;SZ[19])").contains("'19' is not the size of a board"));
        assert_eq!(problem("(;B)"), "line 1: B has no value, such as B[f5]");
    }

    #[test]
    fn no_truncation_or_change_causes_a_panic() {
        let whole = "(;GM[2]SZ[4]AB[b2]AW[c3](;B[b1];W[aa])(;B[]))";
        for end in 0..=whole.len() {
            let _ = Sgf::parse_all(&whole[..end]).count();
            for other in ["[", "]", "(", ")", ";", "\\", "é", "9", " "] {
                let changed = [&whole[..end], other, whole.get(end + 1..).unwrap_or("")].concat();
                let _ = Sgf::parse_all(&changed).count();
            }
        }
    }
}
