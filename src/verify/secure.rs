//! Proofs on the spot: that a side can secure a score, whatever the other does.
//!
//! The solver only suggests moves. Each of them is played on the plain board, and
//! so is every reply to it, down to the ends of the games, which the plain board
//! scores: the four cases are those of the checker of certificates, and so is the
//! reason why they prove something.

use std::cell::OnceCell;

use rustc_hash::{FxHashMap, FxHashSet};

use super::line::boards_after;
use crate::board::{Color, Size};
use crate::game::{Game, Rules, Score};
use crate::mailbox::Mailbox;
use crate::progress::Progress;
use crate::search::Oracle;

/// Positions with this many empty squares or fewer are searched on the plain board.
const LEAVES: u32 = 4;

/// The memory for the table of the solver, in bytes.
const HASH: usize = 256 << 20;

/// Why something was not proved.
#[derive(Debug)]
pub(super) enum Unproved {
    /// The time was up.
    NoTime,
    /// It is wrong.
    Wrong(String),
}

/// What has been proved of a board under some rules, and the solver for more.
pub(super) struct Prover<'a> {
    size: Size,
    rules: Rules,
    empties: u32,
    /// The solver. Its table is large, so it is made when it is first asked.
    oracle: OnceCell<Oracle>,
    /// The positions in which a side secures a score, by the side and the score.
    secured: FxHashMap<(Color, Score), FxHashSet<u128>>,
    progress: &'a dyn Progress,
}

impl<'a> Prover<'a> {
    /// Begins with positions of at most `empties` empty squares.
    pub(super) fn new(size: Size, rules: Rules, empties: u32, progress: &'a dyn Progress) -> Self {
        let (oracle, secured) = (OnceCell::new(), FxHashMap::default());
        Self { size, rules, empties, oracle, secured, progress }
    }

    /// Proves that the value of a position, seen by its side to move, is this one.
    pub(super) fn value(&mut self, board: &Mailbox, value: Score) -> Result<(), Unproved> {
        self.secures(board, board.side(), value)?;
        self.secures(board, !board.side(), -value)
    }

    /// Proves that a side secures a score from a position on.
    pub(super) fn secures(
        &mut self,
        board: &Mailbox,
        side: Color,
        score: Score,
    ) -> Result<(), Unproved> {
        // A mirror image or turn of the position will do.
        let known = self.secured.entry((side, score)).or_default();
        if board.images().iter().any(|image| known.contains(&number_of(image))) {
            return Ok(());
        }
        let mut known = std::mem::take(known);
        if !(Walk { prover: self, side, score, known: &mut known }).follow(board)? {
            return Err(Unproved::Wrong(format!("{side} does not secure {score:+}")));
        }
        self.secured.insert((side, score), known);
        Ok(())
    }

    /// Whether the value of a position, seen by its side to move, is at least `bound`
    /// in the eyes of the solver.
    fn is_at_least(&self, board: &Mailbox, bound: Score) -> Result<bool, Unproved> {
        let discs = |color| {
            let cells = board.cells().iter().rev();
            cells.fold(0, |discs, &cell| discs << 1 | u64::from(cell == Some(color)))
        };
        let (black, white) = (discs(Color::Black), discs(Color::White));
        let game = Game::new(self.size, black, white, board.side());
        let game = game.expect("the plain board is one of this size");
        let oracle = self.oracle.get_or_init(|| Oracle::new(self.rules, HASH, self.empties));
        oracle.at_least(game, bound, self.progress).ok_or(Unproved::NoTime)
    }
}

/// A walk through all that can happen when one side plays as the solver suggests.
struct Walk<'a, 'b> {
    prover: &'a Prover<'b>,
    side: Color,
    score: Score,
    /// The positions of this walk and of those before it that succeeded. A game never
    /// comes back to a position, so if the walk succeeds, the side secures the score
    /// in each.
    known: &'a mut FxHashSet<u128>,
}

impl Walk<'_, '_> {
    /// Whether the side secures the score in a position.
    fn follow(&mut self, board: &Mailbox) -> Result<bool, Unproved> {
        if !self.known.insert(number_of(board)) {
            return Ok(true);
        }
        if self.prover.progress.is_stopped() {
            return Err(Unproved::NoTime);
        }
        self.prover.progress.advance(1);
        if board.count(None) <= LEAVES {
            return Ok(self.search(board));
        }
        let moves = boards_after(board);
        if moves.is_empty() {
            return match board.pass() {
                Some(passed) => self.follow(&passed),
                None => Ok(self.is_reached(board)),
            };
        }
        if board.side() == self.side {
            let choice = self.choose(moves)?;
            return self.follow(&choice);
        }
        for after in &moves {
            if !self.follow(after)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The board after the suggested move: of those that are good enough the one
    /// after which the opponent has the fewest moves.
    fn choose(&self, mut moves: Vec<Mailbox>) -> Result<Mailbox, Unproved> {
        moves.sort_by_cached_key(|after| boards_after(after).len());
        // If no other move is good enough, the last must be.
        let last = moves.pop().expect("there is a move to choose");
        for after in moves {
            if !self.prover.is_at_least(&after, 1 - self.score)? {
                return Ok(after);
            }
        }
        Ok(last)
    }

    /// Whether the side secures the score, by trying out all moves.
    fn search(&self, board: &Mailbox) -> bool {
        let moves = boards_after(board);
        if moves.is_empty() {
            return match board.pass() {
                Some(passed) => self.search(&passed),
                None => self.is_reached(board),
            };
        }
        if board.side() == self.side {
            moves.iter().any(|after| self.search(after))
        } else {
            moves.iter().all(|after| self.search(after))
        }
    }

    /// Whether a game that is over here has reached the score.
    fn is_reached(&self, board: &Mailbox) -> bool {
        let score = board.score(self.prover.rules);
        let score = if board.side() == self.side { score } else { -score };
        score >= self.score
    }
}

/// A number that no other position of the same board has: a digit of 0 to 2 for
/// each cell, and one for the side to move.
fn number_of(board: &Mailbox) -> u128 {
    let digit = |color| if color == Color::Black { 1 } else { 2 };
    let cells = board.cells().iter().map(|cell| cell.map_or(0, digit));
    cells.fold(digit(board.side()), |number, cell| number * 3 + cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Start;

    #[test]
    fn only_the_value_is_proved() {
        let start = Mailbox::start(4, 4, Start::Diagonal).unwrap();
        let size = Size::new(4, 4).unwrap();
        let mut prover = Prover::new(size, Rules::default(), 12, &());
        assert!(prover.value(&start, -8).is_ok());
        let wrong = |proved| match proved {
            Err(Unproved::Wrong(reason)) => reason,
            other => panic!("{other:?}"),
        };
        let mut prover = Prover::new(size, Rules::default(), 12, &());
        assert_eq!(wrong(prover.value(&start, -7)), "Black does not secure -7");
        assert_eq!(wrong(prover.value(&start, -9)), "White does not secure +9");
    }
}
