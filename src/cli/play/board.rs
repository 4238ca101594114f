//! A game as it is played.

use std::time::Duration;

use othello_solver::{
    AnyGame, AnyTranscript, AnyTurn, Color, Outlook, Player, Rules, Score, Shape, Square, to_hex,
};

use super::super::color::ANSWER;
use super::super::size::{ForShape, Size};

/// Who has to do what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Place a disc on one of these squares.
    Place(Vec<String>),
    /// Pass.
    Pass,
    /// Nothing, the game is over.
    Nothing,
}

/// What is known of the moves: their values, and to which depth if they are not
/// exact.
pub(super) struct Hint {
    pub(super) moves: Vec<(String, Score)>,
    pub(super) depth: Option<u32>,
}

/// A game with all that came before. Squares are known by their names.
pub(super) struct Board {
    size: Size,
    now: AnyGame,
    /// What was there before each move or pass, and the move.
    before: Vec<(AnyGame, Option<u32>)>,
    /// The moves that led to the first position.
    opening: AnyTranscript,
}

impl Board {
    pub(super) fn new(size: Size, opening: AnyTranscript) -> Self {
        Self { size, now: opening.end(), before: Vec::new(), opening }
    }

    pub(super) fn side(&self) -> Color {
        self.now.side()
    }

    pub(super) fn task(&self) -> Task {
        match self.now.turn() {
            AnyTurn::Place(moves) => Task::Place(self.now.names(moves)),
            AnyTurn::Pass => Task::Pass,
            AnyTurn::Over => Task::Nothing,
        }
    }

    /// The number of discs of a colour.
    pub(super) fn discs(&self, color: Color) -> u32 {
        self.now.discs(color).count_ones()
    }

    pub(super) fn empties(&self) -> u32 {
        self.now.empties()
    }

    fn square(&self) -> Option<u32> {
        self.before.last().and_then(|(_, square)| *square)
    }

    /// The board with its legal moves; the last move stands out.
    pub(super) fn diagram(&self) -> String {
        let plain = self.now.diagram();
        let width = self.now.width();
        match self.square() {
            // The first line has the letters, and a row its number before the cells.
            Some(last) => {
                emphasized(&plain, 1 + (last / width) as usize, 1 + (last % width) as usize)
            }
            None => plain,
        }
    }

    /// Places a disc, or says why not.
    pub(super) fn play(&mut self, name: &str) -> Result<(), String> {
        let (now, size) = (self.now, self.size);
        let not_there = || format!("'{name}' is not a square of the {size} board");
        let square = now.square(name).ok_or_else(not_there)?;
        if now.moves() >> square & 1 == 0 {
            return Err(format!("{} is not a legal move for {}", now.name(square), now.side()));
        }
        self.before.push((now, Some(square)));
        self.now = now.play(square);
        Ok(())
    }

    pub(super) fn pass(&mut self) {
        self.before.push((self.now, None));
        self.now = self.now.pass();
    }

    /// Takes back a move or a pass, if there is one.
    pub(super) fn undo(&mut self) -> bool {
        let Some((before, _)) = self.before.pop() else { return false };
        self.now = before;
        true
    }

    /// The last move; `None` at the start and after a pass.
    pub(super) fn last(&self) -> Option<String> {
        self.square().map(|square| self.now.name(square))
    }

    pub(super) fn choose(&self, player: &mut Player) -> Option<String> {
        self.size.dispatch(Choose { game: self.now, player }).map(|square| self.now.name(square))
    }

    pub(super) fn hint(&self, rules: Rules, time: Duration) -> Hint {
        self.size.dispatch(LookAhead { game: self.now, rules, time })
    }

    pub(super) fn cells(&self) -> String {
        self.now.to_string()
    }

    pub(super) fn hex(&self) -> String {
        to_hex(self.now)
    }

    pub(super) fn transcript(&self) -> String {
        let moves = self.before.iter().filter_map(|(_, square)| *square);
        moves.fold(self.opening.to_string(), |text, square| text + &self.now.name(square))
    }
}

/// The choice of a player.
struct Choose<'a> {
    game: AnyGame,
    player: &'a mut Player,
}

impl ForShape for Choose<'_> {
    type Output = Option<u32>;

    fn run<S: Shape>(self) -> Option<u32> {
        self.player.choose(self.game.game::<S>()?.position()).map(Square::index)
    }
}

/// What can be known of the moves in a given time.
struct LookAhead {
    game: AnyGame,
    rules: Rules,
    time: Duration,
}

impl ForShape for LookAhead {
    type Output = Hint;

    fn run<S: Shape>(self) -> Hint {
        let game = self.game.game::<S>().expect("it is on this board");
        let Outlook { moves, depth } = Outlook::new(game.position(), self.rules, self.time);
        let named = moves.into_iter().map(|(square, value)| (square.to_string(), value));
        Hint { moves: named.collect(), depth }
    }
}

/// The text with one of its words in the style of what matters.
fn emphasized(text: &str, row: usize, word: usize) -> String {
    let line = |(number, line): (usize, &str)| {
        let width = line.len() - line.trim_start().len();
        let words = line.split_whitespace().enumerate().map(|(at, symbol)| {
            if (number, at) == (row, word) {
                format!("{ANSWER}{symbol}{ANSWER:#}")
            } else {
                symbol.to_owned()
            }
        });
        format!("{}{}\n", " ".repeat(width), words.collect::<Vec<_>>().join(" "))
    };
    text.lines().enumerate().map(line).collect()
}
