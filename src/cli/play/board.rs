//! A game as it is played.

use othello_solver::{Game, Square, Transcript};

use super::super::color;

/// A game with all that came before.
pub(super) struct Board {
    game: Transcript,
    /// What it began with.
    opening: Transcript,
}

impl Board {
    pub(super) fn new(opening: Transcript) -> Self {
        Self { game: opening.clone(), opening }
    }

    /// The number of squares that are to be filled at the beginning.
    pub(super) fn most_empties(&self) -> u32 {
        self.opening.end().empties()
    }

    /// The position; where a side has to pass, that after the pass.
    pub(super) fn now(&self) -> Game {
        self.game.end().after_forced_pass()
    }

    pub(super) fn game(&self) -> &Transcript {
        &self.game
    }

    /// The board with its legal moves; the last move stands out.
    pub(super) fn diagram(&self) -> String {
        color::board(self.now(), self.last())
    }

    /// Places a disc, or says why not.
    pub(super) fn play(&mut self, name: &str) -> Result<(), String> {
        let now = self.now();
        let square = name.parse().ok().filter(|&square| now.size().contains(square));
        let square: Square = square.ok_or_else(|| {
            format!(
                "'{name}' is neither a square of the {} board, such as c2, nor help",
                now.size()
            )
        })?;
        self.game
            .play(square)
            .map_err(|_| format!("{square} is not a legal move for {}", now.side()))
    }

    /// Takes back the last move, if there is one after those of the opening.
    pub(super) fn undo(&mut self) -> bool {
        let moves = self.game.moves();
        let opening = self.opening.moves().len();
        if moves.len() == opening {
            return false;
        }
        let mut game = self.opening.clone();
        for &square in &moves[opening..moves.len() - 1] {
            game.play(square).expect("the move was legal before");
        }
        self.game = game;
        true
    }

    /// Goes back to the beginning.
    pub(super) fn restart(&mut self) {
        self.game = self.opening.clone();
    }

    /// The last move, unless none was made since the opening.
    pub(super) fn last(&self) -> Option<Square> {
        self.game.moves()[self.opening.moves().len()..].last().copied()
    }
}
