//! A game as it is played.

use othello_solver::{Game, Square, Transcript};

use super::super::color::ANSWER;

/// A game with all that came before.
pub(super) struct Board {
    now: Game,
    /// What was there before each move or pass, and the move.
    before: Vec<(Game, Option<Square>)>,
    /// The moves that led to the first position.
    opening: Transcript,
}

impl Board {
    pub(super) fn new(opening: Transcript) -> Self {
        Self { now: opening.end(), before: Vec::new(), opening }
    }

    pub(super) fn game(&self) -> Game {
        self.now
    }

    /// The board with its legal moves; the last move stands out.
    pub(super) fn diagram(&self) -> String {
        let plain = self.now.diagram();
        match self.last() {
            // The first line has the letters, and a row its number before the cells.
            Some(last) => emphasized(&plain, 1 + last.row() as usize, 1 + last.column() as usize),
            None => plain,
        }
    }

    /// Places a disc, or says why not.
    pub(super) fn play(&mut self, name: &str) -> Result<(), String> {
        let now = self.now;
        let square = name.parse().ok().filter(|&square| now.size().contains(square));
        let square: Square = square
            .ok_or_else(|| format!("'{name}' is not a square of the {} board", now.size()))?;
        self.now = now
            .play(square)
            .map_err(|_| format!("{square} is not a legal move for {}", now.side()))?;
        self.before.push((now, Some(square)));
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
    pub(super) fn last(&self) -> Option<Square> {
        self.before.last().and_then(|(_, square)| *square)
    }

    /// All moves of the game, those of the opening among them.
    pub(super) fn transcript(&self) -> String {
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
