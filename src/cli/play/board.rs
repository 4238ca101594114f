//! A game as it is played, without its shape: the session is compiled once.

use std::time::Duration;

use othello_solver::{
    Color, Game, Outlook, Player, Rules, Score, Shape, Square, Transcript, Turn, to_hex,
};

use super::super::color::ANSWER;

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

/// A game on a board of any shape. Squares are known by their names.
pub(super) trait Board {
    fn side(&self) -> Color;
    fn task(&self) -> Task;
    /// The number of discs of a colour.
    fn discs(&self, color: Color) -> u32;
    fn empties(&self) -> u32;
    /// The board with its legal moves; the last move stands out.
    fn diagram(&self) -> String;
    /// Places a disc, or says why not.
    fn play(&mut self, square: &str) -> Result<(), String>;
    fn pass(&mut self);
    /// Takes back a move or a pass, if there is one.
    fn undo(&mut self) -> bool;
    /// The last move; `None` at the start and after a pass.
    fn last(&self) -> Option<String>;
    fn choose(&self, player: &mut Player) -> Option<String>;
    fn hint(&self, rules: Rules, time: Duration) -> Hint;
    fn cells(&self) -> String;
    fn hex(&self) -> String;
    fn transcript(&self) -> String;
}

/// A game with all that came before.
pub(super) struct Played<S: Shape> {
    now: Game<S>,
    /// What was there before each move or pass, and the move.
    before: Vec<(Game<S>, Option<Square<S>>)>,
    /// The moves that led to the first position.
    opening: Transcript<S>,
}

impl<S: Shape> Played<S> {
    pub(super) fn new(opening: Transcript<S>) -> Self {
        Self { now: opening.end(), before: Vec::new(), opening }
    }

    fn square(&self) -> Option<Square<S>> {
        self.before.last().and_then(|(_, square)| *square)
    }
}

impl<S: Shape> Board for Played<S> {
    fn side(&self) -> Color {
        self.now.side()
    }

    fn task(&self) -> Task {
        match self.now.turn() {
            Turn::Place(moves) => {
                Task::Place(moves.into_iter().map(|square| square.to_string()).collect())
            }
            Turn::Pass => Task::Pass,
            Turn::Over => Task::Nothing,
        }
    }

    fn discs(&self, color: Color) -> u32 {
        self.now.discs(color).len()
    }

    fn empties(&self) -> u32 {
        self.now.position().empty().len()
    }

    fn diagram(&self) -> String {
        let plain = self.now.diagram();
        match self.square() {
            // The first line has the letters, and a row its number before the cells.
            Some(last) => emphasized(&plain, 1 + last.row() as usize, 1 + last.column() as usize),
            None => plain,
        }
    }

    fn play(&mut self, square: &str) -> Result<(), String> {
        let (width, height) = (S::WIDTH, S::HEIGHT);
        let square: Square<S> = square
            .parse()
            .map_err(|_| format!("'{square}' is not a square of the {width}x{height} board"))?;
        let illegal = |_| format!("{square} is not a legal move for {}", self.now.side());
        let next = self.now.play(square).map_err(illegal)?;
        self.before.push((self.now, Some(square)));
        self.now = next;
        Ok(())
    }

    fn pass(&mut self) {
        self.before.push((self.now, None));
        self.now = self.now.pass();
    }

    fn undo(&mut self) -> bool {
        let Some((before, _)) = self.before.pop() else { return false };
        self.now = before;
        true
    }

    fn last(&self) -> Option<String> {
        self.square().map(|square| square.to_string())
    }

    fn choose(&self, player: &mut Player) -> Option<String> {
        player.choose(self.now.position()).map(|square| square.to_string())
    }

    fn hint(&self, rules: Rules, time: Duration) -> Hint {
        let Outlook { moves, depth } = Outlook::new(self.now.position(), rules, time);
        let named = moves.into_iter().map(|(square, value)| (square.to_string(), value));
        Hint { moves: named.collect(), depth }
    }

    fn cells(&self) -> String {
        self.now.to_string()
    }

    fn hex(&self) -> String {
        to_hex(self.now)
    }

    fn transcript(&self) -> String {
        let moves = self.before.iter().filter_map(|(_, square)| *square);
        moves.fold(self.opening.to_string(), |text, square| text + &square.to_string())
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
