//! SGF: the Smart Game Format, version 4, with games of Othello.

use crate::board::{Color, Size, Square, SquareSet};
use crate::game::{Game, Position, Start};

use super::transcript::{self, is_pass};

/// A game in the Smart Game Format: `(;FF[4]GM[2]SZ[8];B[f5];W[d6])`.
///
/// Of a file with several games each is read, and of a game with variations the main line, which
/// takes the first of them. These properties matter: the game `GM`, which must be 2 if it is there,
/// the size `SZ`, discs set up by `AB` and `AW`, the side to move `PL`, the moves `B` and `W`, and
/// the players `PB` and `PW`. Squares are written `f5` or, as in Go, `fe`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sgf {
    /// The line of the file in which the game begins, counted from 1.
    pub file_line: usize,
    /// The players, Black and White, if they are named.
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

/// The characters of a file, with the line in which they stand.
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

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        while self.rest.peek().is_some_and(|letter| letter.is_whitespace()) {
            self.next();
        }
        self.rest.peek().copied()
    }

    /// A value, behind its bracket: a backslash makes any character an ordinary one.
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

    /// The main line of the next game, behind its parenthesis: the properties of all nodes.
    fn main_line(&mut self) -> Result<Vec<Property>, String> {
        let (mut depth, mut is_main, mut properties) = (1, true, Vec::new());
        while depth > 0 {
            let line = self.line;
            match self.peek() {
                Some('(') => depth += 1,
                Some(')') => {
                    // What follows the end of the first variation are others.
                    depth -= 1;
                    is_main = false;
                }
                Some(';') => {}
                Some(letter) if letter.is_ascii_alphabetic() => {
                    let mut name = String::new();
                    while let Some(letter) = self.peek().filter(char::is_ascii_alphabetic) {
                        // Older versions have lower-case letters in names, which say nothing.
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

/// A square by the name that it has in Othello, `f5`, or in Go, `fe`.
fn square(size: Size, name: &str) -> Option<Square> {
    let found = name.parse().ok().or_else(|| {
        let [column, row] = name.as_bytes().try_into().ok()?;
        let place = |letter: u8| u32::from(letter).checked_sub(u32::from(b'a'));
        Square::new(place(column)?, place(row)?)
    });
    found.filter(|&square| size.contains(square))
}

/// The start of a game, as the properties of its first nodes have it.
fn start(properties: &[Property]) -> Result<Position, String> {
    let value = |name| properties.iter().find(|of| of.name == name);
    if let Some(of) = value("GM").filter(|of| of.values[0].trim() != "2") {
        return Err(format!("line {}: game {}; Othello is GM[2]", of.line, of.values[0]));
    }
    let size = match value("SZ") {
        None => Size::STANDARD,
        Some(of) => of.values[0].trim().replace(':', "x").parse::<Size>().map_err(|error| {
            format!("line {}: '{}' is not the size of a board: {error}", of.line, of.values[0])
        })?,
    };
    let discs = |name| {
        let values = properties.iter().filter(|of| of.name == name);
        let values = values.flat_map(|of| of.values.iter().map(|value| (of.line, value.trim())));
        let squares = values.map(|(line, name)| {
            square(size, name)
                .ok_or_else(|| format!("line {line}: '{name}' is not a square of the {size} board"))
        });
        Ok::<_, String>(SquareSet::from_squares(size, squares.collect::<Result<Vec<_>, _>>()?))
    };
    let to_move = match value("PL").map(|of| (of.line, of.values[0].trim())) {
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
    /// Reads the games of a file.
    ///
    /// Each is a game or says why it cannot be read, and in which line, with the line in which it
    /// begins. After a game whose parentheses do not match there is no other.
    ///
    /// ```
    /// # use othello_core::notation::Sgf;
    /// let file = "(;FF[4]GM[2]SZ[4]PB[Ito];B[b1];W[aa](;B[a2])(;B[d4]))";
    /// let games: Vec<_> = Sgf::parse_all(file).collect();
    /// let Ok(first) = &games[0] else { panic!() };
    /// assert_eq!((first.game.to_string(), games.len()), ("b1a1a2".to_owned(), 1));
    /// ```
    pub fn parse_all(file: &str) -> impl Iterator<Item = Result<Self, (usize, String)>> + '_ {
        let mut text = Text { rest: file.chars().peekable(), line: 1 };
        let mut is_broken = false;
        std::iter::from_fn(move || {
            // Whatever stands before a game is no part of it.
            while !is_broken && text.peek()? != '(' {
                text.next();
            }
            if is_broken {
                return None;
            }
            let file_line = text.line;
            text.next();
            let properties = text.main_line();
            is_broken = properties.is_err();
            let game = properties.and_then(|properties| Self::new(file_line, &properties));
            Some(game.map_err(|problem| (file_line, problem)))
        })
    }

    fn new(file_line: usize, properties: &[Property]) -> Result<Self, String> {
        let mut game = Game::new(start(properties)?);
        let player = |name| {
            let named = properties.iter().find(|of| of.name == name);
            named.map(|of| of.values[0].trim().to_owned()).filter(|name| !name.is_empty())
        };
        let players = [player("PB"), player("PW")];
        for Property { name, values, line } in properties {
            let color = match &**name {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            play(&mut game, color, values[0].trim())
                .map_err(|problem| format!("line {line}: {name}[{}]: {problem}", values[0]))?;
        }
        Ok(Self { file_line, players, game })
    }
}

/// Plays a move or a pass, which is empty or, as in Go, a square outside.
fn play(game: &mut Game, color: Color, name: &str) -> Result<(), String> {
    let (size, end) = (game.start().size(), game.end());
    let passes = name.is_empty() || is_pass(name) || name == "tt" && square(size, name).is_none();
    let mover = if passes { end.side() } else { end.after_forced_pass().side() };
    if mover != color {
        return Err(format!("{color} moves, but it is {mover}'s turn"));
    }
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
        games.last().unwrap().clone().unwrap_err().1
    }

    #[test]
    fn games_boards_and_passes_are_read() {
        let file = "A collection\n(;GM[2]C[a \\] b];B[f5];W[d6])\n\n(;GM[2]SZ[4]AB[ba]AB[bb][cb]\n\
                    AW[da]PL[W];W[];B[tt])(;SZ[6:4]PW[Ann])";
        let games: Vec<_> = Sgf::parse_all(file).map(|game| game.map_err(|of| of.1)).collect();
        let [Ok(first), Err(second), Ok(third)] = &games[..] else { panic!("{games:?}") };
        assert_eq!((first.file_line, first.game.to_string()), (2, "f5d6".to_owned()));
        assert!(second.starts_with("line 5: W[]: "), "{second}");
        assert_eq!(third.game.start().size().to_string(), "6x4");
        assert_eq!(third.players, [None, Some("Ann".to_owned())]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(problem("(;GM[1])"), "line 1: game 1; Othello is GM[2]");
        assert_eq!(problem("(;\n;B[f5"), "line 2: a value that begins with [ has no ]");
        assert_eq!(problem("(;B[f5]"), "line 1: the game is cut off: ) is missing");
        assert_eq!(problem("(;W[f5])"), "line 1: W[f5]: White moves, but it is Black's turn");
        assert!(problem("(;B[z9])").starts_with("line 1: B[z9]: 'z9' is not a square of the 8x8"));
        assert!(problem("(;SZ[19])").contains("'19' is not the size of a board"));
        assert_eq!(problem("(;B)"), "line 1: B has no value, such as B[f5]");
    }

    #[test]
    fn whatever_is_cut_off_or_changed_has_an_answer() {
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
